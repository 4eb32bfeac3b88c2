import AnimationCore
import Foundation
import Geometry
import LayerCommit
import RenderServer
import Renderer
import TestSupport
import Testing

/// Random changes to a tree: whatever comes, the incremental server shows what a fresh one shows
/// that is given the whole tree at once.
@Suite("Random operations")
struct RandomOperationTests {
  /// What one step does.
  enum Op: CaseIterable {
    case addLayer, removeLayer, moveLayer, reorder, setMask, setProperty, setManyProperties,
      animate,
      removeAnimations, setTiming, advanceTime, nonsense, changeRoot
  }

  /// The application's side of the tree, as simple as it can be.
  struct Model {
    struct Layer {
      var values = LayerValues()
      var children: [UInt64] = []
      var mask: UInt64?
      var timing = LayerTiming.identity
      var animations: [LayerAnimation] = []
    }
    var layers: [UInt64: Layer] = [1: Layer()]
    var root: UInt64? = 1
    var lastID: UInt64 = 1
    var lastAnimation: UInt64 = 0

    var ids: [UInt64] { layers.keys.sorted() }

    func parent(of id: UInt64) -> UInt64? { layers.first { $0.value.children.contains(id) }?.key }
    func owner(of id: UInt64) -> UInt64? { layers.first { $0.value.mask == id }?.key }

    func subtree(_ id: UInt64) -> [UInt64] {
      let below = (layers[id]?.children ?? []) + (layers[id]?.mask.map { [$0] } ?? [])
      return [id] + below.flatMap { subtree($0) }
    }

    /// Everything as one commit for a fresh server.
    var snapshot: [CommitOp] {
      var new: [NewLayer] = [], lists: [CommitOp] = []
      for id in ids {
        guard let layer = layers[id] else { continue }
        new.append(
          NewLayer(
            LayerID(raw: id), values: layer.values, timing: layer.timing,
            animations: layer.animations))
        lists.append(.setSublayers(LayerID(raw: id), layer.children.map { LayerID(raw: $0) }))
        if let mask = layer.mask {
          lists.append(.setMask(LayerID(raw: id), LayerID(raw: mask)))
        }
      }
      var ops = [.createLayers(new)] + lists
      ops.append(.setRoot(root.map { LayerID(raw: $0) }))
      return ops
    }
  }

  private let pictures = [
    image(3, 2, SIMD4(255, 0, 0, 255)), image(2, 4, SIMD4(0, 128, 0, 128)),
    image(1, 1, SIMD4(0, 0, 200, 255)),
  ]

  private func value(_ property: LayerProperty, _ g: inout SeededGenerator) -> PropertyValue {
    switch property {
    case .bounds:
      return .rect(
        Rect(g.number(-2...2).rounded(), 0, g.number(-1...20).rounded(), g.number(2...16)))
    case .position: return .point(Point(g.number(-4...28).rounded(), g.number(-4...24)))
    case .zPosition: return .number(g.number(-2...2).rounded())
    case .anchorPoint: return .point(Point(g.number(0...1).rounded(), 0.5))
    case .anchorPointZ: return .number(g.chance(0.8) ? 0 : 3)
    case .transform:
      if g.chance(0.3) { return .matrix(.identity) }
      if g.chance(0.5) { return .matrix(.rotation(g.number(-3...3), 0, 0, 1)) }
      if g.chance(0.3) { return .matrix(.scale(g.number(-1...2), 1)) }
      return .matrix(.rotation(g.number(-3...3), g.number(-1...1), 1, 0))
    case .sublayerTransform:
      if g.chance(0.6) { return .matrix(.identity) }
      var m = Matrix4.identity
      m.r2.w = -1 / g.number(5...60)
      return .matrix(m)
    case .opacity: return .number([0, 0.3, 0.999, 1, 1][Int(g.number(0...4.99))])
    case .hidden: return .flag(g.chance(0.2))
    case .doubleSided: return .flag(g.chance(0.7))
    case .geometryFlipped: return .flag(g.chance(0.3))
    case .masksToBounds: return .flag(g.chance(0.5))
    case .allowsGroupOpacity: return .flag(g.chance(0.7))
    case .backgroundColor, .borderColor, .shadowColor, .contentsTint:
      if g.chance(0.2) { return .none }
      return .color(
        Color(
          g.number(0...1), g.number(0...1), g.number(0...1), g.chance(0.6) ? 1 : g.number(0...1)))
    case .cornerRadius: return .number(g.number(-1...8).rounded())
    case .maskedCorners: return .number(g.number(0...15).rounded())
    case .borderWidth: return .number(g.number(-1...4).rounded())
    case .contents:
      return g.chance(0.3) ? .none : .contents(Contents(pictures[Int(g.number(0...2.9))]))
    case .contentsRect: return .rect(g.chance(0.5) ? .unit : Rect(0.25, 0, 0.5, 1))
    case .contentsCenter: return .rect(g.chance(0.5) ? .unit : Rect(0.3, 0.3, 0.4, 0.4))
    case .contentsScale: return .number(g.chance(0.5) ? 1 : 0.25)
    case .contentsGravity:
      return .number(Double(ContentsGravity.allCases.randomElement(using: &g)?.rawValue ?? 0))
    case .minificationFilter, .magnificationFilter: return .number(g.number(0...2).rounded())
    case .shadowOpacity: return .number(g.chance(0.5) ? 0 : 0.5)
    case .shadowOffset: return .size(Size(g.number(-4...4), g.number(-4...4)))
    case .shadowRadius: return .number(g.number(0...3).rounded())
    case .shadowPath:
      if g.chance(0.6) { return .none }
      var path = Path([.move(.zero)])
      path.roundedRect = RoundedRect(rect: Rect(1, 1, 9, 7), radius: 2)
      return .path(path)
    case .allowsEdgeAntialiasing: return .flag(g.chance(0.5))
    case .edgeAntialiasingMask: return .number(15)
    case .extra(let property): return extra(property, &g)
    }
  }

