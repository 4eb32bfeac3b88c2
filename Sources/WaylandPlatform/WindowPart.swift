import CWayland

/// A side or a corner of a window, by the numbers of xdg_toplevel.resize_edge.
enum WindowEdge: UInt32, CaseIterable {
  case top = 1
  case bottom = 2
  case left = 4
  case topLeft = 5
  case bottomLeft = 6
  case right = 8
  case topRight = 9
  case bottomRight = 10
}

/// The surfaces a window consists of.
enum WindowPart: Hashable {
  /// What the application draws.
  case content
  /// Our title bar.
  case titleBar
  /// An invisible strip along a side of a window that we decorate.
  case strip(WindowStrip)
}

/// The strips around a window by which it is resized. Corners belong to `top` and `bottom`.
enum WindowStrip: Hashable, CaseIterable {
  case top, bottom, left, right
}

/// The part of a window that has the attention of an input device.
struct InputFocus {
  weak var window: WaylandWindow?
  var part: WindowPart
}

/// What the pointer looks like.
enum Cursor: Hashable {
  case hidden, arrow, pointingHand, text, crosshair, openHand, closedHand, notAllowed
  case resizeLeftRight, resizeUpDown, resizeFalling, resizeRising

  init(edge: WindowEdge) {
    switch edge {
    case .top, .bottom: self = .resizeUpDown
    case .left, .right: self = .resizeLeftRight
    case .topLeft, .bottomRight: self = .resizeFalling
    case .topRight, .bottomLeft: self = .resizeRising
    }
  }
}
