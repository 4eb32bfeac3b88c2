/// What the server says about a window beside its size.
package struct WindowStates: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let maximized = WindowStates(rawValue: 1 << 1)
  package static let fullscreen = WindowStates(rawValue: 1 << 2)
  /// The user is dragging an edge.
  package static let resizing = WindowStates(rawValue: 1 << 3)
  /// The window looks active.
  package static let activated = WindowStates(rawValue: 1 << 4)
  package static let tiledLeft = WindowStates(rawValue: 1 << 5)
  package static let tiledRight = WindowStates(rawValue: 1 << 6)
  package static let tiledTop = WindowStates(rawValue: 1 << 7)
  package static let tiledBottom = WindowStates(rawValue: 1 << 8)

  /// States in which the size is the server's alone.
  static let sizeIsImposed: WindowStates = [
    .maximized, .fullscreen, .tiledLeft, .tiledRight, .tiledTop, .tiledBottom,
  ]

  /// Takes one number of xdg_toplevel.state; unknown ones are ignored.
  mutating func insert(protocolValue: UInt32) {
    if (1...8).contains(protocolValue) { insert(WindowStates(rawValue: 1 << protocolValue)) }
  }
}
