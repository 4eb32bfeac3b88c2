import Geometry

/// What a title bar of ours looks like at one moment.
package struct TitleBarLook: Hashable, Sendable {
  package enum Button: Hashable, Sendable, CaseIterable {
    case minimize, maximize, close
  }

  package var title: String
  package var layout: TitleBarLayout
  /// Pixels per point.
  package var scale: Double
  /// The window has the user's attention.
  package var isActive: Bool
  package var isMaximized: Bool
  /// The window's upper corners are not at an edge of the screen.
  package var hasRoundedCorners: Bool
  package var hovered: Button?
  package var pressed: Button?

  package init(
    title: String, layout: TitleBarLayout, scale: Double, isActive: Bool = true,
    isMaximized: Bool = false, hasRoundedCorners: Bool = true, hovered: Button? = nil,
    pressed: Button? = nil
  ) {
    self.title = title
    self.layout = layout
    self.scale = scale
    self.isActive = isActive
    self.isMaximized = isMaximized
    self.hasRoundedCorners = hasRoundedCorners
    self.hovered = hovered
    self.pressed = pressed
  }

  /// Of the picture.
  package var pixelSize: PixelSize { PixelSize(points: layout.size, scale: scale) }
}

/// Draws title bars where the server draws none.
package protocol TitleBarPainter {
  /// A picture of `look.pixelSize`, premultiplied BGRA; nil when there is none to be had.
  func paint(_ look: TitleBarLook) -> Bitmap?
}

/// Where things are in a title bar. Points, origin at the bar's top left.
package struct TitleBarLayout: Hashable, Sendable {
  package let size: Size
  /// The buttons that fit, from left to right.
  package let buttons: [TitleBarLook.Button]

  package static let height = 36.0
  /// Of the round buttons.
  package static let buttonDiameter = 12.0
  /// Between the centres of two buttons.
  private static let pitch = 28.0
  /// Between the last centre and the right end.
  private static let margin = 22.0

  package init(width: Double, buttons: [TitleBarLook.Button] = TitleBarLook.Button.allCases) {
    size = Size(max(1, width), Self.height)
    let room = (size.width - 2 * Self.margin) / Self.pitch + 1
    // The last ones matter most.
    self.buttons = buttons.suffix(max(0, Int(min(room, 8))))
  }

  package func center(of button: TitleBarLook.Button) -> Point? {
    guard let index = buttons.firstIndex(of: button) else { return nil }
    let steps = Double(buttons.count - 1 - index)
    return Point(size.width - Self.margin - steps * Self.pitch, size.height / 2)
  }

  /// Where the title may be: in the middle of the bar and clear of the buttons.
  package var titleBox: Rect {
    let taken = Self.margin + Double(buttons.count) * Self.pitch
    return Rect(taken, 0, max(0, size.width - 2 * taken), size.height)
  }

  /// The button that a press at `point` means; their targets touch and are as high as the bar.
  func button(at point: Point) -> TitleBarLook.Button? {
    guard Rect(origin: .zero, size: size).contains(point) else { return nil }
    return buttons.first { button in
      guard let center = center(of: button) else { return false }
      return abs(point.x - center.x) <= Self.pitch / 2
    }
  }
}
