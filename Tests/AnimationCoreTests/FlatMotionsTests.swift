import AnimationCore
import Foundation
import Geometry
import TestSupport
import Testing

/// The quick way through animations that move layers in their superlayer's plane.
@Suite("Flat motions")
struct FlatMotionsTests {
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
      animation.append(
        AnimationLeaf(
          target: AnimationTarget(property, component), timings: [timing(&g)],
          curve: .basic(from: end(), to: end(), by: nil)))
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
        layer.moving = animation(.position, g.pick([[.whole], [.x], [.y], [.y, .x]]), &g)
      }
      if g.chance(0.7) || layer.moving == nil {
        layer.turning = animation(
          .transform,
          g.pick([
            [.rotationZ], [.scale, .rotationZ], [.scaleX, .translation], [.translationY, .scaleY],
            [.rotationZ, .scaleX, .scaleY, .translationX, .translationY],
          ]), &g)
      }
      #expect(FlatMotions.canTurn(layer.values.transform))
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
        let values =
          (zip(expected.transform.rowMajor, shown.transform.rowMajor).map { $0 - $1 }
          + [expected.position.x - shown.position.x, expected.position.y - shown.position.y]).map {
            abs($0)
          }.max() ?? 0
        let places =
          [m.r0 - n.r0, m.r1 - n.r1, m.r2 - n.r2].map {
            max(abs($0.x), abs($0.y), abs($0.z))
          }.max() ?? 0
        // The numbers run over a range of 18, and a scale multiplies an anchor of up to 25.
        try #require(values < 18e-9, "layer \(i) at \(time)")
        try #require(places < 500e-9, "layer \(i) at \(time)")
        #expect(otherMatrices[last - i] == matrices[i])
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

  @Test("What needs more than a number on a line is left to the general way")
  func others() {
    var timing = AnimationTiming()
    timing.duration = 1
    func canShow(
      _ property: LayerProperty, _ components: [PropertyComponent],
      _ configure: (inout AnimationLeaf) -> Void = { _ in }
    ) -> Bool {
      var animation = PropertyAnimation(property)
      for component in components {
        var leaf = AnimationLeaf(
          target: AnimationTarget(property, component), timings: [timing],
          curve: .basic(from: .number(0), to: .number(1), by: nil))
        configure(&leaf)
        animation.append(leaf)
      }
      return FlatMotions.canShow(animation)
    }
    #expect(canShow(.transform, [.rotationZ]) && canShow(.position, [.x, .y]))
    #expect(!canShow(.transform, [.rotationX]) && !canShow(.transform, [.translationZ]))
    #expect(!canShow(.bounds, [.sizeWidth]) && !canShow(.opacity, [.whole]))
    // The second would have to know whether it is shown.
    #expect(!canShow(.position, [.x, .x]) && !canShow(.transform, [.scale, .scaleX]))
    #expect(!canShow(.transform, [.rotationZ]) { $0.isAdditive = true })
    #expect(!canShow(.transform, [.rotationZ]) { $0.timings = [timing, timing] })
    #expect(!canShow(.transform, [.rotationZ]) { $0.curve = .basic(from: nil, to: nil, by: nil) })
    #expect(!FlatMotions.canTurn(.rotation(1, 1, 0, 0)))
    #expect(!FlatMotions.canTurn(Matrix4(affine: 1, 0, 0.5, 1, 0, 0)))
  }
}
