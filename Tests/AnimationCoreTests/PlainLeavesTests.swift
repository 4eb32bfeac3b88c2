import AnimationCore
import Geometry
import TestSupport
import Testing

/// The quick way through the plainest animations.
@Suite("Plain leaves")
struct PlainLeavesTests {
  private func timing(_ g: inout SeededGenerator) -> AnimationTiming {
    var timing = AnimationTiming()
    timing.beginTime = [0, 0.5, 1][Int(g.number(0...2.99))]
    timing.timeOffset = g.chance(0.3) ? 0.25 : 0
    timing.speed = [1, 1, 2, 0, -1][Int(g.number(0...4.99))]
    timing.duration = [1, 0.5, .infinity][Int(g.number(0...2.99))]
    timing.repeatCount = [0, 1.5, 3, .infinity][Int(g.number(0...3.99))]
    timing.autoreverses = g.chance(0.3)
    timing.fillMode = FillMode.allCases[Int(g.number(0...3.99))]
    timing.function = [nil, .easeInEaseOut, UnitBezier(0.3, -1, 0.6, 2)][Int(g.number(0...2.99))]
    return timing
  }

  private func animation(
    _ target: AnimationTarget, from: PropertyValue, to: PropertyValue, _ g: inout SeededGenerator
  ) -> AnimationLeaf {
    AnimationLeaf(
      target: target, timings: [timing(&g)], curve: .basic(from: from, to: to, by: nil))
  }

  @Test("They show at every moment what the property's animation shows", arguments: UInt64(1)...40)
  func same(seed: UInt64) throws {
    var g = SeededGenerator(seed: seed)
    func add(_ leaves: [AnimationLeaf]) -> (PropertyAnimation, PlainLeaves, Range<Int>) {
      var animation = PropertyAnimation(leaves[0].target.property)
      for leaf in leaves { animation.append(leaf) }
      var plain = PlainLeaves()
      plain.append(animation)
      return (animation, plain, 0..<plain.count)
    }
    let opacity = add([
      animation(AnimationTarget(.opacity), from: .number(0.2), to: .number(0.9), &g),
      animation(AnimationTarget(.opacity), from: .number(1), to: .number(0), &g),
    ])
    let position = add([
      animation(AnimationTarget(.position), from: .point(.zero), to: .point(Point(3, 4)), &g),
      animation(AnimationTarget(.position, .x), from: .number(7), to: .number(-7), &g),
    ])
    let color = add([
      animation(
        AnimationTarget(.backgroundColor), from: .color(.black), to: .color(.white), &g)
    ])
    let transform = add([
      animation(AnimationTarget(.transform, .rotationZ), from: .number(0), to: .number(9), &g),
      animation(AnimationTarget(.transform, .scale), from: .number(1), to: .number(2), &g),
      animation(
        AnimationTarget(.transform, .translation), from: .size(.zero), to: .size(Size(8, 9)), &g),
    ])
    #expect(opacity.2 == 0..<2 && position.2 == 0..<2 && color.2 == 0..<1 && transform.2 == 0..<3)
    let matrix = Matrix4.scale(2, 3).translated(5, 6)
    for time in stride(from: -0.5, through: 5, by: 0.125) {
      #expect(
        opacity.1.number(opacity.2, over: 0.5, at: time)
          == opacity.0.number(over: 0.5, at: time))
      let point = SIMD4<Double>(1, 2, 0, 0)
      #expect(
        position.1.vector(position.2, over: point, at: time)
          == position.0.vector(over: point, at: time))
      #expect(
        color.1.vector(color.2, over: nil, at: time) == color.0.vector(over: nil, at: time))
      var parts = TransformParts(matrix)
      let isShown = transform.1.apply(transform.2, to: &parts, at: time)
      #expect(
        (isShown ? parts.matrix : matrix) == transform.0.matrix(over: matrix, at: time))
    }
  }

  @Test("An animation with one leaf of another shape is left to its own kind")
  func others() {
    var timing = AnimationTiming()
    timing.duration = 1
    let known = AnimationCurve.basic(from: .number(0), to: .number(1), by: nil)
    func isTaken(_ configure: (inout AnimationLeaf) -> Void) -> Bool {
      var leaf = AnimationLeaf(
        target: AnimationTarget(.opacity), timings: [timing], curve: known)
      var animation = PropertyAnimation(.opacity)
      animation.append(leaf)
      configure(&leaf)
      animation.append(leaf)
      var plain = PlainLeaves()
      plain.append(animation)
      return plain.count == 2
    }
    #expect(isTaken { _ in })
    #expect(!isTaken { $0.isAdditive = true })
    #expect(!isTaken { $0.isCumulative = true })
    #expect(!isTaken { $0.timings = [timing, timing] })
    #expect(!isTaken { $0.curve = .basic(from: nil, to: .number(1), by: nil) })
    #expect(
      !isTaken {
        $0.curve = .spring(
          SpringParameters(), duration: 1, from: .number(0), to: .number(1), by: nil)
      })
    #expect(!isTaken { $0.curve = .keyframes(KeyframeTrack(values: [.number(0), .number(1)])) })
  }
}
