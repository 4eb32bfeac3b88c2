import Foundation
import LayerStage
import QuartzCore
import Testing
import UIKit

@testable import UIKitAPI

private let full = CGRect(x: 0, y: 0, width: 400, height: 400)

@Suite("Closing stages and windows from inside", .serialized)
@MainActor
struct ClosingTests {
  private func makeStage() throws -> LayerStage {
    var configuration = LayerStage.Configuration(size: CGSize(width: 40, height: 40))
    configuration.countsOnly = true
    return try LayerStage(configuration)
  }

  /// The start of a headless stage's clock is long before any real time.
  private var isRealTime: Bool {
    let before = CACurrentMediaTime()
    usleep(1000)
    return CACurrentMediaTime() > before
  }

  @Test("A stage closed by a call makes no other call and leaves the process its real clock")
  func closedInAdvance() throws {
    let stage = try makeStage(), now = CACurrentMediaTime()
    var hasCalled = false
    stage.schedule(at: now + 0.5) { stage.close() }
    let second = stage.schedule(at: now + 0.5) { hasCalled = true }
    stage.advance(to: 1)
    #expect(!hasCalled && !second.isPending)
    #expect(isRealTime)
  }

  @Test("A closed stage does not put the process on its clock again")
  func commitAfterClose() throws {
    let stage = try makeStage()
    stage.close()
    stage.commit()
    stage.advance(to: 1)
    #expect(isRealTime)
  }

  final class Closer: UIViewController {
    var moment = ""
    var log: [String] = []
    var target: UIWindow?
    private func pass(_ name: String) {
      log.append(name)
      guard name == moment, let window = target else { return }
      target = nil
      window.close()
    }
    override func viewDidLoad() { pass("load") }
    override func viewWillAppear(_ animated: Bool) { pass("willAppear") }
    override func viewDidAppear(_ animated: Bool) { pass("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { pass("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { pass("didDisappear") }
  }

  @Test(
    "A window closed by its controller on the way holds no view of it",
    arguments: ["load", "willAppear", "didAppear", "willDisappear", "didDisappear"])
  func closedByController(_ moment: String) throws {
    let test = try TestWindow(), controller = Closer()
    controller.moment = moment
    controller.target = test.window
    test.window.rootViewController = controller
    test.commit()
    if moment.hasSuffix("isappear") { test.window.isHidden = true }
    #expect(controller.viewIfLoaded?.superview == nil)
    #expect(test.window.rootViewController == nil && test.window.subviews.isEmpty)
    let appearances = controller.log.filter { $0 == "willAppear" }.count
    #expect(controller.log.filter { $0 == "willDisappear" }.count == appearances)
  }

  @Test("A controller is the root of one window, and a stage shows one window")
  func onlyOne() throws {
    let test = try TestWindow(), controller = UIViewController()
    test.window.rootViewController = controller
    let other = UIWindow(frame: full)
    other.rootViewController = controller
    #expect(other.rootViewController == nil && controller.view.window === test.window)
    test.window.rootViewController = nil
    other.rootViewController = controller
    #expect(other.rootViewController === controller)
    other.rootViewController = nil
    let second = UIWindow(stage: test.stage)
    second.isHidden = false
    #expect(second.isHidden)
  }

  @Test("A display link of a window's screen ticks with its stage, whatever other stages there are")
  func displayLink() throws {
    let older = try makeStage()
    defer { older.close() }
    let test = try TestWindow()
    var ticks = 0
    let link = test.window.screen.displayLink { _ in ticks += 1 }
    link.add(to: .main, forMode: .common)
    let newer = try makeStage()
    newer.close()
    test.mark()
    test.at(0.5)
    #expect(ticks == 30)
    link.invalidate()
  }
}
