import AnimationCore
import Foundation
import Geometry
import TestSupport
import Testing

/// The quick way through animations that move layers in their superlayer's plane.
@Suite("Flat motions")
struct FlatMotionsTests {
  private static func canTurn(_ transform: Matrix4) -> Bool {
    FlatMotions.canTurn(transform, TransformParts(transform))
  }

  private func timing(_ g: inout SeededGenerator) -> AnimationTiming {
    var timing = AnimationTiming()
    timing.beginTime = g.pick([0, 0, 0.5, 1, -3, 1000])
    timing.timeOffset = g.pick([0, 0, 0.25, -7])
    timing.speed = g.pick([1, 1, 1, 2, 0, -1, 0.3])
    timing.duration = g.pick([1, 0.5, 0.3, 1 / 3, .infinity, 1e-9])
    timing.repeatCount = g.pick([0, 1.5, 3, .infinity, .infinity])
    timing.autoreverses = g.chance(0.3)
    timing.fillMode = g.pick(FillMode.allCases)
    timing.function = g.pick([nil, nil, .easeInEaseOut, UnitBezier(0.3, -1, 0.6, 2)])
    return timing
  }

  private func animation(
    _ property: LayerProperty, _ components: [PropertyComponent], _ g: inout SeededGenerator
  ) -> PropertyAnimation {
    var animation = PropertyAnimation(property)
    for component in components {
      func end() -> PropertyValue {
        switch component {
        case .whole: .point(Point(g.number(-9...9), g.number(-9...9)))
        case .translation: .size(Size(g.number(-9...9), g.number(-9...9)))
        default: .number(g.number(-9...9))
        }
      }
      let curve: AnimationCurve
      switch Int(g.number(0...5.99)) {
      case 0:
        curve = .spring(
          SpringParameters(), duration: g.pick([0.5, 2]), from: end(), to: end(), by: nil)
      case 1: curve = .keyframes(KeyframeTrack(values: [end(), end(), end()]))
      case 2: curve = .basic(from: nil, to: end(), by: nil)
      case _: curve = .basic(from: end(), to: end(), by: nil)
      }
      var leaf = AnimationLeaf(
        target: AnimationTarget(property, component), timings: [timing(&g)], curve: curve)
      if g.chance(0.15) { leaf.isAdditive = true }
      if g.chance(0.1), leaf.timings[0].duration > 0.1 { leaf.isCumulative = true }
      if g.chance(0.1) { leaf.timings.insert(timing(&g), at: 0) }
      animation.append(leaf)
    }
    return animation
  }

  @Test("They show at every moment what the properties' animations show", arguments: UInt64(1)...60)
  func same(seed: UInt64) throws {
    var g = SeededGenerator(seed: seed)
    struct Layer {
      var values = LayerValues()
      var moving: PropertyAnimation?
      var turning: PropertyAnimation?
    }
    var layers: [Layer] = []
    var motions = FlatMotions()
    for _ in 0..<20 {
      var layer = Layer()
      layer.values.bounds = Rect(g.number(-5...5), g.number(-5...5), 10, 20)
      layer.values.anchorPoint = Point(g.number(0...1), g.number(0...1))
      layer.values.position = Point(g.number(-50...50), g.number(-50...50))
      layer.values.transform = Matrix4.scale(g.number(1...2), 3).concat(
        .rotation(g.pick([0, 1, -2]), 0, 0, 1)
      ).concat(.translation(4, 5))
      if g.chance(0.7) {
        layer.moving = animation(
          .position, g.pick([[.whole], [.x], [.y], [.y, .x], [.x, .whole, .y]]), &g)
      }
      if g.chance(0.7) || layer.moving == nil {
        layer.turning = animation(
          .transform,
          g.pick([
            [.rotationZ], [.scale, .rotationZ], [.scaleX, .translation], [.translationY, .scaleY],
            [.rotationZ, .scaleX, .scaleY, .translationX, .translationY],
            [.rotationZ, .rotationZ, .rotationZ], [.scaleX, .scale, .scaleY, .scale],
          ]), &g)
      }
      #expect(Self.canTurn(layer.values.transform))
      let anchor = LayerGeometry.anchor(
        bounds: layer.values.bounds, anchorPoint: layer.values.anchorPoint, anchorPointZ: 0)
      motions.append(
        anchor: Point(anchor.x, anchor.y), position: layer.values.position, moving: layer.moving,
        transform: layer.values.transform, turning: layer.turning)
      layers.append(layer)
    }
    // Rows keep what they are when they go to another table.
    var others = FlatMotions()
    for i in layers.indices.reversed() { others.append(i, of: motions) }
    var matrices = [AffineMatrix](repeating: .identity, count: layers.count)
    var otherMatrices = matrices
    let last = layers.count - 1
    // Whole frames meet the ends of cycles, others lie between.
    var times = (-120..<300).map { Double($0) / 60 }
    times += (0..<100).map { _ in g.number(-5...20) } + [999, 1000, 1001, 12_345.6]
    for time in times {
      motions.evaluate(0..<layers.count, at: time, into: &matrices)
      others.evaluate(0..<layers.count, at: time, into: &otherMatrices)
      for (i, layer) in layers.enumerated() {
        var expected = layer.values
        if let moving = layer.moving {
          let p = layer.values.position
          let shown = try #require(moving.vector(over: SIMD4(p.x, p.y, 0, 0), at: time))
          expected.position = Point(shown.x, shown.y)
        }
        if let turning = layer.turning {
          expected.transform = turning.matrix(over: layer.values.transform, at: time)
        }
        var shown = layer.values
        motions.present(i, in: &shown)
        let m = expected.toSuper.homography, n = matrices[i].matrix3
        func numbers(_ v: LayerValues) -> [Double] {
          v.transform.rowMajor + [v.position.x, v.position.y]
        }
        func numbers(_ m: Matrix3) -> [Double] { [m.r0.x, m.r0.y, m.r1.x, m.r1.y, m.r2.x, m.r2.y] }
        func difference(_ a: [Double], _ b: [Double]) -> Double {
          zip(a, b).map { abs($0 - $1) / max(1, abs($0)) }.max() ?? 0
        }
        let values = difference(numbers(expected), numbers(shown))
        let places = difference(numbers(m), numbers(n))
        // The numbers run over a range of 18, and a scale multiplies an anchor of up to 25.
        try #require(values < 18e-9, "layer \(i) at \(time)")
        try #require(places < 500e-9, "layer \(i) at \(time)")
        #expect(otherMatrices[last - i] == matrices[i])
      }
    }
  }

