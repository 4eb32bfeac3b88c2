import Geometry

/// A backend that draws nothing and counts everything: what frames cost on machines without a
/// device, and what tests look at.
package final class NullBackend: RenderBackend {
  package let deviceName = "null"
  package var maximumImageSize = 16_384
  /// Totals over all frames.
  package private(set) var frames = 0
  package private(set) var total = FrameCost()
  /// Keep the latest list; off, a frame leaves nothing behind.
  package var keepsLastList = true
  package private(set) var lastList: DrawList?
  package private(set) var size = PixelSize(0, 0)
  /// What `acquire` reports; a swapchain's own images have other ages.
  package var slotAge = 1
  /// How many of the next acquisitions find no free slot.
  package var busySlots = 0
  /// Thrown once by the next call that can throw.
  package var nextError: BackendError?
  /// Images uploaded and not released.
  package private(set) var resident: Set<ImageID> = []
  private var isConfigured = false

  package init() {}

  package func configure(size: PixelSize) throws(BackendError) {
    try throwPending()
    self.size = size
    isConfigured = false
  }

  package func acquire() throws(BackendError) -> FrameSlot? {
    try throwPending()
    if busySlots > 0 {
      busySlots -= 1
      return nil
    }
    // After a change of size the pixels are undefined once.
    return FrameSlot(age: isConfigured ? slotAge : 0)
  }

  package func render(_ list: DrawList) throws(BackendError) -> FrameCost {
    try throwPending()
    isConfigured = true
    let cost = Self.cost(of: list)
    frames += 1
    total.draws += cost.draws
    total.passes += cost.passes
    total.pipelineSwitches += cost.pipelineSwitches
    total.descriptorBinds += cost.descriptorBinds
    total.pixelsShaded += cost.pixelsShaded
    total.uploadedBytes += cost.uploadedBytes
    for image in list.uploads { resident.insert(image.id) }
    for case .image(let id, _) in list.passes.map(\.target) { resident.insert(id) }
    for id in list.releases { resident.remove(id) }
    lastList = keepsLastList ? list : nil
    return cost
  }

  package func readPixels() throws(BackendError) -> Bitmap {
    throw .unavailable("the null backend has no pixels; use a Vulkan device")
  }

  /// What a simple executor would do for this list.
  package static func cost(of list: DrawList) -> FrameCost {
    var cost = FrameCost()
    cost.passes = list.passes.count
    for image in list.uploads { cost.uploadedBytes += image.bitmap.bytes.count }
    for pass in list.passes {
      var kind: DrawList.Kind?
      var texture: DrawList.TextureSource = .none
      for batch in pass.batches {
        cost.draws += 1
        if batch.kind != kind { cost.pipelineSwitches += 1 }
        if batch.texture != texture && batch.texture != .none { cost.descriptorBinds += 1 }
        kind = batch.kind
        texture = batch.texture
      }
      switch pass.target {
      case .surface:
        for rect in list.damage.rects { cost.pixelsShaded += rect.area }
      case .offscreen(let area):
        cost.pixelsShaded += area.area
      case .image(_, let size):
        cost.pixelsShaded += size.bounds.area
      }
    }
    return cost
  }

  private func throwPending() throws(BackendError) {
    if let error = nextError {
      nextError = nil
      throw error
    }
  }
}
