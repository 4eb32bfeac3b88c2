import AnimationCore
import Geometry
import LayerCommit
import TestSupport
import Testing

@testable import RenderServer

/// Animations that come and go one by one, beside a server that is told all at once.
@Suite("Animations that come and go")
struct AnimationChangeTests {
  private static let ids = 2...41 as ClosedRange<UInt64>

  private struct Layer {
    var radius = 0.0
    var animations: [LayerAnimation] = []
  }

  private static func random(
    _ random: inout SeededGenerator, _ next: inout UInt64
  ) -> LayerAnimation {
    next += 1
    let a = Double.random(in: 0...9, using: &random), b = Double.random(in: 0...9, using: &random)
    let duration = Double.random(in: 1...40, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      return basic(next, .opacity, from: .number(a / 9), to: .number(b / 9), duration: duration)
    case 1: return basic(next, .cornerRadius, from: .number(a), to: .number(b), duration: duration)
    case 2:
      return basic(
        next, .position, from: .point(Point(a, b)), to: .point(Point(b, a)), duration: duration)
    case 3:
      return basic(
        next, .backgroundColor, from: .color(.black), to: .color(.white), duration: duration)
    case 4: return basic(next, .hidden, from: .flag(a < 4), to: .flag(b < 4), duration: duration)
    default:
      var turn = basic(next, .transform, duration: duration)
      turn.leaves[0].target = AnimationTarget(.transform, .rotationZ)
      turn.leaves[0].curve = .basic(from: .number(a), to: .number(b), by: nil)
      return turn
    }
  }

  private static func values(_ layer: Layer, _ id: UInt64) -> LayerValues {
    var values = LayerValues()
    values.frame(Double(id % 10) * 9, Double(id / 10) * 15, 8, 12)
    values.cornerRadius = layer.radius
    return values
  }

  @Test(
    "Each change leaves every layer as it would be had nothing else been told", arguments: 0..<6)
  func changes(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var layers: [UInt64: Layer] = [:]
    var next: UInt64 = 0
    let long = Harness(100, 80, [])
    for step in 0..<300 {
      let time = Double(step) * 0.05
      let id = UInt64.random(in: Self.ids, using: &random)
      let layerID = LayerID(raw: id)
      if layers[id] == nil {
        let layer = Layer(radius: Double(step % 5))
        layers[id] = layer
        long.commit(at: time, [.createLayers([NewLayer(layerID, values: Self.values(layer, id))])])
      } else if Int.random(in: 0..<8, using: &random) == 0 {
        layers[id] = nil
        long.commit(at: time, [.destroy(layerID)])
      } else if Int.random(in: 0..<6, using: &random) == 0 {
        let radius = Double.random(in: 0...4, using: &random)
        layers[id]?.radius = radius
        long.set(id, .cornerRadius, .number(radius), at: time)
      } else {
        var list = layers[id]?.animations ?? []
        if !list.isEmpty, Bool.random(using: &random) {
          list.remove(at: Int.random(in: list.indices, using: &random))
        } else {
          list.append(Self.random(&random, &next))
        }
        layers[id]?.animations = list
        long.animate(id, list, at: time)
      }
      long.commit(
        at: time,
        [.setSublayers(LayerID(raw: 1), layers.keys.sorted().map { LayerID(raw: $0) })])
      try long.draw(at: time)
      let animated = layers.values.count { !$0.animations.isEmpty }
      #expect(long.record.animated == animated, "seed \(seed) step \(step)")
      guard step % 10 == 9 else { continue }
      let fresh = Harness(100, 80, [])
      for (id, layer) in layers {
        let new = NewLayer(
          LayerID(raw: id), values: Self.values(layer, id), animations: layer.animations)
        fresh.commit(at: 0, [.createLayers([new])])
      }
      fresh.commit(
        at: 0,
        [
          .setSublayers(LayerID(raw: 1), layers.keys.sorted().map { LayerID(raw: $0) })
        ])
      for id in layers.keys.sorted() {
        let a = try #require(long.renderer.layerValues(of: LayerID(raw: id), at: time))
        let b = try #require(fresh.renderer.layerValues(of: LayerID(raw: id), at: time))
        for property in LayerProperty.allCases where !a[property].isNear(b[property]) {
          Issue.record(
            "seed \(seed) step \(step), layer \(id): \(property) \(a[property]), \(b[property])")
        }
      }
    }
  }

  @Test("Layers whose animations change while nothing is drawn are noted once each")
  func unseen() {
    var sampler = Sampler()
    for i in 0..<999 { sampler.invalidate(i % 3) }
    sampler.remove(1)
    sampler.invalidate(1)
    #expect(sampler.stale == [0, 1, 2])
    var tree = RenderTree()
    sampler.sample(&tree, LayerAnimations(), at: 0)
    #expect(sampler.stale.isEmpty)
    sampler.invalidate(1)
    #expect(sampler.stale == [1])
  }

  @Test(
    "A choice that does not exist is refused by animated layers too",
    arguments: [LayerProperty.contentsGravity, .extra(.lineCap)])
  func choices(property: LayerProperty) {
    let h = Harness(100, 80, [Node(2)])
    h.animate(2, [basic(1, property, from: .number(2), to: .number(2))])
    #expect(h.renderer.layerValues(of: LayerID(raw: 2), at: 0.4)?[property] == .number(2))
    h.set(2, property, .number(1))
    h.set(2, property, .number(200))
    h.animate(2, [])
    #expect(h.renderer.layerValues(of: LayerID(raw: 2), at: 0.5)?[property] == .number(1))
  }
}
