import CoreGraphicsAPI
import Geometry
import QuartzCore
import Testing

/// Scroll, tiled and transform layers.
@MainActor
@Suite struct ContainerLayerTests {
  private static func scroller(_ mode: CAScrollLayerScrollMode = .both) -> CAScrollLayer {
    let layer = CAScrollLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.scrollMode = mode
    return layer
  }

  @Test(
    "A scroll layer scrolls to a point in the directions of its mode",
    arguments: [
      (CAScrollLayerScrollMode.both, CGPoint(x: 30, y: 40)), (.none, .zero),
      (.horizontally, CGPoint(x: 30, y: 0)), (.vertically, CGPoint(x: 0, y: 40)),
    ])
  func scrollsToPoint(mode: CAScrollLayerScrollMode, origin: CGPoint) {
    let layer = Self.scroller(mode)
    layer.scroll(to: CGPoint(x: 30, y: 40))
    #expect(layer.bounds == CGRect(origin: origin, size: CGSize(width: 100, height: 100)))
  }

  @Test("It scrolls to a rectangle by the shortest way, to none that is seen or fills all")
  func scrollsToRect() {
    let layer = Self.scroller()
    func origin(after x: CGFloat, _ width: CGFloat) -> CGFloat {
      layer.scroll(to: CGRect(x: x, y: 0, width: width, height: 10))
      return layer.bounds.origin.x
    }
    #expect(origin(after: 20, 30) == 0)
    #expect(origin(after: 90, 30) == 20)
    #expect(origin(after: 10, 30) == 10)
    #expect(origin(after: 0, 500) == 10)
    #expect(origin(after: 50, 300) == 50)
    #expect(origin(after: -400, 300) == -200)
  }

