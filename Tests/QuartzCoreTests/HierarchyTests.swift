import CoreGraphicsAPI
import QuartzCore
import Testing

@MainActor
@Suite struct HierarchyTests {
  private func named(_ name: String) -> CALayer {
    let layer = CALayer()
    layer.name = name
    return layer
  }

  private func names(_ layer: CALayer) -> String {
    (layer.sublayers ?? []).compactMap(\.name).joined()
  }

  @Test("Sublayers are inserted at, below and above, and replaced")
  func insertion() {
    let root = CALayer()
    let a = named("a"), b = named("b"), c = named("c"), d = named("d")
    #expect(root.sublayers == nil)
    root.addSublayer(b)
    root.insertSublayer(a, at: 0)
    root.insertSublayer(c, above: b)
    root.insertSublayer(d, below: b)
    #expect(names(root) == "adbc")
    root.addSublayer(a)
    #expect(names(root) == "dbca")
    root.replaceSublayer(b, with: named("x"))
    #expect(names(root) == "dxca")
    #expect(b.superlayer == nil)
    root.sublayers = [c, b]
    #expect(names(root) == "cb")
    #expect(d.superlayer == nil && b.superlayer === root)
    root.insertSublayer(d, at: 99)
    #expect(names(root) == "cbd")
    root.sublayers = [d, a, c, d]
    #expect(names(root) == "acd", "the last place counts")
    root.sublayers = [named("x"), d, named("y"), a]
    #expect(names(root) == "xdya" && c.superlayer == nil)
    root.sublayers = nil
    #expect(root.sublayers == nil && a.superlayer == nil)
  }

  @Test("A layer has one superlayer: adding it elsewhere moves it")
  func moving() {
    let one = CALayer(), two = CALayer(), child = named("x")
    one.addSublayer(child)
    two.addSublayer(child)
    #expect(one.sublayers == nil)
    #expect(child.superlayer === two)
    child.removeFromSuperlayer()
    #expect(two.sublayers == nil && child.superlayer == nil)
  }

  @Test("A layer is not added to itself or to its descendant, and says so once")
  func cycles() {
    let top = CALayer(), middle = CALayer(), bottom = CALayer()
    top.addSublayer(middle)
    middle.addSublayer(bottom)
    let said = warnings {
      top.addSublayer(top)
      bottom.addSublayer(top)
      bottom.insertSublayer(middle, at: 0)
      bottom.sublayers = [bottom]
    }
    #expect(said.count == 1)
    #expect(top.superlayer == nil && bottom.sublayers == nil && middle.superlayer === top)
  }

  @Test("A tree deeper than the stack is committed, converted through and released")
  func deepTree() {
    withStage { stage in
      var layer = stage.root
      for _ in 0..<20_000 {
        let next = CALayer()
        layer.addSublayer(next)
        layer = next
      }
      stage.commit()
      #expect(layer.presentation() != nil)
      #expect(layer.convert(CGPoint(x: 1, y: 2), to: layer.superlayer) == CGPoint(x: 1, y: 2))
      stage.root.sublayers = nil
      stage.commit()
      #expect(layer.presentation() == nil)
    }
  }

  @Test("Hit testing goes front to back through clips, depth and hidden layers")
  func hitTesting() {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    root.position = CGPoint(x: 50, y: 50)
    @MainActor func box(_ x: CGFloat, _ name: String) -> CALayer {
      let layer = named(name)
      layer.frame = CGRect(x: x, y: 0, width: 20, height: 20)
      root.addSublayer(layer)
      return layer
    }
    let back = box(0, "back"), front = box(10, "front")
    let hit = { (x: CGFloat, y: CGFloat) in root.hitTest(CGPoint(x: x, y: y))?.name ?? "none" }
    root.name = "root"
    #expect(hit(5, 5) == "back")
    #expect(hit(15, 5) == "front")
    #expect(hit(50, 50) == "root")
    #expect(hit(-1, 5) == "none")
    // Least edges belong to a layer, greatest do not.
    #expect(hit(10, 0) == "front" && hit(30, 5) == "root" && hit(100, 50) == "none")
    back.zPosition = 1
    #expect(hit(15, 5) == "back")
    back.isHidden = true
    #expect(hit(15, 5) == "front")
    front.opacity = 0
    #expect(hit(15, 5) == "root")
    front.opacity = 1
    let outside = named("outside")
    outside.frame = CGRect(x: 30, y: 0, width: 20, height: 20)
    front.addSublayer(outside)
    #expect(hit(45, 5) == "outside")
    front.masksToBounds = true
    #expect(hit(45, 5) == "root")
    front.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    front.isDoubleSided = false
    #expect(hit(15, 5) == "root")
  }

