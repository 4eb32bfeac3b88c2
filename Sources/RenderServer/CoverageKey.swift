import Geometry

/// All that decides what the mask of a path looks like.
struct CoverageKey: Hashable {
  var path: Path
  /// Around the path. It follows from it, and says enough about it to find a mask by.
  var bounds: Rect
  var ink: PathInk
  /// To pixels, as far as a mask depends on it.
  var matrix: Matrix3
  /// Where the mask ends although there is more of it, in the matrix's pixels; nil for all of it.
  var cut: PixelRect?
  /// Standard deviation of the blur in pixels; 0 for none.
  var sigma = 0.0

  func hash(into hasher: inout Hasher) {
    hasher.combine(path.elements.count)
    hasher.combine(bounds)
    hasher.combine(ink)
    hasher.combine(matrix)
    hasher.combine(sigma)
  }
}

/// A plane on the device and the whole pixels by which it may move without looking different.
struct PixelPhase {
  /// The plane's matrix, to pixels counted from `x` and `y`.
  let matrix: Matrix3
  let x: Int
  let y: Int

  /// Places on the device are rounded to such parts of a pixel, so that a layer that moves by whole
  /// pixels finds the mask it had: that changes coverage by less than half of a 255th.
  private static let steps = 256.0

  /// Nil where the numbers are out of range.
  init?(_ plane: Matrix3) {
    guard plane.isAffine else {
      (matrix, x, y) = (plane, 0, 0)
      return
    }
    let place = SIMD2(plane.r2.x, plane.r2.y)
    guard abs(place.x) < 1e9, abs(place.y) < 1e9 else { return nil }
    let rounded = (place * Self.steps).rounded(.toNearestOrAwayFromZero) / Self.steps
    let whole = rounded.rounded(.down)
    let phase = rounded - whole
    (x, y) = (Int(whole.x), Int(whole.y))
    matrix = Matrix3(plane.r0, plane.r1, SIMD3(phase.x, phase.y, 1))
  }
}
