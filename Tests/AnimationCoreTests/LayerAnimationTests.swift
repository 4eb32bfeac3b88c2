import AnimationCore
import Geometry
import TestSupport
import Testing

@Suite("Animated layers")
struct LayerAnimationTests {
  @Test("A layer's space maps to its superlayer's, and its frame is the bounding box there")
  func layerGeometry() throws {
    try VectorFile(named: "transforms").run(kind: "layer-geometry") { c in
      var layer = LayerValues()
      let (b, a, p) = (c["bounds"].doubles, c["anchorPoint"].doubles, c["position"].doubles)
      layer.bounds = Rect(b[0], b[1], b[2], b[3])
      layer.anchorPoint = Point(a[0], a[1])
      layer.position = Point(p[0], p[1])
      let scale = try #require(c["scale"].double)
      layer.transform = Matrix4.scale(scale, scale).concat(
        .rotation(try #require(c["rotation"].double), 0, 0, 1))
      let local = c["localPoint"].doubles
      let image = try #require(layer.toSuper.project(Point(local[0], local[1])))
      #expect(isClose([image.x, image.y], c["superlayerPoint"].doubles, 1e-8), "\(c.id)")
      let f = layer.frame
      #expect(
        isClose([f.minX, f.minY, f.size.width, f.size.height], c["frame"].doubles, 1e-8),
        "\(c.id)")
    }
  }

  @Test("The frame can be solved back into size and position through scales and mirrors")
  func fittingFrame() {
    var layer = LayerValues()
    layer.anchorPoint = Point(0.2, 0.9)
    layer.bounds = Rect(3, -4, 1, 1)
    for transform in [
      Matrix4.identity, .scale(2, 0.5), .scale(-1, 3), Matrix4.scale(2, -2).translated(7, 9),
    ] {
      layer.transform = transform
      let frame = Rect(10, 20, 300, 40)
      let fit = layer.fitting(frame: frame)
      layer.bounds.size = fit.size
      layer.position = fit.position
      let f = layer.frame
      #expect(
        isClose([f.minX, f.minY, f.size.width, f.size.height], [10, 20, 300, 40], 1e-9),
        "\(transform)")
    }
    layer.transform = .identity
    #expect(layer.fitting(frame: Rect(10, 20, -5, -5)).size == Size(5, 5))
  }

  @Test("Sublayers are mirrored in a flipped layer and turned about its anchor point")
  func sublayerPart() {
    var layer = LayerValues()
    layer.bounds = Rect(10, 20, 100, 60)
    #expect(layer.sublayerPart == .identity)
    layer.isGeometryFlipped = true
    #expect(layer.sublayerPart.project(Point(15, 25)) == Point(15, 75))
    layer.isGeometryFlipped = false
    layer.sublayerTransform = .scale(2, 2)
    // The anchor point, (60, 50), stays where it is.
    #expect(layer.sublayerPart.project(Point(60, 50)) == Point(60, 50))
    #expect(layer.sublayerPart.project(Point(61, 50)) == Point(62, 50))
  }

  @Test("A group cuts its children off and gives way to the model when it is over")
  func group() {
    var model = LayerValues()
    model.position = Point(7, 7)
    model.opacity = 0.9
    var group = AnimationTiming(duration: 5)
    func child(
      _ keyPath: String, _ to: Double, begin: Double = 0, duration: Double,
      fill: FillMode = .removed
    ) -> AnimationLeaf {
      AnimationLeaf(
        target: AnimationTarget(keyPath: keyPath)!,
        timings: [group, AnimationTiming(begin: begin, duration: duration, fill: fill)],
        curve: .basic(from: .number(0), to: .number(to), by: nil))
    }
    func leaves() -> [AnimationLeaf] {
      [
        child("position.x", 100, duration: 10),
        child("opacity", 1, begin: 1, duration: 2),
        child("position.y", 60, duration: 2, fill: .forwards),
      ]
    }
    func shown(_ t: Double) -> LayerValues {
      var values = model
      values.apply(
        [LayerAnimation(id: AnimationID(raw: 1), timing: group, leaves: leaves())], at: t)
      return values
    }
    #expect(isClose(shown(0.5).opacity, 0.9, 1e-9))
    #expect(isClose(shown(2).opacity, 0.5, 1e-9))
    #expect(isClose(shown(2).position.y, 60, 1e-9))
    #expect(isClose(shown(4).position.x, 40, 1e-9))
    #expect(isClose(shown(4).opacity, 0.9, 1e-9))
    #expect(isClose(shown(4).position.y, 60, 1e-9))
    #expect(shown(5.01) == model)
    group.function = .easeInEaseOut
    #expect(isClose(shown(1.25).position.x, 6.4581, 5e-4))
  }

