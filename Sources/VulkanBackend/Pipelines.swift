import CShaders
import CVulkan
import Renderer

/// One per way of drawing: the kinds of a draw list, with what a batch does not need left out.
///
/// Some drivers, the software one among them, run both sides of every branch in a shader. An
/// unclipped shape would pay for a clip and an unframed one for its border.
enum PipelineKind: Int, CaseIterable {
  /// Edges where the rasterizer puts them: whole batches that need no antialiasing.
  case solid
  case solidAntialiased
  case shape
  case shapeBordered
  /// Clipped once; chained: by clips that have parents.
  case shapeClipped
  case shapeBorderedClipped
  case shapeChained
  case image
  case imageClipped
  case imageChained
  case shadow
  /// With sharp ones or clipped ones among the batch.
  case shadowAny
  case pass
  case passClipped
  case passChained

  var shaders: (vertex: String, fragment: String) {
    switch self {
    case .solid: ("solid.vert", "solid.frag")
    case .solidAntialiased: ("solid.vert", "solid-antialiased.frag")
    case .shape, .shapeBordered, .shapeClipped, .shapeBorderedClipped, .shapeChained:
      ("shape.vert", "shape.frag")
    case .image, .imageClipped, .imageChained: ("image.vert", "image.frag")
    case .shadow, .shadowAny: ("shadow.vert", "shadow.frag")
    case .pass, .passClipped, .passChained: ("pass.vert", "pass.frag")
    }
  }

  /// Specialization constants by id: `antialiased` (solid.vert), `clipping` (0 none, 1 one clip, 2
  /// chains), and `bordered` (shape.frag) or `sharp` (shadow.frag).
  var constants: [UInt32] {
    switch self {
    case .solid: [0, 0, 0]
    case .solidAntialiased, .shape, .image, .shadow, .pass: [1, 0, 0]
    case .shapeBordered: [1, 0, 1]
    case .shapeClipped, .imageClipped, .passClipped: [1, 1, 0]
    case .shapeBorderedClipped: [1, 1, 1]
    case .imageChained, .passChained: [1, 2, 0]
    case .shapeChained, .shadowAny: [1, 2, 1]
    }
  }

  /// The cheapest that draws these instances of `list` as `kind`.
  init(_ kind: DrawList.Kind, _ instances: Range<Int>, of list: DrawList) {
    switch kind {
    case .solid:
      let isAligned = list.instances[instances].allSatisfy(\.isPixelAligned)
      self = isAligned ? .solid : .solidAntialiased
    case .shape:
      let bordered = list.instances[instances].contains { $0.params.x > 0 }
      switch Self.clipping(instances, of: list) {
      case 0: self = bordered ? .shapeBordered : .shape
      case 1: self = bordered ? .shapeBorderedClipped : .shapeClipped
      default: self = .shapeChained
      }
    case .image:
      switch Self.clipping(instances, of: list) {
      case 0: self = .image
      case 1: self = .imageClipped
      default: self = .imageChained
      }
    case .shadow:
      let plain = list.instances[instances].allSatisfy { $0.clip < 0 && $0.params.x > 0 }
      self = plain ? .shadow : .shadowAny
    case .pass:
      switch Self.clipping(instances, of: list) {
      case 0: self = .pass
      case 1: self = .passClipped
      default: self = .passChained
      }
    }
  }

  /// 0: no instance has a clip; 1: none has a clip with a parent; 2: chains.
  private static func clipping(_ instances: Range<Int>, of list: DrawList) -> Int {
    var most = 0
    for instance in list.instances[instances] where instance.clip >= 0 {
      most = 1
      let clip = Int(instance.clip)
      if clip < list.clips.count, list.clips[clip].parent >= 0 { return 2 }
    }
    return most
  }
}

