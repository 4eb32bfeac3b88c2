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
  /// By which key commands know a key without text.
  let name: String?
  /// `keyboardErrorUndefined` for keys that have no code here.
  public let keyCode: UIKeyboardHIDUsage

  init(_ event: KeyEvent) {
    keyCode = UIKeyboardHIDUsage(keysym: event.keysym)
    name = Self.inputName(of: keyCode)
    let text = name == UIKeyCommand.inputDelete ? event.text : name ?? event.text
    characters = text
    // With Control held a key types nothing.
    let plain = text.isEmpty ? Self.character(event.keysym) : text
    charactersIgnoringModifiers = plain.count == 1 ? plain.lowercased() : plain
    modifierFlags = UIKeyModifierFlags(event.modifiers)
  }

  private static func inputName(of code: UIKeyboardHIDUsage) -> String? {
    switch code {
    case .keyboardEscape: UIKeyCommand.inputEscape
    case .keyboardUpArrow: UIKeyCommand.inputUpArrow
    case .keyboardDownArrow: UIKeyCommand.inputDownArrow
    case .keyboardLeftArrow: UIKeyCommand.inputLeftArrow
    case .keyboardRightArrow: UIKeyCommand.inputRightArrow
    case .keyboardPageUp: UIKeyCommand.inputPageUp
    case .keyboardPageDown: UIKeyCommand.inputPageDown
    case .keyboardHome: UIKeyCommand.inputHome
    case .keyboardEnd: UIKeyCommand.inputEnd
    case .keyboardDeleteOrBackspace, .keyboardDeleteForward: UIKeyCommand.inputDelete
    default: functionKey(code)
    }
  }

  private static func functionKey(_ code: UIKeyboardHIDUsage) -> String? {
    let number = code.rawValue - UIKeyboardHIDUsage.keyboardF1.rawValue + 1
    return (1...12).contains(number) ? "UIKeyInputF\(number)" : nil
  }

  /// What a keysym stands for: those of characters are their codes, of Latin letters as they are, of
  /// others above a million.
  private static func character(_ keysym: UInt32) -> String {
    let code: UInt32? =
      switch keysym {
      case 0x20...0x7E, 0xA0...0xFF: keysym
      case 0x0100_0100...0x0110_FFFF: keysym - 0x0100_0000
      // Tab with Shift, which has a keysym of its own.
      case 0xFE20: 0x09
      default: nil
      }
    return code.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) } ?? ""
  }
}
