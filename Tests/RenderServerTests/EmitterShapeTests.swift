import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Where particles come from and what becomes of depth.
@Suite("Shapes of emitters")
struct EmitterShapeTests {
  enum Shape: Double, CaseIterable { case point, line, rectangle, cuboid, circle, sphere }
  enum Mode: Double, CaseIterable { case points, outline, surface, volume }

  private func still(_ shape: Shape, _ mode: Mode, isDeep: Bool) -> Node {
    emitter([emitterCell(["birthRate": 400, "lifetime": 1])]) { v in
      v[.extra(.emitterShape)] = .number(shape.rawValue)
      v[.extra(.emitterMode)] = .number(mode.rawValue)
      v[.extra(.emitterSize)] = .size(Size(40, 20))
      v[.extra(.emitterDepth)] = .number(60)
      v[.extra(.preservesDepth)] = .flag(isDeep)
    }
  }

  /// Places of particles at rest, from the emitter's position: seen flat, and in perspective.
  private func places(_ shape: Shape, _ mode: Mode) -> [SIMD3<Double>] {
    let h = Harness(400, 400, [still(shape, mode, isDeep: false)])
    let flat = h.particles(at: 5)
    let eye = 400.0
    var perspective = Matrix4.identity
    perspective.r2.w = -1 / eye
    let deep = Harness(
      400, 400,
      [
        Node(
          3,
          { v in
            v.frame(0, 0, 200, 200)
            v.sublayerTransform = perspective
          },
          [
            still(shape, mode, isDeep: true)
          ])
      ])
    let seen = deep.particles(at: 5)
    #expect(flat.count == 400 && seen.count == 400)
    return zip(flat, seen).map { a, b in
      let x = a.x - 100, y = a.y - 100
      // Seen from in front of (100, 100), the middle of the superlayer; its scale tells the depth.
      let z = eye * (1 - 1 / b.scale)
      #expect(abs((b.x - 100) * (1 - z / eye) - x) < 0.01)
      #expect(abs((b.y - 100) * (1 - z / eye) - y) < 0.01)
      return SIMD3(x, y, z)
    }
  }

  /// How many of the coordinates lie at the ends of a box.
  private func ends(_ p: SIMD3<Double>, _ half: SIMD3<Double>) -> Int {
    (0..<3).count { abs(abs(p[$0]) - half[$0]) < 0.02 }
  }

  @Test("Particles come from the part of the shape that the mode names")
  func shapes() {
    for shape in Shape.allCases {
      for mode in Mode.allCases {
        let places = places(shape, mode)
        let half = SIMD3(20.0, 10, 30)
        func all(_ holds: (SIMD3<Double>) -> Bool) {
          let stray = places.first { !holds($0) }
          #expect(stray == nil, "\(shape) \(mode): \(stray ?? .zero)")
        }
        func inside(_ p: SIMD3<Double>) -> Bool {
          (0..<3).allSatisfy { abs(p[$0]) <= half[$0] + 0.02 }
        }
        func length(_ p: SIMD3<Double>) -> Double { (p * p).sum().squareRoot() }
        let isFlat = { (p: SIMD3<Double>) in abs(p.z) < 0.02 }
        switch (shape, mode) {
        case (.point, _): all { length($0) < 0.02 }
        case (.line, .points): all { abs(abs($0.x) - 20) < 0.01 && abs($0.y) < 0.01 && isFlat($0) }
        case (.line, _): all { abs($0.x) <= 20 && abs($0.y) < 0.01 && isFlat($0) }
        case (.rectangle, .points): all { abs(abs($0.x) - 20) + abs(abs($0.y) - 10) < 0.02 }
        case (.rectangle, .outline):
          all { inside($0) && isFlat($0) && (ends($0, half) >= 1) }
        case (.rectangle, _): all { inside($0) && isFlat($0) }
        case (.cuboid, .points): all { ends($0, half) == 3 }
        case (.cuboid, .outline): all { inside($0) && ends($0, half) >= 2 }
        case (.cuboid, .surface): all { inside($0) && ends($0, half) >= 1 }
        case (.cuboid, .volume): all(inside)
        case (.circle, .points):
          all { abs(length($0) - 40) < 0.02 && min(abs($0.x), abs($0.y)) < 0.02 && isFlat($0) }
        case (.circle, .outline), (.sphere, .outline):
          all { abs(length($0) - 40) < 0.02 && isFlat($0) }
        case (.circle, _): all { length($0) <= 40.02 && isFlat($0) }
        case (.sphere, .points):
          all { p in abs(length(p) - 40) < 0.05 && (0..<3).count { abs(p[$0]) > 0.05 } == 1 }
        case (.sphere, .surface): all { abs(length($0) - 40) < 0.05 }
        case (.sphere, .volume): all { length($0) <= 40.02 }
        }
        guard shape != .point else { continue }
        // On both sides of the middle, and about as many.
        let middle = places.reduce(SIMD3.zero, +) / Double(places.count)
        #expect(length(middle) < 8, "\(shape) \(mode): \(middle)")
        #expect(places.contains { $0.x > 5 } && places.contains { $0.x < -5 })
      }
    }
  }

