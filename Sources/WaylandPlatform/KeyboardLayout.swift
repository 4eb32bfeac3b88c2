import CLinux
import CWayland
import Glibc
import LayerCommit

/// Turns key codes into keysyms and text, by the layout and the modifiers the server sends.
final class KeyboardLayout {
  private let context: OpaquePointer?
  private var keymap: OpaquePointer?
  private var state: OpaquePointer?
  /// What is held or locked.
  private(set) var modifiers: KeyModifiers = []

  /// Layouts are some 60 kB; anything far above is not one.
  private static let longestKeymap: UInt32 = 16 << 20

  init() {
    // Only layouts made from names need the installed data files.
    context =
      xkb_context_new(XKB_CONTEXT_NO_FLAGS) ?? xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES)
  }

  deinit {
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
    xkb_context_unref(context)
  }

  /// Takes the layout from a file the server shares; does not close it. False when it holds none
  /// that is usable: the layout so far stays.
  func load(fileDescriptor: Int32, size: UInt32) -> Bool {
    guard let context, size <= Self.longestKeymap,
      let bytes = clinux_map_file(fileDescriptor, Int(size))
    else { return false }
    defer { clinux_unmap_file(bytes, Int(size)) }
    // Safety: the mapping is `size` bytes long and outlives the call. The text ends at the first
    // zero byte, or with the mapping.
    let text = bytes.assumingMemoryBound(to: CChar.self)
    return adopt(
      xkb_keymap_new_from_buffer(
        context, text, strnlen(text, Int(size)), XKB_KEYMAP_FORMAT_TEXT_V1,
        XKB_KEYMAP_COMPILE_NO_FLAGS))
  }

  /// Takes an installed layout, for example "us".
  func load(layout: String) -> Bool {
    guard let context else { return false }
    let compiled = layout.withCString { name in
      var names = xkb_rule_names()
      names.layout = name
      return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
    }
    return adopt(compiled)
  }

  /// wl_keyboard.modifiers.
  func setModifiers(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
    guard let state else { return }
    xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group)
    modifiers = Self.effectiveModifiers.reduce(into: []) { held, entry in
      // 0 for a modifier that is not held, -1 for one the layout lacks.
      if xkb_state_mod_name_is_active(state, entry.name, XKB_STATE_MODS_EFFECTIVE) > 0 {
        held.insert(entry.modifier)
      }
    }
  }

  /// Whether holding the key types it again.
  func repeats(code: UInt32) -> Bool {
    guard let keymap else { return false }
    return xkb_keymap_key_repeats(keymap, code &+ 8) > 0
  }

  private static let effectiveModifiers: [(name: String, modifier: KeyModifiers)] = [
    (XKB_MOD_NAME_CAPS, .capsLock), (XKB_MOD_NAME_SHIFT, .shift), (XKB_MOD_NAME_CTRL, .control),
    (XKB_MOD_NAME_ALT, .alternate), (XKB_MOD_NAME_LOGO, .command),
  ]

  /// The keysym and the text of a key, given as an evdev code; nil without a layout.
  func translate(code: UInt32) -> (keysym: UInt32, text: String)? {
    guard let state else { return nil }
    // XKB codes are evdev codes plus 8, for reasons that lie in the X protocol.
    let key = code &+ 8
    return (xkb_state_key_get_one_sym(state, key), text(of: key, in: state))
  }

  private func adopt(_ compiled: OpaquePointer?) -> Bool {
    guard let compiled else { return false }
    guard let fresh = xkb_state_new(compiled) else {
      xkb_keymap_unref(compiled)
      return false
    }
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
    keymap = compiled
    state = fresh
    modifiers = []
    return true
  }

  /// Control characters other than tab and return type nothing: Escape and Control-C are commands.
  private func text(of key: UInt32, in state: OpaquePointer) -> String {
    let typed = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      // Safety: the call writes at most 64 bytes and always ends them with a zero.
      let length = xkb_state_key_get_utf8(state, key, buffer.baseAddress, buffer.count)
      return length > 0 ? String(cString: buffer.baseAddress!) : ""
    }
    if let scalar = typed.unicodeScalars.first, scalar.value < 0x20 || scalar.value == 0x7f {
      return typed == "\t" || typed == "\r" ? typed : ""
    }
    return typed
  }
}
