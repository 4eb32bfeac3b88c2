import Foundation
import Geometry

public enum CGPathElementType: Int32, Sendable {
  case moveToPoint, addLineToPoint, addQuadCurveToPoint, addCurveToPoint, closeSubpath
}

/// An element of a path as `applyWithBlock` hands it out. The points are there during the call only:
/// control points first, then the end; none for `closeSubpath`.
public struct CGPathElement {
  public var type: CGPathElementType
  public var points: UnsafeMutablePointer<CGPoint>

  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

public typealias CGPathApplierFunction =
  (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void

extension CGPath {
  /// Calls `block` for every element in turn.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    for element in path.elements {
      let type = element.type
      var points = element.points
      // Safety: both pointers are used within their scopes only; the array holds the points of the
      // type, one at least.
      points.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        withUnsafePointer(to: CGPathElement(type: type, points: base), block)
      }
    }
  }

  public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
    applyWithBlock { function(info, $0) }
  }
}

extension Path.Element {
  fileprivate var type: CGPathElementType {
    switch self {
    case .move: .moveToPoint
    case .line: .addLineToPoint
    case .quad: .addQuadCurveToPoint
    case .cubic: .addCurveToPoint
    case .close: .closeSubpath
    }
  }

  /// `close` has a point too, which says nothing, so that there is an address to give.
  fileprivate var points: [CGPoint] {
    switch self {
    case .move(let p), .line(let p): [CGPoint(p)]
    case .quad(let c, let p): [CGPoint(c), CGPoint(p)]
    case .cubic(let c1, let c2, let p): [CGPoint(c1), CGPoint(c2), CGPoint(p)]
    case .close: [.zero]
    }
  }
}
