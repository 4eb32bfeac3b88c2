import CoreGraphicsAPI
import Geometry

/// Holds its sublayers together in three dimensions: they keep their depth in the space of its
/// superlayer instead of lying in its plane. It shows nothing of its own and cannot be hit.
open class CATransformLayer: CALayer {
  public override init() {
    super.init()
    values.sublayerMode = .spatial
    changes.insert(LayerChanges(.extra(.sublayerMode)))
    touched.insert(LayerChanges(.extra(.sublayerMode)))
  }

  public override init(layer: Any) { super.init(layer: layer) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// There is no plane in which a point could lie.
  open override func contains(_ p: CGPoint) -> Bool { false }

  /// The sublayer that is in front at `p`, where depth counts before order.
  open override func hitTest(_ p: CGPoint) -> CALayer? {
    let stack = TransactionStack.current
    guard !values.isHidden, values.opacity > 0, stack.hitTestDepth < Self.deepestHit else {
      return nil
    }
    stack.hitTestDepth += 1
    defer { stack.hitTestDepth -= 1 }
    let matrix = hitPlacement(stack)
    // Overrides may ask other layers, and answer without asking `super`.
    let around = stack.hitSpace
    defer { stack.hitSpace = around }
    var found: (layer: CALayer, depth: Double)?
    let ordered = (sublayers ?? []).enumerated().sorted {
      ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
    }
    for (_, sublayer) in ordered.reversed() {
      stack.hitSpace = (sublayer, matrix)
      guard let hit = sublayer.hitTest(p) else { continue }
      let depth =
        sublayer is CATransformLayer
        ? stack.hitDepth : Self.depth(of: sublayer.placement.concat(matrix), at: Point(p))
      if found.map({ depth > $0.depth + 1e-9 }) ?? true { found = (hit, depth) }
    }
    stack.hitDepth = found?.depth ?? -.infinity
    return found?.layer
  }

  /// How far in front a plane is where it is seen at `p`.
  private static func depth(of plane: Matrix4, at p: Point) -> Double {
    guard let q = plane.unproject(p) else { return -.infinity }
    let v = plane.applied(toRow: SIMD4(q.x, q.y, 0, 1))
    return v.w > 0 ? v.z / v.w : -.infinity
  }
}
