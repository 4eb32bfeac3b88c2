import Geometry
import LayerCommit
import Testing

@testable import Host

@Suite("Events for a busy main thread")
struct EventQueueTests {
  private let surface = SurfaceID(raw: 1)

  private func input(_ events: [InputEvent], into queue: EventQueue = EventQueue()) -> [InputEvent]
  {
    var queue = queue
    for event in events { queue.append(.input(surface, event)) }
    return queue.takeAll().compactMap { if case .input(_, let event) = $0 { event } else { nil } }
  }

  private func pointer(_ phase: PointerEvent.Phase, _ x: Double) -> InputEvent {
    .pointer(PointerEvent(phase: phase, position: Point(x, 0), time: x))
  }

  private func touch(_ id: Int32, _ phase: TouchEvent.Phase, _ x: Double) -> InputEvent {
    .touch(TouchEvent(id: id, phase: phase, position: Point(x, 0), time: x))
  }

  private func scroll(
    _ dy: Double, _ time: Double, _ source: ScrollEvent.Source = .finger, isEnd: Bool = false
  ) -> InputEvent {
    .scroll(
      ScrollEvent(source: source, dx: 0, dy: dy, isEnd: isEnd, position: .zero, time: time))
  }

  private func key(_ keysym: UInt32, _ time: Double, isRepeat: Bool) -> InputEvent {
    .key(KeyEvent(keysym: keysym, text: "", isPressed: true, isRepeat: isRepeat, time: time))
  }

  @Test("The pointer's last place counts, but a press keeps the way to it")
  func pointer() {
    let events = input([
      pointer(.entered, 1), pointer(.moved, 2), pointer(.moved, 3), pointer(.pressed(.primary), 4),
      pointer(.moved, 5), pointer(.moved, 6), pointer(.released(.primary), 7), pointer(.moved, 8),
    ])
    #expect(
      events == [
        pointer(.entered, 1), pointer(.moved, 3), pointer(.pressed(.primary), 4),
        pointer(.moved, 6), pointer(.released(.primary), 7), pointer(.moved, 8),
      ])
  }

  @Test("Each finger's last place counts, in the order of time")
  func fingers() {
    let events = input([
      touch(1, .began, 1), touch(2, .began, 2), touch(1, .moved, 3), touch(2, .moved, 4),
      touch(1, .moved, 5), touch(2, .ended, 6), touch(1, .moved, 7),
    ])
    #expect(
      events == [
        touch(1, .began, 1), touch(2, .began, 2), touch(2, .moved, 4), touch(1, .moved, 5),
        touch(2, .ended, 6), touch(1, .moved, 7),
      ])
  }

  @Test("No distance of a scroll is lost, and the end of one is not part of the next")
  func scrolls() {
    let events = input([
      scroll(2, 1), scroll(3, 2), pointer(.moved, 3), scroll(-10, 4), scroll(40, 5, .wheel),
      scroll(0, 6, isEnd: true), scroll(7, 7),
    ])
    #expect(
      events == [
        pointer(.moved, 3), scroll(-5, 4), scroll(40, 5, .wheel), scroll(0, 6, isEnd: true),
        scroll(7, 7),
      ])
  }

  @Test("A held key waits once; presses and other keys stay")
  func keys() {
    let events = input([
      key(97, 1, isRepeat: false), key(97, 2, isRepeat: true), key(97, 3, isRepeat: true),
      key(98, 4, isRepeat: false), key(98, 5, isRepeat: true), key(98, 6, isRepeat: true),
    ])
    #expect(
      events == [
        key(97, 1, isRepeat: false), key(97, 3, isRepeat: true), key(98, 4, isRepeat: false),
        key(98, 6, isRepeat: true),
      ])
  }

  @Test("A minute of everything a hand can do without letting go is a handful of events")
  func bound() {
    var queue = EventQueue()
    for step in 0..<3600 {
      let time = Double(step) / 60
      queue.append(
        .tick(
          surface,
          FrameTarget(timestamp: time, presentTime: time, startBy: time, interval: 1 / 60)))
      queue.append(.configure(surface, size: Size(Double(step), 1), scale: 1))
      for event in [
        pointer(.moved, time), touch(1, .moved, time), touch(2, .moved, time), scroll(1, time),
        key(97, time, isRepeat: true),
      ] {
        queue.append(.input(surface, event))
      }
    }
    #expect(queue.takeAll().count == 7)
    #expect(queue.isEmpty)
  }
}