  private func extra(_ property: ExtraProperty, _ g: inout SeededGenerator) -> PropertyValue {
    let traits = property.traits
    func vector() -> SIMD4<Double> {
      SIMD4(g.number(0...1), g.number(0...1), g.number(0...1), g.number(0...1))
    }
    if g.chance(0.3) { return traits.initial }
    switch traits.kind {
    case .number: return .number(g.number(-2...2))
    case .integer: return .number(g.number(0...4).rounded())
    case .flag: return .flag(g.chance(0.5))
    case .choice: return .number(Double(traits.choices.indices.randomElement(using: &g) ?? 0))
    case .point, .size: return .point(Point(g.number(-2...2), g.number(-2...2)))
    case .rect, .color: return .vector(vector())
    case .matrix: return .matrix(.translation(g.number(-2...2), 0, 0))
    case .path: return .path(Path([.move(.zero), .line(Point(g.number(0...3), 1))]))
    case .contents: return .contents(Contents(pictures[0]))
    case .numbers, .colors: return .list((0..<2).map { _ in vector() })
    case .records: return .records(records(property, &g))
    }
  }

  private func records(_ property: ExtraProperty, _ g: inout SeededGenerator) -> [Record] {
    if property == .compositingFilter {
      let mode = DrawList.BlendMode.allCases.randomElement(using: &g) ?? .multiply
      return [Record(type: g.chance(0.5) ? "\(mode)" : "\(mode)BlendMode")]
    }
    return (0..<Int(g.number(0...2.9))).map { _ in
      switch Int(g.number(0...3.9)) {
      case 0:
        Record(
          type: "gaussianBlur",
          fields: [
            .init("inputRadius", .number(g.number(-0.5...1.5)), .number),
            .init("inputNormalizeEdges", .flag(g.chance(0.3)), .flag),
          ])
      case 1: Record(type: "colorInvert", isEnabled: g.chance(0.8))
      case 2:
        Record(
          type: "colorSaturate",
          fields: [.init("inputAmount", .number(g.number(0...2)), .number)])
      default: Record(name: "a", type: "b", fields: [.init("c", .number(1), .number)])
      }
    }
  }

