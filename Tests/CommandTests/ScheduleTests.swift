import Foundation
import Geometry
import LayerCommit
import LayerStage
import Profiling
import QuartzCore
import Testing

/// Calls at a time and events from outside, on the clock of a stage. Nested in the suite of stages,
/// because there is one clock in a process.
extension StageTests {
  private func key(_ text: String, at time: Double) -> InputEvent {
    .key(KeyEvent(keysym: 0x61, text: text, isPressed: true, time: time))
  }

  @Test("Scheduled calls are made at their exact times, those of one time in the order asked for")
  func scheduledInOrder() throws {
    let stage = try stage()
    let start = CACurrentMediaTime()
    var made: [String] = []
    func note(_ name: String, at time: Double) {
      stage.schedule(at: start + time) {
        #expect(CACurrentMediaTime() == start + time)
        made.append(name)
      }
    }
    note("c", at: 0.301)
    note("a", at: 0.1234567)
    note("b1", at: 0.2)
    note("b2", at: 0.2)
    note("z", at: 0.5)
    stage.advance(to: 0.4)
    #expect(made == ["a", "b1", "b2", "c"])
    stage.advance(to: 0.5)
    #expect(made.last == "z")
  }

  @Test("A scheduled call comes between the animation events and the tick of its moment")
  func scheduledAmongEvents() throws {
    let stage = try stage()
    let layer = layer(in: stage)
    let start = CACurrentMediaTime()
    var order: [String] = []
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.04)
    CATransaction.setCompletionBlock { order.append("end") }
    layer.position.x = 50
    CATransaction.commit()
    let link = CADisplayLink { link in
      if link.timestamp - start > 0.03, order.count < 3 { order.append("tick") }
    }
    link.add(to: .main, forMode: .common)
    stage.commit()
    // The frame intervals are 0.02 s long.
    stage.schedule(at: start + 2.0 / 50) { order.append("call") }
    stage.advance(to: 0.05)
    link.invalidate()
    #expect(order == ["end", "call", "tick"])
  }

  @Test("What a call changes is in the frame of its moment")
  func scheduledChangeIsShown() throws {
    let stage = try stage()
    let layer = layer(in: stage)
    let start = CACurrentMediaTime()
    stage.schedule(at: start + 0.1) { layer.opacity = 0.5 }
    stage.advance(to: 0.1)
    // The implicit animation has begun there and nowhere else.
    #expect(layer.presentation()?.opacity == 1)
    stage.advance(to: 0.1 + 0.25 + 0.001)
    #expect(try stage.serverValues(of: layer)?.opacity == 0.5)
  }

  @Test("A call for now or the past is made at once, also one from inside a call")
  func scheduledForThePast() throws {
    let stage = try stage()
    var times: [Double] = []
    stage.advance(to: 1)
    let now = CACurrentMediaTime()
    stage.schedule(at: -.infinity) {
      times.append(CACurrentMediaTime())
      stage.schedule(at: 3) { times.append(CACurrentMediaTime()) }
      stage.schedule(at: now) { times.append(CACurrentMediaTime()) }
    }
    stage.commit()
    #expect(times == [now, now, now])
  }

  @Test("An endless chain of calls for now does not stop the clock")
  func endlessCalls() throws {
    let stage = try stage()
    defer { stage.close() }
    var count = 0
    var later = 0.0
    let start = CACurrentMediaTime()
    func again() {
      count += 1
      stage.schedule(at: 0) { again() }
    }
    again()
    stage.schedule(at: start + 0.01) { later = CACurrentMediaTime() }
    stage.advance(to: 0.02)
    #expect(count > 1 && stage.currentTime == 0.02)
    #expect(abs(later - start - 0.01) < 1e-9)
  }

  @Test("A cancelled call is not made, whoever cancels it; closing the stage drops the rest")
  func cancelled() throws {
    let stage = try stage()
    let start = CACurrentMediaTime()
    var made: [String] = []
    let first = stage.schedule(at: start + 0.1) { made.append("first") }
    var third: ScheduledCall?
    stage.schedule(at: start + 0.2) {
      made.append("second")
      third?.cancel()
    }
    third = stage.schedule(at: start + 0.2) { made.append("third") }
    let last = stage.schedule(at: start + 9) { made.append("last") }
    first.cancel()
    first.cancel()
    stage.advance(to: 1)
    #expect(made == ["second"])
    #expect(last.isPending && third?.isPending == false && !first.isPending)
    stage.close()
    #expect(!last.isPending)
    #expect(!stage.schedule(at: 0) { made.append("closed") }.isPending)
    #expect(made == ["second"])
  }

  @Test("A call for no time, or for never, is refused", arguments: [Double.nan, .infinity])
  func refusedTimes(time: Double) throws {
    let stage = try stage()
    var isMade = false
    let call = stage.schedule(at: time) { isMade = true }
    stage.advance(to: 10)
    #expect(!call.isPending && !isMade && stage.currentTime == 10)
  }

  @Test("Closing a stage lets go of what its calls hold")
  func closingReleases() throws {
    final class Token {}
    let stage = try stage()
    weak var token: Token?
    do {
      let held = Token()
      token = held
      stage.schedule(at: CACurrentMediaTime() + 5) { withExtendedLifetime(held) {} }
    }
    #expect(token != nil)
    stage.close()
    #expect(token == nil)
  }

  @Test("Injected events are delivered in order, in the turn in progress, and seen by the observer")
  func injected() throws {
    let stage = try stage()
    defer { stage.close() }
    let start = CACurrentMediaTime()
    var seen: [String] = []
    var texts: [String] = []
    var times: [Double] = []
    stage.inputObserver = { event in
      if case .key(let key) = event { seen.append(key.text) }
    }
    stage.onInput = { event in
      guard case .key(let key) = event else { return false }
      texts.append(key.text)
      times.append(CACurrentMediaTime() - start)
      if key.text == "b" { stage.inject(self.key("after b", at: event.time)) }
      return key.text != "d"
    }
    stage.onKey = { _, text, _ in
      texts.append("key " + text)
      return true
    }
    stage.inject(key("a", at: start))
    stage.inject(key("b", at: start))
    stage.inject(key("c", at: start))
    #expect(texts.isEmpty)
    stage.commit()
    #expect(texts == ["a", "b", "c", "after b"])
    stage.schedule(at: start + 0.125) { stage.inject(self.key("d", at: start + 0.125)) }
    stage.advance(to: 0.2)
    #expect(texts.suffix(2) == ["d", "key d"])
    #expect(times.map { ($0 * 1e6).rounded() } == [0, 0, 0, 0, 125_000])
    #expect(seen == ["a", "b", "c", "after b", "d"])
  }

  @Test("An event that injects itself again does not stop the clock")
  func endlessEvents() throws {
    let stage = try stage()
    defer { stage.close() }
    var count = 0
    stage.onInput = { event in
      count += 1
      stage.inject(event)
      return true
    }
    stage.inject(key("a", at: 0))
    stage.advance(to: 0.01)
    #expect(count > 1 && stage.currentTime == 0.01)
  }

  @Test("On the real clock calls come in order and never before their time")
  func scheduledOnTheRealClock() throws {
    let stage = try stage(.headlessFreeRunning(framesPerSecond: 100))
    defer { stage.close() }
    let start = CACurrentMediaTime()
    var made: [String] = []
    for (name, time) in [("c", 0.03), ("a", 0.01), ("b", 0.02)] {
      stage.schedule(at: start + time) {
        #expect(CACurrentMediaTime() >= start + time)
        made.append(name)
        if name == "b" { stage.inject(self.key("x", at: start)) }
        if made.count == 4 { stage.stop() }
      }
    }
    stage.onInput = { _ in
      made.append("event")
      if made.count == 4 { stage.stop() }
      return true
    }
    try stage.run(for: 60)
    #expect(made.filter { $0 != "event" } == ["a", "b", "c"] && made.count == 4)
  }

  @Test("Input is measured from its stamp to the frame that shows its effect")
  func inputLatency() throws {
    let stage = try stage(.headlessFreeRunning(framesPerSecond: 100))
    defer { stage.close() }
    let layer = layer(in: stage)
    stage.onInput = { _ in
      layer.position.x += 1
      return true
    }
    // Frames of other changes must not count.
    layer.position.y += 1
    try stage.run(for: 0.05)
    let stamp = CACurrentMediaTime() - 0.02
    stage.inject(key("a", at: stamp))
    let limit = Date(timeIntervalSinceNow: 60)
    var answered: [FrameRecord] = []
    while answered.isEmpty, Date() < limit {
      try stage.run(for: 0.01)
      answered = try stage.frameProfile().frames.frames.filter {
        $0.inputTime != nil && $0.presentTime != nil
      }
    }
    let frame = try #require(answered.first)
    #expect(frame.inputTime == stamp && answered.count == 1)
    let (profile, interval) = try stage.frameProfile()
    let latency = try #require(FrameSummary(profile, interval: interval).inputLatency)
    let seen = try #require(frame.presentTime)
    #expect(abs(latency - (seen - stamp) * 100) < 1e-6 && latency > 2)
  }
}
