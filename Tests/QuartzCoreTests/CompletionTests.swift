import CoreGraphicsAPI
import LayerCommit
import QuartzCore
import Testing

@MainActor
@Suite("Completion blocks of transactions")
struct CompletionTests {
  @Test("A completion block waits for the animations added after it was set, nested ones too")
  func completion() {
    withStage { stage in
      let layer = stage.layer()
      var log: [String] = []
      CATransaction.begin()
      layer.add(move("before", to: 1, duration: 3), forKey: "before")
      CATransaction.setCompletionBlock { log.append("first") }
      layer.add(move("a", to: 1, duration: 1), forKey: "a")
      CATransaction.begin()
      CATransaction.setCompletionBlock { log.append("nested") }
      layer.add(move("b", to: 1, duration: 0.5), forKey: "b")
      CATransaction.commit()
      CATransaction.setCompletionBlock { log.append("second") }
      layer.add(move("c", to: 1, duration: 2), forKey: "c")
      CATransaction.commit()
      #expect(log.isEmpty)
      stage.mark()
      #expect(log.isEmpty)
      stage.at(0.4)
      #expect(log.isEmpty)
      stage.at(0.6)
      #expect(log == ["nested"])
      stage.at(1.1)
      #expect(log == ["nested", "first"])
      stage.at(2.1)
      #expect(log == ["nested", "first", "second"])
    }
  }

  @Test("Without animations a completion block runs soon after the commit, not inside it")
  func emptyCompletion() {
    withStage { stage in
      var ran = 0
      CATransaction.begin()
      CATransaction.setCompletionBlock { ran += 1 }
      CATransaction.begin()
      CATransaction.setCompletionBlock { ran += 10 }
      CATransaction.commit()
      LayerHost.drainDeferred()
      #expect(ran == 0, "not before the outermost commit")
      CATransaction.commit()
      #expect(ran == 0 && LayerHost.hasDeferred)
      LayerHost.drainDeferred()
      #expect(ran == 11 && !LayerHost.hasDeferred)
    }
  }

  @Test("A removed animation counts as ended for the completion block")
  func completionAfterRemoval() {
    withStage { stage in
      let layer = stage.layer()
      var done = false
      CATransaction.begin()
      CATransaction.setCompletionBlock { done = true }
      let forever = move(to: 9)
      forever.repeatCount = .infinity
      layer.add(forever, forKey: "a")
      CATransaction.commit()
      stage.mark()
      stage.at(3)
      #expect(!done)
      layer.removeAllAnimations()
      #expect(!done)
      stage.commit()
      #expect(done)
    }
  }

  @Test("A completion block is let go once it ran, also by animations that stay")
  func completionIsReleased() {
    final class Token {}
    withStage { stage in
      let layer = stage.layer()
      weak var token: Token?
      do {
        let captured = Token()
        token = captured
        CATransaction.begin()
        CATransaction.setCompletionBlock { _ = captured }
        let animation = move(to: 9)
        animation.isRemovedOnCompletion = false
        layer.add(animation, forKey: "a")
        CATransaction.commit()
      }
      stage.mark()
      #expect(token != nil)
      stage.at(1.1)
      #expect(token == nil && layer.animationKeys() == ["a"])
    }
  }

  /// How the animations that a completion block waits for come to their end.
  enum End: String, CaseIterable {
    case byTime, removedByKey, replaced, allRemoved, layerLeaves, hostCloses, layerReleased
    case ofGroup
  }

  @Test("A completion block runs exactly once, however its animations end", arguments: End.allCases)
  func exactlyOnce(_ end: End) {
    withStage { stage in
      let service = FakeService()
      let host = LayerHost(surface: SurfaceID(raw: 78), service: service)
      let elsewhere = CALayer()
      host.rootLayer = elsewhere
      var layer: CALayer? = end == .hostCloses ? elsewhere : stage.layer()
      stage.commit()
      var calls = 0
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls += 1 }
      for key in ["a", "b"] {
        if end == .ofGroup {
          let group = CAAnimationGroup()
          group.animations = [move(to: 1), move(to: 2)]
          group.duration = 1
          layer?.add(group, forKey: key)
        } else {
          layer?.add(move(to: 1), forKey: key)
        }
      }
      CATransaction.commit()
      stage.mark()
      stage.at(0.5)
      #expect(calls == 0)
      switch end {
      case .byTime, .ofGroup: stage.at(1.1)
      case .removedByKey:
        layer?.removeAnimation(forKey: "a")
        stage.commit()
        #expect(calls == 0, "one of two is left")
        layer?.removeAnimation(forKey: "b")
      case .replaced:
        layer?.removeAnimation(forKey: "a")
        layer?.add(move(to: 3), forKey: "b")
      case .allRemoved: layer?.removeAllAnimations()
      case .layerLeaves: layer?.removeFromSuperlayer()
      case .hostCloses: host.close()
      case .layerReleased:
        layer?.removeFromSuperlayer()
        layer = nil
      }
      stage.commit()
      #expect(calls == 1)
      stage.at(3)
      #expect(calls == 1)
      if end != .hostCloses { host.close() }
    }
  }

  @Test("Animations of a layer that was let go before the commit keep nobody waiting")
  func layerReleasedBeforeCommit() {
    withStage { stage in
      var calls = 0
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls += 1 }
      do {
        let loose = CALayer()
        loose.add(move(to: 1), forKey: "a")
        let shown = CALayer()
        stage.root.addSublayer(shown)
        shown.add(move(to: 1), forKey: "a")
        shown.removeFromSuperlayer()
      }
      CATransaction.commit()
      stage.commit()
      #expect(calls == 1)
    }
  }

  @Test("Animations that outlast their layer's time on screen end when the layer is let go")
  func layerReleasedLater() {
    withStage { stage in
      var calls = 0
      var layer: CALayer? = stage.layer()
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls += 1 }
      let animation = move(to: 1)
      animation.isRemovedOnCompletion = false
      layer?.add(animation, forKey: "a")
      CATransaction.commit()
      stage.mark()
      layer?.removeFromSuperlayer()
      stage.commit()
      #expect(calls == 0 && layer?.animationKeys() == ["a"])
      layer = nil
      #expect(calls == 0, "nobody is called from inside a change")
      LayerHost.drainDeferred()
      #expect(calls == 1, "no commit is needed")
      stage.commit()
      #expect(calls == 1)
    }
  }

  @Test("A block that sets the next one is followed by it, in a later turn")
  func chain() {
    withStage { stage in
      let layer = stage.layer()
      var log: [String] = []
      func step(_ names: [String]) {
        guard let name = names.first else { return }
        CATransaction.begin()
        CATransaction.setCompletionBlock {
          log.append(name)
          step(Array(names.dropFirst()))
        }
        let animation = CABasicAnimation(keyPath: "position.x")
        animation.toValue = 1
        animation.duration = 0.2
        layer.add(animation, forKey: "a")
        CATransaction.commit()
      }
      step(["one", "two", "three"])
      stage.mark()
      stage.at(0.21)
      #expect(log == ["one"])
      stage.at(0.45)
      #expect(log == ["one", "two"])
      stage.at(0.7)
      #expect(log == ["one", "two", "three"])
    }
  }
}
