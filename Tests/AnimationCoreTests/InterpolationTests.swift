import AnimationCore
import Geometry
import TestSupport
import Testing

private func affine(_ n: [Double]) -> Matrix4 {
  Matrix4(affine: n[0], n[1], n[2], n[3], n[4], n[5])
}

@Suite("Interpolation")
struct InterpolationTests {
  @Test("Basic animations take missing ends from the others or from below")
  func basicEnds() throws {
    try VectorFile(named: "interpolation").run(kind: "basic-ends") { c in
      let number = { (v: VectorValue) in v.double.map { PropertyValue.number($0) } }
      let leaf = leaf(
        "cornerRadius",
        .basic(from: number(c["fromValue"]), to: number(c["toValue"]), by: number(c["byValue"])))
      for sample in c["samples"].array.map(\.doubles) {
        let shown = value(leaf, at: sample[0], over: .number(c["underlying"].double!))
        #expect(isClose(shown.numbers(1), [sample[1]], 1e-9), "\(c.id) at \(sample[0])")
      }
    }
  }

  @Test("Additive animations add to the value below, cumulative ones add earlier repetitions")
  func additiveCumulative() throws {
    try VectorFile(named: "interpolation").run(kind: "additive-cumulative") { c in
      var timing = AnimationTiming(duration: 1)
      timing.repeatCount = .infinity
      var leaf = leaf(
        "cornerRadius",
        .basic(
          from: .number(c["fromValue"].double!), to: .number(c["toValue"].double!), by: nil),
        timing: timing)
      leaf.isAdditive = c["additive"].bool!
      leaf.isCumulative = c["cumulative"].bool!
      let iteration = try #require(c["iteration"].int)
      for sample in c["samples"].array.map(\.doubles) {
        // At the full fraction the next repetition begins: stay just short of it.
        let t = Double(iteration) + min(sample[0], 0.999_999_99)
        let shown = leaf.value(leaf.sample(at: t)!, over: .number(c["underlying"].double!))
        #expect(isClose(shown.numbers(1), [sample[1]], 1e-6), "\(c.id) at \(sample[0])")
      }
    }
  }

  @Test("Stacked additive animations retarget without a jump")
  func additiveStack() throws {
    try VectorFile(named: "interpolation").run(kind: "additive-stack") { c in
      let leaves = c["animations"].array.map { a in
        var timing = AnimationTiming(a)
        timing.function = UnitBezier.named(c["timingFunction"].string)
        var leaf = leaf(
          "position.x",
          .basic(
            from: .number(a["fromValue"].double!), to: .number(a["toValue"].double!), by: nil),
          timing: timing)
        leaf.isAdditive = true
        return leaf
      }
      var model = LayerValues()
      model.position.x = try #require(c["model"].double)
      for sample in c["samples"].array.map(\.doubles) {
        let shown = model.animated(by: leaves, at: sample[0]).position.x
        #expect(isClose(shown, sample[1], 1e-6), "\(c.id) at \(sample[0])")
      }
    }
  }

