import LayerStage
import QuartzCore
import Testing
import UIKit

@Suite("Windows and controllers")
@MainActor
struct UIWindowTests {
  final class Controller: UIViewController {
    var log: [String] = []
    override func loadView() {
      log.append("loadView")
      super.loadView()
    }
    override func viewDidLoad() { log.append("didLoad") }
    override func viewWillAppear(_ animated: Bool) { log.append("willAppear") }
    override func viewDidAppear(_ animated: Bool) { log.append("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { log.append("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { log.append("didDisappear") }
    override func viewWillLayoutSubviews() { log.append("willLayout") }
    override func viewDidLayoutSubviews() { log.append("didLayout") }
  }

  private func makeStage(width: CGFloat = 300, height: CGFloat = 200) throws -> LayerStage {
    var configuration = LayerStage.Configuration(size: CGSize(width: width, height: height))
    configuration.countsOnly = true
    return try LayerStage(configuration)
  }

  @Test("A controller's view loads once, fills the window, appears after the commit, and goes")
  func appearance() throws {
    let stage = try makeStage(), window = UIWindow(stage: stage), controller = Controller()
    defer { window.close() }
    window.rootViewController = controller
    #expect(controller.log.isEmpty && window.isHidden)
    window.makeKeyAndVisible()
    #expect(controller.log == ["loadView", "didLoad", "willAppear"])
    #expect(window.isKeyWindow && !window.isHidden)
    stage.commit()
    #expect(
      controller.log == [
        "loadView", "didLoad", "willAppear", "willLayout", "didLayout", "didAppear",
      ])
    #expect(controller.view.frame == CGRect(x: 0, y: 0, width: 300, height: 200))
    #expect(controller.view.next === controller && controller.next === window)
    controller.log = []
    window.frame.size = CGSize(width: 500, height: 100)
    stage.commit()
    #expect(controller.view.frame.size == CGSize(width: 500, height: 100))
    #expect(controller.log == ["willLayout", "didLayout"])
    controller.log = []
    let next = Controller()
    window.rootViewController = next
    #expect(controller.log == ["willDisappear", "didDisappear"])
    #expect(controller.view.superview == nil && next.view.window === window)
  }

  @Test("A block animation begun in viewWillAppear runs")
  func animationInWillAppear() throws {
    final class Fading: UIViewController {
      override func viewWillAppear(_ animated: Bool) {
        view.alpha = 0
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { self.view.alpha = 1 }
      }
    }
    let stage = try makeStage(), window = UIWindow(stage: stage), controller = Fading()
    defer { window.close() }
    window.rootViewController = controller
    window.makeKeyAndVisible()
    stage.advance(to: 0.5)
    expect(controller.view.shown.map { CGFloat($0.opacity) }, near: 0.5)
  }

  @Test("A closed window lets go of views, layers, controllers, links and blocks")
  func release() throws {
    final class Token {}
    struct Weak {
      weak var window: UIWindow?
      weak var controller: UIViewController?
      weak var view: UIView?
      weak var layer: CALayer?
      weak var sublayer: CALayer?
      weak var recognizer: UIGestureRecognizer?
      weak var link: CADisplayLink?
      weak var stage: LayerStage?
      weak var completionToken: Token?
      weak var handlerToken: Token?
      weak var linkToken: Token?
    }
    var objects = Weak()
    var completed: [Bool] = []
    var ticks = 0
    try {
      let stage = try makeStage(), window = UIWindow(stage: stage)
      let controller = UIViewController(),
        view = UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
      let sublayer = CALayer()
      window.rootViewController = controller
      controller.view.addSubview(view)
      controller.view.layer.addSublayer(sublayer)
      window.makeKeyAndVisible()
      let completion = Token(), handler = Token(), tick = Token()
      let pan = UIPanGestureRecognizer { _ in withExtendedLifetime(handler) {} }
      view.addGestureRecognizer(pan)
      let link = window.screen.displayLink { _ in
        ticks += 1
        withExtendedLifetime(tick) {}
      }
      link.add(to: .main, forMode: .common)
      UIView.animate(withDuration: 5, animations: { view.alpha = 0 }) {
        completed.append($0)
        withExtendedLifetime(completion) {}
      }
      let spin = CABasicAnimation(keyPath: "transform.rotation")
      spin.toValue = 1
      spin.repeatCount = .infinity
      sublayer.add(spin, forKey: "spin")
      stage.advance(to: 1)
      objects = Weak(
        window: window, controller: controller, view: view, layer: view.layer, sublayer: sublayer,
        recognizer: pan, link: link, stage: stage, completionToken: completion,
        handlerToken: handler, linkToken: tick)
      #expect(ticks > 50)
      window.close()
      #expect(completed == [false])
    }()
    #expect(objects.window == nil && objects.controller == nil && objects.view == nil)
    #expect(objects.layer == nil && objects.sublayer == nil && objects.recognizer == nil)
    #expect(objects.link == nil && objects.stage == nil)
    #expect(objects.completionToken == nil && objects.handlerToken == nil)
    #expect(objects.linkToken == nil)
    #expect(UIApplication.shared.windows.isEmpty && UIApplication.shared.keyWindow == nil)
  }

  @Test("A window that is let go without being closed takes everything with it")
  func letGo() throws {
    weak var window: UIWindow?
    weak var view: UIView?
    weak var stage: LayerStage?
    try {
      let made = UIWindow(stage: try makeStage()), inner = UIView()
      made.addSubview(inner)
      made.makeKeyAndVisible()
      made.stage?.commit()
      (window, view, stage) = (made, inner, made.stage)
    }()
    #expect(window == nil && view == nil && stage == nil)
    #expect(UIApplication.shared.windows.isEmpty)
  }

  @Test("Two windows show and are touched apart, and one goes on when the other closes")
  func twoWindows() throws {
    let a = try TestWindow(), b = try TestWindow()
    let viewA = a.add(TouchView(), CGRect(x: 0, y: 0, width: 50, height: 50))
    let viewB = b.add(TouchView(), CGRect(x: 0, y: 0, width: 50, height: 50))
    #expect(UIApplication.shared.windows.contains { $0 === a.window })
    #expect(b.window.isKeyWindow && !a.window.isKeyWindow)
    a.tap(10, 10)
    #expect(viewA.log.count == 2 && viewB.log.isEmpty)
    b.window.close()
    #expect(a.window.isKeyWindow && UIApplication.shared.windows == [a.window])
    a.mark()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { viewA.alpha = 0 }
    a.at(0.5)
    expect(viewA.shown.map { CGFloat($0.opacity) }, near: 0.5)
    a.at(1.5)
    a.tap(10, 10)
    // Invisible now.
    #expect(viewA.log.count == 2)
  }

  @Test("A window may be closed by its own touch")
  func closeInHandler() throws {
    let test = try TestWindow()
    test.root.addGestureRecognizer(
      UITapGestureRecognizer { [weak window = test.window] _ in window?.close() })
    test.tap(10, 10)
    #expect(test.stage.hasEnded && test.window.stage == nil)
    test.stage.close()
  }

  @Test("Hidden windows can be shown again with what they hold")
  func hideAndShow() throws {
    let test = try TestWindow()
    let view = test.add(TouchView(), CGRect(x: 0, y: 0, width: 50, height: 50))
    test.window.isHidden = true
    test.tap(10, 10)
    #expect(view.log.isEmpty && UIApplication.shared.windows.isEmpty)
    test.window.isHidden = false
    test.commit()
    test.tap(10, 10)
    #expect(view.log.count == 2)
  }
}
