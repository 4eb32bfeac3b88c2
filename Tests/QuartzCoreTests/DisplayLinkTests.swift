import CoreGraphicsAPI
import LayerCommit
import QuartzCore
import Testing

@MainActor
@Suite struct DisplayLinkTests {
  private func tick(_ stage: Stage, _ frame: Int, interval: Double = 1.0 / 60) {
    let time = 100 + Double(frame) * interval
    MediaClock.useVirtual(time)
    stage.host.handle(
      .tick(
        stage.host.surface,
        FrameTarget(
          timestamp: time, presentTime: time + interval, startBy: time + interval * 0.8,
          interval: interval)))
  }

  /// The frames that a link is called for, and how many frames there are to each call's target.
  private final class CallLog {
    private(set) var frames: [Int] = [], spans: [Double] = []
    private var current = 0
    let stage: Stage

    init(_ stage: Stage) { self.stage = stage }

    func link(framesPerSecond: Int) -> CADisplayLink {
      let link = CADisplayLink {
        self.frames.append(self.current)
        self.spans.append(($0.targetTimestamp - $0.timestamp) * 60)
      }
      link.preferredFramesPerSecond = framesPerSecond
      link.add(to: .main, forMode: .common)
      return link
    }

    /// Lets these frames pass, and forgets the earlier ones.
    func pass(_ passing: some Sequence<Int>, _ tick: (Stage, Int) -> Void) {
      (frames, spans) = ([], [])
      for frame in passing {
        current = frame
        tick(stage, frame)
      }
    }
  }

  @Test("A link hears of every frame from add to invalidate, and the server of its wish for ticks")
  func life() {
    withStage { stage in
      var targets: [Double] = []
      let link = CADisplayLink { targets.append($0.targetTimestamp - $0.timestamp) }
      stage.commit()
      #expect(!stage.host.wantsTicks)
      link.add(to: .main, forMode: .common)
      link.add(to: .main, forMode: .default)
      stage.commit()
      #expect(stage.lastOps == ["ticks true"] && stage.host.wantsTicks)
      for frame in 0..<3 { tick(stage, frame) }
      #expect(targets.count == 3 && targets.allSatisfy { isNear($0, 1.0 / 60) })
      #expect(isNear(link.duration, 1.0 / 60) && isNear(link.timestamp, 100 + 2.0 / 60))
      link.isPaused = true
      stage.commit()
      #expect(stage.lastOps == ["ticks false"])
      tick(stage, 3)
      #expect(targets.count == 3)
      link.isPaused = false
      tick(stage, 4)
      #expect(targets.count == 4)
      link.invalidate()
      link.add(to: .main, forMode: .common)
      tick(stage, 5)
      stage.commit()
      #expect(targets.count == 4 && !stage.host.wantsTicks)
    }
  }

  @Test("A lower rate gives evenly spaced callbacks with the longer interval")
  func rates() {
    withStage { stage in
      let log = CallLog(stage), link = log.link(framesPerSecond: 20)
      log.pass(0..<10) { tick($0, $1) }
      #expect(log.frames == [0, 3, 6, 9] && log.spans.allSatisfy { isNear($0, 3, 1e-6) })
      link.preferredFrameRateRange = CAFrameRateRange(minimum: 25, maximum: 60, preferred: 35)
      log.pass(10..<16) { tick($0, $1) }
      #expect(log.frames == [10, 12, 14])
      // A missed frame is not made up for.
      log.pass([16, 23, 24, 25, 26]) { tick($0, $1) }
      #expect(log.frames == [16, 23, 25], "evenly spaced from the late one on")
      link.invalidate()
    }
  }

  @Test("During a callback presentation() answers for the moment the frame will be seen")
  func presentationTime() {
    withStage { stage in
      let layer = stage.layer()
      layer.add(move(to: 60), forKey: "a")
      stage.mark()
      var seen: Double?
      var clock = 0.0
      let link = CADisplayLink { _ in
        seen = layer.shownX
        clock = CACurrentMediaTime()
      }
      link.add(to: .main, forMode: .common)
      tick(stage, 29)
      #expect(isNear(seen, 30, 1e-6))
      #expect(isNear(clock, 100 + 29.0 / 60) && isNear(layer.shownX, 29, 1e-6))
      link.invalidate()
    }
  }

