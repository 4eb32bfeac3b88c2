import CoreGraphicsAPI

/// Sides of a rectangle.
public struct UIRectEdge: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let top = UIRectEdge(rawValue: 1 << 0)
  public static let left = UIRectEdge(rawValue: 1 << 1)
  public static let bottom = UIRectEdge(rawValue: 1 << 2)
  public static let right = UIRectEdge(rawValue: 1 << 3)
  public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// Recognises a pan that comes from an edge of the window.
@MainActor
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  /// Where it may come from.
  open var edges: UIRectEdge = []

  /// Those that the first finger came down at.
  private var touched: UIRectEdge = []

  /// Points from the edge within which a finger comes from it.
  private static let margin = 20.0

  override func accepts(_ touch: UITouch, _ event: UIEvent) -> Bool {
    guard numberOfTouches == 0 else { return super.accepts(touch, event) }
    let found = Self.edges(near: touch).intersection(edges)
    guard !found.isEmpty, super.accepts(touch, event) else { return false }
    touched = found
    return true
  }

  private static func edges(near touch: UITouch) -> UIRectEdge {
    guard let bounds = touch.window?.bounds else { return [] }
    let place = touch.position
    var found: UIRectEdge = []
    if Double(place.x - bounds.minX) <= margin { found.insert(.left) }
    if Double(bounds.maxX - place.x) <= margin { found.insert(.right) }
    if Double(place.y - bounds.minY) <= margin { found.insert(.top) }
    if Double(bounds.maxY - place.y) <= margin { found.insert(.bottom) }
    return found
  }

  /// Away from the edge rather than along it.
  override func begins(by movement: CGPoint) -> Bool {
    let x = movement.x, y = movement.y
    return touched.contains(.left) && x >= abs(y) || touched.contains(.right) && -x >= abs(y)
      || touched.contains(.top) && y >= abs(x) || touched.contains(.bottom) && -y >= abs(x)
  }
}