  @Test("Layers inside scroll the layer around them, and know what of them is seen")
  func scrollsFromInside() {
    let layer = Self.scroller(), inner = CALayer(), leaf = CALayer()
    layer.addSublayer(inner)
    inner.frame = CGRect(x: 50, y: 50, width: 400, height: 400)
    inner.addSublayer(leaf)
    leaf.frame = CGRect(x: 10, y: 20, width: 300, height: 300)
    #expect(leaf.visibleRect == CGRect(x: 0, y: 0, width: 40, height: 30))
    leaf.scroll(CGPoint(x: 5, y: 6))
    #expect(layer.bounds.origin == CGPoint(x: 65, y: 76))
    #expect(leaf.visibleRect == CGRect(x: 5, y: 6, width: 100, height: 100))
    leaf.scrollRectToVisible(CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(layer.bounds.origin == CGPoint(x: 60, y: 70))
    layer.scroll(to: CGPoint(x: 1000, y: 0))
    #expect(leaf.visibleRect == .zero)
    let alone = CALayer()
    alone.bounds = CGRect(x: 0, y: 0, width: 3, height: 4)
    alone.scroll(CGPoint(x: 5, y: 5))
    #expect(alone.visibleRect == alone.bounds)
  }

  @Test("Scrolling animates by itself; a scroll layer clips from the start")
  func scrollingAnimates() {
    withStage { stage in
      let layer = Self.scroller()
      stage.root.addSublayer(layer)
      stage.commit()
      #expect(stage.lastOps.contains("set #1 masksToBounds 1.0"))
      layer.scroll(to: CGPoint(x: 10, y: 0))
      #expect(layer.animation(forKey: "bounds") is CABasicAnimation)
      layer.setValue("vertically", forKey: "scrollMode")
      #expect(layer.value(forKey: "scrollMode") as? String == "vertically")
      #expect(CAScrollLayer(layer: layer).scrollMode == .vertically)
      #expect(CAScrollLayer.defaultValue(forKey: "masksToBounds") as? Bool == true)
      #expect(traps { layer.presentation()?.scrollMode = .none }.count == 1)
    }
  }

  @Test("A tiled layer keeps what it is told")
  func tiled() {
    final class Slow: CATiledLayer {
      override class func fadeDuration() -> CFTimeInterval { 2 }
    }
    let layer = Slow()
    layer.setValue(CGSize(width: 64, height: 32), forKey: "tileSize")
    layer.setValue(3, forKey: "levelsOfDetail")
    layer.levelsOfDetailBias = 1
    _ = warnings {
      layer.setValue("large", forKey: "tileSize")
      layer.tileSize = CGSize(width: CGFloat.nan, height: 32)
      layer.tileSize = CGSize(width: 0, height: 32)
    }
    let copy = Slow(layer: layer)
    #expect(copy.tileSize == CGSize(width: 64, height: 32) && copy.levelsOfDetailBias == 1)
    #expect(copy.value(forKey: "levelsOfDetail") as? Int == 3)
    #expect(Slow.fadeDuration() == 2 && CATiledLayer.fadeDuration() == 0.25)
  }

  // MARK: Transform layers

  /// Two faces back to back, each seen from its own side only.
  private static func card() -> (
    root: CALayer, card: CATransformLayer, front: CALayer, back: CALayer
  ) {
    let root = CALayer(), card = CATransformLayer(), front = CALayer(), back = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    card.frame = root.bounds
    root.addSublayer(card)
    for face in [front, back] {
      face.frame = card.bounds
      face.isDoubleSided = false
      card.addSublayer(face)
    }
    back.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    root.position = CGPoint(x: 50, y: 50)
    return (root, card, front, back)
  }

  @Test("A transform layer is never hit; of the faces it turns, the one that is seen is")
  func cardFaces() {
    let (root, card, front, back) = Self.card()
    #expect(root.hitTest(CGPoint(x: 20, y: 30)) === front)
    card.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(root.hitTest(CGPoint(x: 20, y: 30)) === back)
    card.transform = CATransform3DMakeRotation(.pi * 0.7, 0, 1, 0)
    #expect(root.hitTest(CGPoint(x: 45, y: 30)) === back)
    front.removeFromSuperlayer()
    back.removeFromSuperlayer()
    card.transform = CATransform3DIdentity
    #expect(root.hitTest(CGPoint(x: 20, y: 30)) === root)
    #expect(!card.contains(CGPoint(x: 20, y: 30)))
    front.isDoubleSided = true
    card.addSublayer(front)
    card.isHidden = true
    #expect(root.hitTest(CGPoint(x: 20, y: 30)) === root)
  }

  @Test("What is nearer is hit first, whatever the order, also in transform layers inside others")
  func depth() {
    let (root, card, front, back) = Self.card()
    let inner = CATransformLayer()
    inner.frame = card.bounds
    card.addSublayer(inner)
    front.isDoubleSided = true
    back.isDoubleSided = true
    back.transform = CATransform3DMakeTranslation(0, 0, -5)
    inner.addSublayer(back)
    #expect(root.hitTest(CGPoint(x: 20, y: 30)) === front)
    inner.transform = CATransform3DMakeTranslation(0, 0, 20)
    #expect(root.hitTest(CGPoint(x: 20, y: 30)) === back)
    card.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(root.hitTest(CGPoint(x: 20, y: 30)) === front)
  }

  @Test("Overrides of hitTest(_:) in a transform layer disturb no other test")
  func overriddenHits() {
    final class Whole: CALayer {
      override func hitTest(_ p: CGPoint) -> CALayer? { self }
    }
    final class Asking: CALayer {
      var first: CALayer?
      override func hitTest(_ p: CGPoint) -> CALayer? { first?.hitTest(p) ?? super.hitTest(p) }
    }
    let (root, card, front, back) = Self.card()
    back.removeFromSuperlayer()
    let whole = Whole(), asking = Asking()
    card.transform = CATransform3DMakeTranslation(40, 0, 0)
    card.addSublayer(whole)
    #expect(card.hitTest(.zero) === whole)
    #expect(root.hitTest(CGPoint(x: 20, y: 30)) === whole)
    whole.removeFromSuperlayer()
    #expect(root.hitTest(CGPoint(x: 20, y: 30)) === root)
    #expect(front.hitTest(CGPoint(x: 20, y: 30)) === front)
    asking.frame = card.bounds
    asking.first = CATransformLayer()
    card.addSublayer(asking)
    #expect(card.hitTest(CGPoint(x: 130, y: 30)) === asking)
    #expect(card.hitTest(CGPoint(x: 20, y: 30)) == nil)
  }

  @Test("Points convert through a transform layer with their depth")
  func converts() {
    let (root, card, front, _) = Self.card()
    front.isDoubleSided = true
    // A turn about y moves what is in front to the side.
    front.transform = CATransform3DMakeTranslation(0, 0, 10)
    card.transform = CATransform3DMakeRotation(.pi / 2.5, 0, 1, 0)
    let p = front.convert(CGPoint(x: 50, y: 50), to: root)
    #expect(isNear(Double(p.x), 50 + 10 * 0.9510565162951535) && isNear(Double(p.y), 50))
    let q = front.convert(p, from: root)
    #expect(isNear(Double(q.x), 50) && isNear(Double(q.y), 50))
  }
}
