import Geometry

/// Layers that animations turn, scale and move in their superlayer's plane, as numbers side by side.
///
/// Each layer is a row of parts: an angle, scales, a translation and a position, or where nothing
/// turns or scales it the matrix that stays. A frame is one walk over leaves, which store what they
/// show in their place, and one over rows, which are put together as matrices. Most leaves own one
/// number each and run along a line: nothing is asked what it is, and only where a leaf begins, ends
/// or comes to the end of a cycle it is looked at closely. Leaves of any other shape, and those that
/// share a number, ask their program.
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
  private var bends: [Bend] = []
  private var programs: [Program] = []

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

  package mutating func removeAll() {
    parts.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    leaves.removeAll(keepingCapacity: true)
    details.removeAll(keepingCapacity: true)
    bends.removeAll(keepingCapacity: true)
    programs.removeAll(keepingCapacity: true)
  }

  /// Makes room for so many rows with two leaves each.
  package mutating func reserve(_ count: Int) {
    parts.reserveCapacity(count * Self.partCount)
    rows.reserveCapacity(count)
    leaves.reserveCapacity(2 * count)
    details.reserveCapacity(2 * count)
  }

  // MARK: - Rows

  /// Whether a row can show all that an animation does; a layer has at most one of its position and
  /// one of its transform, and no other.
  package static func canShow(_ animation: PropertyAnimation) -> Bool {
    animation.leaves.allSatisfy { !places($0.component, of: animation.property).isEmpty }
  }

  /// Which parts of a row a leaf stores; empty where it cannot.
  private static func places(_ component: PropertyComponent, of property: LayerProperty)
    -> Range<Int>
  {
    switch (property, component) {
    case (.position, .whole): 6..<8
    case (.position, .x): 6..<7
    case (.position, .y): 7..<8
    case (.transform, .rotationZ): 0..<1
    case (.transform, .scale): 1..<4
    case (.transform, .scaleX): 1..<2
    case (.transform, .scaleY): 2..<3
    case (.transform, .translation): 4..<6
    case (.transform, .translationX): 4..<5
    case (.transform, .translationY): 5..<6
    case (_, _): 0..<0
    }
  }

  /// Whether a row can begin with this transform.
  package static func canTurn(_ transform: Matrix4, _ parts: TransformParts) -> Bool {
    guard transform.isAffine2D else { return false }
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
    if turning != nil {
      let p = TransformParts(transform)
      append(p.rotation.z, p.scale.x, p.scale.y, p.scale.z)
      append(p.translation.x, p.translation.y, position.x, position.y)
    } else {
      let m = transform
      append(m.r0.x, m.r0.y, m.r1.x, m.r1.y)
      append(m.r3.x, m.r3.y, position.x, position.y)
    }
    if let moving { append(moving, place) }
    if let turning { append(turning, place) }
    rows.append(row)
  }

  private mutating func append(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
    parts.append(a)
    parts.append(b)
    parts.append(c)
    parts.append(d)
  }

  /// `row` is the first of its parts, all of which have their committed values.
  private mutating func append(_ animation: PropertyAnimation, _ row: Int) {
    for (i, leaf) in animation.leaves.enumerated() {
      let places = Self.places(leaf.component, of: animation.property)
      func isChanged(_ places: Range<Int>, by leaves: Range<Int>) -> Bool {
        animation.leaves[leaves].contains {
          Self.places($0.component, of: animation.property).overlaps(places)
        }
      }
      let isAlone =
        !isChanged(places, by: 0..<i)
        && !isChanged(places, by: i + 1..<animation.leaves.count)
      if isAlone, let bent = leaf.bent, bent.line.start.isFinite, bent.line.slope.isFinite {
        let bend = index(of: Bend(function: bent.timing.function, spring: bent.spring))
        for place in places {
          // The scales of one leaf are the same number.
          let component = leaf.component == .scale ? 0 : place - places.lowerBound
          leaves.append(
            FlatLeaf(
              bent.timing, start: bent.line.start[component], slope: bent.line.slope[component],
              place: row + place, bend: bend))
          details.append(LeafDetail(timing: bent.timing, below: parts[row + place]))
        }
        continue
      }
      var program = Program(leaf: leaf, isScale: leaf.component == .scale, count: places.count)
      for place in places {
        program.below[place - places.lowerBound] = parts[row + place]
        program.isFirst[place - places.lowerBound] = !isChanged(place..<place + 1, by: 0..<i)
      }
      programs.append(program)
      leaves.append(FlatLeaf(program: programs.count - 1, place: row + places.lowerBound))
      details.append(LeafDetail(timing: AnimationTiming(), below: 0))
    }
  }

  /// −1 for a straight line.
  private mutating func index(of bend: Bend) -> Int32 {
    if bend.function == nil && bend.spring == nil { return -1 }
    if bends.last != bend { bends.append(bend) }
    return Int32(bends.count - 1)
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
      if leaf.isProgram {
        programs.append(other.programs[Int(leaf.index)])
        leaf.index = Int32(programs.count - 1)
      } else if leaf.index >= 0 {
        leaf.index = index(of: other.bends[Int(leaf.index)])
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
    let (leaves, details, bends) = (self.leaves, self.details, self.bends)
    let programs = self.programs
    var parts = self.parts.mutableSpan
    for i in range {
      let leaf = leaves[i]
      let cycles = (time - leaf.origin) * leaf.rate
      // The whole number next to it, and from that the one below.
      let nearest = (cycles + 6_755_399_441_055_744) - 6_755_399_441_055_744
      var share = cycles - nearest
      if share < 0 { share += 1 }
      let isInside =
        time > leaf.first && time < leaf.last && abs(share - 0.5) < 0.5 - Double(leaf.margin)
      let place = Int(leaf.place)
      if isInside && !leaf.isBent {
        parts[place] = leaf.start + leaf.slope * share
      } else if leaf.isProgram {
        let program = programs[Int(leaf.index)]
        var below = program.below
        for c in 0..<program.count where !program.isFirst[c] { below[c] = parts[place + c] }
        let value = program.value(over: below, at: time)
        for c in 0..<program.count { parts[place + c] = value[c] }
      } else {
        let bend = leaf.index >= 0 ? bends[Int(leaf.index)] : Bend()
        var fraction: Double? = leaf.comesBack ? 1 - abs(1 - 2 * share) : share
        if !isInside { fraction = details[i].timing.fraction(at: time) }
        let value = fraction.map { leaf.start + leaf.slope * bend.progress($0) } ?? .nan
        parts[place] = value.isFinite ? value : details[i].below
      }
    }
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

/// A leaf whose value runs along a line in each cycle, bent perhaps, as numbers alone: one for each
/// number it animates.
private struct FlatLeaf: Sendable {
  /// Local time at which the first cycle begins; cycles may come before.
  var origin = 0.0
  /// Cycles in a second, negative backwards.
  var rate = 0.0
  /// Between these local times it is active, and neither begins nor ends within rounding.
  var first = Double.infinity
  var last = -Double.infinity
  var start = 0.0
  var slope = 0.0
  /// Among the parts of all rows; the first of those that a program stores.
  var place: Int32
  /// Among the bends, or −1 for none, or among the programs.
  var index: Int32
  /// Nearer than this share of a cycle to the next, the exact rule decides which one it is.
  var margin: Float = 0
  let isProgram: Bool
  /// There and back again in a cycle.
  let comesBack: Bool
  let isBent: Bool

  init(program: Int, place: Int) {
    self.place = Int32(place)
    index = Int32(program)
    (isProgram, comesBack, isBent) = (true, false, true)
  }

  init(_ t: AnimationTiming, start: Double, slope: Double, place: Int, bend: Int32) {
    self.start = start
    self.slope = slope
    self.place = Int32(place)
    index = bend
    (isProgram, comesBack, isBent) = (false, t.autoreverses, t.autoreverses || bend >= 0)
    let period = t.duration * (t.autoreverses ? 2 : 1)
    let origin = t.beginTime - t.timeOffset / t.speed, rate = t.speed / period
    guard rate != 0, rate.isFinite, origin.isFinite, period > 0 else { return }
    (self.origin, self.rate) = (origin, rate)
    // So many cycles that the share of the last would be known badly.
    let most = 1e6 / abs(rate)
    // Twice what the exact rule takes for one moment is well away from a boundary.
    let end = t.endTime
    let resolution = AnimationTiming.resolution(of: end.isFinite ? end : 0)
    first = max(t.beginTime + 2 * AnimationTiming.resolution(of: t.beginTime), origin - most)
    last = min(end - 2 * max(resolution, 1e-9 / abs(t.speed)), origin + most)
    // So much of a cycle goes by while the latest of the times is known no better.
    let latest = max(abs(first), abs(last))
    margin = Float(max(1e-9, 2 * AnimationTiming.resolution(of: latest) * abs(rate)))
  }
}

/// What a leaf that is not a program needs where it begins or ends.
private struct LeafDetail: Sendable {
  let timing: AnimationTiming
  /// What its number is without it.
  let below: Double
}

/// What stands between a share of the duration and a line.
private struct Bend: Hashable, Sendable {
  var function: UnitBezier?
  var spring: SpringProgress?

  func progress(_ fraction: Double) -> Double {
    let progress = function?.value(at: fraction) ?? fraction
    return spring?.value(at: progress) ?? progress
  }
}

/// A leaf of any shape.
private struct Program: Sendable {
  let leaf: LeafProgram
  /// All of its numbers are one, and below it is their mean.
  let isScale: Bool
  let count: Int
  /// What its numbers are without animations.
  var below = SIMD4<Double>.zero
  /// Of each number, whether no leaf of the list has changed it before.
  var isFirst = SIMDMask<SIMD4<Int64>>(repeating: true)

  init(leaf: LeafProgram, isScale: Bool, count: Int) {
    (self.leaf, self.isScale, self.count) = (leaf, isScale, count)
  }

  func value(over numbers: SIMD4<Double>, at time: Double) -> SIMD4<Double> {
    guard let sample = leaf.sample(at: time) else { return numbers }
    guard isScale else { return leaf.numbers(sample, over: numbers) ?? numbers }
    let below = SIMD4((numbers.x + numbers.y + numbers.z) / 3, 0, 0, 0)
    return SIMD4(repeating: (leaf.numbers(sample, over: below) ?? below).x)
  }
}