  @Test("What ended before a tick is told before its callbacks")
  func order() {
    withStage { stage in
      let layer = stage.layer(), log = Log()
      layer.add(move("a", to: 1, duration: 0.1, log: log), forKey: "a")
      stage.mark()
      let link = CADisplayLink { _ in log.lines.append("tick") }
      link.add(to: .main, forMode: .common)
      for event in stage.service.due(at: 100.2, surface: stage.host.surface) {
        stage.host.handle(event)
      }
      tick(stage, 12)
      #expect(log.lines == ["start a", "stop a true", "tick"])
      link.invalidate()
    }
  }

  @Test("A link changes a layer without starting animations when actions are off")
  func handMadeLoop() {
    withStage { stage in
      let layer = stage.layer()
      let link = CADisplayLink { link in
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.position.x = CGFloat(link.targetTimestamp - 100)
        CATransaction.commit()
      }
      link.add(to: .main, forMode: .common)
      tick(stage, 0)
      tick(stage, 1)
      #expect(layer.animationKeys() == nil)
      #expect(isNear(Double(layer.position.x), 2.0 / 60, 1e-9))
      link.invalidate()
    }
  }

  @Test("Invalidating lets go of the closure, also from inside a callback")
  func invalidateReleases() {
    final class Token { var calls = 0 }
    withStage { stage in
      weak var token: Token?
      let link: CADisplayLink
      do {
        let captured = Token()
        token = captured
        link = CADisplayLink {
          $0.invalidate()
          captured.calls += 1
        }
      }
      link.add(to: .main, forMode: .common)
      #expect(token != nil)
      tick(stage, 0)
      #expect(token == nil)
      tick(stage, 1)
    }
  }

  @Test("A commit of another thread leaves the wish for ticks to the one that made it")
  func wishStays() {
    withStage { stage in
      let before = stage.service.commits.count
      let link = CADisplayLink { _ in }
      link.add(to: .main, forMode: .common)
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        CATransaction.setDisableActions(true)
        CATransaction.flush()
        done.signal()
      }
      done.wait()
      #expect(stage.service.commits.count == before)
      stage.commit()
      #expect(stage.lastOps == ["ticks true"])
      link.invalidate()
    }
  }

  @Test("A link that is late by a part of its interval falls back into step; targets say so")
  func fallsBackIntoStep() {
    withStage { stage in
      let log = CallLog(stage), link = log.link(framesPerSecond: 15)
      log.pass([0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 21, 22, 23, 24, 25]) { tick($0, $1) }
      #expect(log.frames == [0, 5, 8, 12, 21, 25])
      #expect(zip(log.spans, [4.0, 3, 4, 4, 4, 4]).allSatisfy { isNear($0, $1, 1e-6) })
      #expect(log.spans.count == 6)
      link.invalidate()
    }
  }

  @Test("Callbacks stay evenly spaced when the display is a little slower than it says")
  func noDrift() {
    withStage { stage in
      var times: [Double] = []
      let link = CADisplayLink { times.append($0.timestamp) }
      link.preferredFramesPerSecond = 30
      link.add(to: .main, forMode: .common)
      let real = 1.004 / 60
      for frame in 0..<1000 {
        let time = 100 + Double(frame) * real
        MediaClock.useVirtual(time)
        stage.host.handle(
          .tick(
            stage.host.surface,
            FrameTarget(
              timestamp: time, presentTime: time + real, startBy: time, interval: 1.0 / 60)))
      }
      #expect(times.count == 500)
      #expect(zip(times, times.dropFirst()).allSatisfy { isNear($1 - $0, 2 * real, 1e-6) })
      link.invalidate()
    }
  }
}
