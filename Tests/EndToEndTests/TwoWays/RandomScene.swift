import Foundation
import TestSupport

/// Random trees with everything that a layer can draw, as descriptions that `SceneLayers` builds.
///
/// The same seed gives the same scene. Numbers are short, so that a failing scene can be read, cut
/// down and drawn again elsewhere.
struct RandomScene {
  var g: SeededGenerator
  /// Layers that may still be made.
  private var budget = 0

  init(_ generator: SeededGenerator) { g = generator }

  /// Points of every scene.
  static let width = 80.0
  static let height = 64.0

  mutating func scene() -> VectorValue {
    budget = 4 + Int(g.number(0...10))
    var layers: [VectorValue] = []
    while budget > 0 { layers.append(layer(depth: 0, in: Self.width, Self.height)) }
    var root: [String: VectorValue] = [:]
    if g.chance(0.3) { root["sublayerTransform"] = perspective() }
    return .object([
      "size": numbers(Self.width, Self.height), "scale": .number(g.pick([1, 1, 1.5, 2])),
      "background": color(opaque: 1), "root": .object(root), "layers": .values(layers),
    ])
  }

  /// A layer with its sublayers, somewhere in a superlayer of this size.
  mutating func layer(depth: Int, in width: Double, _ height: Double) -> VectorValue {
    budget -= 1
    let size = (
      round(g.number(6...max(10, width * 0.75))), round(g.number(6...max(10, height * 0.75)))
    )
    var layer: [String: VectorValue] = [
      "bounds": numbers(g.chance(0.8) ? 0 : round(g.number(-5...5)), 0, size.0, size.1),
      "position": place(width, height),
    ]
    addClass(to: &layer, size)
    for key in Self.keys where g.chance(Self.chances[key] ?? 0) {
      layer[key] = value(key, size)
    }
    if g.chance(0.1) {
      layer["mask"] = mask(size)
    }
    if depth < 3 {
      var sublayers: [VectorValue] = []
      while budget > 0, g.chance(depth == 0 ? 0.6 : 0.5) {
        sublayers.append(self.layer(depth: depth + 1, in: size.0, size.1))
      }
      if !sublayers.isEmpty { layer["sublayers"] = .values(sublayers) }
    }
    return .object(layer)
  }

  private mutating func addClass(
    to layer: inout [String: VectorValue], _ size: (Double, Double)
  ) {
    if g.chance(0.15) {
      layer["gradient"] = gradient()
    } else if g.chance(0.17) {
      layer["shape"] = shape(size)
    } else if g.chance(0.06) {
      layer["replicator"] = .object([
        "instanceCount": .number(g.pick([0, 2, 3])),
        "instanceTransform": .values([step("translate", 9, 4), step("rotate", 12)]),
        "instanceOffsets": numbers(0, -0.2, -0.1, -0.15),
      ])
    } else if g.chance(0.06) {
      layer["text"] = .object([
        "string": .string(g.pick(["Ag", "lay er", "iii"])), "fontSize": .number(g.pick([9, 14])),
        "color": color(opaque: 0.7), "wrapped": .bool(g.chance(0.5)),
      ])
    } else if g.chance(0.04) {
      layer["kind"] = .string("transform")
    }
  }

  // MARK: - Properties

  /// How likely a layer sets a property, besides those that place it.
  private static let chances: [String: Double] = [
    "backgroundColor": 0.75, "transform": 0.4, "anchorPoint": 0.15, "zPosition": 0.12,
    "sublayerTransform": 0.08, "opacity": 0.25, "allowsGroupOpacity": 0.15,
    "masksToBounds": 0.25, "cornerRadius": 0.4, "cornerCurve": 0.1, "maskedCorners": 0.12,
    "borderWidth": 0.25, "borderColor": 0.5, "shadowOpacity": 0.15, "shadowOffset": 0.12,
    "shadowRadius": 0.12, "shadowColor": 0.08, "shadowPath": 0.05, "contents": 0.12,
    "contentsGravity": 0.08, "compositingFilter": 0.08, "filters": 0.05,
    "backgroundFilters": 0.03, "shouldRasterize": 0.05, "hidden": 0.04, "doubleSided": 0.04,
    "geometryFlipped": 0.04,
  ]

  static let keys = chances.keys.sorted()

