import CoreGraphicsAPI
import Geometry
import QuartzCore
import Testing

/// A mask has its place in the tree, and is no sublayer.
@MainActor
@Suite struct MaskTests {
  @Test("A mask leaves its old place and belongs to the layer that it masks")
  func structure() {
    let one = CALayer(), two = CALayer(), mask = CALayer()
    two.addSublayer(mask)
    one.mask = mask
    #expect(one.mask === mask && mask.superlayer === one)
    #expect(one.sublayers == nil && two.sublayers == nil)
    two.mask = mask
    #expect(one.mask == nil && two.mask === mask && mask.superlayer === two)
    let other = CALayer()
    two.mask = other
    #expect(mask.superlayer == nil && two.mask === other)
    other.removeFromSuperlayer()
    #expect(two.mask == nil && other.superlayer == nil)
    two.mask = mask
    two.addSublayer(mask)
    #expect(two.mask == nil && two.sublayers == [mask])
    two.mask = mask
    #expect(two.mask === mask && two.sublayers == nil)
    two.sublayers = [other, mask]
    #expect(two.mask == nil && two.sublayers == [other, mask])
    two.setValue(mask, forKey: "mask")
    #expect(two.value(forKey: "mask") as? CALayer === mask && two.sublayers == [other])
    two.mask = nil
    #expect(mask.superlayer == nil)
  }

  @Test("A layer cannot mask itself or what is above it")
  func cycles() {
    let top = CALayer(), middle = CALayer(), mask = CALayer()
    top.addSublayer(middle)
    middle.mask = mask
    _ = warnings {
      top.mask = top
      middle.mask = top
      mask.mask = top
      mask.addSublayer(middle)
      middle.setValue("mask", forKey: "mask")
    }
    #expect(top.mask == nil && mask.mask == nil && middle.mask === mask)
    #expect(middle.superlayer === top && mask.sublayers == nil)
  }

  @Test("It crosses as the mask of its layer, whatever it was before and is afterwards")
  func crosses() {
    withStage { stage in
      let layer = stage.layer(), mask = CALayer(), inner = CALayer()
      /// What a change without animations sends.
      @MainActor func sent(_ change: () -> Void) -> Set<String> {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        change()
        CATransaction.commit()
        stage.commit()
        return Set(stage.lastOps)
      }
      mask.addSublayer(inner)
      let first = sent { layer.mask = mask }
      #expect(first.isSuperset(of: ["mask #1 #2", "sublayers #2 [#3]"]) && first.count == 4)
      #expect(mask.presentation() != nil && inner.presentation() != nil)
      #expect(layer.presentation()?.mask?.model() === mask)
      #expect(mask.presentation()?.superlayer?.model() === layer)
      #expect(sent { layer.addSublayer(mask) } == ["mask #1 nil", "sublayers #1 [#2]"])
      #expect(sent { layer.mask = mask } == ["mask #1 #2", "sublayers #1 []"])
      #expect(sent { layer.mask = nil } == ["mask #1 nil", "destroy #2", "destroy #3"])
      #expect(mask.presentation() == nil && layer.presentation()?.mask == nil)
      _ = sent { layer.mask = mask }
      #expect(
        sent { layer.removeFromSuperlayer() } == [
          "sublayers #0 []", "destroy #1", "destroy #4", "destroy #5",
        ])
    }
  }

  @Test("Its animations run, and end with the layer that it masks")
  func animations() {
    withStage { stage in
      let layer = stage.layer(), mask = CALayer()
      layer.mask = mask
      stage.commit()
      let log = Log()
      mask.add(move("a", to: 10, duration: 1, log: log), forKey: nil)
      mask.add(move("b", to: 20, duration: 9, log: log), forKey: nil)
      stage.mark()
      stage.at(0.5)
      #expect(isNear(mask.shownX, 5 + (20 - 5) * 0.5 / 9))
      stage.at(1.5)
      #expect(
        log.lines == ["start b", "start a", "stop a true"] || log.lines.last == "stop a true")
      layer.removeFromSuperlayer()
      stage.commit()
      #expect(log.lines.last == "stop b false")
    }
  }

  @Test("Setting a mask fades by itself; points and times go through it, touches do not")
  func behaviour() {
    withStage { stage in
      let layer = stage.layer {
        $0.frame = CGRect(x: 10, y: 20, width: 100, height: 100)
        $0.speed = 2
      }
      let mask = CALayer()
      mask.frame = CGRect(x: 5, y: 6, width: 500, height: 500)
      mask.timeOffset = 3
      layer.mask = mask
      #expect(layer.animation(forKey: kCATransition) is CATransition)
      #expect(mask.convert(.zero, to: stage.root) == CGPoint(x: 15, y: 26))
      #expect(mask.convertTime(1, from: stage.root) == 5)
      #expect(stage.root.hitTest(CGPoint(x: 300, y: 300)) === stage.root)
      #expect(stage.root.hitTest(CGPoint(x: 50, y: 50)) === layer)
      #expect(mask.contentsAreFlipped())
      mask.setNeedsLayout()
      stage.root.layoutIfNeeded()
      #expect(!mask.needsLayout())
    }
  }

  @Test("Trees of masks are let go of, however deep")
  func release() {
    weak var deepest: CALayer?
    do {
      let top = CALayer()
      var last = top
      for _ in 0..<100_000 {
        let mask = CALayer()
        last.mask = mask
        last = mask
      }
      deepest = last
      #expect(deepest != nil)
    }
    #expect(deepest == nil)
  }
}
