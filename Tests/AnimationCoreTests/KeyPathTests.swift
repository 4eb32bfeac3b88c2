import AnimationCore
import Geometry
import TestSupport
import Testing

@Suite("Key paths")
struct KeyPathTests {
  @Test("Every target has a key path that names it again")
  func roundTrip() {
    var count = 0
    for property in LayerProperty.allCases where property != .contentsTint {
      for component in PropertyComponent.allCases {
        let target = AnimationTarget(property, component)
        guard LayerValues()[property].component(component) != nil || component == .whole else {
          continue
        }
        // Points and sizes are both vectors: only the parts of the property's own kind have names.
        guard AnimationTarget(keyPath: target.keyPath) != nil else { continue }
        #expect(AnimationTarget(keyPath: target.keyPath) == target)
        count += 1
      }
    }
    print("KeyPathTests.roundTrip: \(count) targets")
    #expect(count > 60)
  }

  @Test(
    "Names with parts and aliases parse",
    arguments: [
      ("position", AnimationTarget(.position)), ("position.x", AnimationTarget(.position, .x)),
      ("anchorPoint.y", AnimationTarget(.anchorPoint, .y)),
      ("bounds.size.width", AnimationTarget(.bounds, .sizeWidth)),
      ("bounds.origin", AnimationTarget(.bounds, .origin)),
      ("bounds.origin.y", AnimationTarget(.bounds, .originY)),
      ("contentsRect.size", AnimationTarget(.contentsRect, .size)),
      ("shadowOffset.width", AnimationTarget(.shadowOffset, .width)),
      ("transform.rotation", AnimationTarget(.transform, .rotationZ)),
      ("transform.rotation.z", AnimationTarget(.transform, .rotationZ)),
      ("transform.rotation.x", AnimationTarget(.transform, .rotationX)),
      ("transform.scale", AnimationTarget(.transform, .scale)),
      ("transform.scale.y", AnimationTarget(.transform, .scaleY)),
      ("transform.translation", AnimationTarget(.transform, .translation)),
      ("transform.translation.z", AnimationTarget(.transform, .translationZ)),
      ("sublayerTransform.rotation.y", AnimationTarget(.sublayerTransform, .rotationY)),
      ("hidden", AnimationTarget(.hidden)), ("isHidden", AnimationTarget(.hidden)),
      ("isDoubleSided", AnimationTarget(.doubleSided)),
      ("isGeometryFlipped", AnimationTarget(.geometryFlipped)),
    ])
  func parses(keyPath: String, target: AnimationTarget) {
    #expect(AnimationTarget(keyPath: keyPath) == target)
  }

  @Test(
    "Unknown names and parts do not parse",
    arguments: [
      "", ".", "x", "position.", "position.z", "position.x.x", "frame", "opacity.x", "bounds.width",
      "transform.rotation.w", "shadowOffset.x", "contentsTint", "isOpacity", "position .x",
      "backgroundColor.red", "ｔransform",
    ])
  func unknown(keyPath: String) {
    #expect(AnimationTarget(keyPath: keyPath) == nil)
  }

  @Test("Only values of the right make and finite ones are accepted")
  func accepts() {
    #expect(!AnimationTarget(.position, .x).accepts(.point(.zero)))
    #expect(AnimationTarget(.position, .x).accepts(.number(1)))
    #expect(!AnimationTarget(.position).accepts(.number(1)))
    #expect(!AnimationTarget(.opacity).accepts(.number(.nan)))
    #expect(!AnimationTarget(.opacity).accepts(.none))
    #expect(AnimationTarget(.backgroundColor).accepts(.none))
    #expect(AnimationTarget(.transform, .translation).accepts(.size(Size(1, 2))))
    #expect(!AnimationTarget(.transform, .rotationZ).accepts(.matrix(.identity)))
    #expect(!AnimationTarget(.transform).accepts(.matrix(.scale(.infinity, 1))))
  }

