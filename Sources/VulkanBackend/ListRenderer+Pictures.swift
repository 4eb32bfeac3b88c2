import CVulkan
import Geometry
import Glibc
import Renderer

/// Runs of images that follow each other: drawn together however many images they are, and front to
/// back where they hide each other.
extension ListRenderer {
  struct RunPicture {
    var picture: Picture
    /// The texture with its sampler.
    var set: OpaquePointer
    /// What lies under its inner part is not seen.
    var isOpaque: Bool
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
          run.append(
            RunPicture(
              picture: picture, set: set,
              isOpaque: entry.isOpaque && picture.hasInside
                && picture.color == SIMD4(repeating: 1),
              isShared: entry.isShared))
        }
      }
      next += 1
    }
    return next
  }

  func recordRun(_ slot: FrameRing.Slot, _ cost: inout FrameCost) throws(BackendError) {
    guard !run.isEmpty else { return }
    for item in run where item.isShared { cost.cacheHits += 1 }
    if isBetterFrontToBack {
      try recordFrontToBack(slot, &cost)
      return
    }
    let isHard = run.allSatisfy { $0.picture.edges == 0 }
    try record(isHard ? .pictureHard : .picture, run.indices, slot, &cost) { $0.picture }
  }

  /// The opaque parts first, the nearest of them leading, so that nothing is sampled that is hidden;
  /// then in order what is blended, which the depth of the opaque parts keeps in its place.
  private func recordFrontToBack(
    _ slot: FrameRing.Slot, _ cost: inout FrameCost
  ) throws(BackendError) {
    leave(slot.commands)
    for i in run.indices { run[i].picture.depth = Float(run.count - i) / 65_535 }
    try record(.pictureOpaque, run.indices.reversed(), slot, &cost) {
      $0.isOpaque ? $0.picture : nil
    }
    try record(.pictureFramed, run.indices, slot, &cost) {
      guard $0.isOpaque else { return $0.picture }
      guard $0.picture.edges != 0 else { return nil }
      var picture = $0.picture
      picture.edges |= Picture.hollow
      return picture
    }
  }

  /// One draw for all neighbours that read the same texture.
  private func record(
    _ kind: PipelineKind, _ order: some Sequence<Int>, _ slot: FrameRing.Slot,
    _ cost: inout FrameCost, _ picture: (RunPicture) -> Picture?
  ) throws(BackendError) {
    var start = pictureCount
    var set: OpaquePointer?
    for i in order {
      guard let picture = picture(run[i]) else { continue }
      if run[i].set != set {
        try draw(kind, start..<pictureCount, of: set, slot, &cost)
        start = pictureCount
        set = run[i].set
      }
      slot.pictures.buffer.store(picture, at: pictureCount)
      pictureCount += 1
    }
    try draw(kind, start..<pictureCount, of: set, slot, &cost)
  }

  private func draw(
    _ kind: PipelineKind, _ pictures: Range<Int>, of set: OpaquePointer?, _ slot: FrameRing.Slot,
    _ cost: inout FrameCost
  ) throws(BackendError) {
    guard let set, !pictures.isEmpty else { return }
    bind(set, slot.commands, &cost)
    try draw(kind, pictures, slot.commands, &cost)
  }

  // MARK: - Whether it pays

  // Nanoseconds on the software driver; on others the ratios are of the same kind.
  private static let perSampledPixel: Float = 4.5
  /// The depth buffer's own work.
  private static let perPixel: Float = 0.6
  /// A frame around an opaque part, and each pixel of it.
  private static let perFrame: Float = 4_000
  private static let perFramePixel: Float = 8
  /// Depths that the buffer tells apart.
  private static let mostPictures = 65_000

  private var isBetterFrontToBack: Bool {
    guard frontToBack != .never, run.count <= Self.mostPictures else { return false }
    if frontToBack == .always { return true }
    guard run.count >= 8 else { return false }
    var sampled: Float = 0, frames: Float = 0
    for item in run where item.isOpaque {
      sampled += item.picture.area
      if item.picture.edges != 0 {
        frames += Self.perFrame + item.picture.area.squareRoot() * 6 * Self.perFramePixel
      }
    }
    // Of images that lie about at random, so much is seen.
    let pixels = Float(targetPixels), drawn = Float(shadedPerDraw)
    let seen = pixels * (1 - exp(-sampled / pixels))
    let part = drawn / pixels
    return (sampled - seen) * part * Self.perSampledPixel
      > drawn * Self.perPixel + frames * part
  }
}
