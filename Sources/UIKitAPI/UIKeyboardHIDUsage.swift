/// Keys by the codes of the USB standard. What a layout calls a key decides: on a layout with Y and
/// Z exchanged, `keyboardZ` is the key that types z.
public struct UIKeyboardHIDUsage: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  private init(_ rawValue: Int) { self.rawValue = rawValue }

  public static let keyboardErrorUndefined = UIKeyboardHIDUsage(0x03)
  public static let keyboardA = UIKeyboardHIDUsage(0x04)
  public static let keyboardB = UIKeyboardHIDUsage(0x05)
  public static let keyboardC = UIKeyboardHIDUsage(0x06)
  public static let keyboardD = UIKeyboardHIDUsage(0x07)
  public static let keyboardE = UIKeyboardHIDUsage(0x08)
  public static let keyboardF = UIKeyboardHIDUsage(0x09)
  public static let keyboardG = UIKeyboardHIDUsage(0x0A)
  public static let keyboardH = UIKeyboardHIDUsage(0x0B)
  public static let keyboardI = UIKeyboardHIDUsage(0x0C)
  public static let keyboardJ = UIKeyboardHIDUsage(0x0D)
  public static let keyboardK = UIKeyboardHIDUsage(0x0E)
  public static let keyboardL = UIKeyboardHIDUsage(0x0F)
  public static let keyboardM = UIKeyboardHIDUsage(0x10)
  public static let keyboardN = UIKeyboardHIDUsage(0x11)
  public static let keyboardO = UIKeyboardHIDUsage(0x12)
  public static let keyboardP = UIKeyboardHIDUsage(0x13)
  public static let keyboardQ = UIKeyboardHIDUsage(0x14)
  public static let keyboardR = UIKeyboardHIDUsage(0x15)
  public static let keyboardS = UIKeyboardHIDUsage(0x16)
  public static let keyboardT = UIKeyboardHIDUsage(0x17)
  public static let keyboardU = UIKeyboardHIDUsage(0x18)
  public static let keyboardV = UIKeyboardHIDUsage(0x19)
  public static let keyboardW = UIKeyboardHIDUsage(0x1A)
  public static let keyboardX = UIKeyboardHIDUsage(0x1B)
  public static let keyboardY = UIKeyboardHIDUsage(0x1C)
  public static let keyboardZ = UIKeyboardHIDUsage(0x1D)
  public static let keyboard1 = UIKeyboardHIDUsage(0x1E)
  public static let keyboard2 = UIKeyboardHIDUsage(0x1F)
  public static let keyboard3 = UIKeyboardHIDUsage(0x20)
  public static let keyboard4 = UIKeyboardHIDUsage(0x21)
  public static let keyboard5 = UIKeyboardHIDUsage(0x22)
  public static let keyboard6 = UIKeyboardHIDUsage(0x23)
  public static let keyboard7 = UIKeyboardHIDUsage(0x24)
  public static let keyboard8 = UIKeyboardHIDUsage(0x25)
  public static let keyboard9 = UIKeyboardHIDUsage(0x26)
  public static let keyboard0 = UIKeyboardHIDUsage(0x27)
  public static let keyboardReturnOrEnter = UIKeyboardHIDUsage(0x28)
  public static let keyboardEscape = UIKeyboardHIDUsage(0x29)
  public static let keyboardDeleteOrBackspace = UIKeyboardHIDUsage(0x2A)
  public static let keyboardTab = UIKeyboardHIDUsage(0x2B)
  public static let keyboardSpacebar = UIKeyboardHIDUsage(0x2C)
  public static let keyboardHyphen = UIKeyboardHIDUsage(0x2D)
  public static let keyboardEqualSign = UIKeyboardHIDUsage(0x2E)
  public static let keyboardComma = UIKeyboardHIDUsage(0x36)
  public static let keyboardPeriod = UIKeyboardHIDUsage(0x37)
  public static let keyboardSlash = UIKeyboardHIDUsage(0x38)
  public static let keyboardF1 = UIKeyboardHIDUsage(0x3A)
  public static let keyboardF2 = UIKeyboardHIDUsage(0x3B)
  public static let keyboardF3 = UIKeyboardHIDUsage(0x3C)
  public static let keyboardF4 = UIKeyboardHIDUsage(0x3D)
  public static let keyboardF5 = UIKeyboardHIDUsage(0x3E)
  public static let keyboardF6 = UIKeyboardHIDUsage(0x3F)
  public static let keyboardF7 = UIKeyboardHIDUsage(0x40)
  public static let keyboardF8 = UIKeyboardHIDUsage(0x41)
  public static let keyboardF9 = UIKeyboardHIDUsage(0x42)
  public static let keyboardF10 = UIKeyboardHIDUsage(0x43)
  public static let keyboardF11 = UIKeyboardHIDUsage(0x44)
  public static let keyboardF12 = UIKeyboardHIDUsage(0x45)
  public static let keyboardInsert = UIKeyboardHIDUsage(0x49)
  public static let keyboardHome = UIKeyboardHIDUsage(0x4A)
  public static let keyboardPageUp = UIKeyboardHIDUsage(0x4B)
  public static let keyboardDeleteForward = UIKeyboardHIDUsage(0x4C)
  public static let keyboardEnd = UIKeyboardHIDUsage(0x4D)
  public static let keyboardPageDown = UIKeyboardHIDUsage(0x4E)
  public static let keyboardRightArrow = UIKeyboardHIDUsage(0x4F)
  public static let keyboardLeftArrow = UIKeyboardHIDUsage(0x50)
  public static let keyboardDownArrow = UIKeyboardHIDUsage(0x51)
  public static let keyboardUpArrow = UIKeyboardHIDUsage(0x52)
  public static let keypadEnter = UIKeyboardHIDUsage(0x58)
  public static let keyboardLeftControl = UIKeyboardHIDUsage(0xE0)
  public static let keyboardLeftShift = UIKeyboardHIDUsage(0xE1)
  public static let keyboardLeftAlt = UIKeyboardHIDUsage(0xE2)
  public static let keyboardLeftGUI = UIKeyboardHIDUsage(0xE3)
  public static let keyboardRightControl = UIKeyboardHIDUsage(0xE4)
  public static let keyboardRightShift = UIKeyboardHIDUsage(0xE5)
  public static let keyboardRightAlt = UIKeyboardHIDUsage(0xE6)
  public static let keyboardRightGUI = UIKeyboardHIDUsage(0xE7)

  /// Keys without a character, by their XKB keysyms.
  private static let named: [UInt32: UIKeyboardHIDUsage] = [
    0xFF08: .keyboardDeleteOrBackspace, 0xFF09: .keyboardTab, 0xFE20: .keyboardTab,
    0xFF0D: .keyboardReturnOrEnter, 0xFF1B: .keyboardEscape, 0xFFFF: .keyboardDeleteForward,
    0xFF50: .keyboardHome, 0xFF51: .keyboardLeftArrow, 0xFF52: .keyboardUpArrow,
    0xFF53: .keyboardRightArrow, 0xFF54: .keyboardDownArrow, 0xFF55: .keyboardPageUp,
    0xFF56: .keyboardPageDown, 0xFF57: .keyboardEnd, 0xFF63: .keyboardInsert,
    0xFF8D: .keypadEnter, 0xFFE1: .keyboardLeftShift, 0xFFE2: .keyboardRightShift,
    0xFFE3: .keyboardLeftControl, 0xFFE4: .keyboardRightControl, 0xFFE9: .keyboardLeftAlt,
    0xFFEA: .keyboardRightAlt, 0xFFEB: .keyboardLeftGUI, 0xFFEC: .keyboardRightGUI,
    0x20: .keyboardSpacebar, 0x2C: .keyboardComma, 0x2D: .keyboardHyphen, 0x2E: .keyboardPeriod,
    0x2F: .keyboardSlash, 0x30: .keyboard0, 0x3D: .keyboardEqualSign,
  ]

  /// The key that a keysym names. Those of Latin letters and digits are their characters.
  init(keysym: UInt32) {
    switch keysym {
    case 0x31...0x39: self.init(0x1E + Int(keysym - 0x31))
    case 0x41...0x5A: self.init(0x04 + Int(keysym - 0x41))
    case 0x61...0x7A: self.init(0x04 + Int(keysym - 0x61))
    case 0xFFBE...0xFFC9: self.init(0x3A + Int(keysym - 0xFFBE))
    default: self = Self.named[keysym] ?? .keyboardErrorUndefined
    }
  }
}
