import Geometry
import Testing

@testable import WaylandPlatform

@Suite("Size negotiation of a toplevel")
struct ToplevelStateTests {
  @Test(
    "A direction of 0 leaves that one to us",
    arguments: [
      (0, 0, Size(640, 480)), (900, 0, Size(900, 480)), (0, 700, Size(640, 700)),
      (900, 700, Size(900, 700)), (-5, -5, Size(640, 480)),
    ] as [(Int32, Int32, Size)])
  func choosesSize(width: Int32, height: Int32, expected: Size) {
    var state = ToplevelState(size: Size(640, 480), minimumSize: .zero)
    state.propose(width: width, height: height, states: [])
    #expect(state.configure(serial: 7).size == expected)
  }

  @Test("Our choice keeps within the bounds and above the minimum, which wins")
  func keepsLimits() {
    var state = ToplevelState(size: Size(1280, 720), minimumSize: Size(400, 500))
    state.proposeBounds(width: 1024, height: 300)
    state.propose(width: 0, height: 0, states: [])
    #expect(state.configure(serial: 1).size == Size(1024, 500))
  }

  @Test("Without a word from the server a size is still at least 1×1")
  func neverZero() {
    var state = ToplevelState(size: .zero, minimumSize: .zero)
    #expect(state.configure(serial: 1).size == Size(1, 1))
  }

  @Test(
    "A window that stops being maximized returns to the size it had",
    arguments: [
      WindowStates.maximized, .fullscreen, [.tiledLeft, .tiledTop],
    ])
  func returnsToFloatingSize(imposing: WindowStates) {
    var state = ToplevelState(size: Size(640, 480), minimumSize: .zero)
    state.propose(width: 800, height: 600, states: .resizing)
    _ = state.configure(serial: 1)
    state.propose(width: 1920, height: 1080, states: imposing)
    #expect(state.configure(serial: 2).size == Size(1920, 1080))
    state.propose(width: 0, height: 0, states: .activated)
    #expect(state.configure(serial: 3).size == Size(800, 600))
  }

  @Test(
    "A title bar of ours is part of the server's size and not of ours",
    arguments: [
      (0, 0, Size(640, 480)), (0, 50, Size(640, 14)), (900, 0, Size(900, 480)),
      (900, 700, Size(900, 664)), (1, 1, Size(1, 1)),
    ] as [(Int32, Int32, Size)])
  func titleBar(width: Int32, height: Int32, expected: Size) {
    var state = ToplevelState(size: Size(640, 480), minimumSize: .zero, titleBarHeight: 36)
    state.propose(width: width, height: height, states: .activated)
    let configuration = state.configure(serial: 1)
    #expect(configuration.size == expected && configuration.hasTitleBar)
  }

  @Test("A fullscreen window, and one the server decorates, is content alone")
  func noTitleBar() {
    var state = ToplevelState(
      size: Size(640, 480), minimumSize: .zero, titleBarHeight: 36, isDecoratedByServer: true)
    state.propose(width: 800, height: 600, states: [])
    #expect(state.configure(serial: 1).size == Size(800, 600))
    state.proposeDecoration(byServer: false)
    #expect(state.configure(serial: 2).size == Size(800, 564))
    state.propose(width: 800, height: 600, states: .fullscreen)
    let full = state.configure(serial: 3)
    #expect(full.size == Size(800, 600) && !full.hasTitleBar)
    // Back from there: the content keeps the size it had.
    state.propose(width: 0, height: 0, states: [])
    #expect(state.configure(serial: 4).size == Size(800, 564))
  }

  @Test("Limits bound our choice; a maximum below the minimum gives way")
  func limits() {
    var state = ToplevelState(size: Size(640, 480), minimumSize: .zero)
    state.setLimits(minimum: Size(100, 500), maximum: Size(300, 400))
    #expect(state.configure(serial: 1).size == Size(300, 500))
    #expect(state.maximumSize == Size(300, 500) && state.isResizable)
    state.setLimits(minimum: Size(300, 300), maximum: Size(300, 300))
    #expect(!state.isResizable)
    state.setLimits(minimum: Size(300, 300), maximum: .zero)
    #expect(state.isResizable)
  }

