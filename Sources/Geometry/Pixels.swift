/// A size in device pixels.
@usableFromInline package struct PixelSize: Hashable, Sendable {
  @usableFromInline package var width: Int
  @usableFromInline package var height: Int

  @inlinable package init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// The pixels of a surface of `points` at `scale` pixels per point, by the rule of Wayland's
  /// fractional scales: those are whole 120ths, and halves are rounded away from zero. Lengths below
  /// half a pixel become 0; none exceeds 32768.
  package init(points: Size, scale: Double) {
    // Multiplying by 120ths is exact. The quotient alone, as in 61/120, may fall short of a half.
    let parts = scale * 120, whole = parts.rounded()
    let isWhole = abs(parts - whole) < 1e-6
    func pixels(_ points: Double) -> Int {
      let length = (isWhole ? points * whole / 120 : points * scale).rounded()
      return length >= 1 ? Int(min(length, 32_768)) : 0
    }
    self.init(pixels(points.width), pixels(points.height))
  }

  @inlinable package var isEmpty: Bool { width <= 0 || height <= 0 }
  @inlinable package var bounds: PixelRect { PixelRect(0, 0, width, height) }
}

/// A rectangle of whole device pixels, origin top-left, y down.
@usableFromInline package struct PixelRect: Hashable, Sendable {
  @usableFromInline package var x: Int
  @usableFromInline package var y: Int
  @usableFromInline package var width: Int
  @usableFromInline package var height: Int

  @inlinable package static var zero: PixelRect { PixelRect(0, 0, 0, 0) }

  @inlinable package init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The pixels that `rect` touches, limited to `limit` first so that no coordinate overflows.
  @inlinable package init(covering rect: Rect, within limit: PixelRect) {
    let r = rect.intersection(
      Rect(Double(limit.x), Double(limit.y), Double(limit.width), Double(limit.height)))
    guard !r.isEmpty, r.isFinite else {
      self = .zero
      return
    }
    let x0 = Int(r.minX.rounded(.down)), y0 = Int(r.minY.rounded(.down))
    self.init(x0, y0, Int(r.maxX.rounded(.up)) - x0, Int(r.maxY.rounded(.up)) - y0)
  }

  @inlinable package var maxX: Int { x + width }
  @inlinable package var maxY: Int { y + height }
  @inlinable package var isEmpty: Bool { width <= 0 || height <= 0 }
  @inlinable package var area: Int { isEmpty ? 0 : width * height }
  @inlinable package var rect: Rect { Rect(Double(x), Double(y), Double(width), Double(height)) }

  @inlinable package func intersection(_ other: PixelRect) -> PixelRect {
    let x0 = max(x, other.x), y0 = max(y, other.y)
    let r = PixelRect(x0, y0, min(maxX, other.maxX) - x0, min(maxY, other.maxY) - y0)
    return r.isEmpty ? .zero : r
  }

  @inlinable package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let x0 = min(x, other.x), y0 = min(y, other.y)
    return PixelRect(x0, y0, max(maxX, other.maxX) - x0, max(maxY, other.maxY) - y0)
  }

  /// With all edges moved outwards; nothing stays nothing.
  package func outset(by d: Int) -> PixelRect {
    isEmpty ? .zero : PixelRect(x - d, y - d, width + 2 * d, height + 2 * d)
  }

  @inlinable package func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  @inlinable package func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY)
  }
}

/// A set of pixels as a few rectangles. It may cover more than was added, never less.
package struct PixelRegion: Hashable, Sendable {
  package private(set) var rects: [PixelRect] = []
  /// More rectangles than this are merged: each costs a scissored draw of everything below it.
  package static let maximumRects = 4

  package init() {}
  package init(_ rect: PixelRect) { add(rect) }

  package var isEmpty: Bool { rects.isEmpty }
  package var bounds: PixelRect { rects.reduce(.zero) { $0.union($1) } }

  /// Adds a rectangle, merging it with those it overlaps so that no pixel is covered twice.
  package mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var merged = rect
    var i = 0
    while i < rects.count {
      if rects[i].intersects(merged) {
        merged = merged.union(rects.remove(at: i))
        i = 0
      } else {
        i += 1
      }
    }
    rects.append(merged)
    if rects.count > Self.maximumRects { mergeCheapestPair() }
  }

  package mutating func add(_ other: PixelRegion) {
    for r in other.rects { add(r) }
  }

  package func intersects(_ rect: PixelRect) -> Bool { rects.contains { $0.intersects(rect) } }

  /// Becomes one rectangle where that is hardly more: each is a draw of everything below it.
  package mutating func joinNearlyAll() {
    guard rects.count > 1 else { return }
    let whole = bounds
    let covered = rects.reduce(0) { $0 + $1.area }
    guard whole.area - covered <= whole.area / 16 else { return }
    rects.removeAll(keepingCapacity: true)
    rects.append(whole)
  }

  package mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

  private mutating func mergeCheapestPair() {
    var best = (cost: Int.max, i: 0, j: 1)
    for i in 0..<rects.count {
      for j in (i + 1)..<rects.count {
        let cost = rects[i].union(rects[j]).area - rects[i].area - rects[j].area
        if cost < best.cost { best = (cost, i, j) }
      }
    }
    let second = rects.remove(at: best.j)
    let first = rects.remove(at: best.i)
    add(first.union(second))
  }
}