extension DrawList.Instance {
  /// Antialiasing would change nothing: no edge wants it, or all lie between pixels.
  fileprivate var isPixelAligned: Bool {
    if params.y == 0 { return true }
    guard row0.z == 0, row1.z == 0, row2.z == 1 else { return false }
    let upright = row0.y == 0 && row1.x == 0, turned = row0.x == 0 && row1.y == 0
    guard upright || turned else { return false }
    let x = upright ? row0.x : row1.x, y = upright ? row1.y : row0.y
    let low = upright ? SIMD2(rect.x, rect.y) : SIMD2(rect.y, rect.x)
    let size = upright ? SIMD2(rect.z, rect.w) : SIMD2(rect.w, rect.z)
    let scale = SIMD2(x, y), offset = SIMD2(row2.x, row2.y)
    let a = low * scale + offset, b = (low + size) * scale + offset
    return a == a.rounded(.toNearestOrEven) && b == b.rounded(.toNearestOrEven)
  }
}

/// The pipelines for targets of one format.
final class Pipelines {
  private let device: LogicalDevice
  private let layout: DrawLayout
  private var handles: [OpaquePointer] = []
  /// Of the targets.
  let format: VkFormat

  subscript(kind: PipelineKind) -> OpaquePointer { handles[kind.rawValue] }

  init(
    _ device: LogicalDevice, _ layout: DrawLayout, cache: OpaquePointer, format: VkFormat
  ) throws(BackendError) {
    self.device = device
    self.layout = layout
    self.format = format
    for kind in PipelineKind.allCases {
      handles.append(try Self.make(device, layout, cache, format, kind))
    }
  }

  deinit {
    for handle in handles { vkDestroyPipeline(device.raw, handle, nil) }
  }

