import CVulkan

/// A Vulkan structure that carries its own type in `sType`.
protocol VulkanStructure {
  init()
  var sType: VkStructureType { get set }
  static var type: VkStructureType { get }
}

extension VulkanStructure {
  /// A zeroed structure of the right type, filled in by the caller.
  static func with(_ fill: (inout Self) -> Void) -> Self {
    var structure = Self()
    structure.sType = type
    fill(&structure)
    return structure
  }

  /// A zeroed structure to be filled in by Vulkan.
  static var empty: Self { with { _ in } }
}

extension VkApplicationInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_APPLICATION_INFO }
}
extension VkInstanceCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO }
}
extension VkValidationFeaturesEXT: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT }
}
extension VkDebugUtilsMessengerCreateInfoEXT: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT }
}
extension VkPhysicalDeviceProperties2: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2 }
}
extension VkPhysicalDeviceDriverProperties: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES }
}
extension VkPhysicalDeviceFeatures2: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2 }
}
extension VkPhysicalDeviceDynamicRenderingFeatures: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES }
}
extension VkPhysicalDeviceSynchronization2Features: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES }
}
extension VkPhysicalDeviceTimelineSemaphoreFeatures: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES }
}
extension VkDeviceQueueCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO }
}
extension VkDeviceCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO }
}
extension VkPipelineCacheCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO }
}
extension VkMemoryAllocateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO }
}
extension VkMappedMemoryRange: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE }
}
extension VkBufferCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO }
}
extension VkImageCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO }
}
extension VkImageViewCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO }
}
extension VkSamplerCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO }
}
extension VkDescriptorSetLayoutCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO }
}
extension VkDescriptorPoolCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO }
}
extension VkDescriptorSetAllocateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO }
}
extension VkWriteDescriptorSet: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET }
}
extension VkPipelineLayoutCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO }
}
extension VkShaderModuleCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO }
}
extension VkPipelineShaderStageCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO }
}
extension VkPipelineVertexInputStateCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO }
}
extension VkPipelineInputAssemblyStateCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO }
}
extension VkPipelineViewportStateCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO }
}
extension VkPipelineRasterizationStateCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO }
}
extension VkPipelineMultisampleStateCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO }
}
extension VkPipelineDepthStencilStateCreateInfo: VulkanStructure {
  static var type: VkStructureType {
    VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO
  }
}
extension VkPipelineColorBlendStateCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO }
}
extension VkPipelineDynamicStateCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO }
}
extension VkPipelineRenderingCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO }
}
extension VkGraphicsPipelineCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO }
}
extension VkCommandPoolCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO }
}
extension VkCommandBufferAllocateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO }
}
extension VkCommandBufferBeginInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO }
}
extension VkCommandBufferSubmitInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO }
}
extension VkSemaphoreTypeCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO }
}
extension VkSemaphoreCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO }
}
extension VkSemaphoreWaitInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO }
}
extension VkSemaphoreSubmitInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO }
}
extension VkSubmitInfo2: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_SUBMIT_INFO_2 }
}
extension VkQueryPoolCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO }
}
extension VkImageMemoryBarrier2: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2 }
}
extension VkMemoryBarrier2: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_MEMORY_BARRIER_2 }
}
extension VkDependencyInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_DEPENDENCY_INFO }
}
extension VkRenderingAttachmentInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO }
}
extension VkRenderingInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_RENDERING_INFO }
}
extension VkWaylandSurfaceCreateInfoKHR: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR }
}
extension VkSwapchainCreateInfoKHR: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR }
}
extension VkPresentInfoKHR: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PRESENT_INFO_KHR }
}
extension VkPresentRegionsKHR: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_PRESENT_REGIONS_KHR }
}
extension VkFenceCreateInfo: VulkanStructure {
  static var type: VkStructureType { VK_STRUCTURE_TYPE_FENCE_CREATE_INFO }
}
