import Geometry

/// Makes a transform of the numbers that an animation interpolates, which it then takes the place
/// of.
///
/// The numbers are all there is between the ends of the animation: an angle of four half turns is
/// two whole ones, and no matrix is ever taken apart. Nothing lies below them, so an end that is not
/// given is zero.
package enum ValueFunction: UInt8, CaseIterable, Sendable {
  /// About an axis, in radians.
  case rotateX, rotateY, rotateZ
  case scale, scaleX, scaleY, scaleZ
  /// In points.
  case translate, translateX, translateY, translateZ

  /// Along all three axes: three numbers and not one.
  package var takesThree: Bool {
    switch self {
    case .scale, .translate: true
    case .rotateX, .rotateY, .rotateZ, .scaleX, .scaleY, .scaleZ, .translateX, .translateY,
      .translateZ:
      false
    }
  }

  /// Any target whose values interpolate and add up as the input does: one number, or three in a
  /// vector that ends with a zero.
  var input: AnimationTarget { AnimationTarget(takesThree ? .bounds : .zPosition) }

  /// One number stands in x.
  package func matrix(_ n: SIMD4<Double>) -> Matrix4 {
    switch self {
    case .rotateX: .rotation(n.x, 1, 0, 0)
    case .rotateY: .rotation(n.x, 0, 1, 0)
    case .rotateZ: .rotation(n.x, 0, 0, 1)
    case .scale: .scale(n.x, n.y, n.z)
    case .scaleX: .scale(n.x, 1, 1)
    case .scaleY: .scale(1, n.x, 1)
    case .scaleZ: .scale(1, 1, n.x)
    case .translate: .translation(n.x, n.y, n.z)
    case .translateX: .translation(n.x, 0, 0)
    case .translateY: .translation(0, n.x, 0)
    case .translateZ: .translation(0, 0, n.x)
    }
  }
}
