import Foundation
import Geometry
import TestSupport
import Testing

@testable import RenderServer

@Suite("The cache of masks")
struct CoverageCacheTests {
  private static let area = PixelRect(0, 0, 4000, 4000)

  private func circle(_ radius: Double) -> Path {
    let r = radius, k = radius * 0.5522847498
    return Path([
      .move(Point(2 * r, r)),
      .cubic(control1: Point(2 * r, r + k), control2: Point(r + k, 2 * r), to: Point(r, 2 * r)),
      .cubic(control1: Point(r - k, 2 * r), control2: Point(0, r + k), to: Point(0, r)),
      .cubic(control1: Point(0, r - k), control2: Point(r - k, 0), to: Point(r, 0)),
      .cubic(control1: Point(r + k, 0), control2: Point(2 * r, r - k), to: Point(2 * r, r)), .close,
    ])
  }

  private func key(
    _ path: Path, _ ink: PathInk = .fill(.nonZero), _ matrix: Matrix3 = .identity, sigma: Double = 0
  ) -> CoverageKey {
    CoverageKey(
      path: path, bounds: path.bounds ?? .zero, ink: ink,
      matrix: PixelPhase(matrix)?.matrix ?? .identity, sigma: sigma)
  }

  private func moved(_ x: Double, _ y: Double) -> Matrix3 {
    Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(x, y, 1))
  }

  /// One frame in which layers draw masks in a role.
  private func frame(
    _ cache: inout CoverageCache, _ keys: [(slot: Int, CoverageKey)],
    _ role: CoverageCache.Role = .fill
  ) -> [ImageID?] {
    cache.beginFrame()
    let ids = keys.map { slot, key in
      cache.mask(key, of: slot, role, within: Self.area).image?.id
    }
    cache.endFrame()
    return ids
  }

  @Test("What is drawn again as it was is a hit, also where it moved by whole pixels")
  func hits() {
    var cache = CoverageCache()
    let path = circle(20)
    let first = frame(&cache, [(3, key(path, .fill(.nonZero), moved(10.25, 7)))])
    #expect(cache.counts.misses == 1 && cache.counts.hits == 0)
    let again = frame(&cache, [(3, key(path, .fill(.nonZero), moved(93.25, -100)))])
    #expect(first == again && first[0] != nil)
    #expect(cache.counts.misses == 0 && cache.counts.hits == 1)
    // A crumb of rounding is no difference either, a part of a pixel is.
    let crumb = frame(&cache, [(3, key(path, .fill(.nonZero), moved(93.2500001, -100)))])
    #expect(first == crumb)
    let part = frame(&cache, [(3, key(path, .fill(.nonZero), moved(93.5, -100)))])
    #expect(part != first && cache.counts.misses == 1)
    #expect(cache.counts.masks == 2)
  }

  @Test("Layers that draw the same share one mask; everything that decides a mask tells them apart")
  func sharing() {
    var cache = CoverageCache()
    let path = circle(20)
    let stroke = PathStroke(StrokeStyle(width: 3), dashes: DashPattern(lengths: [5], phase: 1))
    var others = [
      key(path), key(circle(21)), key(path, .fill(.evenOdd)), key(path, .stroke(stroke)),
      key(path, .fill(.nonZero), Matrix3(SIMD3(1.5, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))),
      key(path, sigma: 2), key(path, sigma: 2.5),
    ]
    for change in 0..<6 {
      var other = stroke
      switch change {
      case 0: other.style.width = 4
      case 1: other.style.cap = .round
      case 2: other.style.join = .bevel
      case 3: other.start = 0.1
      case 4: other.end = 0.9
      case _: other.dashes = DashPattern(lengths: [5], phase: 2)
      }
      others.append(key(path, .stroke(other)))
    }
    var cut = key(path)
    cut.cut = PixelRect(0, 0, 30, 30)
    others.append(cut)
    let ids = frame(&cache, others.enumerated().map { ($0.offset, $0.element) })
    #expect(Set(ids).count == others.count)
    let copies = frame(&cache, others.enumerated().map { ($0.offset + 50, $0.element) })
    #expect(copies == ids && cache.counts.misses == 0)
  }

  @Test("A shape that differs in every frame leaves nothing behind and pushes nothing out")
  func animated() {
    var cache = CoverageCache()
    let still = key(circle(30))
    let kept = frame(&cache, [(1, still)])
    var ids: Set<ImageID> = []
    for i in 0..<50 {
      let drawn = frame(&cache, [(1, still), (2, key(circle(10 + Double(i) / 7)))])
      #expect(drawn[0] == kept[0])
      if let id = drawn[1] { ids.insert(id) }
      #expect(cache.counts.masks <= 3)
    }
    #expect(ids.count == 50)
    // All but the last, and never the one that stayed.
    #expect(cache.releases.count == 49 && Set(cache.releases).isSubset(of: ids))
    cache.releasesSent()
    #expect(cache.releases.isEmpty)
  }

  @Test("What was drawn in several frames is kept for the next time")
  func comingBack() {
    var cache = CoverageCache()
    let a = key(circle(12)), b = key(circle(13))
    let first = frame(&cache, [(1, a)])
    _ = frame(&cache, [(1, a)])
    _ = frame(&cache, [(1, b)])
    _ = frame(&cache, [(1, b)])
    let last = frame(&cache, [(1, a)])
    #expect(last == first && cache.counts.misses == 0)
  }

  @Test("Beyond the limit those go that were not drawn for longest; what a frame draws stays")
  func limit() {
    var cache = CoverageCache()
    // Each takes 100 × 100 bytes and a little.
    let keys = (0..<8).map { i in (i, key(circle(49.5 + Double(i) / 100))) }
    cache.limit = 45_000
    var ids: [ImageID?] = []
    for one in keys.prefix(4) { ids += frame(&cache, [one]) }
    #expect(cache.releases.isEmpty && cache.counts.masks == 4)
    _ = frame(&cache, [keys[0]])
    _ = frame(&cache, [keys[4]])
    #expect(cache.releases == [ids[1]])
    #expect(cache.counts.bytes <= 45_000)
    // Eight at once are more than the limit, and are drawn nevertheless.
    let all = frame(&cache, keys)
    #expect(all.allSatisfy { $0 != nil } && cache.counts.masks == 8)
    _ = frame(&cache, [keys[7]])
    #expect(cache.counts.bytes <= 45_000 && cache.counts.masks == 4)
  }

  @Test("Off, every mask is made anew, looks the same, and is gone in the next frame")
  func off() {
    var cache = CoverageCache()
    var other = CoverageCache()
    other.isOn = false
    let path = circle(20)
    for _ in 0..<4 {
      cache.beginFrame()
      other.beginFrame()
      let a = cache.mask(key(path, sigma: 0.7), of: 5, .shadow, within: Self.area)
      let b = other.mask(key(path, sigma: 0.7), of: 5, .shadow, within: Self.area)
      cache.endFrame()
      other.endFrame()
      #expect(a.box == b.box && a.image?.bitmap == b.image?.bitmap && a.image?.id != b.image?.id)
      #expect(other.counts.hits == 0 && other.counts.misses == 1 && other.counts.masks == 1)
    }
    #expect(other.releases.count == 3)
  }

  @Test("A path that covers no pixel is known to, and dashes beyond number are drawn as a line")
  func oddities() {
    var cache = CoverageCache()
    let far = key(Path(rect: Rect(9000, 0, 10, 10)))
    let drawn = frame(&cache, [(1, far)]) + frame(&cache, [(1, far)])
    #expect(drawn == [nil, nil] && cache.counts.hits == 1)
    #expect(!cache.hasRefusedDashes)
    let line = Path([.move(Point(5, 5)), .line(Point(90, 5))])
    let fine = PathStroke(
      StrokeStyle(width: 2), dashes: DashPattern(lengths: [1e-8, 1e-8], phase: 0))
    let solid = PathStroke(StrokeStyle(width: 2))
    cache.beginFrame()
    let a = cache.mask(key(line, .stroke(fine)), of: 1, .stroke, within: Self.area)
    let b = cache.mask(key(line, .stroke(solid)), of: 2, .stroke, within: Self.area)
    cache.endFrame()
    #expect(a.image?.bitmap == b.image?.bitmap && cache.hasRefusedDashes)
  }

  /// Of the normal distribution, from −∞.
  private func share(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

  @Test("The least blurs are those of a Gaussian too", arguments: [0.2, 0.4, 0.6, 0.9])
  func leastBlurs(sigma: Double) throws {
    var cache = CoverageCache()
    cache.beginFrame()
    // An edge at 10.3: pixel by pixel the mean of its blurred copy.
    let mask = cache.mask(
      key(Path(rect: Rect(-50, -50, 60.3, 100)), sigma: sigma), of: 0, .shadow,
      within: PixelRect(-100, -100, 200, 200))
    let image = try #require(mask.image)
    for x in 5..<15 {
      let wanted = (0..<64).reduce(0.0) { sum, i in
        let d = (Double(x) + (Double(i) + 0.5) / 64 - 10.3) / sigma
        return sum + share(-d) / 64
      }
      let column = x - mask.box.x
      let found =
        column < mask.box.width
        ? Double(image.bitmap[column, -mask.box.y].w) / 255 : 0
      #expect(abs(found - wanted) < 0.02, "\(x): \(found) for \(wanted)")
    }
  }

  @Test("A plane's phase leaves whole pixels aside, also where there are none or too many")
  func phases() throws {
    let phase = try #require(PixelPhase(moved(-3.25, 17.999)))
    #expect(phase.x == -4 && phase.y == 18)
    #expect(phase.matrix == moved(0.75, 0))
    #expect(PixelPhase(moved(1e10, 0)) == nil && PixelPhase(moved(0, .nan)) == nil)
    let perspective = Matrix3(SIMD3(1, 0, 0.01), SIMD3(0, 1, 0), SIMD3(5.5, 0, 1))
    let whole = try #require(PixelPhase(perspective))
    #expect(whole.matrix == perspective && whole.x == 0)
  }
}
