import LayerStage
import QuartzCore
import Testing
import UIKit

@testable import UIKitAPI

private let full = CGRect(x: 0, y: 0, width: 400, height: 400)

@Suite("Blocks inside blocks")
@MainActor
struct NestedBlockTests {
  @Test("Without animation stays without, in blocks inside it too")
  func still() throws {
    let test = try TestWindow(), view = test.add(UIView(), full)
    test.mark()
    UIView.performWithoutAnimation {
      #expect(!UIView.areAnimationsEnabled)
      UIView.animate(withDuration: 1) { view.alpha = 0 }
    }
    #expect(UIView.areAnimationsEnabled)
    #expect(view.layer.animationKeys() == nil)
  }

  @Test("A spring inside a block that repeats repeats, at its own pace")
  func spring() throws {
    let test = try TestWindow(), view = test.add(UIView(), full)
    test.mark()
    UIView.animate(withDuration: 3, delay: 0, options: [.repeat, .autoreverse]) {
      UIView.animate(
        withDuration: 1, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0
      ) { view.alpha = 0 }
    }
    let animation = try #require(view.layer.animation(forKey: "opacity"))
    #expect(animation.repeatCount == .infinity && animation.autoreverses)
    #expect(animation.duration == 1)
    view.layer.removeAllAnimations()
  }

  @Test("Growing back from nothing starts from what is on screen")
  func throughNothing() throws {
    let test = try TestWindow(), view = test.add(UIView(), full)
    test.mark()
    UIView.animate(withDuration: 1) { view.transform = CGAffineTransform(scaleX: 2, y: 2) }
    test.at(0.5)
    let first = try #require(view.shown).transform.m11
    UIView.animate(withDuration: 1) { view.transform = CGAffineTransform(scaleX: 0, y: 0) }
    test.at(0.5)
    expect(view.shown?.transform.m11, near: Double(first), within: 1e-3)
    test.at(1)
    let second = try #require(view.shown).transform.m11
    UIView.animate(withDuration: 1) { view.transform = .identity }
    test.at(1)
    expect(view.shown?.transform.m11, near: Double(second), within: 1e-3)
    #expect(second > 0.2)
    test.at(3)
    #expect(view.shown?.transform.m11 == 1)
  }

  @Test("A block counts each of many animations and completes once")
  func many() throws {
    let test = try TestWindow(), completions = Completions(test)
    let views = (0..<500).map { _ in test.add(UIView(), full) }
    test.mark()
    UIView.animate(
      withDuration: 1,
      animations: {
        for view in views {
          view.alpha = 0.5
          view.center.x += 5
          view.bounds.size.width = 3
          view.alpha = 0.2
        }
      }, completion: completions.block)
    test.at(1.1)
    #expect(completions.flags == [true])
    #expect(views.allSatisfy { $0.touchBlocks == 0 })
  }

  @Test("An opacity of 0.01 takes touches, as a CGFloat and as the layer has it")
  func faint() throws {
    let test = try TestWindow(), view = test.add(UIView(), full)
    view.alpha = 0.01
    #expect(test.window.hitTest(CGPoint(x: 5, y: 5), with: nil) === view)
    view.alpha = 0.009
    #expect(test.window.hitTest(CGPoint(x: 5, y: 5), with: nil) === test.root)
  }
}
