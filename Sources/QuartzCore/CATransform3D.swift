import CoreGraphicsAPI
import Geometry

/// A 4×4 matrix for row vectors: a point is multiplied from the left, the translation stands in
/// m41…m43.
public struct CATransform3D: Hashable, Sendable, Codable {
  public var m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat
  public var m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat
  public var m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat
  public var m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat

  /// All zeros; `CATransform3DIdentity` is the one that changes nothing.
  public init() {
    self.init(
      m11: 0, m12: 0, m13: 0, m14: 0, m21: 0, m22: 0, m23: 0, m24: 0,
      m31: 0, m32: 0, m33: 0, m34: 0, m41: 0, m42: 0, m43: 0, m44: 0)
  }

  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat,
    m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
    m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    self.m11 = m11
    self.m12 = m12
    self.m13 = m13
    self.m14 = m14
    self.m21 = m21
    self.m22 = m22
    self.m23 = m23
    self.m24 = m24
    self.m31 = m31
    self.m32 = m32
    self.m33 = m33
    self.m34 = m34
    self.m41 = m41
    self.m42 = m42
    self.m43 = m43
    self.m44 = m44
  }

  package init(_ m: Matrix4) {
    self.init(
      m11: m.r0.x, m12: m.r0.y, m13: m.r0.z, m14: m.r0.w,
      m21: m.r1.x, m22: m.r1.y, m23: m.r1.z, m24: m.r1.w,
      m31: m.r2.x, m32: m.r2.y, m33: m.r2.z, m34: m.r2.w,
      m41: m.r3.x, m42: m.r3.y, m43: m.r3.z, m44: m.r3.w)
  }

  package var matrix: Matrix4 {
    Matrix4(
      SIMD4(Double(m11), Double(m12), Double(m13), Double(m14)),
      SIMD4(Double(m21), Double(m22), Double(m23), Double(m24)),
      SIMD4(Double(m31), Double(m32), Double(m33), Double(m34)),
      SIMD4(Double(m41), Double(m42), Double(m43), Double(m44)))
  }
}

extension NSValue {
  /// Wraps a transform as `Any`-typed properties of animations accept it.
  public convenience init(caTransform3D t: CATransform3D) {
    self.init(doubles: t.matrix.rowMajor)
  }

  /// All zeros where the value holds no transform.
  public var caTransform3DValue: CATransform3D {
    doubles(16).map { CATransform3D(Matrix4(rowMajor: $0)) } ?? CATransform3D()
  }

  /// The transform of either kind that the value holds.
  var transformMatrix: Matrix4? {
    doubles(16).map { Matrix4(rowMajor: $0) }
      ?? doubles(6).map { Matrix4(affine: $0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
  }
}

public let CATransform3DIdentity = CATransform3D(Matrix4.identity)

public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
  a == b
}

public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat)
  -> CATransform3D
{
  CATransform3D(Matrix4.translation(Double(tx), Double(ty), Double(tz)))
}

public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  CATransform3D(Matrix4.scale(Double(sx), Double(sy), Double(sz)))
}

/// A rotation by `angle` radians about an axis of any length; the identity for an axis of none.
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat)
  -> CATransform3D
{
  CATransform3D(Matrix4.rotation(Double(angle), Double(x), Double(y), Double(z)))
}

/// The translation acts first, then `t`.
public func CATransform3DTranslate(_ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat)
  -> CATransform3D
{
  CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// The scale acts first, then `t`.
public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat)
  -> CATransform3D
{
  CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

/// The rotation acts first, then `t`.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// `a` acts first, then `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  CATransform3D(a.matrix.concat(b.matrix))
}

/// A singular transform is returned unchanged.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  t.matrix.inverse.map { CATransform3D($0) } ?? t
}

public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  CATransform3D(m.matrix)
}

public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool { t.matrix.isAffine2D }

/// The affine part; what depth and perspective `t` has is left out.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(t.matrix)
}
