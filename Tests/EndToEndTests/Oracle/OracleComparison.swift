import Geometry

/// A drawing beside the picture of the same scene that another renderer has made.
///
/// Away from edges the picture counts, pixel by pixel. Near an edge (the mask is the oracle's) the
/// two may cover pixels a little differently: there a pixel must be among the colours around it.
struct OracleComparison {
  /// Of 255, per channel.
  let tolerance: Int
  /// Pixels away from edges, and those of them that are off by more than the tolerance.
  private(set) var plain = 0
  private(set) var plainOff = 0
  /// Pixels near edges, and those of them that are none of the colours around.
  private(set) var edge = 0
  private(set) var edgeOff = 0
  /// The largest difference away from edges, and where.
  private(set) var worst = 0
  private(set) var worstPixel = (x: 0, y: 0)

  /// This many of a thousand pixels may be further off.
  private static let rare = 5
  /// An edge's coverage differs by what eight steps along a side of a pixel cannot tell.
  private static let edgeTolerance = 8

  init(_ actual: Bitmap, expected: Bitmap, edges: Bitmap, tolerance: Int) {
    self.tolerance = tolerance
    for y in 0..<expected.size.height {
      for x in 0..<expected.size.width {
        if edges[x, y].x == 0 {
          plain += 1
          let off = Self.difference(actual[x, y], expected[x, y])
          if off > tolerance { plainOff += 1 }
          if off > worst { (worst, worstPixel) = (off, (x, y)) }
        } else {
          edge += 1
          if !Self.isAmong(actual[x, y], expected, x, y) { edgeOff += 1 }
        }
      }
    }
  }

  /// What is wrong; nil when nothing is.
  var problem: String? {
    if plainOff * 1000 > plain * Self.rare {
      return "\(plainOff) of \(plain) pixels away from edges are off by more than \(tolerance) of "
        + "255, (\(worstPixel.x), \(worstPixel.y)) by \(worst)"
    }
    if edgeOff * 1000 > (plain + edge) * Self.rare {
      return "\(edgeOff) of \(edge) pixels near edges are none of the colours around"
    }
    return nil
  }

  private static func difference(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> Int {
    let d = SIMD4<Int16>(truncatingIfNeeded: a) &- SIMD4<Int16>(truncatingIfNeeded: b)
    return Int(max(d.max(), -d.min()))
  }

  private static func isAmong(_ pixel: SIMD4<UInt8>, _ picture: Bitmap, _ x: Int, _ y: Int)
    -> Bool
  {
    var low = SIMD4<Int>(repeating: 255), high = SIMD4<Int>.zero
    for v in max(0, y - 1)...min(picture.size.height - 1, y + 1) {
      for u in max(0, x - 1)...min(picture.size.width - 1, x + 1) {
        let p = SIMD4<Int>(truncatingIfNeeded: picture[u, v])
        low.replace(with: p, where: p .< low)
        high.replace(with: p, where: p .> high)
      }
    }
    let p = SIMD4<Int>(truncatingIfNeeded: pixel)
    return all(p .>= low &- edgeTolerance) && all(p .<= high &+ edgeTolerance)
  }
}
