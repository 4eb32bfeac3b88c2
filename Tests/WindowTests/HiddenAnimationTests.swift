import AnimationCore
import Foundation
import Testing
import UIKit

@testable import LayerStage
@testable import QuartzCore

/// F04: what becomes of animations whose layers are taken off the screen.
@Suite("Animations of what is taken off the screen", .serialized)
@MainActor
struct HiddenAnimationTests {
  private final class Log: CAAnimationDelegate {
    private(set) var lines: [String] = []

    func animationDidStart(_ anim: CAAnimation) {
      lines.append("start \(anim.value(forKey: "name") ?? "?")")
    }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      lines.append("stop \(anim.value(forKey: "name") ?? "?") \(flag)")
    }
  }

  /// A view in a window on a stage with a clock of its own.
  @MainActor private struct Scene {
    let stage: LayerStage
    let window: UIWindow
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let log = Log()

    init(stage: LayerStage) {
      self.stage = stage
      window = UIWindow(stage: stage)
      window.addSubview(view)
      window.makeKeyAndVisible()
      stage.commit()
    }

    /// From 0 to 100 in 10 s.
    func add(_ name: String, staying: Bool, repeats: Float = 0) {
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 100, 10)
      animation.timingFunction = CAMediaTimingFunction(name: .linear)
      animation.isAdditive = true
      animation.isRemovedOnCompletion = !staying
      animation.repeatCount = repeats
      animation.delegate = log
      animation.setValue(name, forKey: "name")
      view.layer.add(animation, forKey: name)
    }

    /// What the server adds to the model's place.
    func shift() throws -> Double? {
      let x = try stage.serverValues(of: view.layer)?.position.x
      return x.map { $0 - Double(view.layer.position.x) }
    }
  }

  private func makeStage() throws -> LayerStage {
    var configuration = LayerStage.Configuration(size: CGSize(width: 100, height: 100))
    configuration.countsOnly = true
    return try LayerStage(configuration)
  }

  enum Way: CaseIterable {
    case windowHidden, viewRemoved, superviewRemoved, controllerReplaced
  }

  private func takeAway(_ scene: Scene, _ way: Way) -> () -> Void {
    let (window, view) = (scene.window, scene.view)
    switch way {
    case .windowHidden:
      window.isHidden = true
      return { window.isHidden = false }
    case .viewRemoved:
      view.removeFromSuperview()
      return { window.addSubview(view) }
    case .superviewRemoved:
      let around = view.superview
      around?.removeFromSuperview()
      return { if let around { window.addSubview(around) } }
    case .controllerReplaced:
      let old = window.rootViewController
      window.rootViewController = UIViewController()
      return { window.rootViewController = old }
    }
  }

  private func makeScene(_ way: Way) throws -> Scene {
    let scene = Scene(stage: try makeStage())
    switch way {
    case .windowHidden, .viewRemoved: break
    case .superviewRemoved:
      let around = UIView(frame: scene.window.bounds)
      around.addSubview(scene.view)
      scene.window.addSubview(around)
    case .controllerReplaced:
      let controller = UIViewController()
      controller.view.addSubview(scene.view)
      scene.window.rootViewController = controller
    }
    scene.stage.commit()
    return scene
  }

  @Test(
    "F04: those removed on completion end unfinished, the others stay and go on in time",
    arguments: Way.allCases)
  func takenAway(way: Way) throws {
    let scene = try makeScene(way)
    defer { scene.window.close() }
    scene.add("usual", staying: false)
    scene.add("endless", staying: false, repeats: .infinity)
    scene.add("staying", staying: true)
    var blocks: [Bool] = []
    UIView.animate(withDuration: 10, animations: { scene.view.alpha = 0 }) { blocks.append($0) }
    scene.stage.advance(to: 2)
    #expect(abs((try scene.shift() ?? .nan) - 60) < 1e-6)

    let bringBack = takeAway(scene, way)
    scene.stage.commit()
    #expect(scene.log.lines.suffix(2) == ["stop endless false", "stop usual false"])
    #expect(blocks == [false])
    #expect(scene.view.layer.animationKeys() == ["staying"])
    scene.stage.advance(to: 5)
    #expect(scene.log.lines.count == 5)

    bringBack()
    scene.stage.commit()
    #expect(abs((try scene.shift() ?? .nan) - 50) < 1e-6)
    scene.stage.advance(to: 11)
    #expect(scene.log.lines.last == "stop staying true" && scene.log.lines.count == 6)
    #expect(scene.view.layer.animationKeys() == ["staying"])
    // Told once, however often it comes back.
    takeAway(scene, way)()
    scene.stage.advance(to: 12)
    #expect(scene.log.lines.count == 6)
  }

  @Test("With the switch off a hidden window keeps all its animations")
  func kept() throws {
    let scene = Scene(stage: try makeStage())
    defer { scene.window.close() }
    scene.window.endsAnimationsWhenHidden = false
    scene.add("long", staying: false)
    scene.stage.advance(to: 2)
    scene.window.isHidden = true
    scene.stage.advance(to: 5)
    #expect(scene.log.lines == ["start long"])
    scene.window.isHidden = false
    scene.stage.commit()
    #expect(abs((try scene.shift() ?? .nan) - 50) < 1e-6)
    // Its end came and went unseen.
    scene.window.isHidden = true
    scene.stage.advance(to: 20)
    scene.window.isHidden = false
    scene.stage.advance(to: 20)
    #expect(scene.log.lines == ["start long", "stop long true"])
    #expect(scene.view.layer.animationKeys() == nil)
    // The switch is about hiding: a removed view's end as ever.
    scene.add("next", staying: false)
    scene.stage.commit()
    scene.view.removeFromSuperview()
    scene.stage.commit()
    #expect(scene.log.lines.last == "stop next false")
  }

  @Test("A closed window ends all, those that would stay as well", arguments: [true, false])
  func closed(byWindow: Bool) throws {
    let scene = Scene(stage: try makeStage())
    scene.window.endsAnimationsWhenHidden = false
    scene.add("usual", staying: false)
    scene.add("staying", staying: true)
    scene.stage.advance(to: 1)
    if byWindow { scene.window.close() } else { scene.stage.close() }
    LayerHost.drainDeferred()
    #expect(scene.log.lines.suffix(2) == ["stop staying false", "stop usual false"])
    #expect(scene.view.layer.animationKeys() == nil)
    scene.window.close()
  }

  @Test("What stays goes on in another window's place on the desktop, where the old one is gone")
  func anotherStage() throws {
    let first = try makeStage()
    let layer = CALayer(), log = Log()
    layer.position = CGPoint(x: 5, y: 5)
    first.rootLayer.addSublayer(layer)
    first.commit()
    let begin = CACurrentMediaTime()
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (0, 100, 10)
    move.timingFunction = CAMediaTimingFunction(name: .linear)
    move.isRemovedOnCompletion = false
    move.delegate = log
    layer.add(move, forKey: "move")
    first.advance(to: 1)
    // As a hidden window does that owns its stage.
    layer.removeFromSuperlayer()
    first.close()
    #expect(layer.animationKeys() == ["move"])
    let second = try makeStage()
    defer { second.close() }
    second.advance(to: 4)
    second.rootLayer.addSublayer(layer)
    let x = try second.serverValues(of: layer)?.position.x
    #expect(abs((x ?? .nan) - 10 * (CACurrentMediaTime() - begin)) < 1e-6)
    // Not a second time.
    second.advance(to: 5)
    #expect(log.lines == ["start ?"])
  }
}
