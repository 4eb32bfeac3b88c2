import Geometry

/// Keeps the masks of paths for as long as they are of use, up to a limit in bytes.
///
/// Whoever draws a mask says for which place: one layer's fill, stroke or shadow. A place that asks
/// for what it had last is answered after one comparison; others find each other's masks by what
/// decides them. A mask that a place had for a single frame goes as soon as the place has another one,
/// so that an animated shape does not push out the rest.
struct CoverageCache {
  /// A mask on the device; nothing where the path covers no pixel.
  struct Mask {
    var image: PixelImage?
    /// The pixels of the key's matrix.
    var box: PixelRect
  }

  enum Role: Int, CaseIterable {
    case fill, stroke, shadow
  }

  /// What has happened in the frame at hand, and what is there.
  struct Counts: Equatable {
    var hits = 0
    var misses = 0
    var masks = 0
    var bytes = 0
  }

  private struct Entry {
    var key: CoverageKey
    var mask: Mask
    var bytes: Int
    /// The frame that drew it last, and how many frames have.
    var lastFrame: Int
    var frames = 1
    /// Found by its key: not while the cache is off.
    var isListed: Bool
  }

  /// Bytes that masks may take up, beyond those of the frame at hand, which are needed whatever they
  /// take up: twelve times the pixels of a 1920 × 1080 surface.
  static let defaultLimit = 32 << 20
  /// What a mask costs besides its pixels, roughly.
  private static let overhead = 256

  var limit = defaultLimit
  /// Off, every mask is made for the one time it is drawn: for tests, which compare the two.
  var isOn = true
  private(set) var counts = Counts()
  /// Some path has more dashes than can be of use, and is drawn as if it had none.
  private(set) var hasRefusedDashes = false
  /// Images to be released that some list drew, in order.
  private(set) var releases: [ImageID] = []

  private var rasterizer = PathCoverage()
  private var blur = CoverageBlur()
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var places: [CoverageKey: Int] = [:]
  /// By layer and role: the entry drawn last, or −1.
  private var latest: [Int32] = []
  /// Entries that some place has given up in this frame.
  private var abandoned: [Int] = []
  private var frame = 0

  // MARK: Frames

  mutating func beginFrame() {
    frame += 1
    counts.hits = 0
    counts.misses = 0
  }

  /// Drops what is not needed any more. Masks drawn in this frame stay.
  mutating func endFrame() {
    for i in abandoned {
      if let entry = entries[i], entry.lastFrame < frame, entry.frames == 1 || !entry.isListed {
        drop(i)
      }
    }
    abandoned.removeAll(keepingCapacity: true)
    if counts.bytes > limit { dropOldest() }
  }

  mutating func releasesSent() { releases.removeAll(keepingCapacity: true) }

  private mutating func dropOldest() {
    let unused = entries.indices.filter { entries[$0].map { $0.lastFrame < frame } ?? false }
    for i in unused.sorted(by: { age(of: $0) < age(of: $1) }) {
      guard counts.bytes > limit else { return }
      drop(i)
    }
  }

  private func age(of i: Int) -> Int { entries[i]?.lastFrame ?? 0 }

  private mutating func drop(_ i: Int) {
    guard let entry = entries[i] else { return }
    entries[i] = nil
    free.append(i)
    if entry.isListed { places[entry.key] = nil }
    counts.masks -= 1
    counts.bytes -= entry.bytes
    if let image = entry.mask.image { releases.append(image.id) }
  }

  // MARK: Masks

  /// The mask that `key` decides, which a layer draws in a role. `within` are the pixels that it may
  /// take up.
  mutating func mask(
    _ key: CoverageKey, of slot: Int, _ role: Role, within area: PixelRect
  ) -> Mask {
    let place = slot * Role.allCases.count + role.rawValue
    while latest.count <= place { latest.append(-1) }
    let last = Int(latest[place])
    if isOn, last >= 0, let entry = entries[last], entry.isListed, entry.key == key {
      return hit(last)
    }
    if last >= 0 { abandoned.append(last) }
    if isOn, let i = places[key] {
      latest[place] = Int32(i)
      return hit(i)
    }
    counts.misses += 1
    let mask = make(key, within: area)
    let bytes = (mask.image?.bitmap.bytes.count ?? 0) + Self.overhead
    let entry = Entry(key: key, mask: mask, bytes: bytes, lastFrame: frame, isListed: isOn)
    let i: Int
    if let reused = free.popLast() {
      i = reused
      entries[i] = entry
    } else {
      i = entries.count
      entries.append(entry)
    }
    if isOn { places[key] = i }
    counts.masks += 1
    counts.bytes += bytes
    latest[place] = Int32(i)
    return mask
  }

  private mutating func hit(_ i: Int) -> Mask {
    counts.hits += 1
    if entries[i]?.lastFrame != frame {
      entries[i]?.lastFrame = frame
      entries[i]?.frames += 1
    }
    return entries[i]?.mask ?? Mask(box: .zero)
  }

  private mutating func make(_ key: CoverageKey, within area: PixelRect) -> Mask {
    var outline = key.path
    var rule = FillRule.nonZero
    switch key.ink {
    case .fill(let own): rule = own
    case .stroke(var stroke):
      if let line = stroke.outline(of: key.path) {
        outline = line
      } else {
        hasRefusedDashes = true
        stroke.dashes = nil
        outline = stroke.outline(of: key.path) ?? Path()
      }
    }
    // The least blurs are made of parts of pixels.
    let parts = key.sigma > 0 && key.sigma < 2 ? (key.sigma < 0.5 ? 8 : 4) : 1
    let sigma = key.sigma * Double(parts)
    let fine = PixelRect(
      area.x * parts, area.y * parts, area.width * parts, area.height * parts)
    let sharp = rasterizer.mask(
      of: outline, mappedBy: key.matrix.scaled(by: Double(parts)), rule: rule,
      within: fine.outset(by: CoverageBlur.reach(sigma)))
    guard var mask = sharp else { return Mask(box: .zero) }
    if key.sigma > 0 {
      guard let soft = blur.blurred(mask, sigma: sigma, within: fine) else {
        return Mask(box: .zero)
      }
      mask = soft.reduced(by: parts)
    }
    return Mask(image: PixelImage(mask.bitmap), box: mask.box)
  }
}

extension Matrix3 {
  /// The same to pixels of another size.
  fileprivate func scaled(by s: Double) -> Matrix3 {
    let scale = SIMD3(s, s, 1)
    return Matrix3(r0 * scale, r1 * scale, r2 * scale)
  }
}
