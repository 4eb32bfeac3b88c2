import Geometry
import LayerCommit
import LayerStage
import QuartzCore
import Testing

/// Nested in the suite of stages, because there is one clock in a process.
extension StageTests {
  private func script(_ times: [Double]) throws -> InputScript {
    let events = times.enumerated().map { index, time in
      "{\"at\": \(time), \"kind\": \"touch\", \"phase\": \"began\", \"id\": \(index), \"x\": 1, "
        + "\"y\": 2}"
    }
    return try InputScript(
      parsing: Array(
        "{\"version\": 1, \"events\": [\(events.joined(separator: ","))]}".utf8))
  }

  @Test("A script is replayed at exactly its times, however the clock is advanced")
  func replayTimes() throws {
    let times = [0, 0.1, 0.1, 0.123456, 0.5, 2]
    for steps in [[3.0], [0.1, 0.11, 0.3, 0.5, 1.99, 2]] {
      let stage = try stage()
      let start = CACurrentMediaTime()
      var seen: [(id: Int32, stamp: Double, now: Double)] = []
      stage.onInput = { event in
        if case .touch(let touch) = event {
          seen.append((touch.id, touch.time, CACurrentMediaTime()))
        }
        return true
      }
      let replay = InputReplay(try script(times), on: stage)
      for step in steps { stage.advance(to: step) }
      #expect(seen.map(\.id) == [0, 1, 2, 3, 4, 5])
      for (event, time) in zip(seen, times) {
        #expect(event.stamp == start + time && event.now == event.stamp)
      }
      #expect(replay.isFinished)
      stage.close()
    }
  }

  @Test("Ten thousand events of one moment are answered in one turn, with one commit")
  func replayTogether() throws {
    let stage = try stage()
    defer { stage.close() }
    let layer = layer(in: stage)
    let count = 10_000
    let replay = InputReplay(try script([0.25] + [Double](repeating: 0.5, count: count)), on: stage)
    stage.advance(to: 0.3)
    #expect(replay.remaining == count)
    stage.recordCommits()
    let before = stage.commits.count
    var seen = 0
    stage.onInput = { _ in
      seen += 1
      CATransaction.setDisableActions(true)
      layer.zPosition = CGFloat(seen)
      return true
    }
    stage.advance(to: 0.6)
    #expect(seen == count && replay.remaining == 0)
    #expect(stage.commits.count == before + 1)
  }

  @Test("A recording lets go only of what it has pressed")
  func recordButtons() throws {
    let stage = try stage()
    defer { stage.close() }
    let recorder = InputRecorder(on: stage)
    func pointer(_ phase: PointerEvent.Phase) {
      stage.inject(
        .pointer(PointerEvent(phase: phase, position: Point(1, 1), time: CACurrentMediaTime())))
    }
    pointer(.released(.primary))
    pointer(.pressed(.other(3)))
    pointer(.pressed(.middle))
    pointer(.released(.middle))
    pointer(.released(.middle))
    stage.inject(
      .scroll(
        ScrollEvent(
          source: .wheel, dx: 0, dy: 0, isEnd: true, position: Point(1, 1),
          time: CACurrentMediaTime())))
    stage.inject(.key(KeyEvent(keysym: 0, text: "", isPressed: true, time: CACurrentMediaTime())))
    stage.commit()
    #expect(recorder.script.events.count == 2)
    #expect(
      try InputScript(parsing: Array(recorder.script.fileText.utf8)) == recorder.script)
  }

  @Test("A cancelled replay and one on a closed stage are over")
  func replayCancelled() throws {
    let stage = try stage()
    var count = 0
    stage.onInput = { _ in
      count += 1
      return true
    }
    let replay = InputReplay(try script([0.1, 0.2]), on: stage)
    stage.advance(to: 0.15)
    replay.cancel()
    stage.advance(to: 1)
    #expect(count == 1 && replay.isFinished)
    weak var dropped: InputReplay?
    do {
      let replay = InputReplay(try script([5, 6]), on: stage)
      dropped = replay
    }
    #expect(dropped != nil)
    stage.close()
    #expect(dropped == nil)
  }

  @Test("What a replay does is recorded as the script it came from")
  func recordReplay() throws {
    let stage = try stage()
    defer { stage.close() }
    let recorder = InputRecorder(on: stage)
    let script = try script([0, 0.25, 0.5, 7])
    _ = InputReplay(script, on: stage)
    stage.advance(to: 10)
    #expect(recorder.script == script)
  }

  @Test("A recording leaves out what a script cannot hold, and its times do not fall")
  func recordOddities() throws {
    let stage = try stage()
    defer { stage.close() }
    let recorder = InputRecorder(on: stage)
    let start = CACurrentMediaTime()
    func touch(_ phase: TouchEvent.Phase, _ id: Int32, _ time: Double, x: Double = 1) {
      stage.inject(
        .touch(TouchEvent(id: id, phase: phase, position: Point(x, 1), time: start + time)))
      // Motion that waits would become one.
      stage.commit()
    }
    touch(.moved, 1, 0.1)
    touch(.began, 2, 0.5)
    touch(.began, 2, 0.5)
    touch(.moved, 2, 0.25)
    touch(.moved, 2, .nan)
    touch(.moved, 2, 0.75, x: .nan)
    touch(.moved, 2, 0.75, x: 1e300)
    touch(.ended, 2, -5)
    touch(.ended, 2, 1)
    let again = try InputScript(parsing: Array(recorder.script.fileText.utf8))
    #expect(again.events.map(\.time) == [0.5, 0.5, 0.5, 0.5])
    #expect(again == recorder.script)
  }
}
