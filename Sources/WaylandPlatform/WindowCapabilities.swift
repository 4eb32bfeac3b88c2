/// What the desktop can do with windows, by the numbers of xdg_toplevel.wm_capabilities.
struct WindowCapabilities: OptionSet, Hashable {
  let rawValue: UInt32

  static let windowMenu = WindowCapabilities(rawValue: 1 << 1)
  static let maximize = WindowCapabilities(rawValue: 1 << 2)
  static let fullscreen = WindowCapabilities(rawValue: 1 << 3)
  static let minimize = WindowCapabilities(rawValue: 1 << 4)
  /// What a server that does not say is taken to do.
  static let all: WindowCapabilities = [.windowMenu, .maximize, .fullscreen, .minimize]

  mutating func insert(protocolValue: UInt32) {
    if (1...4).contains(protocolValue) { insert(WindowCapabilities(rawValue: 1 << protocolValue)) }
  }
}