  @Test("Points, sizes, rectangles, colours and lists interpolate component by component")
  func types() throws {
    let keyPaths = [
      "point": "position", "size": "shadowOffset", "rect": "bounds",
      "color": "backgroundColor", "color-clear": "backgroundColor", "locations": "locations",
    ]
    try VectorFile(named: "interpolation").run(kind: "type") { c in
      let count = c["fromValue"].doubles.count
      func end(_ name: String) -> PropertyValue {
        c.id == "locations" ? .numbers(c[name].doubles) : PropertyValue(numbers: c[name].doubles)
      }
      let leaf = leaf(
        try #require(keyPaths[c.id]), .basic(from: end("fromValue"), to: end("toValue"), by: nil))
      for sample in c["samples"].array {
        let shown = value(leaf, at: sample[0].double!, over: .none)
        #expect(isClose(shown.numbers(count), sample[1].doubles, 1e-9), "\(c.id)")
      }
    }
  }

  @Test("A value whose type does not fit the key path counts as not set")
  func typeMismatch() throws {
    try VectorFile(named: "interpolation").run(kind: "type-mismatch") { c in
      // A point, or for the word "red" a colour: both are vectors where a number is wanted.
      let wrong = PropertyValue.vector(SIMD4(1, 0, 0, 1))
      let leaf = leaf(
        try #require(c["keyPath"].string),
        .basic(from: wrong, to: .number(c["toValue"].double!), by: nil))
      for sample in c["samples"].array.map(\.doubles) {
        let shown = value(leaf, at: sample[0], over: .number(c["underlying"].double!))
        #expect(isClose(shown.numbers(1), [sample[1]], 1e-9), "\(c.id) at \(sample[0])")
      }
    }
  }

  @Test("Flags show the second value at once, other choices from one half on")
  func switches() throws {
    try VectorFile(named: "interpolation").run(kind: "switch") { c in
      let isFlag = c["type"].string == "bool"
      let leaf = leaf(
        isFlag ? "isHidden" : "contentsGravity",
        .basic(from: .number(0), to: .number(1), by: nil))
      for sample in c["samples"].array {
        let expected = PropertyValue.number(sample[1].string == "from" ? 0 : 1)
        #expect(value(leaf, at: sample[0].double!, over: .number(0)) == expected, "\(c.id)")
      }
    }
  }

  @Test("Flat matrices interpolate by the measured 2D rules")
  func interpolate2D() throws {
    try VectorFile(named: "transforms").run(kind: "interpolate-2d") { c in
      let blend = MatrixBlend(
        from: affine(c["fromMatrix"].doubles), to: affine(c["toMatrix"].doubles))
      for sample in c["samples"].array.map(\.doubles) {
        let expected = affine(Array(sample.dropFirst()))
        let shown = blend.value(at: sample[0])
        #expect(
          isClose(shown.rowMajor, expected.rowMajor, c.tolerance ?? 1e-6),
          "\(c.id) at \(sample[0]): \(shown.rowMajor)")
      }
    }
  }

