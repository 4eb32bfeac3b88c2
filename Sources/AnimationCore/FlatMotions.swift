import Geometry

/// Layers that plain animations turn, scale and move in their superlayer's plane, as numbers side by
/// side.
///
/// Each layer is a row of parts: an angle, scales, a translation and a position, or where nothing
/// turns or scales it the matrix that stays. Each leaf owns one of these numbers. A frame is one
/// walk over leaves, which store what they show in their place, and one over rows, which are put
/// together as matrices; nothing is asked what it is, and only leaves that begin, end or come to the
/// end of a cycle are looked at closely.
///
/// Says what `PropertyAnimation` says of the same leaves, but for the last digits.
package struct FlatMotions: Sendable {
  /// The numbers of a row, in order: angle, scales x, y and z, translation x and y, position x and y
  /// of one that turns; a, b, c, d, translation and position of another.
  private var parts: [Double] = []
  private var rows: [Row] = []
  private var leaves: [FlatLeaf] = []
  private var details: [LeafDetail] = []
  /// Those that leaves refer to.
  private var functions: [UnitBezier] = []

  private struct Row {
    /// The anchor point in the layer's own points.
    var anchor: Point
    /// In `leaves`.
    var firstLeaf: Int32
    var turns: Bool
    var moves: Bool
  }

  static let partCount = 8

  package init() {}

  package var count: Int { rows.count }

  package mutating func removeAll() {
    parts.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    leaves.removeAll(keepingCapacity: true)
    details.removeAll(keepingCapacity: true)
    functions.removeAll(keepingCapacity: true)
  }

  // MARK: - Rows

  /// Whether a row can show all that an animation does; a layer has at most one of its position and
  /// one of its transform, and no other.
  package static func canShow(_ animation: PropertyAnimation) -> Bool {
    var taken: Set<Int> = []
    for leaf in animation.leaves {
      let places = FlatLeaf.places(leaf.component, of: animation.property)
      guard !places.isEmpty, let (_, line) = leaf.plain,
        line.start.isFinite, line.slope.isFinite
      else { return false }
      for place in places where !taken.insert(place).inserted { return false }
    }
    return !animation.leaves.isEmpty
  }

  /// Whether a row can begin with this transform.
  package static func canTurn(_ transform: Matrix4) -> Bool {
    guard transform.isAffine2D else { return false }
    let parts = TransformParts(transform)
    // Rounding leaves a crumb of a skew in a turned one.
    let skew = parts.skew
    return abs(skew.x) + abs(skew.y) + abs(skew.z) < 1e-12 && parts.rotation.x == 0
      && parts.rotation.y == 0
  }

  /// Adds a layer with its committed values; the animations are such that a row can show them.
  package mutating func append(
    anchor: Point, position: Point, moving: PropertyAnimation?, transform: Matrix4,
    turning: PropertyAnimation?
  ) {
    let place = parts.count
    let row = Row(
      anchor: anchor, firstLeaf: Int32(leaves.count), turns: turning != nil, moves: moving != nil)
    if let turning {
      let p = TransformParts(transform)
      parts.append(contentsOf: [p.rotation.z, p.scale.x, p.scale.y, p.scale.z])
      parts.append(contentsOf: [p.translation.x, p.translation.y])
      append(turning, place)
    } else {
      let m = transform
      parts.append(contentsOf: [m.r0.x, m.r0.y, m.r1.x, m.r1.y, m.r3.x, m.r3.y])
    }
    parts.append(contentsOf: [position.x, position.y])
    if let moving { append(moving, place) }
    rows.append(row)
    for i in Int(row.firstLeaf)..<leaves.count {
      details[i].below = parts[Int(leaves[i].place)]
    }
  }

  private mutating func append(_ animation: PropertyAnimation, _ row: Int) {
    for leaf in animation.leaves {
      guard let (timing, line) = leaf.plain else { continue }
      var function: Int32 = -1
      if let curve = timing.function {
        if functions.last != curve { functions.append(curve) }
        function = Int32(functions.count - 1)
      }
      for (i, part) in FlatLeaf.places(leaf.component, of: animation.property).enumerated() {
        // The scales of one leaf are the same number.
        let component = leaf.component == .scale ? 0 : i
        leaves.append(
          FlatLeaf(
            timing, start: line.start[component], slope: line.slope[component],
            place: row + part, function: function))
        details.append(LeafDetail(timing: timing, below: 0))
      }
    }
  }

  /// Adds a row of another table.
  package mutating func append(_ i: Int, of other: FlatMotions) {
    var row = other.rows[i]
    let theirs = other.leaves(of: i)
    let move = parts.count - i * Self.partCount
    parts.append(contentsOf: other.parts[i * Self.partCount..<(i + 1) * Self.partCount])
    row.firstLeaf = Int32(leaves.count)
    rows.append(row)
    for j in theirs {
      var leaf = other.leaves[j]
      leaf.place += Int32(move)
      if leaf.function >= 0 {
        let curve = other.functions[Int(leaf.function)]
        if functions.last != curve { functions.append(curve) }
        leaf.function = Int32(functions.count - 1)
      }
      leaves.append(leaf)
    }
    details.append(contentsOf: other.details[theirs])
  }

  private func leaves(of row: Int) -> Range<Int> { leaves(of: row..<row + 1) }

  private func leaves(of range: Range<Int>) -> Range<Int> {
    let end = range.upperBound < rows.count ? Int(rows[range.upperBound].firstLeaf) : leaves.count
    return Int(rows[range.lowerBound].firstLeaf)..<end
  }

  // MARK: - One moment

  /// Puts into `matrices`, from its start, where the layers of some rows lie in their superlayer's
  /// space at a moment of their local time. The array holds at least as many.
  package mutating func evaluate(
    _ range: Range<Int>, at localTime: Double, into matrices: inout [AffineMatrix]
  ) {
    guard !range.isEmpty else { return }
    storeLeaves(leaves(of: range), at: localTime)
    var out = matrices.mutableSpan
    for i in range { out[i - range.lowerBound] = matrix(i) }
  }

  private mutating func storeLeaves(_ range: Range<Int>, at time: Double) {
    let (leaves, details, functions) = (self.leaves, self.details, self.functions)
    var parts = self.parts.mutableSpan
    for i in range {
      let leaf = leaves[i]
      let cycles = (time - leaf.origin) * leaf.rate
      // The whole number next to it, and from that the one below.
      let nearest = (cycles + 6_755_399_441_055_744) - 6_755_399_441_055_744
      var share = cycles - nearest
      if share < 0 { share += 1 }
      let isInside =
        time > leaf.first && time < leaf.last && abs(share - 0.5) < 0.5 - FlatLeaf.margin
      var value = leaf.start + leaf.slope * share
      if !isInside || leaf.isSpecial {
        value = Self.special(leaf, details[i], functions, share, isInside: isInside, at: time)
      }
      parts[Int(leaf.place)] = value
    }
  }

  /// What a leaf shows that is not a straight line, or is near a begin or an end.
  private static func special(
    _ leaf: FlatLeaf, _ detail: LeafDetail, _ functions: [UnitBezier], _ share: Double,
    isInside: Bool, at time: Double
  ) -> Double {
    guard isInside else {
      guard let fraction = detail.timing.fraction(at: time) else { return detail.below }
      let value = leaf.start + leaf.slope * detail.timing.progress(fraction)
      return value.isFinite ? value : detail.below
    }
    var fraction = share
    if leaf.comesBack { fraction = 1 - abs(1 - 2 * share) }
    if leaf.function >= 0 { fraction = functions[Int(leaf.function)].value(at: fraction) }
    return leaf.start + leaf.slope * fraction
  }

  /// A row as a matrix to the superlayer's space, from the numbers last stored.
  @inline(__always) private func matrix(_ i: Int) -> AffineMatrix {
    let row = rows[i], p = i * Self.partCount
    var (a, b, c, d) = (parts[p], parts[p + 1], parts[p + 2], parts[p + 3])
    if row.turns {
      let (sine, cosine) = sineAndCosine(a)
      let (x, y) = (b, c)
      (a, b, c, d) = (cosine * x, sine * x, -sine * y, cosine * y)
    }
    return AffineMatrix(
      a, b, c, d,
      a * -row.anchor.x + c * -row.anchor.y + parts[p + 4] + parts[p + 6],
      b * -row.anchor.x + d * -row.anchor.y + parts[p + 5] + parts[p + 7])
  }

  /// Where a row's layer lay when it was last evaluated.
  package func lastMatrix(of row: Int) -> AffineMatrix { matrix(row) }

  /// Stores what the animations of a row showed when it was last evaluated.
  package func present(_ row: Int, in values: inout LayerValues) {
    let p = row * Self.partCount
    if rows[row].moves { values.position = Point(parts[p + 6], parts[p + 7]) }
    guard rows[row].turns else { return }
    let (sine, cosine) = sineAndCosine(parts[p])
    let (x, y) = (parts[p + 1], parts[p + 2])
    values.transform = Matrix4(
      affine: cosine * x, sine * x, -sine * y, cosine * y, parts[p + 4], parts[p + 5])
    values.transform.r2.z = parts[p + 3]
  }
}