  /// A value of a layer of this size.
  mutating func value(_ key: String, _ size: (Double, Double)) -> VectorValue {
    switch key {
    case "position": place(Self.width, Self.height)
    case "transform": transform()
    case "sublayerTransform": perspective()
    case "anchorPoint": numbers(g.pick([0, 0.25, 1]), g.pick([0, 0.5, 1]))
    case "zPosition": .number(round(g.number(-3...3)))
    case "opacity": .number(g.pick([0, 0.3, 0.5, 0.75, 0.9, 1]))
    case "allowsGroupOpacity", "doubleSided": .bool(g.chance(0.3))
    case "masksToBounds", "shouldRasterize", "hidden", "geometryFlipped": .bool(g.chance(0.8))
    case "backgroundColor": color(opaque: 0.6)
    case "borderColor", "shadowColor": color(opaque: 0.5)
    case "cornerRadius": .number(g.pick([2, 4, 7.5, 12, 40]))
    case "cornerCurve": .string(g.pick(["continuous", "circular"]))
    case "maskedCorners": .number(round(g.number(0...15)))
    case "borderWidth": .number(g.pick([1, 2, 3.5, 8]))
    case "shadowOpacity": .number(g.pick([0.4, 1]))
    case "shadowOffset": numbers(round(g.number(-5...5)), round(g.number(-5...5)))
    case "shadowRadius": .number(g.pick([0, 1, 2.5, 4]))
    case "shadowPath": polygon(size)
    case "contents": contents()
    case "contentsGravity": .string(g.pick(["resizeAspect", "center", "resizeAspectFill", "top"]))
    case "compositingFilter": .string(g.pick(Self.blendModes))
    case "filters", "backgroundFilters": .values([filter()])
    default: fatalError("no random values for \(key)")
    }
  }

  private static let blendModes = [
    "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "hardLight", "softLight",
    "difference", "exclusion", "hue", "luminosity", "plusLighter", "sourceAtop", "xor",
    "destinationOut",
  ]

  private mutating func filter() -> VectorValue {
    switch Int(g.number(0...3.99)) {
    case 0: .object(["type": .string("gaussianBlur"), "inputRadius": .number(g.pick([1, 2.5]))])
    case 1: .object(["type": .string("colorInvert")])
    case 2: .object(["type": .string("colorSaturate"), "inputAmount": .number(0.3)])
    default: .object(["type": .string("colorBrightness"), "inputAmount": .number(0.2)])
    }
  }

  private mutating func place(_ width: Double, _ height: Double) -> VectorValue {
    func coordinate(_ n: Double) -> Double {
      switch Int(g.number(0...2.99)) {
      case 0: n.rounded()
      case 1: (n * 2).rounded() / 2
      default: round(n)
      }
    }
    return numbers(
      coordinate(g.number(-0.1 * width...width * 1.1)),
      coordinate(g.number(-0.1 * height...height * 1.1)))
  }

  private mutating func transform() -> VectorValue {
    switch Int(g.number(0...7.99)) {
    case 0: .values([step("scale", g.pick([0.5, 1.5, -1]), g.pick([0.75, 1, 2]))])
    case 1: numbers(1, round(g.number(-0.4...0.4)), round(g.number(-0.6...0.6)), 0.9, 0, 0)
    case 2: .values([step("rotate", g.pick([90, 180, 45]))])
    case 3: .values([step("rotate", round(g.number(-70...70)), g.pick([0, 1]), 1, 0)])
    case 4:
      .values([step("rotate", round(g.number(-60...60)), 1, 0.5, 0), step("perspective", 150)])
    case 5: .values([step("translate", 2, 3, g.pick([0, 5]))])
    default: .values([step("rotate", round(g.number(-90...90)))])
    }
  }

  private mutating func perspective() -> VectorValue {
    .values([step("perspective", round(g.number(90...300)))])
  }

  // MARK: - Contents

  private mutating func gradient() -> VectorValue {
    let count = Int(g.number(2...4.99))
    var gradient: [String: VectorValue] = [
      "type": .string(g.pick(["axial", "radial", "conic"])),
      "colors": .values((0..<count).map { _ in color(opaque: 0.6) }),
      "startPoint": numbers(g.pick([0, 0.25, 0.5]), g.pick([0, 0.5])),
      "endPoint": numbers(g.pick([0.75, 1]), g.pick([0.25, 0.5, 1])),
    ]
    if g.chance(0.4) {
      gradient["locations"] = .values(
        (0..<count).map { _ in .number(round(g.number(-0.2...1.2))) }
          .sorted { ($0.double ?? 0) < ($1.double ?? 0) })
    }
    return .object(gradient)
  }

  private mutating func shape(_ size: (Double, Double)) -> VectorValue {
    var shape: [String: VectorValue] = [
      "path": g.chance(0.4) ? ring(size) : polygon(size),
      "fillColor": g.chance(0.7) ? color(opaque: 0.6) : .null,
      "fillRule": .string(g.pick(["non-zero", "even-odd"])),
    ]
    if g.chance(0.6) {
      shape["strokeColor"] = color(opaque: 0.6)
      shape["lineWidth"] = .number(g.pick([0.5, 1, 3, 6]))
      shape["lineJoin"] = .string(g.pick(["miter", "round", "bevel"]))
      shape["lineCap"] = .string(g.pick(["butt", "round", "square"]))
      if g.chance(0.3) { shape["lineDashPattern"] = numbers(6, 4) }
      if g.chance(0.3) { shape["strokeEnd"] = .number(round(g.number(0.2...1))) }
      if g.chance(0.2) { shape["strokeStart"] = .number(0.15) }
    }
    return .object(shape)
  }