  @Test("Other matrices interpolate part by part, their rotation on the shorter arc")
  func interpolate3D() throws {
    try VectorFile(named: "transforms").run(kind: "interpolate-3d") { c in
      let blend = MatrixBlend(
        from: Matrix4(rowMajor: c["fromMatrix"].doubles),
        to: Matrix4(rowMajor: c["toMatrix"].doubles))
      for sample in c["samples"].array.map(\.doubles) {
        let shown = blend.value(at: sample[0])
        #expect(
          isClose(shown.rowMajor, Array(sample.dropFirst()), c.tolerance ?? 1e-6),
          "\(c.id) at \(sample[0]): \(shown.rowMajor)")
      }
    }
  }

  @Test("A matrix blend meets both its ends, whatever they are")
  func blendEnds() {
    var random = SeededGenerator.printed("InterpolationTests.blendEnds")
    for i in 0..<500 {
      func n() -> Double { .random(in: -2...2, using: &random) }
      func matrix() -> Matrix4 {
        if i % 3 == 0 { return Matrix4(affine: n(), n(), n(), n(), n(), n()) }
        var m = Matrix4.rotation(n(), n(), n(), n()).concat(.scale(n() + 3, n() + 3, n() + 3))
        m = m.translated(n(), n(), n())
        if i % 3 == 1 { m.r2.w = n() / 100 }
        return m
      }
      let (a, b) = (matrix(), matrix())
      let blend = MatrixBlend(from: a, to: b)
      #expect(isClose(blend.value(at: 0).rowMajor, a.rowMajor, 1e-8), "\(a) \(b)")
      #expect(isClose(blend.value(at: 1).rowMajor, b.rowMajor, 1e-8), "\(a) \(b)")
    }
  }

  @Test("Scaling up from nothing goes number by number")
  func singularEnd() {
    let blend = MatrixBlend(from: .scale(0, 0), to: .scale(2, 2))
    #expect(blend.value(at: 0.25) == .scale(0.5, 0.5))
    let spatial = MatrixBlend(from: .scale(0, 0, 0), to: .rotation(1, 1, 0, 0))
    #expect(spatial.value(at: 1) == .rotation(1, 1, 0, 0))
  }

  @Test("Moves and scales of unrotated matrices stay exactly unrotated")
  func staysUnrotated() {
    let blend = MatrixBlend(from: .identity, to: Matrix4.scale(2, 3).translated(50, -20))
    for t in [0.1, 0.5, 0.9, 1.3] {
      let m = blend.value(at: t)
      #expect(m.r0.y == 0 && m.r1.x == 0 && m.isAffine2D)
    }
  }

  private let images = (0..<4).map { _ in
    PixelImage(Bitmap(size: PixelSize(1, 1), format: .bgra8Premultiplied))
  }

  @Test("Images cross-dissolve")
  func dissolve() {
    let (a, b) = (Contents(images[0]), Contents(images[1]))
    #expect(a.dissolved(into: b, at: 0) == a)
    #expect(a.dissolved(into: b, at: 1) == b)
    #expect(
      a.dissolved(into: b, at: 0.25) == Contents(images[1], previous: images[0], progress: 0.25))
    #expect(a.dissolved(into: b, at: 1.5) == b)
  }

  @Test("A dissolve turned back in the middle does not jump")
  func dissolveBack() {
    let running = Contents(images[1], previous: images[0], progress: 0.75)
    let back = running.dissolved(into: Contents(images[0]), at: 0.5)
    // 0.75 of the second image fades by one half.
    #expect(back == Contents(images[1], previous: images[0], progress: 0.375))
    let on = running.dissolved(into: Contents(images[1]), at: 0.5)
    #expect(on == Contents(images[1], previous: images[0], progress: 0.875))
    let third = running.dissolved(into: Contents(images[2]), at: 0.5)
    #expect(third == Contents(images[2], previous: images[1], progress: 0.5))
  }

  @Test("A nil colour cannot be interpolated and switches at one half")
  func nilColor() {
    let red = PropertyValue.color(Color(1, 0, 0))
    let toRed = leaf("backgroundColor", .basic(from: nil, to: red, by: nil))
    #expect(value(toRed, at: 0.4, over: .none) == .none)
    #expect(value(toRed, at: 0.6, over: .none) == red)
    let fromRed = leaf("backgroundColor", .basic(from: red, to: nil, by: nil))
    #expect(value(fromRed, at: 0.4, over: .none) == red)
    #expect(value(fromRed, at: 0.6, over: .none) == .none)
  }

  @Test("Colours, paths and images ignore additive")
  func notAdditive() {
    var color = leaf(
      "borderColor",
      .basic(from: .color(Color(0.5, 0, 0)), to: .color(Color(0.5, 0, 0)), by: nil))
    color.isAdditive = true
    #expect(value(color, at: 0.5, over: .color(.white)) == .color(Color(0.5, 0, 0)))
  }

  @Test("Additive matrices act before the value below; by-matrices act before the start")
  func matrixSums() {
    let turn = Matrix4.rotation(1, 0, 0, 1)
    let move = Matrix4.translation(10, 0)
    var additive = leaf("transform", .basic(from: .matrix(turn), to: .matrix(turn), by: nil))
    additive.isAdditive = true
    guard case .matrix(let sum) = value(additive, at: 0.5, over: .matrix(move)) else { return }
    #expect(isClose(sum.rowMajor, turn.concat(move).rowMajor, 1e-12))
    let by = leaf("transform", .basic(from: .matrix(move), to: nil, by: .matrix(turn)))
    guard case .matrix(let end) = value(by, at: 1, over: .matrix(.identity)) else { return }
    #expect(isClose(end.rowMajor, turn.concat(move).rowMajor, 1e-12))
    let toBy = leaf("transform", .basic(from: nil, to: .matrix(turn), by: .matrix(turn)))
    guard case .matrix(let start) = value(toBy, at: 0, over: .matrix(move)) else { return }
    #expect(isClose(start.rowMajor, Matrix4.identity.rowMajor, 1e-12))
    let byOnly = leaf("transform", .basic(from: nil, to: nil, by: .matrix(turn)))
    guard case .matrix(let last) = value(byOnly, at: 1, over: .matrix(move)) else { return }
    #expect(isClose(last.rowMajor, turn.concat(move).rowMajor, 1e-12))
  }
}
