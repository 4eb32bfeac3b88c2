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
