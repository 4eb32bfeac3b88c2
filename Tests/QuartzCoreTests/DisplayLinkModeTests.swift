import CoreGraphicsAPI
import LayerCommit
import QuartzCore
import Testing

@MainActor
@Suite("Which display links a frame calls")
struct DisplayLinkModeTests {
  private func tick(_ stage: Stage, _ frame: Int) {
    let time = 100 + Double(frame) / 60
    MediaClock.useVirtual(time)
    stage.host.handle(
      .tick(
        stage.host.surface,
        FrameTarget(
          timestamp: time, presentTime: time + 1.0 / 60, startBy: time, interval: 1.0 / 60)))
  }

  @Test("A link runs until it is removed from the last mode it was added for")
  func modes() {
    withStage { stage in
      var calls = 0
      let link = CADisplayLink { _ in calls += 1 }
      link.add(to: .main, forMode: .common)
      link.add(to: .main, forMode: .default)
      link.remove(from: .main, forMode: .default)
      link.remove(from: .main, forMode: .default)
      tick(stage, 0)
      #expect(calls == 1)
      link.remove(from: .main, forMode: .common)
      tick(stage, 1)
      #expect(calls == 1)
      link.add(to: .main, forMode: .default)
      tick(stage, 2)
      #expect(calls == 2)
      link.invalidate()
    }
  }

  @Test(
    "Links of the default mode rest while the run loop tracks; those of the common modes do not")
  func tracking() {
    withStage { stage in
      let tracking = RunLoop.Mode("UITrackingRunLoopMode")
      var log: [String] = []
      let idle = CADisplayLink { _ in log.append("default") }
      let common = CADisplayLink { _ in log.append("common") }
      let busy = CADisplayLink { _ in log.append("tracking") }
      idle.add(to: .main, forMode: .default)
      common.add(to: .main, forMode: .common)
      busy.add(to: .main, forMode: tracking)
      tick(stage, 0)
      #expect(log == ["default", "common"])
      log = []
      CADisplayLink.runLoopMode = tracking
      tick(stage, 1)
      CADisplayLink.runLoopMode = .default
      #expect(log == ["common", "tracking"])
      log = []
      tick(stage, 2)
      #expect(log == ["default", "common"])
      for link in [idle, common, busy] { link.invalidate() }
    }
  }

  @Test("A link that rests asks for no frames")
  func restingLinks() {
    withStage { stage in
      let link = CADisplayLink { _ in }
      link.add(to: .main, forMode: .default)
      stage.commit()
      #expect(stage.host.wantsTicks)
      CADisplayLink.runLoopMode = RunLoop.Mode("UITrackingRunLoopMode")
      stage.commit()
      #expect(!stage.host.wantsTicks && stage.lastOps == ["ticks false"])
      link.add(to: .main, forMode: .common)
      stage.commit()
      #expect(stage.host.wantsTicks && stage.lastOps == ["ticks true"])
      link.remove(from: .main, forMode: .common)
      CADisplayLink.runLoopMode = .default
      stage.commit()
      #expect(stage.host.wantsTicks)
      link.invalidate()
    }
  }

  /// What a callback does to a link that is still to be called for the same frame.
  enum Deed: String, CaseIterable {
    case remove, pause, invalidate, pauseAndResume
  }

  @Test("What a callback does to a later link counts for that frame", arguments: Deed.allCases)
  func deeds(_ deed: Deed) {
    withStage { stage in
      var calls = 0
      let victim = CADisplayLink { _ in calls += 1 }
      let first = CADisplayLink { _ in
        switch deed {
        case .remove: victim.remove(from: .main, forMode: .common)
        case .pause: victim.isPaused = true
        case .invalidate: victim.invalidate()
        case .pauseAndResume:
          victim.isPaused = true
          victim.isPaused = false
        }
      }
      first.add(to: .main, forMode: .common)
      victim.add(to: .main, forMode: .common)
      tick(stage, 0)
      tick(stage, 1)
      #expect(calls == (deed == .pauseAndResume ? 2 : 0))
      first.invalidate()
      victim.invalidate()
    }
  }

  @Test("What a callback does to its own link counts from the next frame", arguments: Deed.allCases)
  func ownDeeds(_ deed: Deed) {
    withStage { stage in
      var calls = 0
      let link = CADisplayLink {
        calls += 1
        switch deed {
        case .remove: $0.remove(from: .main, forMode: .common)
        case .pause: $0.isPaused = true
        case .invalidate: $0.invalidate()
        case .pauseAndResume:
          $0.isPaused = true
          $0.isPaused = false
        }
      }
      link.add(to: .main, forMode: .common)
      for frame in 0..<3 { tick(stage, frame) }
      #expect(calls == (deed == .pauseAndResume ? 3 : 1))
      link.invalidate()
    }
  }

  @Test(
    "A link that is added in a callback begins with the next frame, also once more after removal")
  func addedInCallback() {
    withStage { stage in
      var log: [String] = []
      let late = CADisplayLink { _ in log.append("late") }
      let first = CADisplayLink { _ in
        log.append("first")
        late.remove(from: .main, forMode: .common)
        late.add(to: .main, forMode: .common)
      }
      first.add(to: .main, forMode: .common)
      tick(stage, 0)
      #expect(log == ["first"])
      tick(stage, 1)
      #expect(log == ["first", "first", "late"])
      first.invalidate()
      late.invalidate()
    }
  }
}
