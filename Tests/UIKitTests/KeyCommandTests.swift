import LayerCommit
import LayerStage
import Testing
import UIKit

/// Fills a window, performs commands and notes the keys that none took.
@MainActor
private final class Editor: UIViewController {
  var log: [String] = []
  var commands: [UIKeyCommand] = []
  var allows = true

  override var keyCommands: [UIKeyCommand]? { commands + (super.keyCommands ?? []) }
  override var canBecomeFirstResponder: Bool { true }
  override func canPerformAction(_ command: UIKeyCommand, withSender sender: Any?) -> Bool {
    allows && sender as? UIKeyCommand === command
  }
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    for press in presses { log.append("down \(press.key?.charactersIgnoringModifiers ?? "")") }
  }
  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    for press in presses { log.append("up \(press.key?.charactersIgnoringModifiers ?? "")") }
  }
  func add(_ command: UIKeyCommand) { log.append("add \(command.title)") }
}

@MainActor
private final class Field: UIView {
  var commands: [UIKeyCommand] = []
  override var keyCommands: [UIKeyCommand]? { commands }
  override var canBecomeFirstResponder: Bool { true }
}

/// An editor in a window, and a keyboard. Made inside a test's function: between a suite's `init` and
/// its test others may run.
@MainActor
private final class Desk {
  let test: TestWindow
  let editor = Editor()

  init() throws {
    test = try TestWindow()
    test.window.rootViewController = editor
  }

  func strike(_ keysym: UInt32, _ text: String = "", _ modifiers: KeyModifiers = []) {
    test.key(keysym, text, modifiers: modifiers)
    test.key(keysym, text, isPressed: false, modifiers: modifiers)
  }
}

@Suite("Key commands")
@MainActor
struct KeyCommandTests {

  @Test("A command takes its key, with just its modifiers, down and up")
  func match() throws {
    let desk = try Desk(), editor = desk.editor
    editor.commands = [
      UIKeyCommand(
        title: "New", input: "n", modifierFlags: .command, discoverabilityTitle: "New note",
        action: Editor.add)
    ]
    #expect(editor.commands.first?.discoverabilityTitle == "New note")
    desk.strike(0x6E, "n", .command)
    #expect(editor.log == ["add New"])
    desk.strike(0x6E, "n", [.command, .shift])
    desk.strike(0x6E, "n")
    #expect(editor.log == ["add New", "down n", "up n", "down n", "up n"])
    // Caps lock is on for other reasons.
    editor.log = []
    desk.strike(0x4E, "N", [.command, .capsLock])
    #expect(editor.log == ["add New"])
  }

  @Test("Control performs a command for Command, where none is for Control")
  func control() throws {
    let desk = try Desk(), editor = desk.editor
    var log: [String] = []
    editor.commands = [
      UIKeyCommand(input: "n", modifierFlags: .command) { _ in log.append("command") }
    ]
    // With Control a key types nothing; its modifier is a key of its own that stays down.
    desk.test.key(0xFFE3)
    desk.strike(0x6E, "", .control)
    desk.test.key(0xFFE3, isPressed: false, modifiers: .control)
    #expect(log == ["command"] && editor.log == ["down ", "up "])
    editor.commands.append(
      UIKeyCommand(input: "n", modifierFlags: .control) { _ in log.append("control") })
    desk.strike(0x6E, "", .control)
    desk.strike(0x6E, "n", .command)
    #expect(log == ["command", "control", "command"])
  }

  @Test("Keys without text, and characters that need Shift, have commands")
  func inputs() throws {
    let desk = try Desk(), editor = desk.editor
    var log: [String] = []
    for input in [
      UIKeyCommand.inputUpArrow, UIKeyCommand.inputEscape, UIKeyCommand.f5,
      UIKeyCommand.inputPageDown, UIKeyCommand.inputDelete, "\t", "+",
    ] {
      editor.commands.append(UIKeyCommand(input: input) { log.append($0.input ?? "") })
    }
    desk.strike(0xFF52)
    desk.strike(0xFF1B)
    desk.strike(0xFFC2)
    desk.strike(0xFF56)
    desk.strike(0xFF08)
    desk.strike(0xFF09, "\t")
    desk.strike(0x2B, "+", .shift)
    #expect(log == editor.commands.compactMap(\.input))
    #expect(!desk.test.stage.hasEnded)
    // Shift and Tab go the other way.
    desk.strike(0xFE20, "", .shift)
    #expect(log.count == 7)
  }

