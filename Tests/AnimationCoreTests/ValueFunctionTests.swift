import AnimationCore
import Geometry
import Testing

@Suite("Value functions")
struct ValueFunctionTests {
  static let table: [(function: ValueFunction, input: SIMD4<Double>, made: Matrix4)] = [
    (.rotateX, SIMD4(0.5, 0, 0, 0), .rotation(0.5, 1, 0, 0)),
    (.rotateY, SIMD4(0.5, 0, 0, 0), .rotation(0.5, 0, 1, 0)),
    (.rotateZ, SIMD4(0.5, 0, 0, 0), .rotation(0.5, 0, 0, 1)),
    (.scale, SIMD4(2, 3, 4, 0), .scale(2, 3, 4)),
    (.scaleX, SIMD4(2, 0, 0, 0), .scale(2, 1, 1)),
    (.scaleY, SIMD4(2, 0, 0, 0), .scale(1, 2, 1)),
    (.scaleZ, SIMD4(2, 0, 0, 0), .scale(1, 1, 2)),
    (.translate, SIMD4(5, 6, 7, 0), .translation(5, 6, 7)),
    (.translateX, SIMD4(5, 0, 0, 0), .translation(5, 0, 0)),
    (.translateY, SIMD4(5, 0, 0, 0), .translation(0, 5, 0)),
    (.translateZ, SIMD4(5, 0, 0, 0), .translation(0, 0, 5)),
  ]

  /// Runs from 0 to 1 s.
  private func leaf(
    _ function: ValueFunction, _ curve: AnimationCurve, repeats: Double = 1,
    isAdditive: Bool = false, isCumulative: Bool = false
  ) -> AnimationLeaf {
    var timing = AnimationTiming(duration: 1)
    timing.repeatCount = repeats
    return AnimationLeaf(
      target: AnimationTarget(.transform), groups: [], timing: timing, curve: curve,
      function: function, isAdditive: isAdditive, isCumulative: isCumulative)
  }

  private func shown(_ leaf: AnimationLeaf, at time: Double, over below: Matrix4 = .scale(7, 7))
    -> Matrix4
  {
    var values = LayerValues()
    values.transform = below
    return values.animated(by: [leaf], at: time).transform
  }

  private func isNear(_ a: Matrix4, _ b: Matrix4) -> Bool { isClose(a.rowMajor, b.rowMajor, 1e-12) }

  @Test("Every function makes its matrix, which replaces the transform", arguments: table)
  func matrices(function: ValueFunction, input: SIMD4<Double>, made: Matrix4) {
    #expect(isNear(function.matrix(input), made))
    let end: PropertyValue = function.takesThree ? .vector(input) : .number(input.x)
    let still = leaf(function, .basic(from: end, to: end, by: nil))
    #expect(isNear(shown(still, at: 0.3), made))
  }

  @Test("There is a case for every function")
  func complete() {
    #expect(Self.table.map(\.function) == ValueFunction.allCases)
  }

  @Test("The inputs are interpolated: from 0 to four half turns it turns twice")
  func wholeTurns() {
    let turn = leaf(.rotateZ, .basic(from: .number(0), to: .number(4 * .pi), by: nil))
    for eighth in 0...8 {
      let angle = Double(eighth) * .pi / 2
      #expect(isNear(shown(turn, at: Double(eighth) / 8), .rotation(angle, 0, 0, 1)), "\(eighth)")
    }
    let flip = leaf(
      .scale, .basic(from: .vector(SIMD4(1, 1, 1, 0)), to: .vector(SIMD4(-1, 3, 1, 0)), by: nil))
    #expect(isNear(shown(flip, at: 0.5), .scale(0, 2, 1)))
  }