  /// Lines and curves in and a little around the bounds.
  private mutating func polygon(_ size: (Double, Double)) -> VectorValue {
    func point() -> [VectorValue] {
      [
        .number(round(g.number(-0.1 * size.0...size.0 * 1.1))),
        .number(round(g.number(-0.1 * size.1...size.1 * 1.1))),
      ]
    }
    var rows: [VectorValue] = [.values([.string("M")] + point())]
    for _ in 0..<Int(g.number(2...5.99)) {
      switch Int(g.number(0...3.99)) {
      case 0: rows.append(.values([.string("Q")] + point() + point()))
      case 1: rows.append(.values([.string("C")] + point() + point() + point()))
      default: rows.append(.values([.string("L")] + point()))
      }
    }
    if g.chance(0.7) { rows.append(.values([.string("Z")])) }
    return .values(rows)
  }

  /// A circle or a part of one, as the drawing functions make them.
  private mutating func ring(_ size: (Double, Double)) -> VectorValue {
    let quarters = g.pick([1, 2, 3, 4, 4, 4])
    let turn = g.pick([1, 1, -1]) * g.pick([1, 1, 0.7]) * Double.pi / 2
    let radius = round(min(size.0, size.1) * g.number(0.2...0.5)), from = g.number(0...6.28)
    let center = (round(size.0 * g.number(0.4...0.6)), round(size.1 * g.number(0.4...0.6)))
    // Along the tangent, for the control points of a circular arc.
    let reach = 4 / 3 * tan(turn / 4)
    func point(_ angle: Double, _ reach: Double) -> [VectorValue] {
      [
        .number(center.0 + radius * (cos(angle) - reach * sin(angle))),
        .number(center.1 + radius * (sin(angle) + reach * cos(angle))),
      ]
    }
    var rows: [VectorValue] = [.values([.string("M")] + point(from, 0))]
    for i in 0..<quarters {
      let a = from + Double(i) * turn, b = a + turn
      rows.append(.values([.string("C")] + point(a, reach) + point(b, -reach) + point(b, 0)))
    }
    if quarters == 4, abs(turn) > 1.5, g.chance(0.5) { rows.append(.values([.string("Z")])) }
    return .values(rows)
  }

  private mutating func contents() -> VectorValue {
    let columns = Int(g.number(1...4.99)), opaque = g.chance(0.5) ? 1.0 : 0.5
    let rows = (0..<3).map { _ in
      VectorValue.values((0..<columns).map { _ in color(opaque: opaque) })
    }
    return .object([
      "pixels": .values(rows), "filter": .string(g.pick(["linear", "nearest"])),
    ])
  }

  /// A mask of a layer of this size: a box, a gradient or a shape, at times with a sublayer.
  private mutating func mask(_ size: (Double, Double)) -> VectorValue {
    var mask: [String: VectorValue] = [
      "bounds": numbers(0, 0, size.0, size.1),
      "position": numbers(round(size.0 * g.number(0.3...0.7)), round(size.1 * 0.5)),
    ]
    switch Int(g.number(0...2.99)) {
    case 0: mask["gradient"] = gradient()
    case 1: mask["shape"] = shape(size)
    default:
      mask["backgroundColor"] = color(opaque: 0.6)
      mask["cornerRadius"] = value("cornerRadius", size)
    }
    if g.chance(0.3) { mask["transform"] = transform() }
    if g.chance(0.3) {
      mask["sublayers"] = .values([
        .object([
          "bounds": numbers(0, 0, 14, 14), "position": place(size.0, size.1),
          "backgroundColor": color(opaque: 0.5),
        ])
      ])
    }
    return .object(mask)
  }

  // MARK: - Numbers

  private func round(_ n: Double) -> Double { (n * 100).rounded() / 100 }
  private func numbers(_ n: Double...) -> VectorValue { .values(n.map { .number($0) }) }

  private func step(_ name: String, _ n: Double...) -> VectorValue {
    .values([.string(name)] + n.map { .number($0) })
  }

  private mutating func color(opaque: Double) -> VectorValue {
    numbers(
      round(g.number(0...1)), round(g.number(0...1)), round(g.number(0...1)),
      g.chance(opaque) ? 1 : g.pick([0, 0.2, 0.5, 0.8]))
  }
}