  @Test("After a month of uptime they end and repeat where the properties' animations do")
  func lateBoundaries() throws {
    var g = SeededGenerator.printed("flat motions after a month")
    for round in 0..<400 {
      var timing = AnimationTiming()
      timing.beginTime = 2.6e6 + g.number(0...1000)
      timing.speed = g.pick([1, 4, -3, 0.7])
      timing.duration = g.pick([1, 0.01, 0.001, 1 / 3])
      timing.timeOffset = g.pick([0, 0, 0.000_33, 0.25])
      timing.repeatCount = g.pick([0, 2.5, 3, .infinity])
      timing.autoreverses = g.chance(0.3)
      timing.fillMode = g.pick(FillMode.allCases)
      var moving = PropertyAnimation(.position)
      moving.append(
        AnimationLeaf(
          target: AnimationTarget(.position, .x), timings: [timing],
          curve: .basic(from: .number(1), to: .number(2), by: nil)))
      var motions = FlatMotions()
      motions.append(
        anchor: .zero, position: .zero, moving: moving, transform: .identity, turning: nil)
      var matrices = [AffineMatrix.identity]
      let own = timing.duration * (timing.autoreverses ? 2 : 1) / abs(timing.speed)
      var boundaries = [timing.beginTime]
      if timing.endTime.isFinite { boundaries.append(timing.endTime) }
      for n in [1, 2, 3, 100_000.0] {
        boundaries.append(timing.beginTime + n * own - timing.timeOffset / timing.speed)
      }
      for boundary in boundaries {
        for step in -12...12 {
          let time = boundary + Double(step) * boundary.ulp
          motions.evaluate(0..<1, at: time, into: &matrices)
          let expected = try #require(moving.vector(over: .zero, at: time)).x
          // One unit in the last place of such a time is a few millionths of the shortest cycle.
          #expect(
            abs(matrices[0].tx - expected) < 1e-5,
            "round \(round), \(step) units beside \(boundary)")
        }
      }
    }
  }

  @Test("Angles of any size are turned by as the mathematical library has it")
  func angles() {
    var g = SeededGenerator(seed: 3)
    var angles = [0, Double.pi / 4, .pi / 2, .pi, -.pi, 2 * .pi, 499_999, 500_001, 1e15, -1e9]
    angles += (0..<2000).map { _ in g.number(-10...10) }
    angles += (0..<2000).map { _ in g.number(-600_000...600_000) }
    angles += (-200...200).map { Double($0) * .pi / 4 }
    for angle in angles {
      var motions = FlatMotions()
      var still = PropertyAnimation(.transform)
      var timing = AnimationTiming()
      timing.repeatCount = .infinity
      still.append(
        AnimationLeaf(
          target: AnimationTarget(.transform, .rotationZ), timings: [timing],
          curve: .basic(from: .number(angle), to: .number(angle), by: nil)))
      motions.append(
        anchor: .zero, position: .zero, moving: nil, transform: .identity, turning: still)
      var matrices = [AffineMatrix.identity]
      motions.evaluate(0..<1, at: 0.1, into: &matrices)
      #expect(abs(matrices[0].a - cos(angle)) < 1e-15, "\(angle)")
      #expect(abs(matrices[0].b - sin(angle)) < 1e-15, "\(angle)")
    }
  }

  @Test("What leaves the plane is left to the general way")
  func others() {
    func canShow(_ property: LayerProperty, _ components: [PropertyComponent]) -> Bool {
      var animation = PropertyAnimation(property)
      for component in components {
        animation.append(
          AnimationLeaf(
            target: AnimationTarget(property, component), timings: [AnimationTiming()],
            curve: .basic(from: .number(0), to: .number(1), by: nil)))
      }
      return FlatMotions.canShow(animation)
    }
    #expect(canShow(.transform, [.rotationZ]) && canShow(.position, [.x, .y]))
    #expect(!canShow(.transform, [.rotationX]) && !canShow(.transform, [.translationZ]))
    #expect(!canShow(.bounds, [.sizeWidth]) && !canShow(.opacity, [.whole]))
    #expect(!canShow(.transform, [.rotationZ, .whole]))
    #expect(Self.canTurn(.rotation(1, 0, 0, 1)))
    #expect(!Self.canTurn(.rotation(1, 1, 0, 0)))
    #expect(!Self.canTurn(Matrix4(affine: 1, 0, 0.5, 1, 0, 0)))
  }
}
