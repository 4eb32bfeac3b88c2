import CVulkan
import Geometry
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

  /// Collects the images from batch `first` on that can be drawn as pictures, all over what is there or
  /// all added to it; returns the batch after the last of them. What has not been uploaded is left out.
  func collectRun(
    _ list: DrawList, _ batches: [DrawList.Batch], from first: Int
  ) throws(BackendError) -> Int {
    run.removeAll(keepingCapacity: true)
    runBlend = batches[first].blend
    guard runBlend == .over || runBlend == .plus else { return first }
    var next = first
    while next < batches.count, batches[next].kind == .image, batches[next].blend == runBlend {
      guard case .image(let id, let filter) = batches[next].texture, filter != .trilinear else {
        return next
      }
      if let entry = textures[id], entry.texture !== pass.texture {
        let count = run.count
        let set = try entry.texture.set(filter)
        for i in batches[next].instances.clamped(to: list.instances.indices) {
          guard let picture = Picture(list.instances[i], of: entry, filter: filter) else {
            // The whole batch is drawn in another way.
            run.removeLast(run.count - count)
            return next
          }
          run.append(
            RunPicture(
              picture: picture, set: set,
              isOpaque: entry.isOpaque && picture.edges == 0
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
    if runBlend == .plus {
      try record(.picturePlus, run.indices, slot, &cost) { $0.picture }
      return
    }
    if isBetterFrontToBack {
      try recordFrontToBack(slot, &cost)
      return
    }
    let isHard = run.allSatisfy { $0.picture.edges == 0 }
    try record(isHard ? .pictureHard : .picture, run.indices, slot, &cost) { $0.picture }
  }

  /// First what is opaque, the nearest leading, so that nothing is sampled that is hidden; then in
  /// order what is blended, which the depth of the others keeps in its place.
  private func recordFrontToBack(
    _ slot: FrameRing.Slot, _ cost: inout FrameCost
  ) throws(BackendError) {
    frontToBackRuns += 1
    leave(slot.commands)
    for i in run.indices { run[i].picture.depth = Float(run.count - i) / 65_535 }
    try record(.pictureOpaque, run.indices.reversed(), slot, &cost) {
      $0.isOpaque ? $0.picture : nil
    }
    try record(.pictureAmong, run.indices, slot, &cost) { $0.isOpaque ? nil : $0.picture }
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

  /// The depth buffer tells no more apart.
  private static let mostPictures = 65_534
  /// A change between drawing with a depth buffer and without costs as much as so many pixels save.
  private static let leastPixels = 50_000

  /// Images that lie about at random and could cover the target once leave a third of it free and as
  /// much hidden: from there on a hidden pixel saves more than the depths of all cost.
  private var isBetterFrontToBack: Bool {
    guard frontToBack != .never, run.count <= Self.mostPictures else { return false }
    if frontToBack == .whereItPays, shadedPerDraw < Self.leastPixels { return false }
    let pixels = Float(targetPixels)
    var area: Float = 0
    for item in run where item.isOpaque { area += min(item.picture.area, pixels) }
    guard area > (frontToBack == .always ? 0 : pixels) else { return false }
    guard let reach = wideSpace?.reach else { return false }
    return run.allSatisfy { $0.picture.lies(within: reach, of: constants.origin) }
  }
}
