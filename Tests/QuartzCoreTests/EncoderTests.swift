import CoreGraphicsAPI
import Geometry
import LayerCommit
import QuartzCore
import Testing

@MainActor
@Suite struct EncoderTests {
  @Test("The first commit creates the tree with what differs from the defaults")
  func firstCommit() {
    withStage { stage in
      #expect(
        stage.ops(0) == [
          "create #0", "set #0 bounds (0.0 0.0 400.0 400.0)",
          "set #0 position (200.0 200.0 0.0 0.0)",
          "root #0",
        ])
      let parent = CALayer(), child = CALayer()
      parent.cornerRadius = 3
      parent.cornerRadius = 0
      child.speed = 2
      child.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
      parent.addSublayer(child)
      stage.root.addSublayer(parent)
      stage.commit()
      #expect(
        stage.lastOps.sorted() == [
          "create #1", "create #2", "set #2 backgroundColor (1.0 0.0 0.0 0.5)",
          "sublayers #0 [#1]", "sublayers #1 [#2]", "timing #2 0.0 0.0 2.0",
        ])
    }
  }

  @Test("A commit holds only what changed, and no change is no commit")
  func deltas() {
    withStage { stage in
      let layer = stage.layer()
      let before = stage.service.commits.count
      stage.commit()
      #expect(stage.service.commits.count == before)
      CATransaction.setDisableActions(true)
      layer.opacity = 0.5
      layer.opacity = 1
      stage.commit()
      #expect(stage.service.commits.count == before, "there and back is no change")
      layer.add(move(to: 5), forKey: "a")
      layer.isHidden = true
      stage.commit()
      #expect(stage.lastOps == ["set #1 hidden 1.0", "animations #1 [\"position.x\"]"])
      layer.removeAllAnimations()
      stage.commit()
      #expect(stage.lastOps == ["animations #1 []"])
      let commits = stage.service.commits
      #expect(commits.map(\.serial) == Array(1...UInt64(commits.count)))
      #expect(commits.allSatisfy { $0.surface == stage.host.surface })
    }
  }

  @Test("Layers that left are destroyed once, with their subtrees; ids are not used again")
  func destruction() {
    withStage { stage in
      let parent = stage.layer(), child = CALayer(), fleeting = CALayer()
      parent.addSublayer(child)
      stage.commit()
      let before = stage.service.commits.count
      stage.root.addSublayer(fleeting)
      fleeting.removeFromSuperlayer()
      parent.removeFromSuperlayer()
      stage.root.addSublayer(parent)
      parent.removeFromSuperlayer()
      stage.commit()
      #expect(
        stage.lastOps.sorted() == ["destroy #1", "destroy #2", "sublayers #0 []"])
      #expect(stage.service.commits.count == before + 1)
      stage.root.addSublayer(parent)
      stage.commit()
      #expect(
        stage.lastOps.sorted() == [
          "create #3", "create #4", "sublayers #0 [#3]", "sublayers #3 [#4]",
        ]
      )
    }
  }

  @Test("Moving inside the tree keeps a layer's identity")
  func moving() {
    withStage { stage in
      let one = stage.layer(), two = stage.layer(), child = CALayer()
      one.addSublayer(child)
      stage.commit()
      CATransaction.setDisableActions(true)
      two.addSublayer(child)
      stage.commit()
      #expect(stage.lastOps.sorted() == ["sublayers #1 []", "sublayers #2 [#3]"])
    }
  }

  @Test("A change of a layer that left before it was committed is not lost when it returns")
  func returning() {
    withStage { stage in
      let layer = stage.layer()
      CATransaction.setDisableActions(true)
      layer.opacity = 0.5
      layer.removeFromSuperlayer()
      stage.commit()
      stage.root.addSublayer(layer)
      stage.commit()
      #expect(stage.lastOps.contains("set #2 opacity 0.5"))
      #expect(layer.presentation()?.opacity == 0.5)
      CATransaction.setDisableActions(true)
      layer.opacity = 0.25
      stage.commit()
      #expect(stage.lastOps == ["set #2 opacity 0.25"])
    }
  }

  @Test("The root can be replaced and taken away; a layer shows in one place at a time")
  func roots() {
    withStage { stage in
      let other = CALayer()
      stage.host.rootLayer = other
      stage.commit()
      #expect(stage.lastOps == ["create #1", "root #1", "destroy #0"])
      #expect(stage.root.presentation() == nil && other.presentation() != nil)
      stage.host.rootLayer = nil
      stage.commit()
      #expect(stage.lastOps == ["root nil", "destroy #1"])
      let second = Stage()
      second.host.rootLayer = other
      stage.host.rootLayer = other
      second.commit()
      #expect(second.host.rootLayer == nil && stage.host.rootLayer === other)
      #expect(other.host === stage.host)
      second.close()
      MediaClock.useVirtual(100)
    }
  }

  @Test("A layer moved to another window starts a new life there; its animations stop")
  func betweenWindows() {
    withStage { stage in
      let second = Stage()
      let layer = stage.layer(), log = Log()
      layer.add(move("old", to: 1, duration: 9, log: log), forKey: "old")
      stage.commit()
      second.root.addSublayer(layer)
      layer.add(move("new", to: 1, duration: 9, log: log), forKey: "new")
      stage.commit()
      #expect(layer.animationKeys() == ["new"])
      #expect(log.lines.contains("stop old false") && !log.lines.contains("stop new false"))
      #expect(stage.lastOps == ["sublayers #0 []", "destroy #1"])
      #expect(second.lastOps.first == "create #1")
      second.close()
      MediaClock.useVirtual(100)
    }
  }

  @Test("All animations of one commit begin at the same time, the commit's")
  func beginTimes() {
    withStage { stage in
      let layers = (0..<3).map { _ in stage.layer() }
      for layer in layers { layer.add(move(to: 1), forKey: nil) }
      stage.commit()
      let commit = stage.service.commits.last
      let begins = commit?.ops.compactMap { op -> Double? in
        if case .setAnimations(_, let list) = op { return list.first?.timing.beginTime }
        return nil
      }
      #expect(begins == Array(repeating: commit?.time ?? 0, count: 3))
    }
  }

  @Test("One changed layer among many costs one operation")
  func proportional() {
    withStage { stage in
      let layers = (0..<2000).map { _ in CALayer() }
      for layer in layers { stage.root.addSublayer(layer) }
      stage.commit()
      CATransaction.setDisableActions(true)
      layers[1234].cornerRadius = 2
      stage.commit()
      #expect(stage.lastOps == ["set #1235 cornerRadius 2.0"])
    }
  }

  @Test("NaN, infinity and negative sizes are warned about once and never sent")
  func badInput() {
    withStage { stage in
      let layer = stage.layer()
      let said = warnings {
        for bad in [CGFloat.nan, .infinity, -.infinity] {
          layer.position = CGPoint(x: bad, y: 0)
          layer.bounds = CGRect(x: 0, y: bad, width: 1, height: 1)
          layer.bounds = CGRect(x: 0, y: 0, width: bad, height: 1)
          layer.frame = CGRect(x: bad, y: 0, width: 1, height: 1)
          layer.transform.m11 = bad
          layer.opacity = Float(bad)
          layer.zPosition = bad
          layer.shadowOffset.width = bad
          layer.contentsScale = bad
          layer.speed = Float(bad)
        }
        layer.contentsScale = 0
      }
      #expect(said.count == 9)
      stage.commit()
      #expect(layer.position == .zero && layer.bounds == .zero && layer.opacity == 1)
      CATransaction.setDisableActions(true)
      layer.bounds = CGRect(x: 10, y: 10, width: -4, height: -6)
      layer.position = CGPoint(x: 1e30, y: -1e30)
      stage.commit()
      #expect(layer.bounds == CGRect(x: 6, y: 4, width: 4, height: 6))
      #expect(
        stage.lastOps == [
          "set #1 bounds (6.0 4.0 4.0 6.0)", "set #1 position (1e+30 -1e+30 0.0 0.0)",
        ])
      let animation = move(to: .nan)
      animation.speed = .nan
      animation.repeatCount = -1
      animation.beginTime = .infinity
      animation.duration = .nan
      let complaints = warnings {
        layer.add(animation, forKey: "a")
        stage.commit()
      }
      #expect(complaints.count == 4)
      #expect(layer.presentation()?.position.x == 1e30)
    }
  }

  @Test("A layer that moves to an older host keeps what was added after the move, and only that")
  func moveBetweenHosts() {
    withStage { stage in
      let service = FakeService(), log = Log()
      let host = LayerHost(surface: SurfaceID(raw: 78), service: service)
      let root = CALayer(), layer = CALayer()
      root.addSublayer(layer)
      host.rootLayer = root
      stage.commit()
      layer.add(move("old", to: 1, log: log), forKey: "old")
      stage.commit()
      stage.root.addSublayer(layer)
      layer.add(move("new", to: 1, log: log), forKey: "new")
      stage.commit()
      #expect(layer.animationKeys() == ["new"])
      #expect(log.lines.contains("stop old false") && !log.lines.contains("stop new false"))
      #expect(stage.lastOps.contains("animations #1 [\"position.x\"]"))
      host.close()
    }
  }
}
