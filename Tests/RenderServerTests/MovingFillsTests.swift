import AnimationCore
import Foundation
import Geometry
import LayerCommit
import RenderServer
import Renderer
import TestSupport
import Testing

/// Fills and pictures that move the quick way, beside a server that has only the general one.
@Suite("Moving fills")
struct MovingFillsTests {
  /// Two servers that are told the same.
  private final class Pair {
    let quick = Harness(60, 40)
    let slow = Harness(60, 40)
    var canvas = ReferenceRasterizer()

    init() { slow.renderer.optimizations.remove(.quickFills) }

    func commit(at time: Double, _ ops: [CommitOp]) {
      quick.commit(at: time, ops)
      slow.commit(at: time, ops)
    }

    /// Draws both and compares what they show, what they hold and what they redraw.
    /// `isQuiet` when nothing was committed since the last.
    func check(at time: Double, _ ids: [UInt64], isQuiet: Bool, _ comment: Comment) throws {
      let outcome = try quick.draw(at: time)
      let expected = try slow.draw(at: time)
      // A layer that leaves the quick way may be drawn again, the last digits being others.
      if expected == .nothingChanged && isQuiet {
        try #require(outcome == .nothingChanged, comment)
      }
      let list = quick.renderer.drawList(at: time, full: true)
      let whole = slow.renderer.drawList(at: time, full: true)
      try #require(list.passes == whole.passes, comment)
      try #require(list.quads.count == whole.quads.count, comment)
      for (a, b) in zip(list.quads, whole.quads) {
        try #require(a.isNear(b), comment)
      }
      for id in ids {
        let a = quick.renderer.layerValues(of: LayerID(raw: id), at: time)
        let b = slow.renderer.layerValues(of: LayerID(raw: id), at: time)
        guard let a, let b else {
          try #require(a == nil && b == nil, comment)
          continue
        }
        for property in [LayerProperty.position, .transform, .opacity, .zPosition] {
          try #require(a[property].isNear(b[property]), comment)
        }
      }
      // What was drawn piece by piece is the same picture as a whole one.
      if outcome == .drawn, let drawn = quick.backend.lastList { canvas.draw(drawn) }
      // With the images that it has by now.
      var reference = canvas
      reference.draw(whole)
      let worst =
        zip(canvas.pixels, reference.pixels).map { a, b in
          let d = a - b
          return max(abs(d.x), abs(d.y), abs(d.z), abs(d.w))
        }.max() ?? 0
      try #require(worst < 1.0 / 1000, comment)
    }
  }

  private func timing(_ g: inout SeededGenerator, at time: Double) -> AnimationTiming {
    var timing = AnimationTiming()
    timing.beginTime = time + g.pick([0, 0, -0.3, 0.4])
    timing.duration = g.pick([0.5, 1, 1.7])
    timing.repeatCount = g.pick([.infinity, .infinity, 1, 2.5])
    timing.autoreverses = g.chance(0.2)
    timing.fillMode = g.pick(FillMode.allCases)
    if g.chance(0.2) { timing.function = .easeInEaseOut }
    return timing
  }

  /// Mostly plain ones that stay in the plane, some of any other kind.
  private func animations(_ first: UInt64, _ g: inout SeededGenerator, at time: Double)
    -> [LayerAnimation]
  {
    var list: [LayerAnimation] = []
    func add(_ target: AnimationTarget, _ from: PropertyValue, _ to: PropertyValue) {
      let timing = timing(&g, at: time)
      list.append(
        LayerAnimation(
          id: AnimationID(raw: first + UInt64(list.count)), timing: timing,
          leaves: [
            AnimationLeaf(
              target: target, timings: [timing],
              curve: g.chance(0.2)
                ? .spring(SpringParameters(), duration: 1, from: from, to: to, by: nil)
                : .basic(from: g.chance(0.2) ? nil : from, to: to, by: nil))
          ]))
    }
    if g.chance(0.7) {
      add(AnimationTarget(.position, .x), .number(g.number(-10...70)), .number(g.number(0...60)))
    }
    if g.chance(0.6) {
      add(
        AnimationTarget(.transform, .rotationZ), .number(g.pick([0, 0, 1])),
        .number(g.pick([.pi / 2, 2 * .pi, -5])))
    }
    if g.chance(0.3) {
      add(AnimationTarget(.transform, .scale), .number(g.pick([1, 0.5, -1])), .number(2))
    }
    if g.chance(0.15) {
      add(
        AnimationTarget(g.pick([.opacity, .zPosition, .cornerRadius])), .number(0), .number(0.9))
    }
    if g.chance(0.08) { add(AnimationTarget(.transform, .rotationX), .number(0), .number(3)) }
    return list
  }

