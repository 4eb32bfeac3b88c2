import Foundation
import Geometry

/// An immutable path of lines and Bézier curves.
///
/// It may be shared between threads; its mutable subclass may not while it is being changed.
public class CGPath: Hashable, @unchecked Sendable {
  /// The elements, and the (rounded) rectangle the path was made from where it is nothing else.
  package internal(set) var path: Path

  package init(_ path: Path) { self.path = path }

  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addRect(rect, transform: unsafe transform?.pointee ?? .identity)
    self.init(path.path)
  }

  /// Radii larger than half a side are reduced to it.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    let path = CGMutablePath()
    path.addRoundedRect(
      in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight,
      transform: unsafe transform?.pointee ?? .identity)
    self.init(path.path)
  }

  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addEllipse(in: rect, transform: unsafe transform?.pointee ?? .identity)
    self.init(path.path)
  }

  public func copy() -> CGPath? { CGPath(path) }

  public func mutableCopy() -> CGMutablePath? {
    let copy = CGMutablePath()
    copy.path = path
    return copy
  }

  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(transformed(by: unsafe transform?.pointee ?? .identity))
  }

  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    let copy = CGMutablePath()
    copy.path = transformed(by: unsafe transform?.pointee ?? .identity)
    return copy
  }

  private func transformed(by t: CGAffineTransform) -> Path {
    let copy = CGMutablePath()
    copy.addPath(self, transform: t)
    return copy.path
  }

  public var isEmpty: Bool { path.isEmpty }

  /// Where the next element starts; the origin for an empty path.
  public var currentPoint: CGPoint {
    var start = Point.zero, current = Point.zero
    for element in path.elements {
      switch element {
      case .move(let p): (start, current) = (p, p)
      case .line(let p), .quad(_, let p), .cubic(_, _, let p): current = p
      case .close: current = start
      }
    }
    return CGPoint(current)
  }

  /// The same elements, however they came about.
  public static func == (a: CGPath, b: CGPath) -> Bool {
    a === b || a.path.elements == b.path.elements
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(path.elements) }
}
