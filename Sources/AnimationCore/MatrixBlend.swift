import Geometry

/// The way from one matrix to another, taken apart once and asked for many moments.
package enum MatrixBlend: Hashable, Sendable {
  /// Both flat: by the rules measured for 2D transforms.
  case affine(AffineParts, AffineParts)
  /// Both regular: the rotation as a quaternion on the shorter arc.
  case spatial(SpatialParts, SpatialParts)
  /// One is singular: number by number.
  case numbers(Matrix4, Matrix4)

  package init(from a: Matrix4, to b: Matrix4) {
    if a.isAffine2D && b.isAffine2D {
      if var start = AffineParts(a), var end = AffineParts(b) {
        start.align(with: &end)
        self = .affine(start, end)
        return
      }
    } else if let start = SpatialParts(a), let end = SpatialParts(b) {
      self = .spatial(start, end)
      return
    }
    self = .numbers(a, b)
  }

  /// Beyond 0…1 it goes on along the same way.
  package func value(at t: Double) -> Matrix4 {
    switch self {
    case .affine(let a, let b): a.lerp(to: b, at: t).matrix
    case .spatial(let a, let b): a.lerp(to: b, at: t).matrix
    case .numbers(let a, let b): a.lerp(to: b, at: t)
    }
  }
}

extension Matrix4 {
  /// `self` applied `count` times, for cumulative animations.
  func power(_ count: Int) -> Matrix4 {
    var result = Matrix4.identity
    var square = self
    var left = count
    while left > 0 {
      if left & 1 == 1 { result = result.concat(square) }
      left >>= 1
      if left > 0 { square = square.concat(square) }
    }
    return result
  }
}