  @Test("A singular transform converts to zero and is never hit")
  func singular() {
    let root = CALayer(), flat = CALayer()
    root.addSublayer(flat)
    flat.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    flat.transform = CATransform3DMakeScale(0, 1, 1)
    #expect(flat.convert(CGPoint(x: 3, y: 3), from: root) == .zero)
    #expect(root.hitTest(CGPoint(x: 0, y: 0)) == nil)
  }

  @Test("Setting the frame sets bounds and position, whatever the anchor and scale")
  func frame() {
    let layer = CALayer()
    layer.anchorPoint = CGPoint(x: 0.25, y: 1)
    layer.bounds.origin = CGPoint(x: 7, y: 8)
    layer.frame = CGRect(x: 10, y: 20, width: 40, height: 60)
    #expect(layer.bounds == CGRect(x: 7, y: 8, width: 40, height: 60))
    #expect(layer.position == CGPoint(x: 20, y: 80))
    #expect(layer.frame == CGRect(x: 10, y: 20, width: 40, height: 60))
    layer.transform = CATransform3DMakeScale(2, 0.5, 1)
    layer.frame = CGRect(x: 30, y: 40, width: -20, height: 10)
    #expect(layer.frame == CGRect(x: 10, y: 40, width: 20, height: 10))
    #expect(layer.bounds.size == CGSize(width: 10, height: 20))
  }

  @Test("F05 h02: a new anchor point moves the frame, not the position")
  func anchorPoint() {
    let card = CALayer()
    card.frame = CGRect(x: 50, y: 50, width: 100, height: 60)
    card.anchorPoint = .zero
    #expect(card.position == CGPoint(x: 100, y: 80))
    #expect(card.frame.origin == CGPoint(x: 100, y: 80))
    card.frame = CGRect(x: 50, y: 50, width: 100, height: 60)
    #expect(card.position == CGPoint(x: 50, y: 50))
    card.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let frame = card.frame
    #expect(isNear(Double(frame.minX), -10) && isNear(Double(frame.minY), 50))
    #expect(isNear(Double(frame.width), 60) && isNear(Double(frame.height), 100))
  }

  @Test("A flipped geometry mirrors the sublayers' space and turns contentsAreFlipped")
  func flipped() {
    let root = CALayer(), child = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    root.addSublayer(child)
    child.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    child.anchorPoint = .zero
    #expect(child.contentsAreFlipped())
    root.isGeometryFlipped = true
    #expect(child.convert(CGPoint(x: 1, y: 2), to: root) == CGPoint(x: 1, y: 98))
    #expect(!child.contentsAreFlipped() && root.contentsAreFlipped())
  }

  @Test("Hit tests end at the depth that is drawn")
  func deepHitTest() {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    var last = root, chain = [root]
    for _ in 0..<20_000 {
      let next = CALayer()
      next.bounds = root.bounds
      last.addSublayer(next)
      chain.append(next)
      last = next
    }
    for layer in chain {
      layer.anchorPoint = .zero
    }
    #expect(root.hitTest(CGPoint(x: 5, y: 5)) === chain[511])
    #expect(chain[19_800].hitTest(CGPoint(x: 5, y: 5)) === last)
  }
}
