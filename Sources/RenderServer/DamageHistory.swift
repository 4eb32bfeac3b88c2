import Geometry

/// What the last frames changed, so that a target drawn some frames ago can be brought up to date.
struct DamageHistory {
  /// Latest last.
  private var frames: [PixelRegion] = []
  /// A target older than this is drawn as a whole.
  private static let maximumAge = 6

  /// Takes over what a frame changed and leaves an empty region, without allocating.
  mutating func take(_ damage: inout PixelRegion) {
    var oldest = frames.count == Self.maximumAge ? frames.removeFirst() : PixelRegion()
    oldest.removeAll()
    swap(&oldest, &damage)
    frames.append(oldest)
  }

  /// Nothing drawn so far is of use any more.
  mutating func removeAll() { frames.removeAll(keepingCapacity: true) }

  /// What must be drawn into a target of the given age, `damage` being what the new frame changes.
  /// Age 1 holds the last frame; 0 and too great ages hold nothing of use: nil.
  func region(for damage: PixelRegion, age: Int) -> PixelRegion? {
    guard age >= 1, age - 1 <= frames.count, age <= Self.maximumAge else { return nil }
    var region = damage
    for i in 0..<(age - 1) { region.add(frames[frames.count - 1 - i]) }
    return region
  }
}