  @Test("Without depth everything lies in the layer's plane")
  func flat() {
    let cell = emitterCell([
      "birthRate": 1, "lifetime": 9, "velocity": 100, "emissionLatitude": .pi / 4,
    ])
    func drawn(_ isDeep: Bool) -> DrawnParticle? {
      var perspective = Matrix4.identity
      perspective.r2.w = -1.0 / 500
      let root = Node(
        3,
        { v in
          v.frame(0, 0, 200, 200)
          v.sublayerTransform = perspective
        },
        [
          emitter([cell]) { v in
            v[.extra(.preservesDepth)] = .flag(isDeep)
            v[.extra(.emitterZPosition)] = .number(50)
          }
        ])
      return Harness(400, 400, [root]).particles(at: 2).first
    }
    let side = 100 / 2.0.squareRoot()
    #expect(abs((drawn(false)?.x ?? 0) - (100 + side)) < 0.01)
    let nearer = 1 / (1 - (50 + side) / 500)
    #expect(abs((drawn(true)?.x ?? 0) - (100 + side * nearer)) < 0.01)
    #expect(abs((drawn(true)?.scale ?? 0) - nearer) < 0.001)
  }

  @Test("A cone in depth is filled evenly")
  func cone() {
    let h = Harness(
      400, 400,
      [
        emitter([
          emitterCell([
            "birthRate": 1000, "lifetime": 1, "velocity": 100, "emissionRange": 2 * .pi,
          ])
        ]) { $0[.extra(.preservesDepth)] = .flag(true) }
      ])
    let drawn = h.particles(at: 3).prefix(500)
    // Of points on a sphere each coordinate is spread evenly.
    let ages = (0..<500).map { 0.999 - 0.001 * Double($0) }
    let along = zip(drawn, ages).map { ($0.x - 100) / (100 * $1) }
    for part in 0..<4 {
      let low = -1 + 0.5 * Double(part)
      let share = along.count { $0 >= low && $0 < low + 0.5 }
      #expect(share > 85 && share < 165, "\(part): \(share)")
    }
  }

  enum Order: Double, CaseIterable {
    case unordered, oldestFirst, oldestLast, backToFront, additive
  }

  @Test("Particles are drawn in the order of the render mode", arguments: Order.allCases)
  func orders(order: Order) {
    // Two cells, one going up in x, the other down, in depth as well.
    let h = emitterStage([
      emitterCell([
        "birthRate": 4, "lifetime": 3, "velocity": 20, "emissionLatitude": 0.5,
      ]),
      emitterCell([
        "birthRate": 4, "lifetime": 3, "velocity": 20, "emissionLatitude": -0.5,
        "emissionLongitude": .pi, "beginTime": 0.1,
      ]),
    ]) { v in
      v[.extra(.renderMode)] = .number(order.rawValue)
      v[.extra(.preservesDepth)] = .flag(true)
    }
    let list = h.renderer.drawList(at: 5.03, full: true)
    let far = list.particles.map { abs($0.x - 100) }
    #expect(far.count == 24)
    switch order {
    case .unordered, .additive: break
    case .oldestFirst: #expect(far == far.sorted(by: >))
    case .oldestLast: #expect(far == far.sorted())
    case .backToFront:
      // The second cell goes away from the eye, so the farthest of it lie at the back.
      let x = list.particles.map(\.x)
      #expect(x == x.sorted())
    }
    #expect(list.imageBatches.count == 1)
    #expect(list.imageBatches.first?.blend == (order == .additive ? .plus : .over))
  }

  @Test("A particle emits its cell's cells from where it is, with its velocity")
  func cellsOfCells() {
    let spark = emitterCell("spark", ["birthRate": 10, "lifetime": 2, "velocity": 0])
    let rocket = emitterCell(
      "rocket",
      ["birthRate": 1, "lifetime": 0.55, "velocity": 100, "yAcceleration": 200],
      contents: nil, [spark])
    let h = emitterStage([rocket]) { $0[.extra(.birthRate)] = .number(0.1) }
    // Born at 10, its sparks at 10.1, …, 10.5.
    let drawn = h.particles(at: 11)
    #expect(drawn.count == 5)
    for (particle, k) in zip(drawn, 1...) {
      let birth = 0.1 * Double(k)
      #expect(abs(particle.x - (100 + 100)) < 0.01)
      // From 100·t² with the velocity that it has then.
      let y = 100 + 100 * birth * birth + 200 * birth * (1 - birth)
      #expect(abs(particle.y - y) < 0.01)
    }
    #expect(h.particles(at: 12.25).count == 3)
    #expect(h.particles(at: 12.6).isEmpty)
  }
}
