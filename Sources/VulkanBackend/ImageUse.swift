import CVulkan

/// What an image was used for last: the layout it is in, and what whoever uses it next waits for.
enum ImageUse {
  /// Nothing yet: its pixels are worth nothing.
  case none
  case drawn
  /// Read by fragments.
  case sampled
  case copiedFrom
  case copiedTo
  case presented

  var layout: VkImageLayout {
    switch self {
    case .none: VK_IMAGE_LAYOUT_UNDEFINED
    case .drawn: VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL
    case .sampled: VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
    case .copiedFrom: VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL
    case .copiedTo: VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL
    case .presented: VK_IMAGE_LAYOUT_PRESENT_SRC_KHR
    }
  }

  var stage: VkPipelineStageFlags2 {
    switch self {
    case .none: VK_PIPELINE_STAGE_2_NONE
    // The presentation engine goes by a semaphore, which is waited for in this stage.
    case .drawn, .presented: VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT
    case .sampled: VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT
    case .copiedFrom, .copiedTo: VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT
    }
  }

  /// What must have reached memory before anyone else looks.
  var writes: VkAccessFlags2 {
    switch self {
    case .drawn: VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT
    case .copiedTo: VK_ACCESS_2_TRANSFER_WRITE_BIT
    case .none, .sampled, .copiedFrom, .presented: VK_ACCESS_2_NONE
    }
  }

  var access: VkAccessFlags2 {
    switch self {
    case .none, .presented: VK_ACCESS_2_NONE
    case .drawn:
      VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT
    case .sampled: VK_ACCESS_2_SHADER_SAMPLED_READ_BIT
    case .copiedFrom: VK_ACCESS_2_TRANSFER_READ_BIT
    case .copiedTo: VK_ACCESS_2_TRANSFER_WRITE_BIT
    }
  }

  /// Nothing has to be waited for between two of these.
  var onlyReads: Bool {
    switch self {
    case .sampled, .copiedFrom: true
    case .none, .drawn, .copiedTo, .presented: false
    }
  }
}

/// A layout change of a whole image; the caller adds stages and accesses.
func imageBarrier(
  _ image: OpaquePointer, from old: VkImageLayout, to new: VkImageLayout,
  aspect: VkImageAspectFlagBits = VK_IMAGE_ASPECT_COLOR_BIT
) -> VkImageMemoryBarrier2 {
  .with {
    $0.oldLayout = old
    $0.newLayout = new
    $0.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED
    $0.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED
    $0.image = image
    $0.subresourceRange = wholeImage(aspect)
  }
}

extension LogicalDevice {
  func record(_ barrier: VkImageMemoryBarrier2, _ commands: OpaquePointer) {
    withUnsafePointer(to: barrier) { barrier in
      var info = VkDependencyInfo.with {
        $0.imageMemoryBarrierCount = 1
        $0.pImageMemoryBarriers = barrier
      }
      functions.cmdPipelineBarrier2(commands, &info)
    }
  }

  /// Makes `image`, used as `use` says, ready for `next`; its pixels may be dropped.
  func prepare(
    _ image: OpaquePointer, _ use: inout ImageUse, for next: ImageUse, dropping: Bool = false,
    _ commands: OpaquePointer
  ) {
    if use == next, next.onlyReads, !dropping { return }
    var barrier = imageBarrier(
      image, from: dropping ? VK_IMAGE_LAYOUT_UNDEFINED : use.layout, to: next.layout)
    barrier.srcStageMask = use.stage
    barrier.srcAccessMask = use.writes
    barrier.dstStageMask = next.stage
    barrier.dstAccessMask = next.access
    record(barrier, commands)
    use = next
  }
}