  @Test("A held key performs its command again, and is no press")
  func held() throws {
    let desk = try Desk(), editor = desk.editor
    editor.commands = [UIKeyCommand(title: "", input: "j", action: Editor.add)]
    desk.test.key(0x6A, "j")
    desk.test.key(0x6A, "j", isRepeat: true)
    desk.test.key(0x6A, "j", isRepeat: true)
    desk.test.key(0x6A, "j", isPressed: false)
    #expect(editor.log == ["add ", "add ", "add "])
  }

  @Test("Commands are looked for from the first responder up, and go to who can perform them")
  func chain() throws {
    let desk = try Desk(), editor = desk.editor
    var log: [String] = []
    let field = Field(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    editor.view.addSubview(field)
    field.commands = [
      UIKeyCommand(input: "k") { _ in log.append("field") },
      // The field offers it, the controller has the method.
      UIKeyCommand(title: "from field", input: "m", action: Editor.add),
    ]
    editor.addKeyCommand(UIKeyCommand(input: "k") { _ in log.append("controller") })
    desk.strike(0x6B, "k")
    #expect(log == ["controller"])
    #expect(field.becomeFirstResponder())
    desk.strike(0x6B, "k")
    desk.strike(0x6D, "m")
    #expect(log == ["controller", "field"] && editor.log == ["add from field"])
    editor.allows = false
    desk.strike(0x6D, "m")
    #expect(editor.log == ["add from field", "down m", "up m"])
    // The controller's own closure: it is the one that refuses.
    field.resignFirstResponder()
    desk.strike(0x6B, "k")
    #expect(log == ["controller", "field"])
  }

  @Test("A command that was removed leaves the key to others")
  func removed() throws {
    let desk = try Desk(), editor = desk.editor
    let command = UIKeyCommand(title: "", input: "x", action: Editor.add)
    editor.addKeyCommand(command)
    desk.strike(0x78, "x")
    editor.removeKeyCommand(command)
    desk.strike(0x78, "x")
    #expect(editor.log == ["add ", "down x", "up x"])
  }

  @Test("A command may close the window")
  func closes() throws {
    let desk = try Desk(), editor = desk.editor
    editor.commands = [
      UIKeyCommand(input: "w", modifierFlags: .command) { [weak test = desk.test] _ in
        test?.window.close()
      }
    ]
    desk.test.key(0x77, "w", modifiers: .command)
    #expect(desk.test.window.isHidden)
  }
}

@Suite("The focus")
@MainActor
struct FocusTests {
  /// Can be focused, and remembers what it is told.
  @MainActor
  final class Item: UIView {
    var isEnabled = true
    var lets = true
    var log: [String] = []
    var keys = 0
    override var canBecomeFocused: Bool { isEnabled }
    override func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool { lets }
    override func didUpdateFocus(
      in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
    ) {
      log.append(context.nextFocusedView === self ? "came" : "went")
      let alpha = isFocused ? 1 : 0.5
      coordinator.addCoordinatedAnimations { self.alpha = alpha }
    }
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      let isReturn = presses.contains { $0.key?.keyCode == .keyboardReturnOrEnter }
      if isReturn { keys += 1 } else { super.pressesBegan(presses, with: event) }
    }
  }

  private func item(_ x: CGFloat, _ y: CGFloat, in view: UIView) -> Item {
    let item = Item(frame: CGRect(x: x, y: y, width: 80, height: 40))
    view.addSubview(item)
    return item
  }

  private func tab(in test: TestWindow, backward: Bool = false) {
    test.key(backward ? 0xFE20 : 0xFF09, backward ? "" : "\t", modifiers: backward ? .shift : [])
    test.key(backward ? 0xFE20 : 0xFF09, isPressed: false, modifiers: backward ? .shift : [])
  }