  @Test("Each animation sees what the one before it in the list has left")
  func listOrder() {
    var model = LayerValues()
    model.opacity = 0.2
    let first = leaf("opacity", .basic(from: .number(1), to: .number(1), by: nil))
    let second = leaf("opacity", .basic(from: nil, to: .number(0), by: nil))
    // U → 0 with U the first animation's value, then with U the model's.
    #expect(isClose(model.animated(by: [first, second], at: 0.5).opacity, 0.5, 1e-12))
    #expect(isClose(model.animated(by: [second, first], at: 0.5).opacity, 1, 1e-12))
  }

  @Test("Repetitions add up to a named end, to steps where a step is named, else to nothing")
  func cumulativeEnds() {
    var timing = AnimationTiming(duration: 1)
    timing.repeatCount = 4
    func shown(_ curve: AnimationCurve) -> Double {
      var leaf = leaf("position.x", curve, timing: timing)
      leaf.isCumulative = true
      var model = LayerValues()
      model.position.x = 100
      return model.animated(by: [leaf], at: 2.5).position.x
    }
    let (a, b) = (PropertyValue.number(10), PropertyValue.number(30))
    #expect(isClose(shown(.basic(from: a, to: b, by: nil)), 20 + 2 * 30, 1e-9))
    #expect(isClose(shown(.basic(from: a, to: nil, by: b)), 25 + 2 * 40, 1e-9))
    #expect(isClose(shown(.basic(from: nil, to: b, by: a)), 25 + 2 * 30, 1e-9))
    #expect(isClose(shown(.basic(from: nil, to: b, by: nil)), 65 + 2 * 30, 1e-9))
    #expect(isClose(shown(.basic(from: nil, to: nil, by: a)), 105 + 2 * 10, 1e-9))
    #expect(isClose(shown(.basic(from: a, to: nil, by: nil)), 55, 1e-9))
  }

  @Test("An animation without a start follows the model when it changes")
  func liveModel() {
    let up = leaf("position.x", .basic(from: .number(0), to: nil, by: nil))
    var model = LayerValues()
    model.position.x = 100
    #expect(isClose(model.animated(by: [up], at: 0.5).position.x, 50, 1e-12))
    model.position.x = 200
    #expect(isClose(model.animated(by: [up], at: 0.5).position.x, 100, 1e-12))
  }

  @Test("Components combine, and a component leaves the rest of the value alone")
  func components() {
    var model = LayerValues()
    model.position = Point(5, 6)
    model.transform = .scale(2, 2)
    let leaves = [
      leaf("position.x", .basic(from: .number(0), to: .number(100), by: nil)),
      leaf("transform.rotation", .basic(from: .number(0), to: .number(.pi / 2), by: nil)),
      leaf("transform.translation.x", .basic(from: .number(0), to: .number(10), by: nil)),
    ]
    let shown = model.animated(by: leaves, at: 0.5)
    #expect(isClose(shown.position.x, 50, 1e-12) && shown.position.y == 6)
    let expected = Matrix4.scale(2, 2, 1).concat(.rotation(.pi / 4, 0, 0, 1)).translated(5, 0)
    #expect(isClose(shown.transform.rowMajor, expected.rowMajor, 1e-12))
  }

  @Test("Angles count whole turns, also over several animations of one frame")
  func wholeTurns() {
    let model = LayerValues()
    let spin = leaf("transform.rotation", .basic(from: .number(0), to: .number(4 * .pi), by: nil))
    let quarter = model.animated(by: [spin], at: 1.0 / 8).transform
    #expect(isClose(quarter.rowMajor, Matrix4.rotation(.pi / 2, 0, 0, 1).rowMajor, 1e-12))
    // The second halves the angle that the first has reached: 3π / 2, and not the half of −π.
    let first = leaf(
      "transform.rotation", .basic(from: .number(3 * .pi), to: .number(3 * .pi), by: nil))
    let half = leaf("transform.rotation", .basic(from: nil, to: .number(0), by: nil))
    let shown = model.animated(by: [first, half], at: 0.5).transform
    #expect(isClose(shown.rowMajor, Matrix4.rotation(1.5 * .pi, 0, 0, 1).rowMajor, 1e-12))
  }

  @Test("A matrix animation after component animations starts from their result")
  func wholeAfterParts() {
    let turn = leaf("transform.rotation", .basic(from: .number(1), to: .number(1), by: nil))
    var move = leaf(
      "transform",
      .basic(from: .matrix(.translation(4, 0)), to: .matrix(.translation(4, 0)), by: nil))
    move.isAdditive = true
    let shown = LayerValues().animated(by: [turn, move], at: 0.5).transform
    let expected = Matrix4.translation(4, 0).concat(.rotation(1, 0, 0, 1))
    #expect(isClose(shown.rowMajor, expected.rowMajor, 1e-12))
  }

