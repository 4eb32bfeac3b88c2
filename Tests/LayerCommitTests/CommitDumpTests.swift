import AnimationCore
import Geometry
import LayerCommit
import Testing

@Suite("Commit as text")
struct CommitDumpTests {
  @Test("One operation a line, ids as given, defaults left out")
  func operations() {
    let layer = LayerID(raw: 7)
    var timing = AnimationTiming()
    timing.beginTime = 2
    timing.duration = 0.5
    timing.fillMode = .backwards
    timing.function = .standard
    var leaf = AnimationLeaf(
      target: AnimationTarget(.position, .x), timings: [timing],
      curve: .basic(from: .number(-3), to: nil, by: nil))
    leaf.isAdditive = true
    var pausing = LayerTiming()
    pausing.speed = 0
    pausing.timeOffset = 1.25
    let mask = PixelImage(Bitmap(size: PixelSize(3, 2), format: .alpha8))
    let commit = Commit(
      surface: SurfaceID(raw: 1), serial: 4, time: 2,
      ops: [
        .create(layer), .setRoot(layer), .setSublayers(layer, [LayerID(raw: 8), LayerID(raw: 9)]),
        .set(layer, .opacity, .number(1.0 / 3)), .set(layer, .position, .point(Point(-0.5, 1e20))),
        .set(layer, .transform, .matrix(.scale(2, 3))),
        .set(layer, .contents, .contents(Contents(mask))),
        .set(layer, .backgroundColor, .none), .setTiming(layer, pausing),
        .setAnimations(
          layer, [LayerAnimation(id: AnimationID(raw: 5), timing: timing, leaves: [leaf])]),
        .setAnimations(layer, []), .setWantsTicks(true), .destroy(layer), .setRoot(nil),
      ])
    #expect(
      commit.dump == """
        commit 4 surface 1 at 2
          create 7
          root 7
          sublayers 7: 8 9
          set 7 opacity = 0.3333
          set 7 position = (-0.5, 1e+20, 0, 0)
          set 7 transform = [2 0 0 3 0 0]
          set 7 contents = mask 3×2
          set 7 backgroundColor = none
          timing 7: begin 0 offset 1.25 speed 0
          animations 7:
            animation 5 begin 2 duration 0.5 fill backwards curve(0.25, 0.1, 0.25, 1)
              position.x additive from -3
          animations 7: none
          ticks on
          destroy 7
          root none

        """)
  }

  @Test("A transition is told by what it does, a value function by its name")
  func functionsAndTransitions() {
    let timing = AnimationTiming()
    func animation(_ transition: Transition) -> LayerAnimation {
      var animation = LayerAnimation(id: AnimationID(raw: 1), timing: timing, leaves: [])
      animation.transition = transition
      return animation
    }
    #expect(animation(Transition()).dump == "animation 1 begin 0 duration 0.25 transition fade")
    #expect(
      animation(Transition(.push, from: .top, start: 0.25)).dump
        == "animation 1 begin 0 duration 0.25 transition push from top 0.25…1")
    let turn = AnimationLeaf(
      target: AnimationTarget(.transform), groups: [], timing: timing,
      curve: .basic(from: nil, to: .number(2), by: nil), function: .rotateZ, isAdditive: true,
      isCumulative: false)
    #expect(turn.dump == "transform by rotateZ additive to 2")
  }

  @Test("New layers are told as created with defaults and then changed")
  func newLayers() {
    var values = LayerValues()
    values.opacity = 0.5
    values.shadowRadius = 4
    var pausing = LayerTiming()
    pausing.speed = 0
    let ops: [CommitOp] = [
      .createLayers([
        NewLayer(LayerID(raw: 1)), NewLayer(LayerID(raw: 2), values: values, timing: pausing),
      ]),
      .setSublayers(LayerID(raw: 1), [LayerID(raw: 2)]),
    ]
    let steps: [CommitOp] = [
      .create(LayerID(raw: 1)), .create(LayerID(raw: 2)),
      .set(LayerID(raw: 2), .opacity, .number(0.5)),
      .set(LayerID(raw: 2), .shadowRadius, .number(4)), .setTiming(LayerID(raw: 2), pausing),
      .setSublayers(LayerID(raw: 1), [LayerID(raw: 2)]),
    ]
    #expect(ops.flatMap(\.steps) == steps)
    let commit = Commit(surface: SurfaceID(raw: 1), serial: 1, time: 0, ops: ops)
    #expect(
      commit.dump == """
        commit 1 surface 1 at 0
          create 1
          create 2
          set 2 opacity = 0.5
          set 2 shadowRadius = 4
          timing 2: begin 0 offset 0 speed 0
          sublayers 1: 2

        """)
  }

  @Test(
    "Numbers have at most four decimals, none that are zero",
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1.5, "1.5"), (-0.00004, "0"), (0.00005, "0.0001"),
      (-12.3456789, "-12.3457"), (1e20, "1e+20"), (.nan, "nan"), (-.infinity, "-inf"),
      (0.0625, "0.0625"), (2.0001, "2.0001"),
    ])
  func numbers(value: Double, text: String) {
    #expect(value.dump == text)
  }
}
