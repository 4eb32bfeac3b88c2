import Geometry
import LayerCommit
import Renderer

/// The bitmaps of layers that want to be drawn once and then as an image, until something in them
/// changes.
///
/// A bitmap goes when its layer has not been seen for a tenth of a second. Together they have no more
/// pixels than two and a half surfaces; what has no room is drawn anew in every frame.
struct RasterCache {
  private struct Entry {
    var image: ImageID
    var size: PixelSize
    var scale: Double
    /// The plan's when it was drawn.
    var version: Int
    var lastSeen: Double
  }

  /// Where a layer's bitmap is.
  enum Found {
    /// As it should be.
    case ready(ImageID)
    /// To be drawn first.
    case stale(ImageID)
    /// To be drawn for this frame alone.
    case noRoom
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

  /// The bitmap of a layer. The image keeps its identity, and the device its memory, while the size is
  /// the same. Without a time, for a list that nobody draws, nothing changes.
  mutating func image(
    of id: LayerID, _ plan: BitmapPlan, _ surface: PixelSize, _ time: Double?
  ) -> Found {
    guard let time else { return .stale(Self.image(of: id, generation: 0)) }
    let old = entries[id]
    if isOn, let old, old.version == plan.version, old.scale == plan.scale {
      hits += 1
      return .ready(old.image)
    }
    misses += 1
    var entry = Entry(
      image: Self.image(of: id, generation: generation), size: plan.size, scale: plan.scale,
      version: plan.version, lastSeen: time)
    if let old, old.size == plan.size {
      entry.image = old.image
    } else {
      drop(id)
      makeRoom(for: plan.size, on: surface, at: time)
      guard fits(plan.size, on: surface) else { return .noRoom }
      generation += 1
      entry.image = Self.image(of: id, generation: generation)
      pixels += plan.size.bounds.area
    }
    entries[id] = entry
    return .stale(entry.image)
  }

  private func fits(_ size: PixelSize, on surface: PixelSize) -> Bool {
    Double(pixels + size.bounds.area) <= Self.surfaces * Double(surface.bounds.area)
  }

  /// Drops what has not been seen for longest, but nothing that is seen now.
  private mutating func makeRoom(for size: PixelSize, on surface: PixelSize, at time: Double) {
    guard !fits(size, on: surface) else { return }
    let unseen = entries.filter { $0.value.lastSeen < time }.sorted {
      $0.value.lastSeen < $1.value.lastSeen
    }
    for (id, _) in unseen where !fits(size, on: surface) { drop(id) }
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
