import Geometry

/// What the application asks of the place where its tree is shown; takes effect with the commit it
/// travels in. A surface that is no window ignores what only windows have.
package enum SurfaceRequest: Hashable, Sendable {
  case title(String)
  case cursor(CursorShape)
  /// Limits of the content's size, in points; nil for none.
  case sizeLimits(minimum: Size?, maximum: Size?)
  case fullscreen(Bool)
  case maximized(Bool)
  case minimize
  /// Also for surfaces without a window.
  case overlays(Overlays)
}

/// What the pointer looks like over a window.
package enum CursorShape: String, Hashable, Sendable, CaseIterable {
  case arrow, pointingHand, text, crosshair, openHand, closedHand, notAllowed
  case resizeLeftRight, resizeUpDown, hidden
}

/// What the server draws over a surface for those who look for its cost.
package struct Overlays: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The area that was redrawn.
  package static let damage = Overlays(rawValue: 1 << 0)
  /// Frames per second and a graph of the last frames.
  package static let fps = Overlays(rawValue: 1 << 1)
}

/// What the desktop does with a window.
package struct WindowStatus: Hashable, Sendable {
  /// It has the keyboard's attention.
  package var isActivated = false
  package var isMaximized = false
  package var isFullscreen = false
  /// There is an output to see it on, and the display asks for its frames. False once no frame has
  /// been asked for in a while, which is all that is said about a window that is hidden or covered.
  package var isVisible = true

  package init() {}
}
