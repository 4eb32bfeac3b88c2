import LayerCommit
import Testing

@testable import WaylandPlatform

@Suite("Key repeat")
struct KeyRepeatTests {
  private func started(rate: Int32 = 10, delay: Int32 = 500) -> KeyRepeat {
    var state = KeyRepeat()
    state.setRate(rate, delay: delay)
    state.pressed(30, repeats: true, now: 100)
    return state
  }

  @Test("A held key types after the delay and then at the rate")
  func beat() throws {
    var state = started()
    #expect(state.due == 100.5)
    #expect(state.fire(now: 100.4) == nil)
    for step in 0..<5 {
      let due = state.due
      #expect(abs(due - (100.5 + Double(step) / 10)) < 1e-9)
      let fired = state.fire(now: due)
      #expect(try #require(fired) == (30, due))
    }
  }

  @Test("A loop that stalls gets one repeat, and the beat stays")
  func stall() throws {
    var state = started()
    let fired = state.fire(now: 103.04)
    #expect(abs(try #require(fired).time - 103) < 1e-9)
    #expect(abs(state.due - 103.1) < 1e-9)
    let again = state.fire(now: 103.04)
    #expect(again == nil)
  }

  @Test(
    "Release of that key ends it, of another does not; a key that does not repeat leaves it alone")
  func ends() {
    var state = started()
    state.released(31)
    state.pressed(42, repeats: false, now: 100.1)
    #expect(state.due == 100.5)
    state.released(30)
    #expect(state.due == .infinity)
    #expect(state.fire(now: 200) == nil)
  }

  @Test("The last key pressed is the one that repeats")
  func lastKey() throws {
    var state = started()
    state.pressed(31, repeats: true, now: 100.2)
    state.released(30)
    let fired = state.fire(now: 100.7)
    #expect(fired?.code == 31)
  }

  @Test("A rate of zero means no repeat, also for the key that is held", arguments: [0, -3, .min])
  func off(rate: Int32) {
    var state = started()
    state.setRate(rate, delay: 500)
    #expect(state.due == .infinity)
    state.pressed(31, repeats: true, now: 101)
    #expect(state.due == .infinity)
  }

  @Test("Rates and delays beyond sense stay finite")
  func extremes() throws {
    var state = started(rate: .max, delay: -1)
    #expect(state.due == 100)
    #expect(state.fire(now: 1e9) != nil)
    #expect(state.due > 1e9 && state.due < 1e9 + 0.01)
  }
}

@Suite("Scroll frames")
struct ScrollFrameTests {
  private typealias Scroll = ScrollFrame.Scroll

  @Test("A notch of a wheel is 40 points, whatever the server calls it")
  func notches() {
    var frame = ScrollFrame()
    frame.setSource(.wheel)
    frame.moved(axis: 0, distance: 15, stamp: 7)
    frame.stepped(axis: 0, notches: 1)
    #expect(frame.finish().scroll == Scroll(source: .wheel, dx: 0, dy: 40, isEnd: false, stamp: 7))
    frame.setSource(.wheel)
    frame.moved(axis: 1, distance: -3.75, stamp: 8)
    frame.stepped(axis: 1, parts: -30)
    #expect(frame.finish().scroll == Scroll(source: .wheel, dx: -10, dy: 0, isEnd: false, stamp: 8))
    // A server that counts nothing.
    frame.setSource(.wheel)
    frame.moved(axis: 0, distance: -10, stamp: 9)
    #expect(frame.finish().scroll?.dy == -40)
  }

  @Test("Both axes of a frame are one scroll; fingers move by what the server says")
  func diagonal() {
    var frame = ScrollFrame()
    frame.moved(axis: 0, distance: 2.5, stamp: 1)
    frame.moved(axis: 1, distance: -1, stamp: 2)
    frame.moved(axis: 0, distance: 0.5, stamp: 3)
    frame.setSource(.finger)
    let (scroll, end) = frame.finish()
    #expect(scroll == Scroll(source: .finger, dx: -1, dy: 3, isEnd: false, stamp: 3))
    #expect(end == nil)
  }

