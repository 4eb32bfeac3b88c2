import CShaders
import CVulkan
import Renderer

/// The pipelines for targets of one format.
final class Pipelines {
  private let device: LogicalDevice
  private let layout: DrawLayout
  private var handles: [OpaquePointer] = []
  /// Drawn with already: some drivers compile only then.
  private var used = Set<PipelineKind>()
  /// Of the targets.
  let format: VkFormat

  subscript(kind: PipelineKind) -> OpaquePointer { handles[kind.rawValue] }

  /// True the first time for a kind.
  func noteUse(of kind: PipelineKind) -> Bool { used.insert(kind).inserted }

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
        arena, layout, format, kind,
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
    _ arena: Arena, _ layout: DrawLayout, _ format: VkFormat, _ kind: PipelineKind,
    _ stages: [VkPipelineShaderStageCreateInfo]
  ) -> VkGraphicsPipelineCreateInfo {
    let rendering = VkPipelineRenderingCreateInfo.with {
      $0.colorAttachmentCount = 1
      $0.pColorAttachmentFormats = UnsafePointer(arena.place(format))
      if kind.depthUse != nil { $0.depthAttachmentFormat = Image.depthFormat }
    }
    let depth = VkPipelineDepthStencilStateCreateInfo.with {
      $0.depthTestEnable = kind.depthUse != nil ? VK_TRUE : VK_FALSE
      $0.depthWriteEnable = kind.depthUse == .testAndWrite ? VK_TRUE : VK_FALSE
      $0.depthCompareOp = VK_COMPARE_OP_LESS
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
      $0.pVertexInputState = UnsafePointer(arena.place(vertexInput(arena, kind.source)))
      $0.pInputAssemblyState = UnsafePointer(arena.place(assembly))
      $0.pViewportState = UnsafePointer(arena.place(viewport))
      $0.pRasterizationState = UnsafePointer(arena.place(rasterization))
      $0.pMultisampleState = UnsafePointer(arena.place(multisample))
      $0.pDepthStencilState = UnsafePointer(arena.place(depth))
      $0.pColorBlendState = UnsafePointer(arena.place(colorBlend(arena, kind.blend)))
      $0.pDynamicState = UnsafePointer(arena.place(dynamic))
      $0.layout = layout.pipeline
    }
  }

  private static func vertexInput(
    _ arena: Arena, _ source: VertexSource?
  ) -> VkPipelineVertexInputStateCreateInfo {
    guard let source else { return .empty }
    let binding = VkVertexInputBindingDescription(
      binding: source.rawValue, stride: UInt32(source.stride),
      inputRate: VK_VERTEX_INPUT_RATE_INSTANCE)
    let descriptions = source.attributes.enumerated().map { location, attribute in
      VkVertexInputAttributeDescription(
        location: UInt32(location), binding: source.rawValue, format: attribute.format,
        offset: UInt32(attribute.offset))
    }
    return .with {
      $0.vertexBindingDescriptionCount = 1
      $0.pVertexBindingDescriptions = UnsafePointer(arena.place(binding))
      $0.vertexAttributeDescriptionCount = UInt32(descriptions.count)
      $0.pVertexAttributeDescriptions = UnsafePointer(arena.place(descriptions))
    }
  }

  private static func colorBlend(
    _ arena: Arena, _ blend: DrawList.Blend?
  ) -> VkPipelineColorBlendStateCreateInfo {
    var attachment = VkPipelineColorBlendAttachmentState()
    attachment.blendEnable = blend == nil ? VK_FALSE : VK_TRUE
    let (source, destination) = factors(blend)
    attachment.srcColorBlendFactor = source
    attachment.dstColorBlendFactor = destination
    attachment.colorBlendOp = VK_BLEND_OP_ADD
    attachment.srcAlphaBlendFactor = source
    attachment.dstAlphaBlendFactor = destination
    attachment.alphaBlendOp = VK_BLEND_OP_ADD
    attachment.colorWriteMask =
      VK_COLOR_COMPONENT_R_BIT.rawValue | VK_COLOR_COMPONENT_G_BIT.rawValue
      | VK_COLOR_COMPONENT_B_BIT.rawValue | VK_COLOR_COMPONENT_A_BIT.rawValue
    return .with {
      $0.attachmentCount = 1
      $0.pAttachments = UnsafePointer(arena.place(attachment))
    }
  }

  /// Of the new colour and the old one, both premultiplied.
  private static func factors(_ blend: DrawList.Blend?) -> (VkBlendFactor, VkBlendFactor) {
    switch blend {
    case .over: (VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA)
    case .plus: (VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ONE)
    // Of the alphas, the same as over.
    case .screen: (VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR)
    case .destinationIn: (VK_BLEND_FACTOR_ZERO, VK_BLEND_FACTOR_SRC_ALPHA)
    case .under: (VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA, VK_BLEND_FACTOR_ONE)
    case nil: (VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ZERO)
    }
  }
}
