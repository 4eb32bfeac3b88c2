import CoreGraphicsAPI

/// A key, with the modifiers held, that does something wherever the first responder is.
///
/// Responders offer commands by `keyCommands`, from the first responder up.
@MainActor
open class UIKeyCommand {
  /// What the key types, or one of the names below.
  public let input: String?
  public let modifierFlags: UIKeyModifierFlags
  open var title: String
  /// What it does, for those who look for it.
  open var discoverabilityTitle: String?
  /// Whatever goes with it.
  public let propertyList: Any?
  /// Stored: nothing of the system's comes before commands here.
  open var wantsPriorityOverSystemBehavior = false

  private enum Action {
    /// Of some class; false for a responder that is not of that.
    case method((UIResponder, UIKeyCommand) -> Bool)
    case closure((UIKeyCommand) -> Void)
  }

  private let action: Action

  private init(
    _ title: String, _ input: String, _ modifierFlags: UIKeyModifierFlags, _ propertyList: Any?,
    _ discoverabilityTitle: String?, _ action: Action
  ) {
    self.title = title
    self.input = input
    self.modifierFlags = modifierFlags
    self.propertyList = propertyList
    self.discoverabilityTitle = discoverabilityTitle
    self.action = action
  }

  /// `UIKeyCommand(input: "n", modifierFlags: .command, action: Controller.addNote)`: calls the first
  /// `Controller` on the way up from the first responder that can perform it.
  public convenience init<Target: UIResponder>(
    title: String = "", input: String, modifierFlags: UIKeyModifierFlags = [],
    propertyList: Any? = nil, discoverabilityTitle: String? = nil,
    action: @escaping @MainActor (Target) -> @MainActor (UIKeyCommand) -> Void
  ) {
    let method: (UIResponder, UIKeyCommand) -> Bool = { responder, command in
      guard let target = responder as? Target, target.canPerform(command) else { return false }
      action(target)(command)
      return true
    }
    self.init(
      title, input, modifierFlags, propertyList, discoverabilityTitle, .method(method))
  }

  /// Calls `handler` if the responder that offers the command can perform it.
  public convenience init(
    title: String = "", input: String, modifierFlags: UIKeyModifierFlags = [],
    propertyList: Any? = nil, discoverabilityTitle: String? = nil,
    handler: @escaping @MainActor (UIKeyCommand) -> Void
  ) {
    self.init(
      title, input, modifierFlags, propertyList, discoverabilityTitle, .closure(handler))
  }

  nonisolated public static let inputEscape = "UIKeyInputEscape"
  nonisolated public static let inputUpArrow = "UIKeyInputUpArrow"
  nonisolated public static let inputDownArrow = "UIKeyInputDownArrow"
  nonisolated public static let inputLeftArrow = "UIKeyInputLeftArrow"
  nonisolated public static let inputRightArrow = "UIKeyInputRightArrow"
  nonisolated public static let inputPageUp = "UIKeyInputPageUp"
  nonisolated public static let inputPageDown = "UIKeyInputPageDown"
  nonisolated public static let inputHome = "UIKeyInputHome"
  nonisolated public static let inputEnd = "UIKeyInputEnd"
  nonisolated public static let inputDelete = "UIKeyInputDelete"
  nonisolated public static let f1 = "UIKeyInputF1"
  nonisolated public static let f2 = "UIKeyInputF2"
  nonisolated public static let f3 = "UIKeyInputF3"
  nonisolated public static let f4 = "UIKeyInputF4"
  nonisolated public static let f5 = "UIKeyInputF5"
  nonisolated public static let f6 = "UIKeyInputF6"
  nonisolated public static let f7 = "UIKeyInputF7"
  nonisolated public static let f8 = "UIKeyInputF8"
  nonisolated public static let f9 = "UIKeyInputF9"
  nonisolated public static let f10 = "UIKeyInputF10"
  nonisolated public static let f11 = "UIKeyInputF11"
  nonisolated public static let f12 = "UIKeyInputF12"
}

// MARK: Finding the command of a key

extension UIKeyCommand {
  /// Whether a key is this command's. Letters count by the key, with Shift or without; other
  /// characters count as they are typed, with Shift where the layout needs it.
  private func isMeant(by key: UIKey, _ flags: UIKeyModifierFlags) -> Bool {
    guard let input, let first = input.first else { return false }
    let wanted = modifierFlags.intersection(.deliberate)
    if input == key.name { return wanted == flags }
    guard input.lowercased() == key.charactersIgnoringModifiers else { return false }
    if first.isLetter || first.isWhitespace { return wanted == flags }
    return wanted.union(.shift) == flags.union(.shift)
  }

  /// Performs the first command for a key that a responder offers, on the way up from one. Without a
  /// command for Control the key acts as Command: keyboards and desktops here use it so.
  ///
  /// - Returns: False where none was performed.
  static func perform(_ key: UIKey, from responder: UIResponder) -> Bool {
    let flags = key.modifierFlags.intersection(.deliberate)
    if perform(key, flags, from: responder) { return true }
    guard flags.contains(.control), !flags.contains(.command) else { return false }
    return perform(
      key, flags.subtracting(.control).union(.command), from: responder)
  }

  private static func perform(
    _ key: UIKey, _ flags: UIKeyModifierFlags, from responder: UIResponder
  ) -> Bool {
    for current in sequence(first: responder, next: { $0.next }) {
      for command in current.keyCommands ?? [] where command.isMeant(by: key, flags) {
        if command.perform(offeredBy: current, from: responder) { return true }
      }
    }
    return false
  }

  private func perform(offeredBy source: UIResponder, from first: UIResponder) -> Bool {
    switch action {
    case .closure(let handler):
      guard source.canPerform(self) else { return false }
      handler(self)
      return true
    case .method(let method):
      return sequence(first: first, next: { $0.next }).contains { method($0, self) }
    }
  }
}

extension UIResponder {
  fileprivate final func canPerform(_ command: UIKeyCommand) -> Bool {
    canPerformAction(command, withSender: command)
  }
}

extension UIKeyModifierFlags {
  /// Those that are held for a key, not locked.
  fileprivate static let deliberate: UIKeyModifierFlags = [
    .shift, .control, .alternate, .command,
  ]
}
