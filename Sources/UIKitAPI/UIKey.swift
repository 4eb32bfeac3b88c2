import CoreGraphicsAPI
import LayerCommit

/// Keys held while something else happens.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
  public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)

  init(_ modifiers: KeyModifiers) {
    var flags: UIKeyModifierFlags = []
    if modifiers.contains(.capsLock) { flags.insert(.alphaShift) }
    if modifiers.contains(.shift) { flags.insert(.shift) }
    if modifiers.contains(.control) { flags.insert(.control) }
    if modifiers.contains(.alternate) { flags.insert(.alternate) }
    if modifiers.contains(.command) { flags.insert(.command) }
    self = flags
  }
}

/// What a key means in the layout in use.
@MainActor
public final class UIKey {
  /// The text it types, empty for none.
  public let characters: String
  /// That without the modifiers: letters are small.
  public let charactersIgnoringModifiers: String
  public let modifierFlags: UIKeyModifierFlags
  /// `keyboardErrorUndefined` for keys that have no code here.
  public let keyCode: UIKeyboardHIDUsage

  init(_ event: KeyEvent) {
    keyCode = UIKeyboardHIDUsage(keysym: event.keysym)
    let text = Self.inputName(of: keyCode) ?? event.text
    characters = text
    charactersIgnoringModifiers = text.count == 1 ? text.lowercased() : text
    modifierFlags = UIKeyModifierFlags(event.modifiers)
  }

  private static func inputName(of code: UIKeyboardHIDUsage) -> String? {
    switch code {
    case .keyboardEscape: UIKeyCommand.inputEscape
    case .keyboardUpArrow: UIKeyCommand.inputUpArrow
    case .keyboardDownArrow: UIKeyCommand.inputDownArrow
    case .keyboardLeftArrow: UIKeyCommand.inputLeftArrow
    case .keyboardRightArrow: UIKeyCommand.inputRightArrow
    default: nil
    }
  }
}

/// Names of keys without text, as `UIKey.characters` carries them. There are no key commands yet.
public final class UIKeyCommand: Sendable {
  public static let inputEscape = "UIKeyInputEscape"
  public static let inputUpArrow = "UIKeyInputUpArrow"
  public static let inputDownArrow = "UIKeyInputDownArrow"
  public static let inputLeftArrow = "UIKeyInputLeftArrow"
  public static let inputRightArrow = "UIKeyInputRightArrow"

  private init() {}
}
