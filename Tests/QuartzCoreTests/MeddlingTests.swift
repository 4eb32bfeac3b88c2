import CoreGraphicsAPI
import QuartzCore
import Testing

/// Runs a block as the action of an event.
private final class Block: CAAction {
  private let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    body()
  }
}

/// Draws a value of its own, and does something else while it draws.
private final class Meter: CALayer {
  var meddle: (() -> Void)?

  override init() { super.init() }

  override init(layer: Any) {
    meddle = (layer as? Meter)?.meddle
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) { nil }

  override class func needsDisplay(forKey key: String) -> Bool { key == "level" }
  override func draw(in ctx: CGContext) { meddle?() }
}

/// Those who are told of a change, or draw, and change the tree meanwhile.
@MainActor
@Suite struct MeddlingTests {
  @Test("A layer that is put back while it leaves stays shown")
  func comesBack() {
    withStage { stage in
      let layer = stage.layer(), other = stage.layer()
      layer.actions = [kCAOnOrderOut: Block { other.addSublayer(layer) }]
      layer.removeFromSuperlayer()
      #expect(layer.superlayer === other && layer.host === stage.host)
      stage.commit()
      #expect(stage.lastOps.contains("sublayers #2 [#1]"))
      layer.actions = nil
      layer.zPosition = 7
      stage.commit()
      #expect(stage.lastOps.contains("set #1 zPosition 7.0"))
      layer.removeFromSuperlayer()
      stage.commit()
      #expect(layer.host == nil && layer.presentation() == nil)
    }
  }

  @Test("A mask set while the one before leaves is the mask, and nothing is left half attached")
  func masks() {
    withStage { stage in
      let layer = stage.layer(), old = CALayer(), other = CALayer(), new = CALayer()
      layer.mask = old
      stage.commit()
      old.actions = [kCAOnOrderOut: Block { layer.mask = other }]
      layer.mask = new
      #expect(layer.mask === other && other.superlayer === layer && other.host === stage.host)
      #expect(new.superlayer == nil && new.host == nil && old.superlayer == nil)
      other.actions = [kCAOnOrderOut: Block { new.addSublayer(layer) }]
      #expect(warnings { layer.mask = new }.count == 1, "it would be above itself")
      #expect(layer.mask == nil && layer.superlayer === new && new.superlayer == nil)
    }
  }

  @Test("A sublayer that is moved while others leave stays where it was put")
  func lists() {
    withStage { stage in
      let parent = stage.layer(), elsewhere = stage.layer()
      let (a, b, kept) = (CALayer(), CALayer(), CALayer())
      parent.sublayers = [a, b, kept]
      stage.commit()
      a.actions = [kCAOnOrderOut: Block { elsewhere.addSublayer(b) }]
      parent.sublayers = [kept]
      #expect(parent.sublayers == [kept] && elsewhere.sublayers == [b])
      #expect(b.host === stage.host && a.host == nil)
    }
  }

  @Test("What a drawing copy changes is laid out, drawn and shown with it")
  func changedWhileDrawing() {
    withStage { stage in
      let meter = Meter(), label = CATextLayer(), box = stage.layer()
      meter.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
      label.bounds = CGRect(x: 0, y: 0, width: 100, height: 40)
      stage.root.addSublayer(meter)
      stage.root.addSublayer(label)
      stage.mark()
      meter.meddle = {
        label.string = "now"
        box.setNeedsLayout()
      }
      meter.add(sweep(), forKey: nil)
      CATransaction.flush()
      #expect(!label.needsDisplay() && !box.needsLayout())
      #expect(stage.lastOps.contains { $0.hasPrefix("set #3 contents image") })
    }
  }

  private func sweep() -> CABasicAnimation {
    let sweep = CABasicAnimation(keyPath: "level")
    (sweep.fromValue, sweep.toValue, sweep.duration) = (0, 1, 1)
    return sweep
  }

  @Test("Animations of a layer that is removed while a copy draws end with it")
  func removedWhileDrawing() {
    withStage { stage in
      let meter = Meter(), layer = stage.layer(), log = Log()
      meter.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
      stage.root.addSublayer(meter)
      layer.add(move("a", to: 10, duration: 5, log: log), forKey: "a")
      stage.mark()
      meter.meddle = { layer.removeFromSuperlayer() }
      meter.add(sweep(), forKey: nil)
      stage.commit()
      #expect(layer.host == nil && layer.animationKeys() == nil)
      #expect(log.lines == ["start a", "stop a false"])
    }
  }
}
