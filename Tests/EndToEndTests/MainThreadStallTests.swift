@testable import Demos
import CoreGraphics
import QuartzCore
import Testing
import UIKit

/// The demo in which the application sleeps.
@MainActor @Suite("Main-thread stall demo", .serialized)
struct MainThreadStallTests {
  private func scene(of shown: ShownDemo) throws -> MainThreadStallScene {
    let page = try #require(shown.window.rootViewController as? DemoPageController)
    return try #require(page.page.scene.scene as? MainThreadStallScene)
  }

  @Test("Both sides show the same motion while the application keeps up")
  func agreement() throws {
    let shown = try ShownDemo("main-thread-stall")
    defer { shown.close() }
    let scene = try scene(of: shown)
    for _ in 0..<70 {
      shown.advance(by: 0.05)
      let animated = [scene.animated.ball, scene.animated.square, scene.animated.card]
      let computed = [scene.computed.ball, scene.computed.square, scene.computed.card]
      for (left, right) in zip(animated, computed) {
        let values = try #require(try shown.stage.serverValues(of: left))
        #expect(abs(values.position.x - Double(right.position.x)) < 1e-6)
        #expect(abs(values.position.y - Double(right.position.y)) < 1e-6)
        #expect(abs(values.opacity - Double(right.opacity)) < 1e-6)
        #expect(abs(values.transform.r0.x - Double(right.transform.m11)) < 1e-6)
        #expect(abs(values.transform.r0.y - Double(right.transform.m12)) < 1e-6)
      }
    }
  }

  @Test("The counter counts ticks of the main thread")
  func counter() throws {
    let shown = try ShownDemo("main-thread-stall")
    defer { shown.close() }
    let scene = try scene(of: shown)
    let before = scene.ticks
    shown.advance(by: 0.5)
    #expect(scene.ticks == before + 30)
    #expect(scene.counter?.text == "\(scene.ticks) main-thread ticks")
  }

  @Test(
    "The button, Return and Space put the application to sleep once",
    arguments: ["click", "tap", "return", "space"])
  func blocks(way: String) throws {
    let shown = try ShownDemo("main-thread-stall")
    defer { shown.close() }
    let scene = try scene(of: shown)
    var sleeps: [Double] = []
    var title = ""
    let sleep = MainThreadStallScene.sleep
    defer { MainThreadStallScene.sleep = sleep }
    MainThreadStallScene.sleep = { seconds in
      sleeps.append(seconds)
      title = scene.button?.title ?? ""
    }
    let button = try #require(scene.button)
    let frame = button.convert(button.bounds, to: nil)
    let place = CGPoint(x: frame.midX, y: frame.midY)
    switch way {
    case "click": shown.click(place)
    case "tap": shown.tap(place)
    case "return": shown.type(Key.enter)
    default: shown.type(Key.space, " ")
    }
    #expect(sleeps == [2])
    #expect(title == "Main thread blocked…")
    #expect(button.title == "Block the main thread for 2 s")
    #expect(!button.isHighlighted)
    // A press from before it woke up has been waiting: it does not count.
    #expect(scene.activate(at: CACurrentMediaTime() - 0.5))
    #expect(sleeps.count == 1)
  }

  @Test("A tile of it has no button, and keys mean nothing to it")
  func tile() throws {
    let shown = try ShownDemo("gallery", size: CGSize(width: 1280, height: 720))
    defer { shown.close() }
    let scene = try #require(
      try shown.gallery.gallery.tile("main-thread-stall").scene.scene as? MainThreadStallScene)
    #expect(scene.button == nil)
    #expect(!scene.activate(at: CACurrentMediaTime()))
    #expect(scene.ticks > 0)
  }
}
