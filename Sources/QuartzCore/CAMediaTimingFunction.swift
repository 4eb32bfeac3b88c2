import AnimationCore
import CoreGraphicsAPI

public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// An immutable pace: a Bézier curve from (0, 0) to (1, 1).
public final class CAMediaTimingFunction: Hashable, Sendable {
  package let curve: UnitBezier

  package init(_ curve: UnitBezier) { self.curve = curve }

  /// An unknown name gives the linear pace.
  public convenience init(name: CAMediaTimingFunctionName) {
    switch name {
    case .easeIn: self.init(UnitBezier.easeIn)
    case .easeOut: self.init(UnitBezier.easeOut)
    case .easeInEaseOut: self.init(UnitBezier.easeInEaseOut)
    case .default: self.init(UnitBezier.standard)
    case .linear: self.init(UnitBezier.linear)
    default:
      Warnings.once("CAMediaTimingFunction.name", "unknown timing function \"\(name.rawValue)\"")
      self.init(UnitBezier.linear)
    }
  }

  /// Control x outside 0…1 is clamped; y may leave it.
  public convenience init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    guard c1x.isFinite, c1y.isFinite, c2x.isFinite, c2y.isFinite else {
      Warnings.once(
        "CAMediaTimingFunction.controlPoints", "control points that are not finite count as linear")
      self.init(UnitBezier.linear)
      return
    }
    self.init(UnitBezier(Double(c1x), Double(c1y), Double(c2x), Double(c2y)))
  }

  /// Writes x and y of control point 0…3 to `values`.
  public func getControlPoint(at index: Int, values: UnsafeMutablePointer<Float>) {
    let points = [(0, 0), (curve.x1, curve.y1), (curve.x2, curve.y2), (1, 1)]
    guard points.indices.contains(index) else {
      misuse("a timing function has the control points 0 to 3, not \(index)")
      return
    }
    // Safety: the caller hands over room for two floats, as the API demands.
    unsafe values[0] = Float(points[index].0)
    unsafe values[1] = Float(points[index].1)
  }

  public static func == (a: CAMediaTimingFunction, b: CAMediaTimingFunction) -> Bool {
    a === b || a.curve == b.curve
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(curve) }
}