  @Test("Each serial is answered at most once, and none older than the last answer")
  func acknowledgesInOrder() {
    var state = ToplevelState(size: Size(10, 10), minimumSize: .zero)
    #expect(!state.isConfigured)
    for serial: UInt32 in [.max - 1, .max, 0, 1] { _ = state.configure(serial: serial) }
    #expect(state.isConfigured && state.acknowledged == nil)
    let unknown = state.acknowledge(serial: 99)
    #expect(unknown == nil && state.acknowledged == nil)
    let answers = [0, 0, .max].map { state.acknowledge(serial: $0)?.serial }
    #expect(answers == [0, nil, nil])
    #expect(state.acknowledged?.serial == 0)
    #expect(state.latestUnanswered == 1)
    let last = state.acknowledge(serial: 1)
    #expect(last?.serial == 1 && state.latestUnanswered == nil)
  }

  @Test("States are taken by their protocol numbers; unknown numbers are ignored")
  func readsStates() {
    var states: WindowStates = []
    for value: UInt32 in [0, 1, 4, 8, 9, 10, 31, 32, .max] { states.insert(protocolValue: value) }
    #expect(states == [.maximized, .activated, .tiledBottom])
  }
}

@Suite("Frame gate")
struct FrameGateTests {
  @Test("One callback is outstanding at most, and the gate opens when it fires")
  func oneCallback() {
    var gate = FrameGate()
    #expect(gate.isOpen)
    #expect(gate.prepare() == .requestCallback)
    #expect(!gate.isOpen)
    #expect(gate.prepare() == .none)
    #expect(!gate.isOpen)
    gate.callbackFired()
    #expect(gate.isOpen)
    #expect(gate.prepare() == .requestCallback)
  }

  @Test("A frame that was not committed opens the gate, and its request serves the next")
  func requestRides() {
    var gate = FrameGate()
    _ = gate.prepare()
    gate.notCommitted()
    #expect(gate.isOpen)
    #expect(gate.prepare() == .none)
    #expect(!gate.isOpen)
    gate.callbackFired()
    gate.notCommitted()
    #expect(gate.isOpen)
    #expect(gate.prepare() == .requestCallback)
  }
}

@Suite("Scale of a window")
struct ScaleStateTests {
  @Test("Before it is on an output, a window takes the highest scale there is")
  func guesses() {
    var state = ScaleState<String>()
    #expect(state.update(outputs: [("a", 1), ("b", 2)]) == .changed(2))
    #expect(state.update(outputs: [("a", 1), ("b", 2)]) == .none)
  }

  @Test("On several outputs the highest scale counts; after the last it stays")
  func followsOutputs() {
    let outputs = [(output: "a", scale: 1), (output: "b", scale: 3), (output: "c", scale: 2)]
    var state = ScaleState<String>()
    _ = state.update(outputs: outputs)
    state.enter("a")
    #expect(state.update(outputs: outputs) == .changed(1))
    state.enter("c")
    state.enter("c")
    #expect(state.update(outputs: outputs) == .changed(2))
    state.leave("a")
    #expect(state.update(outputs: outputs) == .none)
    state.leave("c")
    #expect(state.update(outputs: outputs) == .none)
    #expect(state.update(outputs: []) == .none)
    #expect(state.scale == 2)
  }

  @Test("What the server prefers beats the outputs, in 120ths; nonsense is ignored")
  func prefers() {
    var state = ScaleState<String>()
    #expect(state.update(outputs: [("a", 2)]) == .changed(2))
    #expect(state.prefer(150) == .changed(1.25))
    #expect(state.prefer(150) == .none)
    state.enter("a")
    #expect(state.update(outputs: [("a", 3)]) == .none)
    #expect(state.prefer(0) == .none && state.prefer(.max) == .none)
    #expect(state.scale == 1.25)
    #expect(state.prefer(120) == .changed(1))
  }
}
