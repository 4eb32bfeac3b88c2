import UIKit

/// What a key means to a demo.
enum DemoKey {
  case left, right, up, down, next, previous, first, last
  case activate, escape, overlay

  @MainActor init?(_ key: UIKey) {
    switch key.keyCode {
    case .keyboardLeftArrow: self = .left
    case .keyboardRightArrow: self = .right
    case .keyboardUpArrow: self = .up
    case .keyboardDownArrow: self = .down
    case .keyboardHome: self = .first
    case .keyboardEnd: self = .last
    case .keyboardTab: self = key.modifierFlags.contains(.shift) ? .previous : .next
    case .keyboardReturnOrEnter, .keypadEnter, .keyboardSpacebar: self = .activate
    case .keyboardEscape: self = .escape
    case .keyboardF: self = .overlay
    default: return nil
    }
  }
}

/// The content of a demo's window: gives keys their meaning, F everywhere the same.
class DemoViewController: UIViewController {
  private var showsFrameRate = false

  override var canBecomeFirstResponder: Bool { true }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    becomeFirstResponder()
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    var unused = presses
    for press in presses {
      guard let key = press.key.flatMap({ DemoKey($0) }) else { continue }
      if handle(key, at: press.timestamp) { unused.remove(press) }
    }
    // What nobody uses is the window's: it closes at Escape.
    if !unused.isEmpty { super.pressesBegan(unused, with: event) }
  }

  /// False where the key means nothing.
  ///
  /// - Parameter time: When it was pressed, in media time.
  func handle(_ key: DemoKey, at time: Double) -> Bool {
    guard key == .overlay else { return false }
    showsFrameRate.toggle()
    view.window?.stage?.send(.overlays(showsFrameRate ? .fps : []))
    return true
  }
}
