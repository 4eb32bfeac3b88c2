import Geometry

/// What the user does with a title bar. Points of the bar, media time in seconds.
struct TitleBarControl {
  enum Action: Equatable {
    /// The window is to follow the pointer.
    case move
    case showMenu(Point)
    case toggleMaximized
    case minimize
    case close
  }

  private(set) var hovered: TitleBarLook.Button?
  private(set) var pressed: TitleBarLook.Button?
  /// Where a press began that may become a drag.
  private var dragStart: Point?
  private var lastPress: (place: Point, time: Double)?

  /// A press that moves further than this drags the window, in points.
  private static let slop = 4.0
  /// Two presses within this many seconds and points are a double click.
  private static let doubleClick = (time: 0.4, distance: 6.0)

  mutating func moved(to point: Point, in layout: TitleBarLayout) -> Action? {
    hovered = layout.button(at: point)
    guard let start = dragStart, (point - start).length > Self.slop else { return nil }
    dragStart = nil
    lastPress = nil
    return .move
  }

  /// Also when the server takes the pointer away, as it does for a move.
  mutating func left() {
    hovered = nil
    pressed = nil
    dragStart = nil
  }

  mutating func pressed(at point: Point, time: Double, in layout: TitleBarLayout) -> Action? {
    hovered = layout.button(at: point)
    if let button = hovered {
      pressed = button
      lastPress = nil
      return nil
    }
    if let last = lastPress, time - last.time <= Self.doubleClick.time, time >= last.time,
      (point - last.place).length <= Self.doubleClick.distance
    {
      lastPress = nil
      dragStart = nil
      return .toggleMaximized
    }
    lastPress = (point, time)
    dragStart = point
    return nil
  }

  mutating func pressedSecondary(at point: Point, in layout: TitleBarLayout) -> Action? {
    layout.button(at: point) == nil ? .showMenu(point) : nil
  }

  /// A button acts when it is released where it was pressed.
  mutating func released(at point: Point, in layout: TitleBarLayout) -> Action? {
    dragStart = nil
    hovered = layout.button(at: point)
    guard let button = pressed else { return nil }
    pressed = nil
    guard button == hovered else { return nil }
    switch button {
    case .minimize: return .minimize
    case .maximize: return .toggleMaximized
    case .close: return .close
    }
  }
}