  private func focused(in test: TestWindow) -> UIView? {
    UIFocusSystem.focusSystem(for: test.root)?.focusedItem as? UIView
  }

  @Test("Tab goes through views as one reads, and around; with Shift it goes back")
  func order() throws {
    let test = try TestWindow()
    let below = item(0, 100, in: test.root), right = item(200, 5, in: test.root),
      left = item(0, 10, in: test.root)
    let box = UIView(frame: CGRect(x: 100, y: 0, width: 90, height: 200))
    test.root.addSubview(box)
    let inBox = [item(0, 120, in: box), item(0, 0, in: box)].reversed()
    let expected: [UIView] = [left] + inBox + [right, below]
    for view in expected + [left] {
      tab(in: test)
      #expect(focused(in: test) === view)
    }
    for view in expected.reversed() {
      tab(in: test, backward: true)
      #expect(focused(in: test) === view)
    }
  }

  @Test("Tab passes by views that cannot be focused, and is left to who wants it")
  func skipped() throws {
    let test = try TestWindow()
    let a = item(0, 0, in: test.root), hidden = item(0, 50, in: test.root),
      disabled = item(0, 100, in: test.root), faint = item(0, 150, in: test.root)
    let b = item(0, 200, in: test.root)
    hidden.isHidden = true
    disabled.isEnabled = false
    faint.alpha = 0
    tab(in: test, backward: true)
    #expect(focused(in: test) === b)
    tab(in: test)
    #expect(focused(in: test) === a)
    tab(in: test)
    #expect(focused(in: test) === b)
    b.isEnabled = false
    b.setNeedsFocusUpdate()
    b.updateFocusIfNeeded()
    #expect(focused(in: test) == nil && b.log == ["came", "went", "came", "went"])
  }

  @Test("Both views and all around them are told, and animate together")
  func told() throws {
    let test = try TestWindow()
    @MainActor
    final class Page: UIViewController {
      var count = 0
      override func didUpdateFocus(
        in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
      ) { count += 1 }
    }
    let page = Page()
    test.window.rootViewController = page
    let a = item(0, 0, in: page.view), b = item(0, 50, in: page.view)
    tab(in: test)
    #expect(a.log == ["came"] && a.isFocused && page.count == 1)
    test.mark()
    tab(in: test)
    #expect(a.log == ["came", "went"] && b.log == ["came"] && page.count == 2)
    test.at(0.1)
    expect(a.shown.map { CGFloat($0.opacity) }, near: 0.75, within: 0.05)
    b.lets = false
    tab(in: test)
    #expect(b.isFocused)
    b.removeFromSuperview()
    #expect(b.log == ["came", "went"] && focused(in: test) == nil)
  }

  @Test("Keys reach the focused view first, and the first responder where that is elsewhere")
  func keys() throws {
    let test = try TestWindow()
    let a = item(0, 0, in: test.root)
    tab(in: test)
    test.key(0xFF0D, "\r")
    #expect(a.keys == 1)
    let field = test.add(KeyTests.KeyView(), .zero)
    field.wants = [.keyboardReturnOrEnter]
    field.becomeFirstResponder()
    test.key(0xFF0D, "\r", isPressed: false)
    test.key(0xFF0D, "\r")
    #expect(a.keys == 1 && field.keys == ["\r"])
  }

  @Test("A request brings the focus to what a view or controller prefers, and hiding ends it")
  func request() throws {
    let test = try TestWindow()
    final class Form: UIView {
      weak var second: UIView?
      override var preferredFocusEnvironments: [any UIFocusEnvironment] {
        second.map { [$0] } ?? []
      }
    }
    let form = test.add(Form(), CGRect(x: 0, y: 0, width: 300, height: 300))
    let a = item(0, 0, in: form), b = item(0, 50, in: form)
    let system = try #require(UIFocusSystem.focusSystem(for: form))
    system.requestFocusUpdate(to: form)
    #expect(a.isFocused)
    form.second = b
    system.requestFocusUpdate(to: form)
    #expect(b.isFocused)
    test.window.isHidden = true
    #expect(focused(in: test) == nil && b.log == ["came", "went"])
  }
}
