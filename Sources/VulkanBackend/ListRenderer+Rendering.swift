import CVulkan
import Geometry
import Renderer

/// Beginning and ending what a pass draws, with a depth buffer or without.
extension ListRenderer {
  /// The target being drawn into, and what is still to be done before the first draw.
  struct OpenPass {
    var image: OpaquePointer?
    var view: OpaquePointer?
    /// Nil for the surface.
    var texture: Texture?
    /// In the target's own pixels.
    var area = PixelRect.zero
    /// What lies between the parts that are drawn stays.
    var keeps = false
    /// Fills all of `area`.
    var clear: SIMD4<Float>?
    /// Fills the parts that are drawn.
    var damageClear: SIMD4<Float>?
    var rendering: Rendering?
    /// Something has been drawn or cleared.
    var isBegun = false

    mutating func clears(to color: SIMD4<Float>) {
      if keeps { damageClear = color } else { clear = color }
    }
  }

  /// Between begin and end of rendering, with a depth buffer or without.
  enum Rendering { case plain, withDepth }

  /// Makes sure that rendering of this sort is under way: what is drawn next goes there.
  func enter(_ rendering: Rendering, _ commands: OpaquePointer) throws(BackendError) {
    guard pass.rendering != rendering else { return }
    leave(commands)
    if pass.isBegun, let image = pass.image {
      barrier(
        commands, image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
        VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
        VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT)
    }
    let depthView = rendering == .withDepth ? try readyDepth(commands).view : nil
    begin(commands, depthView)
    if let color = pass.damageClear { clearDamage(commands, color) }
    pass.clear = nil
    pass.damageClear = nil
    pass.rendering = rendering
    pass.isBegun = true
  }

  /// Ends rendering; what is drawn next begins with an empty depth buffer.
  func leave(_ commands: OpaquePointer) {
    if pass.rendering != nil { device.functions.cmdEndRendering(commands) }
    pass.rendering = nil
  }

  /// Ends a pass; one without draws is cleared all the same.
  func end(_ commands: OpaquePointer) throws(BackendError) {
    if !pass.isBegun, pass.clear != nil || pass.damageClear != nil { try enter(.plain, commands) }
    leave(commands)
  }

  private func begin(_ commands: OpaquePointer, _ depthView: OpaquePointer?) {
    var color = VkRenderingAttachmentInfo.with {
      $0.imageView = pass.view
      $0.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL
      $0.loadOp = pass.clear == nil ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_CLEAR
      $0.storeOp = VK_ATTACHMENT_STORE_OP_STORE
      if let clear = pass.clear {
        $0.clearValue.color.float32 = (clear.x, clear.y, clear.z, clear.w)
      }
    }
    var depth = VkRenderingAttachmentInfo.with {
      $0.imageView = depthView
      $0.imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL
      $0.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR
      $0.storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE
      $0.clearValue.depthStencil.depth = 1
    }
    withUnsafePointer(to: &color) { color in
      withUnsafePointer(to: &depth) { depth in
        var info = VkRenderingInfo.with {
          $0.renderArea = pass.area.vulkan
          $0.layerCount = 1
          $0.colorAttachmentCount = 1
          $0.pColorAttachments = color
          if depthView != nil { $0.pDepthAttachment = depth }
        }
        device.functions.cmdBeginRendering(commands, &info)
      }
    }
  }

  /// Begins to draw over all of `area`, or with what is there.
  func beginFilling(
    _ view: OpaquePointer, _ area: PixelRect, keeping: Bool, _ commands: OpaquePointer
  ) {
    var color = VkRenderingAttachmentInfo.with {
      $0.imageView = view
      $0.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL
      $0.loadOp = keeping ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_DONT_CARE
      $0.storeOp = VK_ATTACHMENT_STORE_OP_STORE
    }
    withUnsafePointer(to: &color) { color in
      var info = VkRenderingInfo.with {
        $0.renderArea = area.vulkan
        $0.layerCount = 1
        $0.colorAttachmentCount = 1
        $0.pColorAttachments = color
      }
      device.functions.cmdBeginRendering(commands, &info)
    }
  }

  /// The depth buffer, its contents worth nothing, ready to be cleared.
  private func readyDepth(_ commands: OpaquePointer) throws(BackendError) -> Image {
    let needed = PixelSize(pass.area.x + pass.area.width, pass.area.y + pass.area.height)
    let image: Image
    if let depth, depth.size.width >= needed.width, depth.size.height >= needed.height {
      image = depth
    } else {
      if let depth { ring.retire(depth) }
      let old = depth?.size ?? PixelSize(0, 0)
      image = try Image(
        device, memory,
        size: PixelSize(max(old.width, needed.width), max(old.height, needed.height)), use: .depth)
      depth = image
    }
    barrier(
      commands, image.raw, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
      VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
      VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
      VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
      VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT
        | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT, aspect: VK_IMAGE_ASPECT_DEPTH_BIT)
    return image
  }

  private func clearDamage(_ commands: OpaquePointer, _ color: SIMD4<Float>) {
    var attachment = VkClearAttachment()
    attachment.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
    attachment.clearValue.color.float32 = (color.x, color.y, color.z, color.w)
    for scissor in scissors {
      var rect = VkClearRect(rect: scissor, baseArrayLayer: 0, layerCount: 1)
      vkCmdClearAttachments(commands, 1, &attachment, 1, &rect)
    }
  }

  func barrier(
    _ commands: OpaquePointer, _ image: OpaquePointer, _ old: VkImageLayout, _ new: VkImageLayout,
    _ sourceStage: VkPipelineStageFlags2, _ sourceAccess: VkAccessFlags2,
    _ stage: VkPipelineStageFlags2, _ access: VkAccessFlags2,
    aspect: VkImageAspectFlagBits = VK_IMAGE_ASPECT_COLOR_BIT
  ) {
    var barrier = imageBarrier(image, from: old, to: new, aspect: aspect)
    barrier.srcStageMask = sourceStage
    barrier.srcAccessMask = sourceAccess
    barrier.dstStageMask = stage
    barrier.dstAccessMask = access
    device.record(barrier, commands)
  }

  /// Sets the clip space that quads of a kind are drawn in.
  func enterSpace(of kind: PipelineKind, _ commands: OpaquePointer) {
    let wants = kind.source == .pictures && wideSpace != nil
    guard isWide != wants else { return }
    isWide = wants
    let space = wants ? wideSpace ?? tightSpace : tightSpace
    var viewport = space.viewport
    vkCmdSetViewport(commands, 0, 1, &viewport)
    constants.toClipSpace = space.scale
    constants.middle = constants.origin + space.middle
    push(commands)
  }
}
