/// Follows a path that a matrix maps to pixels, and hands on the lines that stand for it.
struct CoveragePen {
  private let matrix: Matrix3
  private let isAffine: Bool
  /// Of the largest number met, so far.
  private(set) var reach = 0.0
  /// Where the subpath began and where the pen is, as (x, y, w).
  private var start = SIMD3<Double>(0, 0, 1)
  private var place = SIMD3<Double>(0, 0, 1)
  /// The first and last points of the subpath in front of the eye, on the screen.
  private var firstSeen: SIMD2<Double>?
  private var lastSeen: SIMD2<Double>?

  private static let near = Matrix4.nearestW
  /// A curve is not halved more often.
  private static let maximumDepth = 24
  /// Of one curve that is not halved.
  private static let maximumLines = 256.0

  init(_ matrix: Matrix3) {
    self.matrix = matrix
    isAffine = matrix.isAffine
    reach = matrix.isFinite ? 0 : .infinity
  }

  private mutating func map(_ p: Point) -> SIMD3<Double> {
    let v = matrix.applied(to: p)
    let most = max(abs(v.x), abs(v.y), abs(v.z))
    // Also what is no number.
    if !(most <= reach) { reach = most.isNaN ? .infinity : most }
    return v
  }

  mutating func move(to p: Point, _ chains: inout CoverageChains) {
    close(&chains)
    firstSeen = nil
    lastSeen = nil
    start = map(p)
    place = start
    see(start, &chains)
  }

  mutating func line(to p: Point, _ chains: inout CoverageChains) {
    line(to: map(p), &chains)
  }

  mutating func quad(_ c: Point, to p: Point, _ chains: inout CoverageChains) {
    let a = place, b = map(c), d = map(p)
    curve(a, a + (b - a) * (2.0 / 3), d + (b - d) * (2.0 / 3), d, &chains)
  }

  mutating func cubic(_ c1: Point, _ c2: Point, to p: Point, _ chains: inout CoverageChains) {
    let b = map(c1), c = map(c2), d = map(p)
    curve(place, b, c, d, &chains)
  }

  /// Back to where the subpath began, from where another may go on.
  mutating func close(_ chains: inout CoverageChains) {
    line(to: start, &chains)
    if let firstSeen, let lastSeen { chains.line(from: lastSeen, to: firstSeen) }
    chains.endChain()
    firstSeen = nil
    lastSeen = nil
    see(start, &chains)
  }

  // MARK: Lines

  private mutating func line(to end: SIMD3<Double>, _ chains: inout CoverageChains) {
    if !isAffine, (place.z >= Self.near) != (end.z >= Self.near) {
      let share = (Self.near - place.z) / (end.z - place.z)
      let meeting = place + (end - place) * share
      see(SIMD3(meeting.x, meeting.y, Self.near), &chains)
    }
    place = end
    see(end, &chains)
  }

  /// Goes on to a point if it lies in front of the eye. Leaving and coming back, the pen takes the
  /// shortest way, as a polygon does that is cut there.
  @inline(__always) private mutating func see(
    _ v: SIMD3<Double>, _ chains: inout CoverageChains
  ) {
    guard isAffine || v.z >= Self.near else { return }
    let p = isAffine ? SIMD2(v.x, v.y) : SIMD2(v.x, v.y) / v.z
    if let lastSeen { chains.line(from: lastSeen, to: p) } else { firstSeen = p }
    lastSeen = p
  }

  // MARK: Curves

  private mutating func curve(
    _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ d: SIMD3<Double>,
    _ chains: inout CoverageChains
  ) {
    // Too large, and it draws nothing in the end.
    guard reach < PathCoverage.greatest else { return }
    if isAffine {
      flat(
        SIMD2(a.x, a.y), SIMD2(b.x, b.y), SIMD2(c.x, c.y), SIMD2(d.x, d.y), depth: 0, &chains)
      place = d
    } else {
      projected(a, b, c, d, depth: 0, &chains)
    }
  }

