import AnimationCore
import CoreGraphicsAPI
import Geometry

/// Points and times between layers. On presentation layers with presented values, since
/// `superlayer` and `sublayers` answer presentation layers there.
extension CALayer {
  /// This layer's space to its superlayer's, depth included.
  final var placement: Matrix4 {
    guard let superlayer else { return values.toSuper }
    return values.toSuper.concat(superlayer.values.sublayerPart)
  }

  /// This layer's space to the space in which the superlayer places its sublayers: in the plane of
  /// the superlayer, unless that is a transform layer and has none.
  var matrixToSuperlayer: Matrix4 {
    guard let superlayer else { return values.toSuper }
    let matrix = values.toSuper.concat(superlayer.values.sublayerPart)
    if superlayer is CATransformLayer { return matrix }
    return self is CATransformLayer ? matrix.flattenedAfter : matrix.flattened
  }

  /// The layer and its superlayers, up to the root.
  private var ancestry: [CALayer] {
    var chain: [CALayer] = []
    var next: CALayer? = self
    while let layer = next {
      chain.append(layer)
      next = layer.superlayer
    }
    return chain
  }

  /// Presentation layers of one model are made anew each time they are asked for.
  private static func isSame(_ a: CALayer, _ b: CALayer) -> Bool { a.model() === b.model() }

  /// The chains from two layers up to below their common superlayer; to beyond the roots where
  /// there is none. A nil layer is the space beyond the root.
  private static func paths(_ from: CALayer?, _ to: CALayer?) -> (up: [CALayer], down: [CALayer]) {
    var up = from?.ancestry ?? [], down = to?.ancestry ?? []
    while let a = up.last, let b = down.last, isSame(a, b) {
      up.removeLast()
      down.removeLast()
    }
    return (up, down)
  }

  private static func matrix(_ chain: [CALayer]) -> Matrix4 {
    chain.reduce(.identity) { $0.concat($1.matrixToSuperlayer) }
  }

  final func mapped(_ p: CGPoint, from: CALayer?, to: CALayer?) -> CGPoint {
    let (up, down) = Self.paths(from, to)
    let point = Self.map(Point(p), Self.matrix(up), down.isEmpty ? nil : Self.matrix(down))
    return CGPoint(point)
  }

  final func mapped(_ r: CGRect, from: CALayer?, to: CALayer?) -> CGRect {
    let (up, down) = Self.paths(from, to)
    let upwards = Self.matrix(up), downwards = down.isEmpty ? nil : Self.matrix(down)
    let corners = Rect(r.standardized).corners.map { Self.map($0, upwards, downwards) }
    return CGRect(Rect(bounding: corners))
  }

  /// Zero where a matrix on the way is singular.
  private static func map(_ p: Point, _ up: Matrix4, _ down: Matrix4?) -> Point {
    guard p.isFinite else {
      Warnings.once("layer.convert", "a point that is not finite cannot be converted")
      return .zero
    }
    guard let shared = up.project(p) else { return .zero }
    guard let down else { return shared }
    return down.unproject(shared) ?? .zero
  }

  final func mappedTime(_ t: Double, from: CALayer?, to: CALayer?) -> Double {
    if from == nil, let to, to.followsMediaTime { return t }
    let (up, down) = Self.paths(from, to)
    let shared = up.reduce(t) { $1.timing.parent(fromLocal: $0) }
    return down.reversed().reduce(shared) { $1.timing.local(fromParent: $0) }
  }

  /// Neither this layer nor one above it has a place in time of its own.
  private var followsMediaTime: Bool {
    var next: CALayer? = self
    while let layer = next {
      guard layer.timing == .identity else { return false }
      next = layer.superlayer
    }
    return true
  }

  final func hasEvenFlips() -> Bool {
    ancestry.dropFirst().filter(\.isGeometryFlipped).count.isMultiple(of: 2)
  }

  /// Layers nested deeper below the one asked are not found, as such depths are not drawn either:
  /// the search is a recursion through `hitTest(_:)`, which subclasses override.
  static let deepestHit = 512

  /// The placement in the space of the point of the hit test under way: the superlayer's, or what is
  /// around the transform layers above.
  final func hitPlacement(_ stack: TransactionStack) -> Matrix4 {
    guard let outside = stack.hitSpace, outside.sublayer === self else { return placement }
    stack.hitSpace = nil
    return placement.concat(outside.matrix)
  }

  final func layer(at p: Point) -> CALayer? {
    let stack = TransactionStack.current
    guard !values.isHidden, values.opacity > 0, stack.hitTestDepth < Self.deepestHit else {
      return nil
    }
    stack.hitTestDepth += 1
    defer { stack.hitTestDepth -= 1 }
    let matrix = hitPlacement(stack)
    guard let q = matrix.unproject(p) else { return nil }
    if !values.isDoubleSided, matrix.areaScale(at: q) < 0 { return nil }
    if values.masksToBounds, !values.bounds.contains(q) { return nil }
    // Stable, so that equal depths keep the order of the list; then front to back.
    let ordered = (sublayers ?? []).enumerated().sorted {
      ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
    }
    for (_, sublayer) in ordered.reversed() {
      if let hit = sublayer.hitTest(CGPoint(q)) { return hit }
    }
    return contains(CGPoint(q)) ? self : nil
  }
}

extension Matrix4 {
  /// Takes points with their depth, and leaves them in the plane.
  fileprivate var flattenedAfter: Matrix4 {
    let keep = SIMD4(1.0, 1.0, 0.0, 1.0)
    return Matrix4(r0 * keep, r1 * keep, r2 * keep, r3 * keep)
  }
}