  /// Where an instance's fields are, in the order of the locations in Shaders/instance.glsl.
  static let attributes: [(format: VkFormat, offset: Int)] = [
    (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.row0)!),
    (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.row1)!),
    (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.row2)!),
    (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.rect)!),
    (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.color)!),
    (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.extra)!),
    (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.radii)!),
    (VK_FORMAT_R32G32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.params)!),
    (VK_FORMAT_R32_SINT, MemoryLayout<DrawList.Instance>.offset(of: \.clip)!),
  ]

  private static func make(
    _ device: LogicalDevice, _ layout: DrawLayout, _ cache: OpaquePointer, _ format: VkFormat,
    _ kind: PipelineKind
  ) throws(BackendError) -> OpaquePointer {
    let vertex = try module(device, kind.shaders.vertex)
    defer { vkDestroyShaderModule(device.raw, vertex, nil) }
    let fragment = try module(device, kind.shaders.fragment)
    defer { vkDestroyShaderModule(device.raw, fragment, nil) }
    return try Arena.with { (arena) throws(BackendError) -> OpaquePointer in
      var info = pipelineInfo(
        arena, layout, format,
        [
          stage(arena, VK_SHADER_STAGE_VERTEX_BIT, vertex, kind),
          stage(arena, VK_SHADER_STAGE_FRAGMENT_BIT, fragment, kind),
        ])
      return try device.create("make the pipeline for \(kind)") {
        vkCreateGraphicsPipelines(device.raw, cache, 1, &info, nil, &$0)
      }
    }
  }

  private static func module(
    _ device: LogicalDevice, _ name: String
  ) throws(BackendError) -> OpaquePointer {
    guard let blob = shader_find(name) else {
      preconditionFailure("the shader \(name) is not among those compiled in")
    }
    var info = VkShaderModuleCreateInfo.with {
      $0.codeSize = blob.pointee.bytes
      $0.pCode = blob.pointee.words
    }
    return try device.create("load the shader \(name)") {
      vkCreateShaderModule(device.raw, &info, nil, &$0)
    }
  }

  private static func stage(
    _ arena: Arena, _ stage: VkShaderStageFlagBits, _ module: OpaquePointer,
    _ kind: PipelineKind
  ) -> VkPipelineShaderStageCreateInfo {
    .with {
      $0.stage = stage
      $0.module = module
      $0.pName = arena.place(string: "main")
      // A shader ignores the constants that it does not name.
      let values = kind.constants
      let entries = values.indices.map {
        VkSpecializationMapEntry(constantID: UInt32($0), offset: UInt32($0 * 4), size: 4)
      }
      var constants = VkSpecializationInfo()
      constants.mapEntryCount = UInt32(entries.count)
      constants.pMapEntries = UnsafePointer(arena.place(entries))
      constants.dataSize = values.count * 4
      constants.pData = UnsafeRawPointer(arena.place(values))
      $0.pSpecializationInfo = UnsafePointer(arena.place(constants))
    }
  }

  private static func pipelineInfo(
    _ arena: Arena, _ layout: DrawLayout, _ format: VkFormat,
    _ stages: [VkPipelineShaderStageCreateInfo]
  ) -> VkGraphicsPipelineCreateInfo {
    let rendering = VkPipelineRenderingCreateInfo.with {
      $0.colorAttachmentCount = 1
      $0.pColorAttachmentFormats = UnsafePointer(arena.place(format))
    }
    let assembly = VkPipelineInputAssemblyStateCreateInfo.with {
      $0.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP
    }
    let viewport = VkPipelineViewportStateCreateInfo.with {
      $0.viewportCount = 1
      $0.scissorCount = 1
    }
    let rasterization = VkPipelineRasterizationStateCreateInfo.with {
      $0.polygonMode = VK_POLYGON_MODE_FILL
      $0.cullMode = VK_CULL_MODE_NONE.rawValue
      $0.lineWidth = 1
    }
    let multisample = VkPipelineMultisampleStateCreateInfo.with {
      $0.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT
    }
    let dynamic = VkPipelineDynamicStateCreateInfo.with {
      $0.dynamicStateCount = 2
      $0.pDynamicStates = UnsafePointer(
        arena.place([VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR]))
    }
    return .with {
      $0.pNext = UnsafeRawPointer(arena.place(rendering))
      $0.stageCount = UInt32(stages.count)
      $0.pStages = UnsafePointer(arena.place(stages))
      $0.pVertexInputState = UnsafePointer(arena.place(vertexInput(arena)))
      $0.pInputAssemblyState = UnsafePointer(arena.place(assembly))
      $0.pViewportState = UnsafePointer(arena.place(viewport))
      $0.pRasterizationState = UnsafePointer(arena.place(rasterization))
      $0.pMultisampleState = UnsafePointer(arena.place(multisample))
      $0.pColorBlendState = UnsafePointer(arena.place(sourceOver(arena)))
      $0.pDynamicState = UnsafePointer(arena.place(dynamic))
      $0.layout = layout.pipeline
    }
  }

  private static func vertexInput(_ arena: Arena) -> VkPipelineVertexInputStateCreateInfo {
    let binding = VkVertexInputBindingDescription(
      binding: 0, stride: UInt32(MemoryLayout<DrawList.Instance>.stride),
      inputRate: VK_VERTEX_INPUT_RATE_INSTANCE)
    let descriptions = attributes.enumerated().map { location, attribute in
      VkVertexInputAttributeDescription(
        location: UInt32(location), binding: 0, format: attribute.format,
        offset: UInt32(attribute.offset))
    }
    return .with {
      $0.vertexBindingDescriptionCount = 1
      $0.pVertexBindingDescriptions = UnsafePointer(arena.place(binding))
      $0.vertexAttributeDescriptionCount = UInt32(descriptions.count)
      $0.pVertexAttributeDescriptions = UnsafePointer(arena.place(descriptions))
    }
  }

  /// Premultiplied source over: s + d · (1 − s.a).
  private static func sourceOver(_ arena: Arena) -> VkPipelineColorBlendStateCreateInfo {
    var attachment = VkPipelineColorBlendAttachmentState()
    attachment.blendEnable = VK_TRUE
    attachment.srcColorBlendFactor = VK_BLEND_FACTOR_ONE
    attachment.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA
    attachment.colorBlendOp = VK_BLEND_OP_ADD
    attachment.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE
    attachment.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA
    attachment.alphaBlendOp = VK_BLEND_OP_ADD
    attachment.colorWriteMask =
      VK_COLOR_COMPONENT_R_BIT.rawValue | VK_COLOR_COMPONENT_G_BIT.rawValue
      | VK_COLOR_COMPONENT_B_BIT.rawValue | VK_COLOR_COMPONENT_A_BIT.rawValue
    return .with {
      $0.attachmentCount = 1
      $0.pAttachments = UnsafePointer(arena.place(attachment))
    }
  }
}
