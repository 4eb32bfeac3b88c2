import Geometry

/// How a layer's space lies in its superlayer's: one formula for both halves.
///
/// Points, y down unless a layer is flipped; row vectors, the leftmost matrix acts first. The whole
/// chain of a point is its layer's `toSuper`, then the superlayer's `sublayerPart`, then the
/// superlayer's `toSuper`, and so on.
@usableFromInline package enum LayerGeometry {
  /// Where the anchor point lies in the layer's own space (x, y, z).
  @inlinable package static func anchor(bounds: Rect, anchorPoint: Point, anchorPointZ: Double)
    -> SIMD3<Double>
  {
    SIMD3(
      bounds.minX + anchorPoint.x * bounds.size.width,
      bounds.minY + anchorPoint.y * bounds.size.height, anchorPointZ)
  }

  /// `T(−A) · transform · T(position, zPosition)`, with A the anchor point.
  @inlinable package static func toSuper(
    bounds: Rect, position: Point, zPosition: Double, anchorPoint: Point, anchorPointZ: Double,
    transform: Matrix4
  ) -> Matrix4 {
    let a = anchor(bounds: bounds, anchorPoint: anchorPoint, anchorPointZ: anchorPointZ)
    return transform.afterTranslation(-a.x, -a.y, -a.z)
      .translated(position.x, position.y, zPosition)
  }

  /// What `toSuper` does to x and y for a transform that is 2D affine; z only moves by
  /// `zPosition − anchorPointZ` then.
  @inlinable package static func flatToSuper(
    bounds: Rect, position: Point, anchorPoint: Point, transform: Matrix4
  ) -> Matrix3 {
    let a = anchor(bounds: bounds, anchorPoint: anchorPoint, anchorPointZ: 0)
    let (x, y, origin) = (transform.r0, transform.r1, transform.r3)
    return Matrix3(
      SIMD3(x.x, x.y, 0), SIMD3(y.x, y.y, 0),
      SIMD3(
        x.x * -a.x + y.x * -a.y + origin.x + position.x,
        x.y * -a.x + y.y * -a.y + origin.y + position.y, 1))
  }

  /// What a layer adds to the chain of its sublayers: the mirror of a flipped geometry, then
  /// `T(−A) · sublayerTransform · T(A)`.
  package static func sublayerPart(
    bounds: Rect, anchorPoint: Point, anchorPointZ: Double, sublayerTransform: Matrix4,
    isGeometryFlipped: Bool
  ) -> Matrix4 {
    var part = Matrix4.identity
    if !sublayerTransform.isIdentity {
      let a = anchor(bounds: bounds, anchorPoint: anchorPoint, anchorPointZ: anchorPointZ)
      part = sublayerTransform.about(a.x, a.y, a.z)
    }
    guard isGeometryFlipped else { return part }
    let mirror = Matrix4(affine: 1, 0, 0, -1, 0, bounds.minY + bounds.maxY)
    return mirror.concat(part)
  }
}

extension LayerValues {
  /// This layer's space to its superlayer's, without the superlayer's `sublayerPart`.
  package var toSuper: Matrix4 {
    LayerGeometry.toSuper(
      bounds: bounds, position: position, zPosition: zPosition, anchorPoint: anchorPoint,
      anchorPointZ: anchorPointZ, transform: transform)
  }

  /// What this layer adds to the chain of its sublayers.
  package var sublayerPart: Matrix4 {
    LayerGeometry.sublayerPart(
      bounds: bounds, anchorPoint: anchorPoint, anchorPointZ: anchorPointZ,
      sublayerTransform: sublayerTransform, isGeometryFlipped: isGeometryFlipped)
  }

  /// The bounding box of the bounds in the superlayer's space, the perspective divide included.
  package var frame: Rect { toSuper.boundingBox(of: bounds) }

  /// The size of the bounds and the position that make `frame` this rectangle, its size made
  /// positive. Only scales along the axes are seen through; any other transform is ignored.
  package func fitting(frame: Rect) -> (size: Size, position: Point) {
    let x = min(frame.minX, frame.maxX), y = min(frame.minY, frame.maxY)
    let width = abs(frame.size.width), height = abs(frame.size.height)
    let t = transform
    let isAxisScale = t.isAffine2D && t.r0.y == 0 && t.r1.x == 0 && t.r0.x != 0 && t.r1.y != 0
    let (sx, sy, tx, ty) = isAxisScale ? (t.r0.x, t.r1.y, t.r3.x, t.r3.y) : (1, 1, 0, 0)
    // The anchor's distance from the frame's least edge, as a share of the frame's size.
    let ax = sx < 0 ? 1 - anchorPoint.x : anchorPoint.x
    let ay = sy < 0 ? 1 - anchorPoint.y : anchorPoint.y
    return (
      Size(width / abs(sx), height / abs(sy)),
      Point(x + ax * width - tx, y + ay * height - ty)
    )
  }
}