/// A leaf whose value runs along a line in each cycle, as numbers alone: one for each number it
/// animates.
private struct FlatLeaf: Sendable {
  /// Local time at which the first cycle begins; cycles may come before.
  var origin: Double
  /// Cycles in a second, negative backwards.
  var rate: Double
  /// Between these local times it is active, and neither begins nor ends within rounding.
  var first: Double
  var last: Double
  var start: Double
  var slope: Double
  /// Among the parts of all rows.
  var place: Int32
  /// Among the functions, or −1 for none.
  var function: Int32
  /// There and back again in a cycle.
  var comesBack: Bool
  var isSpecial: Bool { comesBack || function >= 0 }

  /// Nearer than this share of a cycle to the next, the exact rule decides which one it is.
  static let margin = 1e-9

  init(_ t: AnimationTiming, start: Double, slope: Double, place: Int, function: Int32) {
    self.start = start
    self.slope = slope
    self.place = Int32(place)
    self.function = function
    comesBack = t.autoreverses
    let period = t.duration * (t.autoreverses ? 2 : 1)
    origin = t.beginTime - t.timeOffset / t.speed
    rate = t.speed / period
    // Media time has nanoseconds; twice that is well away from a boundary.
    first = t.beginTime + 2e-9
    last = t.beginTime + (t.activeDuration - 2e-9) / abs(t.speed)
    // So many cycles that the share of the last would be known badly.
    let most = 1e6 / abs(rate)
    first = max(first, origin - most)
    last = min(last, origin + most)
    let isUsual = rate != 0 && rate.isFinite && origin.isFinite && period > 0
    if !isUsual || !(first < last) {
      // The exact rule decides always.
      (origin, rate, first, last) = (0, 0, .infinity, -.infinity)
    }
  }

  /// Which parts of a row a leaf stores; empty where it cannot.
  static func places(_ component: PropertyComponent, of property: LayerProperty) -> [Int] {
    switch (property, component) {
    case (.position, .whole): [6, 7]
    case (.position, .x): [6]
    case (.position, .y): [7]
    case (.transform, .rotationZ): [0]
    case (.transform, .scale): [1, 2, 3]
    case (.transform, .scaleX): [1]
    case (.transform, .scaleY): [2]
    case (.transform, .translation): [4, 5]
    case (.transform, .translationX): [4]
    case (.transform, .translationY): [5]
    case (_, _): []
    }
  }
}

/// What a leaf needs where it begins or ends.
private struct LeafDetail: Sendable {
  var timing: AnimationTiming
  /// What its number is without it.
  var below: Double
}
