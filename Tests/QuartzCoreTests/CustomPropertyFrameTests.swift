import CoreGraphicsAPI
import Geometry
import LayerCommit
import QuartzCore
import Testing

/// Which frames draw values under keys of a subclass, and which none.
@MainActor
@Suite struct CustomPropertyFrameTests {
  @Test("Nothing is drawn while time stands; scrubbing draws, and going on goes on")
  func paused() {
    withStage { stage in
      let dial = Dial.shown(on: stage)
      dial.add(sweep(from: 0, to: 1, duration: 1), forKey: "sweep")
      stage.mark()
      for frame in 1...6 { stage.frame(frame) }
      stage.at(0.1)
      _ = dial.log.take()
      let now = stage.root.convertTime(CACurrentMediaTime(), from: nil)
      stage.root.speed = 0
      stage.root.timeOffset = now
      stage.commit()
      #expect(!stage.host.wantsTicks)
      // The frame of the last tick is seen now: there is nothing new to draw.
      #expect(dial.log.take().isEmpty && isNear(dial.shownLevel, 0.1))
      for frame in 7...12 { stage.frame(frame) }
      #expect(dial.log.take().isEmpty)
      stage.root.timeOffset = now + 0.4
      stage.commit()
      #expect(near(dial.log.take(), [0.5]) && !stage.host.wantsTicks)
      stage.root.speed = 1
      stage.root.timeOffset = 0
      stage.root.beginTime = 0
      stage.root.beginTime = stage.root.convertTime(CACurrentMediaTime(), from: nil) - now - 0.4
      stage.mark()
      #expect(stage.host.wantsTicks && dial.log.take().isEmpty)
      stage.frame(1)
      #expect(near(dial.log.take(), [0.5 + 1 / 60.0]))
    }
  }

  @Test("An animation that waits for its begin or rests at its end asks for no frames")
  func waiting() {
    withStage { stage in
      let dial = Dial.shown(on: stage), animation = sweep(from: 0.5, to: 1, duration: 0.1)
      animation.beginTime = stage.root.convertTime(CACurrentMediaTime(), from: nil) + 0.2
      animation.fillMode = .forwards
      animation.isRemovedOnCompletion = false
      _ = dial.log.take()
      dial.add(animation, forKey: "sweep")
      stage.mark()
      #expect(!stage.host.wantsTicks)
      for frame in 1...12 { stage.frame(frame) }
      #expect(near(dial.log.take(), [0]))
      stage.frame(13)
      #expect(near(dial.log.take(), [0.5, 0.5 + 0.5 / 6]) && stage.host.wantsTicks)
      // At the very end it is not known yet that nothing follows.
      for frame in 14...20 { stage.frame(frame) }
      #expect(dial.log.take().count == 5 && !stage.host.wantsTicks)
      #expect(isNear(dial.shownLevel, 1) && dial.level == 0)
      dial.removeAnimation(forKey: "sweep")
      stage.commit()
      #expect(dial.log.take() == [0])
    }
  }

  @Test(
    "An animation that stays in the list and shows nothing after its end leaves the model's value")
  func stays() {
    withStage { stage in
      let dial = Dial.shown(on: stage), animation = sweep(from: 0.5, to: 1, duration: 0.1)
      animation.isRemovedOnCompletion = false
      dial.add(animation, forKey: "sweep")
      stage.mark()
      for frame in 1...6 { stage.frame(frame) }
      #expect(dial.log.take().last == 1 && stage.host.wantsTicks, "at its very end it is seen")
      for frame in 7...12 { stage.frame(frame) }
      #expect(dial.log.take() == [0] && !stage.host.wantsTicks)
    }
  }

  @Test("A removed animation leaves one last drawing; a removed layer none")
  func removal() {
    withStage { stage in
      let dial = Dial.shown(on: stage)
      dial.level = 0.25
      dial.add(sweep(from: 0, to: 1, duration: 1), forKey: "sweep")
      stage.mark()
      for frame in 1...3 { stage.frame(frame) }
      _ = dial.log.take()
      dial.removeAnimation(forKey: "sweep")
      stage.frame(4)
      #expect(dial.log.take() == [0.25] && !stage.host.wantsTicks)

      dial.add(sweep(from: 0, to: 1, duration: 1), forKey: "sweep")
      stage.mark()
      for frame in 1...3 { stage.frame(frame) }
      _ = dial.log.take()
      dial.removeFromSuperlayer()
      stage.commit()
      #expect(dial.log.take().isEmpty && !stage.host.wantsTicks)
      for frame in 4...6 { stage.frame(frame) }
      stage.root.addSublayer(dial)
      stage.commit()
      #expect(dial.log.take() == [0.25], "what it showed when it left is not what it shows now")
    }
  }

  @Test("A frame that would look the same is neither drawn nor committed")
  func unchangedFrames() {
    withStage { stage in
      let dial = Dial.shown(on: stage)
      let steps = CAKeyframeAnimation(keyPath: "level")
      (steps.values, steps.calculationMode, steps.duration) = ([0.2, 0.4, 0.6, 0.6], .discrete, 1)
      _ = dial.log.take()
      dial.add(steps, forKey: "steps")
      stage.mark()
      let commits = stage.service.commits.count
      for frame in 1...50 { stage.frame(frame) }
      #expect(near(dial.log.take(), [0.2, 0.4, 0.6]))
      #expect(stage.service.commits.count == commits + 2)
      #expect(stage.lastOps.count == 1 && stage.lastOps[0].hasPrefix("set #1 contents image"))
    }
  }

  @Test("Other changes in the same frame draw nothing again")
  func oncePerFrame() {
    withStage { stage in
      let dial = Dial.shown(on: stage), other = stage.layer()
      dial.add(sweep(from: 0, to: 1, duration: 1), forKey: "sweep")
      stage.mark()
      stage.frame(1)
      _ = dial.log.take()
      for step in 1...5 {
        other.position.x = CGFloat(step)
        CATransaction.flush()
      }
      dial.displayIfNeeded()
      #expect(dial.log.take().isEmpty)
      // What the application asks for is drawn, as a copy.
      dial.setNeedsDisplay()
      dial.displayIfNeeded()
      CATransaction.flush()
      #expect(near(dial.log.take(), [1 / 60.0]) && dial.log.models == 1)
    }
  }

  @Test("A host's own ticks are no ticks of links that belong to no host")
  func linksOfNoHost() {
    withStage { first in
      let service = FakeService()
      let host = LayerHost(surface: SurfaceID(raw: 77_777), service: service)
      defer { host.close() }
      let dial = Dial()
      dial.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      host.rootLayer = dial
      first.commit()
      dial.add(sweep(from: 0, to: 1, duration: 1), forKey: "sweep")
      var ticks = 0
      let link = CADisplayLink { _ in ticks += 1 }
      link.add(to: .main, forMode: .common)
      first.mark()
      #expect(host.wantsTicks && first.host.wantsTicks)
      let now = MediaClock.now
      let frame = FrameTarget(
        timestamp: now, presentTime: now + 0.1, startBy: now + 0.05, interval: 0.1)
      _ = dial.log.take()
      host.handle(.tick(host.surface, frame))
      #expect(ticks == 0)
      first.host.handle(.tick(first.host.surface, frame))
      #expect(ticks == 1)
      CATransaction.flush()
      #expect(near(dial.log.take(), [0.1]))
      link.invalidate()
    }
  }
}