  @Test("Setting a part of a matrix rebuilds it around the others")
  func setComponent() throws {
    try VectorFile(named: "transforms").run(kind: "set-component") { c in
      var layer = LayerValues()
      layer.transform = Matrix4(rowMajor: c["matrix"].doubles)
      let target = try #require(AnimationTarget(keyPath: c["keyPath"].string!))
      layer[target] = .number(c["value"].double!)
      #expect(
        isClose(layer.transform.rowMajor, c["result"].doubles, c.tolerance ?? 1e-8), "\(c.id)")
    }
  }

  @Test("Parts of a matrix are read back")
  func getComponent() throws {
    try VectorFile(named: "transforms").run(kind: "components") { c in
      let m = PropertyValue.matrix(Matrix4(rowMajor: c["matrix"].doubles))
      let names: [(PropertyComponent, Double)] = [
        (.scaleX, c["scale"].doubles[0]), (.scaleY, c["scale"].doubles[1]),
        (.scaleZ, c["scale"].doubles[2]), (.scale, c["scale"].doubles.reduce(0, +) / 3),
        (.rotationX, c["rotation"].doubles[0]), (.rotationY, c["rotation"].doubles[1]),
        (.rotationZ, c["rotation"].doubles[2]), (.translationX, c["translation"].doubles[0]),
        (.translationY, c["translation"].doubles[1]), (.translationZ, c["translation"].doubles[2]),
      ]
      for (component, expected) in names {
        #expect(isClose(m.component(component)?.numbers(1) ?? [], [expected], 1e-8), "\(c.id)")
      }
    }
  }

  @Test("Parts of points, sizes and rectangles are replaced alone")
  func vectorParts() {
    var layer = LayerValues()
    layer.bounds = Rect(1, 2, 3, 4)
    layer[AnimationTarget(.bounds, .sizeWidth)] = .number(30)
    layer[AnimationTarget(.bounds, .originY)] = .number(20)
    #expect(layer.bounds == Rect(1, 20, 30, 4))
    layer[AnimationTarget(.bounds, .origin)] = .point(Point(7, 8))
    layer[AnimationTarget(.bounds, .size)] = .size(Size(9, 10))
    #expect(layer.bounds == Rect(7, 8, 9, 10))
    layer[AnimationTarget(.shadowOffset, .height)] = .number(5)
    #expect(layer.shadowOffset == Size(0, 5))
    layer[AnimationTarget(.position, .x)] = .point(Point(1, 1))
    #expect(layer.position == .zero)
    #expect(layer[AnimationTarget(.bounds, .size)] == .size(Size(9, 10)))
    #expect(layer[AnimationTarget(.position, .scaleX)] == .none)
  }

  @Test("Every property keeps what is stored in it; values of another make change nothing")
  func storage() {
    var random = SeededGenerator.printed("KeyPathTests.storage")
    for property in LayerProperty.allCases {
      var layer = LayerValues()
      func n() -> Double { .random(in: 0...1, using: &random) }
      let stored: PropertyValue
      switch property.kind {
      case .number, .integer: stored = .number(n())
      case .flag: stored = .flag(layer[property] == .flag(false))
      case .choice: stored = .number(1)
      case .point, .size: stored = .vector(SIMD4(n(), n(), 0, 0))
      case .rect, .color: stored = .vector(SIMD4(n(), n(), n(), n()))
      case .matrix: stored = .matrix(.translation(n(), n(), n()))
      case .path: stored = .path(Path([.move(Point(n(), n()))]))
      case .contents:
        stored = .contents(
          Contents(PixelImage(Bitmap(size: PixelSize(1, 1), format: .alpha8))))
      case .numbers, .colors: stored = .list([SIMD4(n(), n(), n(), n())])
      case .records:
        stored = .records([
          Record(name: "a", type: "b", fields: [.init("c", .number(n()), .number)])
        ])
      }
      layer[property] = stored
      #expect(layer[property] == stored, "\(property)")
      for other in [
        PropertyValue.number(.nan), .vector(SIMD4(repeating: .infinity)), .matrix(.scale(.nan, 1)),
      ] + (property.kind == .matrix ? [.number(1)] : [.matrix(.identity)]) {
        layer[property] = other
        #expect(layer[property] == stored, "\(property) = \(other)")
      }
    }
    var layer = LayerValues()
    layer[.contentsGravity] = .number(200)
    layer[.maskedCorners] = .number(-1)
    layer[.extra(.lineCap)] = .number(3)
    layer[.extra(.fillRule)] = .number(0.5)
    #expect(layer == LayerValues())
  }

  @Test("A field of a named object is animated alone; objects without that name stay")
  func fields() {
    let blur = Record(
      name: "soft", type: "blur", fields: [.init("inputRadius", .number(2), .number)])
    let turn = Record(
      name: "turn", type: "matrix", fields: [.init("inputCenter", .point(Point(1, 2)), .point)])
    var layer = LayerValues()
    layer[.extra(.filters)] = .records([blur, turn])
    let radius = AnimationTarget(
      .extra(.filters), field: RecordField("soft", "inputRadius", .number))
    let x = AnimationTarget(
      .extra(.filters), .x, field: RecordField("turn", "inputCenter", .point))
    #expect(radius.keyPath == "filters.soft.inputRadius")
    #expect(x.keyPath == "filters.turn.inputCenter.x")
    func leaf(_ target: AnimationTarget, _ from: Double, _ to: Double) -> LayerAnimation {
      var timing = AnimationTiming()
      timing.duration = 1
      return LayerAnimation(
        id: AnimationID(raw: 1), timing: timing,
        leaves: [
          AnimationLeaf(
            target: target, timings: [timing],
            curve: .basic(from: .number(from), to: .number(to), by: nil))
        ])
    }
    let unknown = AnimationTarget(
      .extra(.filters), field: RecordField("other", "inputRadius", .number))
    var shown = layer
    shown.apply([leaf(radius, 0, 10), leaf(x, 5, 7), leaf(unknown, 1, 2)], at: 0.5)
    #expect(shown[radius] == .number(5))
    #expect(shown[x] == .number(6))
    #expect(shown[unknown] == .none)
    shown[radius] = .number(2)
    shown[x] = .number(1)
    #expect(shown == layer)
  }

  @Test("Lists are interpolated entry by entry, and switch where they differ in length")
  func lists() {
    let short = PropertyValue.numbers([0, 1]), long = PropertyValue.numbers([0, 0.5, 1])
    let other = PropertyValue.numbers([1, 3])
    #expect(short.interpolated(to: other, at: 0.5, kind: .numbers) == .numbers([0.5, 2]))
    #expect(short.interpolated(to: other, at: 2, kind: .numbers) == .numbers([2, 5]))
    #expect(short.interpolated(to: long, at: 0.49, kind: .numbers) == short)
    #expect(short.interpolated(to: long, at: 0.5, kind: .numbers) == long)
    #expect(short.interpolated(to: .none, at: 0.5, kind: .numbers) == PropertyValue.none)
    let colors = [Color(1, 0, 0, 1), Color(0, 0, 1, 0)]
    #expect(
      PropertyValue.colors(colors).interpolated(
        to: .colors([colors[1], colors[1]]), at: 0.25, kind: .colors)
        == .colors([Color(0.75, 0, 0.25, 0.75), colors[1]]))
  }
}