  private func layer(_ id: UInt64, _ g: inout SeededGenerator) -> [CommitOp] {
    let id = LayerID(raw: id)
    var ops: [CommitOp] = [
      .create(id),
      .set(id, .bounds, .rect(Rect(0, 0, g.number(2...14).rounded(), g.number(2...14)))),
      .set(
        id, .position, .point(Point(g.number(-10...70).rounded(), g.number(-10...50).rounded()))),
    ]
    if g.chance(0.9) {
      ops.append(
        .set(
          id, .backgroundColor,
          .color(Color(g.number(0...1), g.number(0...1), 0.5, g.chance(0.7) ? 1 : 0.5))))
    }
    if g.chance(0.2) {
      ops += [
        .set(id, .backgroundColor, g.chance(0.8) ? .none : .color(.black)),
        .set(id, .contents, .contents(Contents(image(3, 2, SIMD4(40, 90, 200, 255))))),
        .set(id, .contentsRect, .rect(g.pick([.unit, Rect(0.2, 0.1, 0.5, 0.6)]))),
        .set(
          id, .contentsGravity,
          .number(Double(g.pick([ContentsGravity.resize, .center, .resizeAspect]).rawValue))),
      ]
    }
    if g.chance(0.1) { ops.append(.set(id, .cornerRadius, .number(4))) }
    if g.chance(0.1) { ops.append(.set(id, .opacity, .number(0.5))) }
    if g.chance(0.1) { ops.append(.set(id, .doubleSided, .flag(false))) }
    if g.chance(0.2) { ops.append(.set(id, .edgeAntialiasingMask, .number(0))) }
    return ops
  }

  /// One change of a tree of groups 2, 3, 4 below the root and fills from 10 on.
  private func change(
    _ groups: inout [[UInt64]], _ next: inout UInt64, _ g: inout SeededGenerator, at time: Double
  ) -> [CommitOp] {
    let i = Int(g.number(0...2.99))
    let group = LayerID(raw: UInt64(2 + i))
    func list(_ i: Int) -> CommitOp {
      .setSublayers(LayerID(raw: UInt64(2 + i)), groups[i].map { LayerID(raw: $0) })
    }
    let some = LayerID(raw: groups[i].randomElement(using: &g) ?? 10)
    switch Int(g.number(0...17.99)) {
    case 0:
      next += 1
      groups[i].insert(next, at: Int(g.number(0...Double(groups[i].count))))
      return layer(next, &g) + [
        .setAnimations(LayerID(raw: next), animations(next * 100, &g, at: time)), list(i),
      ]
    case 1:
      guard let gone = groups[i].popLast() else { return [] }
      return [list(i), .destroy(LayerID(raw: gone))]
    case 2:
      guard let moved = groups[i].popLast() else { return [] }
      groups[(i + 1) % 3].insert(moved, at: 0)
      return [list(i), list((i + 1) % 3)]
    case 3:
      groups[i].shuffle(using: &g)
      return [list(i)]
    case 4: return [.set(group, .position, .point(Point(g.number(20...40), 20)))]
    case 5: return [.set(group, .transform, .matrix(.rotation(g.pick([0, 0.3, 1]), 0, 0, 1)))]
    case 6: return [.set(group, .opacity, .number(g.pick([1, 0.5, 0])))]
    case 7:
      return [
        .set(group, .masksToBounds, .flag(g.chance(0.5))),
        .set(group, .cornerRadius, .number(g.chance(0.5) ? 0 : 6)),
      ]
    case 8: return [.set(group, .hidden, .flag(g.chance(0.3)))]
    case 9:
      var timing = LayerTiming()
      timing.speed = g.pick([1, 1, 0, 2])
      return [.setTiming(g.chance(0.5) ? group : some, timing)]
    case 10:
      return [
        .set(
          group, .sublayerTransform,
          .matrix(g.chance(0.6) ? .identity : .rotation(0.2, g.pick([0, 1]), 0, 1)))
      ]
    case 11: return [.set(some, .position, .point(Point(g.number(0...60), g.number(0...40))))]
    case 12: return [.set(some, .backgroundColor, g.chance(0.2) ? .none : .color(.black))]
    case 13: return [.setAnimations(some, animations(next * 100 + 50, &g, at: time))]
    case 14: return [.set(some, .transform, .matrix(.rotation(g.number(-1...1), 0, 0, 1)))]
    case 15: return [.set(group, .geometryFlipped, .flag(g.chance(0.3)))]
    case 16: return [.set(some, .zPosition, .number(g.pick([0, 0, 1])))]
    case _: return []
    }
  }