  @Test("Ends that are not given are zero: the transform is nothing that a function takes")
  func missingEnds() {
    let one = PropertyValue.vector(SIMD4(2, 2, 2, 0)), step = PropertyValue.number(8)
    func at(_ time: Double, _ curve: AnimationCurve, _ function: ValueFunction) -> Matrix4 {
      shown(leaf(function, curve), at: time)
    }
    #expect(isNear(at(0.75, .basic(from: one, to: nil, by: nil), .scale), .scale(0.5, 0.5, 0.5)))
    #expect(isNear(at(0.75, .basic(from: nil, to: one, by: nil), .scale), .scale(1.5, 1.5, 1.5)))
    #expect(
      isNear(at(0.25, .basic(from: nil, to: nil, by: step), .translateX), .translation(2, 0, 0)))
    #expect(
      isNear(
        at(0.25, .basic(from: .number(1), to: nil, by: step), .translateX), .translation(3, 0, 0)))
    #expect(
      isNear(
        at(0.25, .basic(from: nil, to: .number(8), by: step), .translateX), .translation(2, 0, 0)))
    #expect(isNear(at(0.5, .basic(from: nil, to: nil, by: nil), .rotateZ), .identity))
    // A value that does not fit is as good as none.
    #expect(
      isNear(
        at(0.5, .basic(from: .matrix(.scale(2, 2)), to: step, by: nil), .translateX),
        .translation(4, 0, 0)))
  }

  @Test("Repetitions add up as inputs, before the function")
  func cumulative() {
    let turn = leaf(
      .rotateZ, .basic(from: .number(0), to: .number(1), by: nil), repeats: 5, isCumulative: true)
    #expect(isNear(shown(turn, at: 3.5), .rotation(3.5, 0, 0, 1)))
    let growing = leaf(
      .scaleX, .basic(from: .number(1), to: .number(2), by: nil), repeats: 5, isCumulative: true)
    #expect(isNear(shown(growing, at: 2.5), .scale(1.5 + 2 * 2, 1, 1)))
    let sinking = leaf(
      .scaleX, .basic(from: .number(2), to: nil, by: nil), repeats: 5, isCumulative: true)
    #expect(isNear(shown(sinking, at: 2.5), .scale(1, 1, 1)), "its end is zero")
  }

  @Test("An additive one acts before the transform below")
  func additive() {
    let moved = Matrix4.translation(10, 0, 0)
    let turn = leaf(
      .rotateZ, .basic(from: .number(0), to: .number(.pi), by: nil), isAdditive: true)
    #expect(
      isNear(shown(turn, at: 0.5, over: moved), Matrix4.rotation(.pi / 2, 0, 0, 1).concat(moved)))
    let both = LayerValues().animated(
      by: [
        leaf(.translateX, .basic(from: .number(0), to: .number(20), by: nil), isAdditive: true),
        turn,
      ], at: 0.5)
    #expect(isNear(both.transform, Matrix4.rotation(.pi / 2, 0, 0, 1).concat(moved)))
  }

  @Test("Keyframes and springs move the inputs")
  func otherCurves() {
    let keys = leaf(
      .rotateZ, .keyframes(KeyframeTrack(values: [.number(0), .number(8), .number(2)])))
    #expect(isNear(shown(keys, at: 0.25), .rotation(4, 0, 0, 1)))
    #expect(isNear(shown(keys, at: 0.75), .rotation(5, 0, 0, 1)))
    let points: [PropertyValue] = [
      .vector(SIMD4(0, 0, 0, 0)), .vector(SIMD4(3, 4, 0, 0)), .vector(SIMD4(3, 4, 15, 0)),
    ]
    let paced = leaf(.translate, .keyframes(KeyframeTrack(values: points, mode: .paced)))
    #expect(isNear(shown(paced, at: 0.125), .translation(1.5, 2, 0)))
    #expect(isNear(shown(paced, at: 0.625), .translation(3, 4, 7.5)))
    let spring = SpringParameters(), motion = SpringMotion(spring)
    let sprung = leaf(
      .scaleX,
      .spring(spring, duration: 1, from: .number(1), to: .number(2), by: nil))
    #expect(isNear(shown(sprung, at: 0.4), .scale(1 + motion.value(at: 0.4), 1, 1)))
    let single = leaf(.scaleX, .keyframes(KeyframeTrack(values: [.number(0)])))
    #expect(isNear(shown(single, at: 0.5), .scale(7, 7)), "one key animates nothing")
  }

  @Test("Numbers that are not finite leave the transform as it is")
  func notFinite() {
    let wild = leaf(
      .translateX, .basic(from: .number(-1e308), to: .number(1e308), by: .number(0)))
    #expect(isNear(shown(wild, at: 0.5), .scale(7, 7)))
  }

  @Test("Frame loops that take leaves for lines leave those with a function out")
  func neverPlain() {
    var animation = PropertyAnimation(.transform)
    animation.append(leaf(.rotateZ, .basic(from: .number(0), to: .number(1), by: nil)))
    var plain = PlainLeaves()
    plain.append(animation)
    #expect(plain.count == 0 && !FlatMotions.canShow(animation))
  }

  @Test("Two leaves that differ in their functions are not equal")
  func equality() {
    let curve = AnimationCurve.basic(from: .number(0), to: .number(1), by: nil)
    #expect(leaf(.rotateX, curve) == leaf(.rotateX, curve))
    #expect(leaf(.rotateX, curve) != leaf(.rotateY, curve))
    #expect(leaf(.rotateX, curve).hashValue == leaf(.rotateX, curve).hashValue)
  }
}