  /// Changes the model and returns the operations that say so.
  private func step(_ op: Op, _ m: inout Model, _ time: inout Double, _ g: inout SeededGenerator)
    -> [CommitOp]
  {
    let id = m.ids.randomElement(using: &g) ?? 1
    func children(_ id: UInt64) -> CommitOp {
      .setSublayers(LayerID(raw: id), (m.layers[id]?.children ?? []).map { LayerID(raw: $0) })
    }
    func set(_ property: LayerProperty, _ ops: inout [CommitOp]) {
      let value = value(property, &g)
      m.layers[id]?.values[property] = value
      ops.append(.set(LayerID(raw: id), property, value))
    }
    switch op {
    case .addLayer:
      m.lastID += 1
      let new = m.lastID
      m.layers[new] = Model.Layer()
      let count = m.layers[id]?.children.count ?? 0
      m.layers[id]?.children.insert(new, at: Int(g.number(0...Double(count))))
      var ops: [CommitOp] = [.create(LayerID(raw: new))]
      var properties: [LayerProperty] = [.bounds, .position, .backgroundColor]
      if g.chance(0.3) { properties += [.extra(.sublayerMode), .transform, .zPosition] }
      if g.chance(0.2) {
        properties += [
          .extra(.sublayerMode), .extra(.instanceCount), .extra(.instanceTransform),
          .extra(.instanceDelay), .extra(.instanceColor), .extra(.preservesDepth),
        ]
      }
      for property in properties {
        let value = value(property, &g)
        m.layers[new]?.values[property] = value
        ops.append(.set(LayerID(raw: new), property, value))
      }
      return ops + [children(id)]
    case .removeLayer:
      guard let parent = m.parent(of: id) else { return [] }
      let gone = m.subtree(id)
      m.layers[parent]?.children.removeAll { $0 == id }
      for other in gone { m.layers[other] = nil }
      if let root = m.root, gone.contains(root) { m.root = nil }
      return [children(parent)] + gone.map { .destroy(LayerID(raw: $0)) }
    case .moveLayer:
      guard let old = m.parent(of: id), let new = m.ids.randomElement(using: &g),
        !m.subtree(id).contains(new)
      else { return [] }
      m.layers[old]?.children.removeAll { $0 == id }
      m.layers[new]?.children.append(id)
      return g.chance(0.5) ? [children(old), children(new)] : [children(new), children(old)]
    case .reorder:
      m.layers[id]?.children.shuffle(using: &g)
      return [children(id)]
    case .setMask:
      if let owner = m.owner(of: id), g.chance(0.5) {
        // Back among the sublayers of the layer that it masked, or away.
        m.layers[owner]?.mask = nil
        let off = CommitOp.setMask(LayerID(raw: owner), nil)
        guard g.chance(0.5) else {
          let gone = m.subtree(id)
          for other in gone { m.layers[other] = nil }
          if let root = m.root, gone.contains(root) { m.root = nil }
          return [off] + gone.map { .destroy(LayerID(raw: $0)) }
        }
        m.layers[owner]?.children.append(id)
        return g.chance(0.5) ? [off, children(owner)] : [children(owner), off]
      }
      guard let new = m.ids.randomElement(using: &g), m.layers[new]?.mask == nil,
        !m.subtree(id).contains(new), id != m.root
      else { return [] }
      let mask = CommitOp.setMask(LayerID(raw: new), LayerID(raw: id))
      if let owner = m.owner(of: id) {
        m.layers[owner]?.mask = nil
        m.layers[new]?.mask = id
        return [mask, .setMask(LayerID(raw: owner), nil)]
      }
      guard let parent = m.parent(of: id) else { return [] }
      m.layers[parent]?.children.removeAll { $0 == id }
      m.layers[new]?.mask = id
      return g.chance(0.5) ? [children(parent), mask] : [mask, children(parent)]
    case .setProperty:
      var ops: [CommitOp] = []
      set(LayerProperty.allCases.randomElement(using: &g) ?? .opacity, &ops)
      return ops
    case .setManyProperties:
      var ops: [CommitOp] = []
      for property in LayerProperty.allCases where g.chance(0.3) { set(property, &ops) }
      return ops
    case .animate:
      var list = m.layers[id]?.animations ?? []
      m.lastAnimation += 1
      let animated: [LayerProperty] = [
        .position, .opacity, .bounds, .backgroundColor, .transform, .cornerRadius, .contents,
        .shadowOpacity, .zPosition, .hidden, .extra(.strokeEnd), .extra(.colors),
        .extra(.instanceCount), .extra(.instanceTransform), .extra(.path), .extra(.filters),
      ]
      let property = animated.randomElement(using: &g) ?? .opacity
      list.append(
        basic(
          m.lastAnimation, property, from: g.chance(0.7) ? value(property, &g) : nil,
          to: value(property, &g), begin: time + g.number(-0.5...0.5), duration: g.number(0.1...1)
        ) {
          $0.autoreverses = g.chance(0.3)
          $0.fillMode = FillMode.allCases.randomElement(using: &g) ?? .removed
        })
      m.layers[id]?.animations = list
      return [.setAnimations(LayerID(raw: id), list)]
    case .removeAnimations:
      if g.chance(0.5) { m.layers[id]?.animations = [] }
      let rest = Array((m.layers[id]?.animations ?? []).dropFirst())
      m.layers[id]?.animations = rest
      return [.setAnimations(LayerID(raw: id), rest)]
    case .setTiming:
      var timing = LayerTiming()
      if g.chance(0.7) {
        timing.speed = [0, 0.5, 1, 2, -1][Int(g.number(0...4.99))]
        timing.timeOffset = g.number(0...1)
        timing.beginTime = g.number(0...time + 0.5)
      }
      m.layers[id]?.timing = timing
      return [.setTiming(LayerID(raw: id), timing)]
    case .advanceTime:
      time += g.number(0...0.4)
      return []
    case .nonsense:
      // Nothing of this changes anything.
      let unknown = LayerID(raw: 1_000_000)
      return [
        .set(unknown, .opacity, .number(0)), .destroy(unknown), .setTiming(unknown, LayerTiming()),
        .setSublayers(unknown, [LayerID(raw: id)]), .setAnimations(unknown, []),
        .setMask(unknown, LayerID(raw: id)),
        .create(LayerID(raw: id)), .set(LayerID(raw: id), .opacity, .number(.nan)),
        .set(LayerID(raw: id), .transform, .number(3)),
        .set(LayerID(raw: id), .bounds, .vector(SIMD4(0, 0, .infinity, 1))),
      ]
    case .changeRoot:
      if g.chance(0.3) { m.root = g.chance(0.5) ? nil : id }
      if g.chance(0.8) { m.root = 1 }
      return [.setRoot(m.root.map { LayerID(raw: $0) })]
    }
  }