  /// Lines between points at even parameters. A curve strays from such a line by an eighth of the
  /// second derivative times the square of the step, and by two thirds of that on average; that much
  /// the points are moved out, so that as much lies beside the lines as beside the curve.
  private mutating func flat(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>, depth: Int,
    _ chains: inout CoverageChains
  ) {
    let u = a - b * 2 + c, v = b - c * 2 + d
    let bend = max((u * u).sum(), (v * v).sum()).squareRoot()
    var lines = (bend * (0.75 / PathCoverage.tolerance)).squareRoot().rounded(.up)
    if chains.isCrowded { lines = min(lines, 8) }
    if lines <= 1
      || chains.isBeyond(
        pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d)),
        pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d)))
    {
      see(SIMD3(d.x, d.y, 1), &chains)
    } else if lines <= Self.maximumLines || depth == Self.maximumDepth {
      let count = Int(min(lines, Self.maximumLines))
      let c1 = (b - a) * 3, c2 = u * 3, c3 = v - u
      let step = 1 / Double(count)
      let c0 = a - c2 * (step * step / 6), bulge = c3 * (step * step / 2)
      for i in 1..<count {
        let t = Double(i) * step
        let p = c0 + (c1 - bulge + (c2 + c3 * t) * t) * t
        see(SIMD3(p.x, p.y, 1), &chains)
      }
      see(SIMD3(d.x, d.y, 1), &chains)
    } else {
      let ab = (a + b) / 2, bc = (b + c) / 2, cd = (c + d) / 2
      let abc = (ab + bc) / 2, bcd = (bc + cd) / 2
      let middle = (abc + bcd) / 2
      flat(a, ab, abc, middle, depth: depth + 1, &chains)
      flat(middle, bcd, cd, d, depth: depth + 1, &chains)
    }
  }

  /// A curve before the perspective divide, halved until its hull on the screen is as good as a
  /// line.
  private mutating func projected(
    _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ d: SIMD3<Double>, depth: Int,
    _ chains: inout CoverageChains
  ) {
    let nearest = min(min(a.z, b.z), min(c.z, d.z)), farthest = max(max(a.z, b.z), max(c.z, d.z))
    let isLine =
      farthest < Self.near || nearest >= Self.near && isLine(a, b, c, d, chains)
    if isLine || depth >= (chains.isCrowded ? 3 : Self.maximumDepth) {
      line(to: d, &chains)
      return
    }
    let ab = (a + b) / 2, bc = (b + c) / 2, cd = (c + d) / 2
    let abc = (ab + bc) / 2, bcd = (bc + cd) / 2
    let middle = (abc + bcd) / 2
    projected(a, ab, abc, middle, depth: depth + 1, &chains)
    projected(middle, bcd, cd, d, depth: depth + 1, &chains)
  }

  /// Whether the hull is thin enough, or lies where only its ends count.
  private func isLine(
    _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ d: SIMD3<Double>,
    _ chains: CoverageChains
  ) -> Bool {
    func divided(_ v: SIMD3<Double>) -> SIMD2<Double> { SIMD2(v.x, v.y) / v.z }
    let p = divided(a), q = divided(b), r = divided(c), s = divided(d)
    if chains.isBeyond(
      pointwiseMin(pointwiseMin(p, q), pointwiseMin(r, s)),
      pointwiseMax(pointwiseMax(p, q), pointwiseMax(r, s)))
    {
      return true
    }
    let along = s - p, length = (along * along).sum()
    func isNear(_ point: SIMD2<Double>) -> Bool {
      let to = point - p
      let share = length > 0 ? min(max((to * along).sum() / length, 0), 1) : 0
      let away = to - along * share
      return (away * away).sum() <= PathCoverage.tolerance * PathCoverage.tolerance
    }
    return isNear(q) && isNear(r)
  }
}