  @Test("Scaling to zero and turning in one frame is no accident")
  func zeroScale() {
    let leaves = [
      leaf("transform.scale", .basic(from: .number(0), to: .number(1), by: nil)),
      leaf("transform.rotation", .basic(from: .number(0), to: .number(3), by: nil)),
    ]
    #expect(LayerValues().animated(by: leaves, at: 0).transform == .scale(0, 0, 0))
    let half = LayerValues().animated(by: leaves, at: 0.5).transform
    let expected = Matrix4.scale(0.5, 0.5, 0.5).concat(.rotation(1.5, 0, 0, 1))
    #expect(isClose(half.rowMajor, expected.rowMajor, 1e-12))
  }

  @Test("A spring runs over its duration in seconds, overshoots and is cut off by the duration")
  func spring() {
    let parameters = SpringParameters()
    let leaf = leaf(
      "position.x",
      .spring(parameters, duration: 0.5, from: .number(0), to: .number(100), by: nil),
      timing: AnimationTiming(duration: 0.5))
    let model = LayerValues()
    #expect(isClose(model.animated(by: [leaf], at: 0.36276).position.x, 116.3034, 1e-3))
    #expect(isClose(model.animated(by: [leaf], at: 0.5).position.x, 107.4591, 1e-3))
    #expect(model.animated(by: [leaf], at: 0.6) == model)
  }

  @Test("A spring carries paths and matrices beyond their ends")
  func springTypes() {
    let parameters = SpringParameters()
    let a = Path([.move(Point(0, 0)), .line(Point(10, 0))])
    let b = Path([.move(Point(0, 0)), .line(Point(20, 0))])
    let path = leaf(
      "shadowPath", .spring(parameters, duration: 1, from: .path(a), to: .path(b), by: nil))
    guard case .path(let shown) = path.value(path.sample(at: 0.36276)!, over: .none),
      case .line(let end) = shown.elements[1]
    else {
      Issue.record("no path")
      return
    }
    #expect(isClose(end.x, 21.63034, 1e-4))
    let matrix = leaf(
      "transform",
      .spring(parameters, duration: 1, from: .matrix(.identity), to: .matrix(.scale(2, 2)), by: nil)
    )
    guard case .matrix(let m) = matrix.value(matrix.sample(at: 0.36276)!, over: .matrix(.identity))
    else { return }
    #expect(isClose(m.r0.x, 2.163034, 1e-5))
  }

  @Test("Cumulative repetitions add up for numbers and turn on for matrices, not with autoreverses")
  func cumulative() {
    var timing = AnimationTiming(duration: 1)
    timing.repeatCount = 5
    var step = leaf(
      "position.x", .basic(from: .number(0), to: .number(10), by: nil), timing: timing)
    step.isCumulative = true
    let model = LayerValues()
    #expect(isClose(model.animated(by: [step], at: 3.5).position.x, 35, 1e-9))
    step.timings[0].autoreverses = true
    #expect(isClose(model.animated(by: [step], at: 4.5).position.x, 5, 1e-9))
    let turned = PropertyValue.matrix(.rotation(0.5, 0, 0, 1))
    var turn = leaf(
      "transform", .basic(from: .matrix(.identity), to: turned, by: nil), timing: timing)
    turn.isCumulative = true
    let shown = model.animated(by: [turn], at: 3.5).transform
    #expect(isClose(shown.rowMajor, Matrix4.rotation(1.75, 0, 0, 1).rowMajor, 1e-9))
    var keys = leaf(
      "position.x", .keyframes(KeyframeTrack(values: [.number(0), .number(4), .number(10)])),
      timing: timing)
    keys.isCumulative = true
    #expect(isClose(model.animated(by: [keys], at: 2.25).position.x, 22, 1e-9))
  }

  @Test("Fill modes decide what is shown before and after", arguments: FillMode.allCases)
  func fillModes(fill: FillMode) {
    let slide = leaf(
      "position.x", .basic(from: .number(10), to: .number(20), by: nil),
      timing: AnimationTiming(begin: 1, duration: 1, fill: fill))
    let model = LayerValues()
    #expect(model.animated(by: [slide], at: 0.5).position.x == (fill.coversBefore ? 10 : 0))
    #expect(model.animated(by: [slide], at: 2).position.x == 20)
    #expect(model.animated(by: [slide], at: 2.5).position.x == (fill.coversAfter ? 20 : 0))
  }

  @Test("Values that overflow or are not numbers leave the value below")
  func notFinite() {
    var model = LayerValues()
    model.position.x = 3
    let huge = leaf(
      "position.x", .basic(from: .number(-1.7e308), to: .number(1.7e308), by: nil))
    #expect(model.animated(by: [huge], at: 0.5).position.x == 3)
    let nan = leaf("position.x", .basic(from: .number(.nan), to: .number(.nan), by: nil))
    #expect(model.animated(by: [nan], at: 0.5).position.x == 3)
    let empty = leaf("transform", .basic(from: nil, to: nil, by: nil))
    #expect(model.animated(by: [empty], at: 0.5) == model)
    let far = leaf(
      "transform.translation.x", .basic(from: .number(1e300), to: .number(1e300), by: nil))
    #expect(model.animated(by: [far, far], at: 0.5).transform.isFinite)
  }
}
