import CWayland
import CWaylandServer
import Glibc

/// Modifiers as wl_keyboard.modifiers carries them.
package struct KeyModifiers: Hashable, Sendable {
  package var depressed: UInt32 = 0
  package var latched: UInt32 = 0
  package var locked: UInt32 = 0
  package var group: UInt32 = 0

  package init(depressed: UInt32 = 0, latched: UInt32 = 0, locked: UInt32 = 0, group: UInt32 = 0) {
    self.depressed = depressed
    self.latched = latched
    self.locked = locked
    self.group = group
  }
}

/// The layout that clients are given, and what the pressed keys make of it.
final class KeyboardModel {
  private let context: OpaquePointer?
  private let keymap: OpaquePointer?
  private let state: OpaquePointer?
  /// What was told last.
  private(set) var modifiers = KeyModifiers()

  /// `layout` is the name of an installed one.
  init(layout: String) {
    context = xkb_context_new(XKB_CONTEXT_NO_FLAGS)
    keymap = layout.withCString { [context] name in
      var names = xkb_rule_names()
      names.layout = name
      return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
    }
    guard let keymap else { fatalError("no keyboard layout \"\(layout)\" is installed") }
    state = xkb_state_new(keymap)
  }

  deinit {
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
    xkb_context_unref(context)
  }

  /// Lends a file with the layout, and its size with the final zero.
  func withFile(_ body: (Int32, UInt32) -> Void) {
    guard let text = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1) else { return }
    defer { free(text) }
    let size = strlen(text) + 1
    let file = cws_shared_file(text, size)
    guard file >= 0 else { fatalError("no file for the keyboard layout") }
    defer { close(file) }
    body(file, UInt32(size))
  }

  /// The modifiers when they change by a key, given as an evdev code.
  func press(_ code: UInt32, _ isPressed: Bool) -> KeyModifiers? {
    xkb_state_update_key(state, code + 8, isPressed ? XKB_KEY_DOWN : XKB_KEY_UP)
    func part(_ component: xkb_state_component) -> UInt32 {
      xkb_state_serialize_mods(state, component)
    }
    let new = KeyModifiers(
      depressed: part(XKB_STATE_MODS_DEPRESSED), latched: part(XKB_STATE_MODS_LATCHED),
      locked: part(XKB_STATE_MODS_LOCKED),
      group: xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE))
    guard new != modifiers else { return nil }
    modifiers = new
    return new
  }
}
