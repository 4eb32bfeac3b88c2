/// Turns paths into coverage: how much of each pixel lies inside, exactly, as 8-bit masks.
///
/// Curves become lines that stray from them by less than 0.004 pixels, and lines become
/// chains that run downwards all the way. Row by row, what lies between two chains is inside or not
/// by the fill rule. Only chains between inside and outside then count, each with the exact area
/// beside it, so that overlaps of any number and direction leave no seams.
///
/// Keeps its arrays: used again it allocates nothing but the masks.
package struct PathCoverage {
  /// Pixels that may not be empty, and how much of each lies inside the path.
  package struct Mask: Hashable, Sendable {
    package var box: PixelRect
    /// Of `box`, as `alpha8`.
    package var bitmap: Bitmap

    package init(box: PixelRect, bitmap: Bitmap) {
      self.box = box
      self.bitmap = bitmap
    }
  }

  /// How far, in pixels, a line may stray from the curve it stands for. What a pixel at the edge is
  /// wrong by is less, as lines stray to both sides.
  static let tolerance = 0.004
  /// Numbers from here on, and what is none, draw nothing.
  static let greatest = 1e100

  private var chains = CoverageChains()
  private var sweep = CoverageSweep()

  package init() {}

  /// The coverage of a path that a matrix takes to pixels, of which those in `limit` are looked at;
  /// every subpath counts as closed. What is nearer than `Matrix4.nearestW` is cut off. Nil where
  /// nothing is left, or where a number is too large or none at all.
  package mutating func mask(
    of path: Path, mappedBy matrix: Matrix3, rule: FillRule, within limit: PixelRect
  ) -> Mask? {
    guard !limit.isEmpty, limit.width <= 1 << 20, limit.height <= 1 << 20 else { return nil }
    // From here on in pixels from the limit's corner.
    let corner = SIMD3(Double(limit.x), Double(limit.y), 0)
    func shifted(_ row: SIMD3<Double>) -> SIMD3<Double> { row - corner * row.z }
    let local = Matrix3(shifted(matrix.r0), shifted(matrix.r1), shifted(matrix.r2))
    chains.begin(width: limit.width, height: limit.height)
    guard add(path, mappedBy: local) else { return nil }
    chains.finish()
    let box = chains.box
    guard !box.isEmpty else { return nil }
    var bytes = [UInt8](repeating: 0, count: box.area)
    sweep.fill(&bytes, box, chains, rule)
    return Mask(
      box: PixelRect(limit.x + box.x, limit.y + box.y, box.width, box.height),
      bitmap: Bitmap(size: PixelSize(box.width, box.height), format: .alpha8, bytes: bytes))
  }

  /// False where a number is out of range.
  private mutating func add(_ path: Path, mappedBy matrix: Matrix3) -> Bool {
    var pen = CoveragePen(matrix)
    for i in path.elements.indices {
      switch path.elements[i] {
      case .move(let p): pen.move(to: p, &chains)
      case .line(let p): pen.line(to: p, &chains)
      case .quad(let c, let p): pen.quad(c, to: p, &chains)
      case .cubic(let c1, let c2, let p): pen.cubic(c1, c2, to: p, &chains)
      case .close: pen.close(&chains)
      }
      guard pen.reach < Self.greatest else { return false }
    }
    pen.close(&chains)
    return true
  }
}