  /// What one commit does; now and then several things.
  private func someOps(_ g: inout SeededGenerator) -> [Op] {
    (0...(g.chance(0.3) ? 4 : 0)).map { _ in
      Op.allCases.randomElement(using: &g) ?? .advanceTime
    }
  }

  /// The same few every time; in the deep run many, new ones each time.
  private static let seeds: [UInt64] = {
    guard ProcessInfo.processInfo.environment["COMPOSITOR_DEEP"] != nil else {
      return Array(1...12)
    }
    return (0..<500).map { _ in UInt64.random(in: 1...999_999_999) }
  }()

  @Test("After every step the increments show the same as the whole", arguments: seeds)
  func incrementsEqualWhole(seed: UInt64) throws {
    print("random operations: seed \(seed)")
    var g = SeededGenerator(seed: seed)
    let size = Size(24, 20)
    var model = Model()
    model.layers[1]?.values.frame(0, 0, size.width, size.height)
    let incremental = Harness(size.width, size.height)
    incremental.commit(model.snapshot)
    var canvas = ReferenceRasterizer()
    var time = 0.0
    for number in 0..<90 {
      let op = someOps(&g)
      let ops = op.flatMap { step($0, &model, &time, &g) }
      incremental.commit(at: time, ops)
      let before = incremental.backend.frames
      let outcome = try incremental.draw(at: time)
      #expect((outcome == .drawn) == (incremental.backend.frames == before + 1))
      if outcome == .drawn, let list = incremental.backend.lastList { canvas.draw(list) }

      let fresh = Harness(size.width, size.height)
      fresh.commit(at: time, model.snapshot)
      try #require(
        incremental.renderer.dumpTree(at: time) == fresh.renderer.dumpTree(at: time),
        "seed \(seed) step \(number) \(op)")
      let whole = fresh.renderer.drawList(at: time, full: true)
      try #require(
        incremental.renderer.drawList(at: time, full: true).passes.withNumberedImages
          == whole.passes.withNumberedImages,
        "seed \(seed) step \(number) \(op)")
      for i in whole.quads {
        #expect(i.row0.isFinite && i.row1.isFinite && i.row2.isFinite && i.rect.isFinite)
        #expect(i.color.isFinite && i.extra.isFinite && i.radii.isFinite)
      }
      let worst = difference(canvas, from: whole)
      if worst >= tolerance {
        print(incremental.backend.lastList?.dump ?? "", whole.dump)
        print(fresh.renderer.dumpTree(at: time))
      }
      try #require(
        worst < tolerance, "seed \(seed) step \(number) \(op): a pixel is off by \(worst)")
    }
  }

  /// An edge that reaches less than 1/1024 into a pixel does not count as touching it.
  private let tolerance = 1.0 / 1000

  private func difference(_ canvas: ReferenceRasterizer, from list: DrawList) -> Double {
    // With the images that it has.
    var reference = canvas
    reference.draw(list)
    return zip(canvas.pixels, reference.pixels).map { a, b in
      let d = a - b
      return max(abs(d.x), abs(d.y), abs(d.z), abs(d.w))
    }.max() ?? 0
  }

  /// A fresh server does not know what was shown before, and so has no transitions to compare with.
  @Test("With transitions each frame shows all of what it should, and nothing is left of them")
  func transitions() throws {
    for seed in Self.seeds.prefix(Self.seeds.count / 2) {
      var g = SeededGenerator(seed: seed &+ 77)
      var model = Model()
      model.layers[1]?.values.frame(0, 0, 24, 20)
      let harness = Harness(24, 20)
      harness.commit(model.snapshot)
      var canvas = ReferenceRasterizer()
      var time = 0.0
      for number in 0..<60 {
        let op = someOps(&g)
        var ops = op.flatMap { step($0, &model, &time, &g) }
        for id in model.ids where g.chance(0.1) {
          let list = (model.layers[id]?.animations ?? []).filter { $0.transition == nil }
          model.lastAnimation += 1
          var timing = AnimationTiming()
          timing.beginTime = time + g.number(-0.2...0.2)
          timing.duration = g.number(0.1...1)
          var new = LayerAnimation(
            id: AnimationID(raw: model.lastAnimation), timing: timing, leaves: [])
          new.transition = Transition(
            Transition.Kind.allCases.randomElement(using: &g) ?? .fade,
            from: Transition.Side.allCases.randomElement(using: &g) ?? .left)
          model.layers[id]?.animations = list + [new]
          ops.append(.setAnimations(LayerID(raw: id), list + [new]))
        }
        harness.commit(at: time, ops)
        if try harness.draw(at: time) == .drawn, let list = harness.backend.lastList {
          canvas.draw(list)
        }
        let whole = harness.renderer.drawList(at: time, full: true)
        let worst = difference(canvas, from: whole)
        if worst >= tolerance {
          print(harness.backend.lastList?.dump ?? "", whole.dump)
          print(harness.renderer.dumpTree(at: time))
        }
        try #require(
          worst < tolerance, "seed \(seed) step \(number) \(op): a pixel is off by \(worst)")
      }
      for id in model.ids {
        model.layers[id]?.animations.removeAll { $0.transition != nil }
        harness.commit(
          at: time, [.setAnimations(LayerID(raw: id), model.layers[id]?.animations ?? [])])
      }
      #expect(harness.renderer.frozenLayers == 0)
      let fresh = Harness(24, 20)
      fresh.commit(at: time, model.snapshot)
      #expect(harness.renderer.dumpTree(at: time) == fresh.renderer.dumpTree(at: time))
      #expect(harness.renderer.copies == fresh.renderer.copies)
    }
  }
}

extension SIMD4<Float> {
  fileprivate var isFinite: Bool { sum().isFinite }
}

extension [DrawList.Pass] {
  /// Images by the order in which they come: each renderer makes masks and bitmaps of its own.
  fileprivate var withNumberedImages: [DrawList.Pass] {
    var numbers: [ImageID: UInt64] = [:]
    func numbered(_ id: ImageID) -> ImageID {
      let number = numbers[id] ?? UInt64(numbers.count)
      numbers[id] = number
      return ImageID(raw: number)
    }
    return map { pass in
      var pass = pass
      if case .image(let id, let size) = pass.target {
        pass.target = .image(numbered(id), size: size)
      }
      for i in pass.batches.indices {
        guard case .image(let id, let filter) = pass.batches[i].texture else { continue }
        pass.batches[i].texture = .image(numbered(id), filter)
      }
      return pass
    }
  }
}
