/// Names of keys in files and XKB's numbers for them.
enum KeyNames {
  /// Keys that type no printable character, by XKB's names for their keysyms.
  private static let named: [(name: String, keysym: UInt32)] =
    [
      ("BackSpace", 0xff08), ("Tab", 0xff09), ("Return", 0xff0d), ("Pause", 0xff13),
      ("Scroll_Lock", 0xff14), ("Escape", 0xff1b), ("Home", 0xff50), ("Left", 0xff51),
      ("Up", 0xff52), ("Right", 0xff53), ("Down", 0xff54), ("Page_Up", 0xff55),
      ("Page_Down", 0xff56), ("End", 0xff57), ("Print", 0xff61), ("Insert", 0xff63),
      ("Menu", 0xff67), ("Num_Lock", 0xff7f), ("KP_Enter", 0xff8d), ("Shift_L", 0xffe1),
      ("Shift_R", 0xffe2), ("Control_L", 0xffe3), ("Control_R", 0xffe4), ("Caps_Lock", 0xffe5),
      ("Meta_L", 0xffe7), ("Meta_R", 0xffe8), ("Alt_L", 0xffe9), ("Alt_R", 0xffea),
      ("Super_L", 0xffeb), ("Super_R", 0xffec), ("ISO_Left_Tab", 0xfe20),
      ("ISO_Level3_Shift", 0xfe03), ("Delete", 0xffff), ("space", 0x20),
    ] + (1...12).map { ("F\($0)", 0xffbd + UInt32($0)) }

  /// XKB's numbers for keys; 0 is no key.
  static let keysyms: ClosedRange<UInt32> = 1...0x1fff_ffff

  static var all: [String] { named.map(\.name) }

  /// A name of the table, the single character that the key types, or a number such as `0xff1b`.
  static func keysym(named name: String) -> UInt32? {
    if let key = named.first(where: { $0.name == name }) { return key.keysym }
    let scalars = name.unicodeScalars
    if scalars.count == 1, let scalar = scalars.first { return keysym(typing: scalar) }
    let digits = name.dropFirst(2)
    guard name.hasPrefix("0x"), digits.allSatisfy(\.isHexDigit),
      let keysym = UInt32(digits, radix: 16), keysyms.contains(keysym)
    else { return nil }
    return keysym
  }

  /// The name `keysym(named:)` understands.
  static func name(of keysym: UInt32) -> String {
    if let key = named.first(where: { $0.keysym == keysym }) { return key.name }
    if let scalar = scalar(of: keysym) { return String(scalar) }
    return "0x" + String(keysym, radix: 16)
  }

  /// What the key types by itself, as windows report it; empty for none.
  static func text(of keysym: UInt32) -> String {
    switch keysym {
    case 0xff09: "\t"
    case 0xff0d, 0xff8d: "\r"
    default: scalar(of: keysym).map { String($0) } ?? ""
    }
  }

  /// Latin 1 has its own numbers; other characters are their code point with bit 24 set.
  private static func keysym(typing scalar: Unicode.Scalar) -> UInt32? {
    guard scalar.value >= 0x20, !(0x7f..<0xa0).contains(scalar.value) else { return nil }
    return scalar.value < 0x100 ? scalar.value : scalar.value | 0x100_0000
  }

  private static func scalar(of keysym: UInt32) -> Unicode.Scalar? {
    switch keysym {
    case 0x20..<0x7f, 0xa0..<0x100: Unicode.Scalar(keysym)
    case 0x100_0100...0x110_ffff: Unicode.Scalar(keysym & 0xff_ffff)
    default: nil
    }
  }
}