  @Test("The end comes once, when all axes have stopped, after what still moved")
  func stops() {
    var frame = ScrollFrame()
    frame.setSource(.finger)
    frame.moved(axis: 0, distance: 1, stamp: 1)
    frame.moved(axis: 1, distance: 1, stamp: 1)
    _ = frame.finish()
    frame.setSource(.finger)
    frame.stopped(axis: 0, stamp: 2)
    #expect(frame.finish().end == nil)
    frame.setSource(.finger)
    frame.moved(axis: 1, distance: 4, stamp: 3)
    frame.stopped(axis: 1, stamp: 3)
    let (scroll, end) = frame.finish()
    #expect(scroll?.dx == 4)
    #expect(end == Scroll(source: .finger, dx: 0, dy: 0, isEnd: true, stamp: 3))
    frame.stopped(axis: 1, stamp: 4)
    #expect(frame.finish().end == nil)
  }

  @Test("Frames without scrolling, and axes that are none, scroll nothing")
  func nothing() {
    var frame = ScrollFrame()
    frame.setSource(.wheel)
    frame.moved(axis: 9, distance: 5, stamp: 1)
    frame.stepped(axis: .max, notches: .max)
    let (scroll, end) = frame.finish()
    #expect(scroll == nil && end == nil)
  }

  @Test("A source is not carried over to the next frame")
  func forgetsSource() {
    var frame = ScrollFrame()
    frame.setSource(.finger)
    frame.moved(axis: 0, distance: 1, stamp: 1)
    _ = frame.finish()
    frame.moved(axis: 0, distance: 1, stamp: 2)
    #expect(frame.finish().scroll?.source == .continuous)
    frame.stepped(axis: 0, notches: 1)
    #expect(frame.finish().scroll?.source == .wheel)
  }
}

@Suite("Touch frames")
struct TouchFrameTests {
  private typealias Frame = TouchFrame<String>

  private func described(_ changes: [Frame.Change]) -> [String] {
    changes.map { "\($0.id) \($0.phase) \($0.place) \(Int($0.x)),\(Int($0.y)) @\($0.stamp)" }
  }

  private func began(_ frame: inout Frame, _ id: Int32, x: Double, stamp: UInt32 = 1) {
    frame.began(id: id, place: "a", x: x, y: 0, stamp: stamp, serial: 0)
  }

  @Test("Fingers keep their place and come in the order of the frame, the last move of each")
  func fingers() {
    var frame = Frame()
    began(&frame, 0, x: 10)
    began(&frame, 7, x: 20)
    #expect(described(frame.finish()) == ["0 began a 10,0 @1", "7 began a 20,0 @1"])
    frame.moved(id: 7, x: 21, y: 1, stamp: 2)
    frame.moved(id: 0, x: 11, y: 1, stamp: 2)
    frame.moved(id: 7, x: 22, y: 2, stamp: 3)
    frame.ended(id: 0, stamp: 4, serial: 9)
    #expect(
      described(frame.finish())
        == ["7 moved a 22,2 @3", "0 moved a 11,1 @2", "0 ended a 11,1 @4"])
    #expect(frame.finish().isEmpty && !frame.isEmpty)
  }

  @Test("Fingers that are not down neither move nor end")
  func unknown() {
    var frame = Frame()
    frame.moved(id: 3, x: 0, y: 0, stamp: 1)
    frame.ended(id: 3, stamp: 1, serial: 0)
    #expect(frame.finish().isEmpty)
  }

  @Test("Cancelling ends every finger that was reported, and forgets what was not")
  func cancels() {
    var frame = Frame()
    for id: Int32 in 0...2 { began(&frame, id, x: Double(id)) }
    _ = frame.finish()
    frame.ended(id: 1, stamp: 2, serial: 0)
    began(&frame, 5, x: 5, stamp: 2)
    #expect(
      described(frame.cancel()).sorted() == [
        "0 cancelled a 0,0 @1", "1 cancelled a 1,0 @2", "2 cancelled a 2,0 @1",
      ])
    #expect(frame.isEmpty && frame.finish().isEmpty && frame.cancel().isEmpty)
  }

  @Test("A number that is used again before its finger was up cancels the first")
  func reused() {
    var frame = Frame()
    began(&frame, 0, x: 1)
    _ = frame.finish()
    began(&frame, 0, x: 2, stamp: 2)
    #expect(described(frame.finish()) == ["0 cancelled a 1,0 @2", "0 began a 2,0 @2"])
  }
}
