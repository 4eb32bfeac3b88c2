import Foundation
import Geometry
import LayerCommit
import QuartzCore
import ScriptedCompositor
import Testing
import UIKit

@testable import Host
@testable import LayerStage
@testable import UIKitAPI

@Suite("What a closed window leaves", .serialized)
@MainActor
struct ReleaseTests {
  private final class Token {}

  /// Everything that a window brings with it.
  private struct Left {
    weak var stage: LayerStage?
    weak var surface: HostedSurface?
    weak var root: CALayer?
    weak var window: UIWindow?
    weak var controller: UIViewController?
    weak var view: UIView?
    weak var viewLayer: CALayer?
    weak var layer: CALayer?
    weak var recognizer: UIGestureRecognizer?
    weak var link: CADisplayLink?
    /// Held by nothing but the blocks of an animation's completion, a recogniser, a display link, a
    /// scheduled call and the stage's own calls.
    weak var completion: Token?
    weak var handler: Token?
    weak var linked: Token?
    weak var scheduled: Token?
    weak var called: Token?

    var names: [String] {
      let all: [(String, AnyObject?)] = [
        ("stage", stage), ("surface", surface), ("root", root), ("window", window),
        ("controller", controller), ("view", view), ("viewLayer", viewLayer), ("layer", layer),
        ("recognizer", recognizer), ("link", link), ("completion", completion),
        ("handler", handler), ("linked", linked), ("scheduled", scheduled), ("called", called),
      ]
      return all.filter { $0.1 != nil }.map(\.0)
    }
  }

  enum End: CaseIterable {
    case windowClosed, stageClosed, closedByUser, closedInItsOwnTouch, killed
  }

  /// Shows a window with a bit of everything in it, uses it, and ends it. Returns what should be gone,
  /// and the surface by which the render thread knew it.
  private func showAndEnd(_ end: End, _ left: inout Left) throws -> SurfaceID {
    let display = try PacingWindow()
    let stage = display.stage
    let window = UIWindow(stage: stage), controller = UIViewController()
    let view = UIView(frame: CGRect(x: 10, y: 10, width: 40, height: 40)), layer = CALayer()
    view.backgroundColor = .orange
    layer.frame = CGRect(x: 60, y: 20, width: 20, height: 20)
    layer.backgroundColor = CGColor(red: 0, green: 1, blue: 1, alpha: 1)
    window.rootViewController = controller
    controller.view.addSubview(view)
    controller.view.layer.addSublayer(layer)
    let completion = Token(), handler = Token(), linked = Token(), scheduled = Token()
    let called = Token()
    var completed: [Bool] = [], taps = 0, ticks = 0
    let tap = UITapGestureRecognizer { [weak window] _ in
      withExtendedLifetime(handler) { taps += 1 }
      if end == .closedInItsOwnTouch { window?.close() }
    }
    view.addGestureRecognizer(tap)
    window.makeKeyAndVisible()
    let link = window.screen.displayLink { _ in withExtendedLifetime(linked) { ticks += 1 } }
    link.add(to: .main, forMode: .common)
    stage.schedule(at: display.time + 1000) { withExtendedLifetime(scheduled) {} }
    stage.onKey = { _, _, _ in withExtendedLifetime((called, stage)) { false } }
    try display.start()
    let fading = UIView(frame: CGRect(x: 0, y: 60, width: 10, height: 10))
    controller.view.addSubview(fading)
    UIView.animate(withDuration: 50, animations: { fading.alpha = 0 }) { finished in
      withExtendedLifetime(completion) { completed.append(finished) }
    }
    let spin = CABasicAnimation(keyPath: "transform.rotation")
    (spin.toValue, spin.repeatCount, spin.duration) = (3, .infinity, 1)
    layer.add(spin, forKey: "spin")
    for _ in 0..<3 { try display.step() }
    #expect(ticks > 2)
    left = Left(
      stage: stage, surface: stage.surface, root: stage.rootLayer, window: window,
      controller: controller, view: view, viewLayer: view.layer, layer: layer, recognizer: tap,
      link: link, completion: completion, handler: handler, linked: linked, scheduled: scheduled,
      called: called)
    #expect(left.names.count == 15)

    let time = UInt32(truncatingIfNeeded: Int64(display.time * 1000))
    #expect(try display.stage.validationMessages() == [])
    switch end {
    case .windowClosed: window.close()
    case .stageClosed:
      stage.close()
      window.close()
    case .closedByUser:
      try display.compositor.requestClose(display.id)
      try display.settle()
      _ = stage.deliverEvents()
      #expect(stage.hasEnded && !stage.isClosed)
      UIApplication.shared.closeEnded()
    case .closedInItsOwnTouch:
      try display.compositor.touchDown(1, display.id, at: Point(30, 30), time: time)
      try display.compositor.touchUp(1, time: time)
      try display.settle()
      _ = stage.deliverEvents()
      #expect(taps == 1)
      #expect(stage.hasEnded)
      stage.close()
    case .killed:
      display.compositor.kill()
      // The render thread learns of it by itself.
      for _ in 0..<60_000 where stage.loss == nil {
        if !stage.deliverEvents() { usleep(1000) }
      }
      #expect(stage.loss != nil)
      window.close()
    }
    LayerHost.drainDeferred()
    #expect(completed == [false])
    #expect(display.compositor.violations == [])
    display.compositor.stop()
    return stage.surface.id
  }

  @Test(
    "A window that has ended is gone with its views, layers, links, recognisers and blocks",
    arguments: End.allCases)
  func everything(end: End) throws {
    var left = Left()
    let id = try showAndEnd(end, &left)
    #expect(left.names == [])
    #expect(UIApplication.shared.windows.isEmpty && UIApplication.shared.keyWindow == nil)
    let isKnown = try RenderThread.shared.perform("look for a surface") { loop throws(HostError) in
      loop.driver(of: id) != nil
    }
    #expect(!isKnown)
  }
}
