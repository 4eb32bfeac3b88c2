import CVulkan
import Renderer

/// The `Target` block of Shaders/target.glsl.
struct PushConstants: BitwiseCopyable, Equatable {
  /// Device pixel of the target's first pixel.
  var origin: SIMD2<Float>
  /// As in `ClipSpace`.
  var toClipSpace: SIMD2<Float> = .zero
  /// Images: x, y the texture's size, z, w the bitmap's. Passes: x, y the device pixel of the first
  /// texel, z, w the used size.
  var source: SIMD4<Int32> = .zero
  /// Images: the bitmap's first texel.
  var sourceOrigin: SIMD2<Int32> = .zero
  /// Device pixel in the middle of clip space.
  var middle: SIMD2<Float> = .zero
  var clipCount: Int32
  var rampCount: Int32 = 0
  /// 1: only the alpha of the texture counts. 2: pixel for pixel, from `sourceOrigin` on.
  /// 4: the nearest texel.
  var reading: Int32 = 0
  /// As `source` for what lies behind.
  var backdrop: SIMD4<Int32> = .zero

  static let stages = VK_SHADER_STAGE_VERTEX_BIT.rawValue | VK_SHADER_STAGE_FRAGMENT_BIT.rawValue
}

/// What all pipelines share: where they find clips, ramps and textures, and the samplers.
final class DrawLayout {
  /// Set 0: the clips and the ramps.
  let listSet: OpaquePointer
  /// Sets 1 and 2: one texture each, the batch's and the backdrop's.
  let textureSet: OpaquePointer
  let pipeline: OpaquePointer
  let linear: OpaquePointer
  let nearest: OpaquePointer
  let trilinear: OpaquePointer
  private let device: LogicalDevice

  init(_ device: LogicalDevice) throws(BackendError) {
    self.device = device
    let listSet = try Self.setLayout(
      device, [VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER])
    let textureSet = try Self.setLayout(
      device, [VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER])
    pipeline = try Arena.with { (arena) throws(BackendError) -> OpaquePointer in
      let range = VkPushConstantRange(
        stageFlags: PushConstants.stages, offset: 0,
        size: UInt32(max(MemoryLayout<PushConstants>.size, MemoryLayout<BlurConstants>.size)))
      var info = VkPipelineLayoutCreateInfo.with {
        $0.setLayoutCount = 3
        $0.pSetLayouts = UnsafePointer(
          arena.place([listSet, textureSet, textureSet] as [OpaquePointer?]))
        $0.pushConstantRangeCount = 1
        $0.pPushConstantRanges = UnsafePointer(arena.place(range))
      }
      return try device.create("make a pipeline layout") {
        vkCreatePipelineLayout(device.raw, &info, nil, &$0)
      }
    }
    self.listSet = listSet
    self.textureSet = textureSet
    linear = try Self.sampler(device, VK_FILTER_LINEAR)
    nearest = try Self.sampler(device, VK_FILTER_NEAREST)
    trilinear = try Self.sampler(device, VK_FILTER_LINEAR, mipmapped: true)
  }

  deinit {
    vkDestroySampler(device.raw, linear, nil)
    vkDestroySampler(device.raw, nearest, nil)
    vkDestroySampler(device.raw, trilinear, nil)
    vkDestroyPipelineLayout(device.raw, pipeline, nil)
    vkDestroyDescriptorSetLayout(device.raw, listSet, nil)
    vkDestroyDescriptorSetLayout(device.raw, textureSet, nil)
  }

  private static func setLayout(
    _ device: LogicalDevice, _ types: [VkDescriptorType]
  ) throws(BackendError) -> OpaquePointer {
    let bindings = types.indices.map { i in
      var binding = VkDescriptorSetLayoutBinding()
      binding.binding = UInt32(i)
      binding.descriptorType = types[i]
      binding.descriptorCount = 1
      binding.stageFlags = PushConstants.stages
      return binding
    }
    return try Arena.with { (arena) throws(BackendError) -> OpaquePointer in
      var info = VkDescriptorSetLayoutCreateInfo.with {
        $0.bindingCount = UInt32(bindings.count)
        $0.pBindings = UnsafePointer(arena.place(bindings))
      }
      return try device.create("make a descriptor layout") {
        vkCreateDescriptorSetLayout(device.raw, &info, nil, &$0)
      }
    }
  }

  private static func sampler(
    _ device: LogicalDevice, _ filter: VkFilter, mipmapped: Bool = false
  ) throws(BackendError) -> OpaquePointer {
    var info = VkSamplerCreateInfo.with {
      $0.magFilter = filter
      $0.minFilter = filter
      $0.mipmapMode =
        mipmapped ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST
      $0.maxLod = mipmapped ? VK_LOD_CLAMP_NONE : 0
      $0.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
      $0.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
      $0.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
    }
    return try device.create("make a sampler") { vkCreateSampler(device.raw, &info, nil, &$0) }
  }
}

/// Hands out descriptor sets of one layout and takes them back.
final class DescriptorSets {
  private static let poolSize = 128
  private let device: LogicalDevice
  private let layout: OpaquePointer
  /// All that a set holds, and how many.
  private let type: VkDescriptorType
  private let perSet: Int
  private var pools: [OpaquePointer] = []
  private var spare: [OpaquePointer] = []

  init(
    _ device: LogicalDevice, layout: OpaquePointer, type: VkDescriptorType, perSet: Int = 1
  ) {
    self.device = device
    self.layout = layout
    self.type = type
    self.perSet = perSet
  }

  deinit {
    for pool in pools { vkDestroyDescriptorPool(device.raw, pool, nil) }
  }

  func take() throws(BackendError) -> OpaquePointer {
    if spare.isEmpty { try addPool() }
    return spare.removeLast()
  }

  /// The device must be done with the set.
  func give(_ set: OpaquePointer) { spare.append(set) }

  private func addPool() throws(BackendError) {
    let count = Self.poolSize
    let size = VkDescriptorPoolSize(type: type, descriptorCount: UInt32(count * perSet))
    let layouts = [OpaquePointer?](repeating: layout, count: count)
    var sets = [OpaquePointer?](repeating: nil, count: count)
    try Arena.with { (arena) throws(BackendError) in
      var info = VkDescriptorPoolCreateInfo.with {
        $0.maxSets = UInt32(count)
        $0.poolSizeCount = 1
        $0.pPoolSizes = UnsafePointer(arena.place(size))
      }
      let pool = try device.create("make a descriptor pool") {
        vkCreateDescriptorPool(device.raw, &info, nil, &$0)
      }
      pools.append(pool)
      var allocate = VkDescriptorSetAllocateInfo.with {
        $0.descriptorPool = pool
        $0.descriptorSetCount = UInt32(count)
        $0.pSetLayouts = UnsafePointer(arena.place(layouts))
      }
      try device.check(
        vkAllocateDescriptorSets(device.raw, &allocate, &sets), "make descriptors")
    }
    spare += sets.compactMap { $0 }
  }
}
