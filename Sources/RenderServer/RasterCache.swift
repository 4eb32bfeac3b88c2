import Geometry
import LayerCommit
import Renderer

/// The bitmaps of layers that want to be drawn once and then as an image, until something in them
/// changes.
///
/// A bitmap goes when its layer has not been seen for a tenth of a second. Together they have no more
/// pixels than two and a half surfaces; what has no room is drawn anew in every frame.
struct RasterCache {
  struct Entry: Equatable {
    var image: ImageID
    /// What of the layer's own space is in the bitmap.
    var rect: Rect
    var size: PixelSize
    /// Pixels a point.
    var scale: Double
    /// The scene's count of changes when it was drawn.
    var version: Int
    fileprivate var lastSeen: Double
  }

  /// Seconds of media time that a bitmap outlives its layer's last appearance.
  static let keptSeconds = 0.1
  static let surfaces = 2.5

  /// Off, every bitmap is drawn in every frame.
  var isOn = true
  private var entries: [LayerID: Entry] = [:]
  private(set) var pixels = 0
  /// Bitmaps that no list will draw again.
  private(set) var releases: [ImageID] = []
  private var generation: UInt64 = 0
  /// Of the list being built.
  private(set) var hits = 0
  private(set) var misses = 0

  /// Pictures have four bytes a pixel.
  var bytes: Int { pixels * 4 }

  /// Begins a list for media time `time`: bitmaps of layers not seen for long go.
  mutating func begin(at time: Double, isSeen: (LayerID) -> Bool) {
    hits = 0
    misses = 0
    guard !entries.isEmpty else { return }
    for (id, entry) in entries {
      if isSeen(id) {
        entries[id]?.lastSeen = time
      } else if !(time - entry.lastSeen < Self.keptSeconds) {
        drop(id)
      }
    }
  }

  /// The bitmap of a layer as it is now; nil when there is none.
  mutating func hit(_ id: LayerID, version: Int, scale: Double) -> Entry? {
    guard isOn, let entry = entries[id], entry.version == version, entry.scale == scale else {
      return nil
    }
    hits += 1
    return entry
  }

  /// A bitmap to be drawn; nil where there is no room. The image keeps its identity, and the device
  /// its memory, while the size is the same.
  mutating func miss(
    _ id: LayerID, rect: Rect, scale: Double, version: Int, surface: PixelSize, time: Double
  ) -> Entry? {
    let size = PixelSize(
      Int((rect.size.width * scale).rounded()), Int((rect.size.height * scale).rounded()))
    let limit = Int(Self.surfaces * Double(surface.bounds.area))
    guard !size.isEmpty, size.bounds.area <= limit else {
      drop(id)
      return nil
    }
    let kept = entries[id].flatMap { $0.size == size ? $0.image : nil }
    if kept == nil {
      drop(id)
      let old = entries.filter { $0.value.lastSeen < time }.sorted {
        $0.value.lastSeen < $1.value.lastSeen
      }
      for (other, _) in old where pixels + size.bounds.area > limit { drop(other) }
      guard pixels + size.bounds.area <= limit else { return nil }
      pixels += size.bounds.area
      generation += 1
    }
    misses += 1
    let entry = Entry(
      image: kept ?? Self.image(of: id, generation: generation), rect: rect, size: size,
      scale: scale, version: version, lastSeen: time)
    entries[id] = entry
    return entry
  }

  /// A bitmap for a list that nobody draws.
  static func trial(_ id: LayerID, rect: Rect, scale: Double, surface: PixelSize) -> Entry? {
    var cache = RasterCache()
    return cache.miss(id, rect: rect, scale: scale, version: 0, surface: surface, time: 0)
  }

  /// Images of commits count from 1.
  private static func image(of id: LayerID, generation: UInt64) -> ImageID {
    ImageID(raw: 1 << 63 | (id.raw & 0xFFFF_FFFF) << 24 | generation & 0xFF_FFFF)
  }

  /// The device has been told of `releases`.
  mutating func releasesSent() { releases.removeAll(keepingCapacity: true) }

  /// The device has none of them any more.
  mutating func forgetAll() {
    entries.removeAll()
    releases.removeAll()
    pixels = 0
  }

  /// Whether the device has drawn them is not known.
  mutating func dropAll() {
    for id in entries.keys { drop(id) }
  }

  private mutating func drop(_ id: LayerID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    pixels -= entry.size.bounds.area
    releases.append(entry.image)
  }
}
