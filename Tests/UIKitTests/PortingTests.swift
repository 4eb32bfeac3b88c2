import Foundation
import LayerCommit
import LayerStage
import Testing
import UIKit

/// The Swift forms that docs/porting.md gives for what needs selectors elsewhere, each used once.
@MainActor
private final class Player: UIViewController {
  var log: [String] = []
  private lazy var tap = UITapGestureRecognizer(target: self, action: Player.tapped)

  override var canBecomeFirstResponder: Bool { true }

  override var keyCommands: [UIKeyCommand]? {
    [
      UIKeyCommand(
        title: "New", input: "n", modifierFlags: .command, discoverabilityTitle: "New note",
        action: Player.addNote),
      UIKeyCommand(input: UIKeyCommand.inputUpArrow) { [weak self] command in
        self?.log.append(command.input ?? "")
      },
    ]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addGestureRecognizer(tap)
    let pan = UIPanGestureRecognizer { [weak self] pan in self?.log.append("pan \(pan.state)") }
    pan.allowedScrollTypesMask = .all
    view.addGestureRecognizer(pan)
    let press = UILongPressGestureRecognizer()
    let token = press.addTarget(self, action: Player.pressed)
    press.removeTarget(token)
    press.addTarget { [weak self] in self?.log.append("press \($0.state)") }
    view.addGestureRecognizer(press)
  }

  override func canPerformAction(_ command: UIKeyCommand, withSender sender: Any?) -> Bool {
    command.input != "x" && super.canPerformAction(command, withSender: sender)
  }

  private func tapped(_ tap: UITapGestureRecognizer) { log.append("tap") }
  private func pressed(_ press: UILongPressGestureRecognizer) { log.append("never") }
  private func addNote(_ command: UIKeyCommand) { log.append(command.title) }
}

@Suite("Target and action")
@MainActor
struct PortingTests {
  @Test("S2: gestures, key commands and display links have closures and methods for selectors")
  func forms() throws {
    let test = try TestWindow(), player = Player()
    test.root.removeFromSuperview()
    test.window.rootViewController = player
    test.commit()
    test.tap(10, 10)
    test.touch(.began, 10, 10)
    test.touch(.moved, 30, 10)
    test.touch(.ended, 30, 10)
    test.mark()
    test.touch(.began, 10, 10)
    test.at(0.6)
    test.touch(.ended, 10, 10)
    test.key(0x6E, "n", modifiers: .command)
    test.key(0xFF52)
    #expect(
      player.log == [
        "tap", "pan began", "pan ended", "press began", "press ended", "New",
        UIKeyCommand.inputUpArrow,
      ])
    var ticks = 0
    let link = CADisplayLink { _ in ticks += 1 }
    link.add(to: .main, forMode: .common)
    test.at(0.7)
    link.invalidate()
    #expect(ticks > 0)
  }

  @Test("S144: windows let go of recognisers, their targets, delegates, views and focus")
  func leaks() throws {
    final class Delegate: UIGestureRecognizerDelegate {}
    weak var weakRecognizer: UIGestureRecognizer?
    weak var weakView: UIView?
    weak var weakPlayer: Player?
    weak var weakDelegate: Delegate?
    do {
      let test = try TestWindow(), player = Player(), delegate = Delegate()
      test.root.removeFromSuperview()
      test.window.rootViewController = player
      let view = FocusTests.Item(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      player.view.addSubview(view)
      let double = UITapGestureRecognizer { [weak player] _ in player?.log.append("double") }
      double.numberOfTapsRequired = 2
      double.delegate = delegate
      view.addGestureRecognizer(double)
      (weakRecognizer, weakView, weakPlayer, weakDelegate) = (double, view, player, delegate)
      test.key(0xFF09, "\t")
      #expect(view.isFocused)
      // A tap whose end waits, a drag under way, and a scroll.
      test.tap(10, 10)
      test.scroll(.wheel, 0, 10, at: CGPoint(x: 50, y: 50))
      test.touch(.began, 50, 50)
      test.touch(.moved, 80, 50)
      test.window.close()
      test.commit()
    }
    #expect(weakRecognizer == nil && weakView == nil)
    #expect(weakPlayer == nil && weakDelegate == nil)
  }

  @Test("S144: a view that is removed in the middle of gestures is let go with them")
  func removedView() throws {
    let test = try TestWindow()
    weak var weakView: UIView?
    weak var weakRecognizer: UIGestureRecognizer?
    do {
      let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 100, height: 100))
      let pan = UIPanGestureRecognizer { _ in }
      pan.allowedScrollTypesMask = .all
      view.addGestureRecognizer(pan)
      view.addGestureRecognizer(UILongPressGestureRecognizer { _ in })
      (weakView, weakRecognizer) = (view, pan)
      test.scroll(.wheel, 0, 10, at: CGPoint(x: 50, y: 50))
      view.removeFromSuperview()
    }
    test.at(1)
    #expect(weakView == nil && weakRecognizer == nil)
    do {
      let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 100, height: 100))
      view.addGestureRecognizer(UILongPressGestureRecognizer { _ in })
      weakView = view
      test.touch(.began, 50, 50)
      view.removeFromSuperview()
    }
    test.touch(.ended, 50, 50)
    test.tap(300, 300)
    test.at(3)
    #expect(weakView == nil)
  }
}
