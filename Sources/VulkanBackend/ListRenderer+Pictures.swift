import CVulkan
import Geometry
import Renderer

/// Runs of images that follow each other: drawn together however many images they are.
extension ListRenderer {
  struct RunPicture {
    var picture: Picture
    /// The texture with its sampler.
    var set: OpaquePointer
    var isShared: Bool
  }

  /// Collects the images from batch `first` on that can be drawn as pictures; returns the batch after
  /// the last of them. What has not been uploaded is left out.
  func collectRun(
    _ list: DrawList, _ batches: [DrawList.Batch], from first: Int
  ) throws(BackendError) -> Int {
    run.removeAll(keepingCapacity: true)
    var next = first
    while next < batches.count, batches[next].kind == .image {
      guard case .image(let id, let nearest) = batches[next].texture else { return next }
      if let entry = textures[id] {
        let count = run.count
        let set = try entry.texture.set(nearest: nearest)
        for i in batches[next].instances.clamped(to: list.instances.indices) {
          guard let picture = Picture(list.instances[i], of: entry) else {
            // The whole batch is drawn in another way.
            run.removeLast(run.count - count)
            return next
          }
          run.append(RunPicture(picture: picture, set: set, isShared: entry.isShared))
        }
      }
      next += 1
    }
    return next
  }

  func recordRun(_ slot: FrameRing.Slot, _ cost: inout FrameCost) {
    guard !run.isEmpty else { return }
    for item in run where item.isShared { cost.cacheHits += 1 }
    let isHard = run.allSatisfy { $0.picture.edges == 0 }
    let kind: PipelineKind = isHard ? .pictureHard : .picture
    // One draw for all neighbours that read the same texture.
    var start = pictureCount
    var set = run[0].set
    for item in run {
      if item.set != set {
        draw(kind, start..<pictureCount, of: set, slot, &cost)
        start = pictureCount
        set = item.set
      }
      slot.pictures.buffer.store(item.picture, at: pictureCount)
      pictureCount += 1
    }
    draw(kind, start..<pictureCount, of: set, slot, &cost)
  }

  private func draw(
    _ kind: PipelineKind, _ pictures: Range<Int>, of set: OpaquePointer, _ slot: FrameRing.Slot,
    _ cost: inout FrameCost
  ) {
    bind(set, slot.commands, &cost)
    draw(kind, pictures, slot.commands, &cost)
  }
}
