import CLinux
import CWayland
import Foundation
import Testing

@testable import WaylandPlatform

@Suite("Keyboard layout")
struct KeyboardLayoutTests {
  // Codes of linux/input-event-codes.h.
  private let escape: UInt32 = 1
  private let a: UInt32 = 30
  private let enter: UInt32 = 28
  private let shiftMask: UInt32 = 1
  private let controlMask: UInt32 = 4

  @Test("Keys become keysyms and text")
  func translates() throws {
    let layout = KeyboardLayout()
    try #require(layout.load(layout: "us"))
    let key = try #require(layout.translate(code: escape))
    #expect(key.keysym == 0xff1b)
    #expect(key.text == "")
    #expect(try #require(layout.translate(code: a)) == (0x61, "a"))
    #expect(try #require(layout.translate(code: enter)) == (0xff0d, "\r"))
  }

  @Test("Modifiers change keysym and text; commands type nothing")
  func modifiers() throws {
    let layout = KeyboardLayout()
    try #require(layout.load(layout: "us"))
    layout.setModifiers(depressed: shiftMask, latched: 0, locked: 0, group: 0)
    #expect(try #require(layout.translate(code: a)) == (0x41, "A"))
    layout.setModifiers(depressed: controlMask, latched: 0, locked: 0, group: 0)
    #expect(try #require(layout.translate(code: a)) == (0x61, ""))
  }

  @Test("A layout arrives as a shared file")
  func loadsFile() throws {
    let layout = KeyboardLayout()
    try withFile(germanKeymap() + [0]) { file, size in
      #expect(layout.load(fileDescriptor: file, size: size))
    }
    // The key right of L.
    #expect(try #require(layout.translate(code: 39)) == (0xf6, "ö"))
  }

  @Test(
    "A bad file leaves the layout as it was",
    arguments: [
      [UInt8]("xkb_keymap { nonsense".utf8), [0xff, 0x00, 0x80], [],
    ])
  func keepsLayout(bytes: [UInt8]) throws {
    let layout = KeyboardLayout()
    try #require(layout.load(layout: "us"))
    try withFile(bytes) { file, size in
      #expect(!layout.load(fileDescriptor: file, size: size))
      // Claims more than the file has, and more than any layout.
      #expect(!layout.load(fileDescriptor: file, size: size + 100_000))
      #expect(!layout.load(fileDescriptor: file, size: .max))
    }
    #expect(!layout.load(fileDescriptor: -1, size: 10))
    #expect(try #require(layout.translate(code: a)) == (0x61, "a"))
  }

  @Test("Without a layout, and for codes beyond it, nothing is made up")
  func noLayout() throws {
    let layout = KeyboardLayout()
    #expect(layout.translate(code: a) == nil)
    try #require(layout.load(layout: "us"))
    for code: UInt32 in [0, 700, .max] {
      #expect(try #require(layout.translate(code: code)).text == "")
    }
  }

  private func germanKeymap() throws -> [UInt8] {
    let context = try #require(xkb_context_new(XKB_CONTEXT_NO_FLAGS))
    defer { xkb_context_unref(context) }
    return try "de".withCString { name in
      var names = xkb_rule_names()
      names.layout = name
      let keymap = try #require(
        xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS))
      defer { xkb_keymap_unref(keymap) }
      let text = try #require(xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1))
      defer { free(text) }
      return [UInt8](String(cString: text).utf8)
    }
  }

  private func withFile(_ bytes: [UInt8], _ body: (Int32, UInt32) throws -> Void) throws {
    var template = Array((NSTemporaryDirectory() + "keymap-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    try #require(file >= 0)
    defer { close(file) }
    unlink(&template)
    try #require(write(file, bytes, bytes.count) == bytes.count)
    try body(file, UInt32(bytes.count))
  }
}
