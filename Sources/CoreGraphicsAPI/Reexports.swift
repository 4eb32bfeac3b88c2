@_exported import Foundation
import Geometry

// CGFloat, CGPoint, CGSize and CGRect are Foundation's. Here they meet Geometry's values.

extension Point {
  package init(_ p: CGPoint) { self.init(Double(p.x), Double(p.y)) }
}

extension Size {
  package init(_ s: CGSize) { self.init(Double(s.width), Double(s.height)) }
}

extension Rect {
  /// Keeps the sign of the size; `CGRect.standardized` first where it must be positive.
  package init(_ r: CGRect) {
    self.init(
      Double(r.origin.x), Double(r.origin.y), Double(r.size.width), Double(r.size.height))
  }
}

extension CGPoint {
  package init(_ p: Point) { self.init(x: p.x, y: p.y) }
}

extension CGSize {
  package init(_ s: Size) { self.init(width: s.width, height: s.height) }
}

extension CGRect {
  package init(_ r: Rect) {
    self.init(x: r.minX, y: r.minY, width: r.size.width, height: r.size.height)
  }
}

extension NSValue {
  /// Wraps a point as `Any`-typed properties of animations accept it.
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
  public convenience init(cgSize size: CGSize) { self.init(size: size) }
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

  public var cgPointValue: CGPoint { pointValue }
  public var cgSizeValue: CGSize { sizeValue }
  public var cgRectValue: CGRect { rectValue }
}
