import Geometry

/// Where the surfaces of a window with our own title bar lie. Points, origin at the content's top
/// left, so the bar has negative y.
///
/// ```
///   ┌──────────── top ─────────────┐
///   ├──┬────────────────────────┬──┤
///   │  │       title bar        │  │
///   │  ├────────────────────────┤  │
///   │l │        content         │r │
///   ├──┴────────────────────────┴──┤
///   └─────────── bottom ───────────┘
/// ```
struct FrameLayout: Equatable {
  let content: Size

  /// Of the strips that resize the window, outside of it.
  static let stripWidth = 8.0
  /// So far from a corner a strip still means the corner.
  private static let cornerLength = 16.0

  /// The window as the server and the user see it.
  var geometry: Rect { Rect(0, -bar, content.width, content.height + bar) }
  var titleBar: Rect { Rect(0, -bar, content.width, bar) }

  private var bar: Double { TitleBarLayout.height }

  func rect(of strip: WindowStrip) -> Rect {
    let window = geometry, wide = Self.stripWidth
    return switch strip {
    case .top: Rect(-wide, window.minY - wide, content.width + 2 * wide, wide)
    case .bottom: Rect(-wide, window.maxY, content.width + 2 * wide, wide)
    case .left: Rect(-wide, window.minY, wide, window.size.height)
    case .right: Rect(window.maxX, window.minY, wide, window.size.height)
    }
  }

  /// The edge that a place in a strip means. Points of the strip.
  func edge(of strip: WindowStrip, at point: Point) -> WindowEdge {
    let size = rect(of: strip).size
    func end(_ position: Double, _ length: Double, _ reach: Double) -> Int {
      let reach = min(reach, length / 3)
      return position < reach ? -1 : position >= length - reach ? 1 : 0
    }
    let along = Self.cornerLength + Self.stripWidth
    switch strip {
    case .top:
      return [.topLeft, .top, .topRight][end(point.x, size.width, along) + 1]
    case .bottom:
      return [.bottomLeft, .bottom, .bottomRight][end(point.x, size.width, along) + 1]
    case .left:
      return [.topLeft, .left, .bottomLeft][end(point.y, size.height, Self.cornerLength) + 1]
    case .right:
      return [.topRight, .right, .bottomRight][end(point.y, size.height, Self.cornerLength) + 1]
    }
  }
}