  private static let seeds: [UInt64] =
    // The last has a scale that passes through zero in a frame.
    (SeededGenerator.isDeepRun ? (0..<300).map { _ in .random(in: 1...999_999_999) } : Array(1...5))
    + [133_176_527]

  @Test("Whatever happens to them, they show what the general way shows", arguments: seeds)
  func same(seed: UInt64) throws {
    print("moving fills: seed \(seed)")
    var g = SeededGenerator(seed: seed)
    let pair = Pair()
    var groups: [[UInt64]] = [[], [], []]
    var next: UInt64 = 9
    var ops = Node(1, { $0.frame(0, 0, 60, 40) }).ops
    for i in 0..<3 {
      let id = LayerID(raw: UInt64(2 + i))
      ops += [
        .create(id), .set(id, .bounds, .rect(Rect(0, 0, 60, 40))),
        .set(id, .position, .point(Point(30, 20))),
      ]
      for _ in 0..<12 {
        next += 1
        groups[i].append(next)
        ops += layer(next, &g)
        ops.append(.setAnimations(LayerID(raw: next), animations(next * 100, &g, at: 0)))
      }
      ops.append(.setSublayers(id, groups[i].map { LayerID(raw: $0) }))
    }
    ops += [
      .setSublayers(LayerID(raw: 1), [2, 3, 4].map { LayerID(raw: $0) }), .setRoot(LayerID(raw: 1)),
    ]
    pair.commit(at: 0, ops)
    var time = 0.0
    var isQuiet = true
    for step in 0..<40 {
      try pair.check(
        at: time, groups.flatMap { $0 }, isQuiet: isQuiet, "seed \(seed) step \(step)")
      isQuiet = g.chance(0.5)
      if !isQuiet { pair.commit(at: time, change(&groups, &next, &g, at: time)) }
      time += g.pick([0, 1.0 / 60, 1.0 / 60, 0.25, 0.1])
    }
  }
}

extension PropertyValue {
  func isNear(_ other: PropertyValue) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): abs(a - b) < 1e-9
    case (.vector(let a), .vector(let b)): (a - b).largest < 1e-6
    case (.matrix(let a), .matrix(let b)):
      zip(a.rowMajor, b.rowMajor).allSatisfy { abs($0 - $1) < 1e-9 }
    case (_, _): self == other
    }
  }
}

extension SIMD4<Double> {
  fileprivate var largest: Double { Swift.max(abs(x), abs(y), abs(z), abs(w)) }
}

extension DrawList.Instance {
  fileprivate func isNear(_ other: DrawList.Instance) -> Bool {
    func near(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Bool {
      let d = a - b
      return max(abs(d.x), abs(d.y), abs(d.z), abs(d.w)) < 2e-4
    }
    return near(row0, other.row0) && near(row1, other.row1) && near(row2, other.row2)
      && near(rect, other.rect) && near(color, other.color) && near(extra, other.extra)
      && near(radii, other.radii) && params == other.params && clip == other.clip
  }
}
