import AnimationCore
import Geometry

/// What is known of a layer that does not flatten its sublayers. They lie in the same space as that
/// layer itself, which is only a transform to them: their planes are those of the nearest layer above
/// that flattens, and they are drawn among its sublayers, each where its depth puts it.
struct DepthSpace: Equatable {
  /// From the space of the sublayers to the plane of the nearest layer above that flattens; depth
  /// included.
  var matrix: Matrix4
  /// That layer; negative where there is none.
  var plane: Int32
  /// The layer in whose order the sublayers are drawn: itself where its superlayer has none for it.
  var owner: Int32
  /// Of this layer and those above it that share the space: premultiplied colours of each sublayer's
  /// picture are multiplied by it.
  var factor = SIMD4<Double>.one

  /// Planes that are parallel to the layer's stay parallel, and their heights have no part in where
  /// they are seen.
  var isFlat: Bool {
    matrix.r0.z == 0 && matrix.r0.w == 0 && matrix.r1.z == 0 && matrix.r1.w == 0
      && matrix.r2.x == 0 && matrix.r2.y == 0 && matrix.r2.w == 0 && matrix.r3.w == 1
  }
}

/// Layers that do not flatten, and those below them.
extension Scene {
  // MARK: - Places

  /// Finds the space of a layer that `isSpace` again, after its own placement.
  mutating func makeSpace(_ slot: Int, parent: Int) {
    var space = DepthSpace(
      matrix: matrixToPlane(slot), plane: Int32(parent), owner: Int32(slot))
    if parent >= 0, placements[parent].isSpace, let above = spaces[Int32(parent)] {
      space.plane = above.plane
      if !isBlend(slot), !isBlend(parent) { space.owner = above.owner }
    } else if parent >= 0, !tree.isMask(slot), !isReplicator(parent), !isBlend(slot) {
      space.owner = Int32(parent)
    }
    if hasSublayerPart(slot) {
      space.matrix = tree.values[slot].sublayerPart.concat(space.matrix)
    }
    let old = spaces.updateValue(space, forKey: Int32(slot))
    placements[slot].plane = DevicePlane(
      space.matrix.homography.concat(orderPlane(of: slot).matrix))
    fadeSpace(slot, parent: parent)
    // They fade by themselves no longer.
    guard old == nil else { return }
    for child in tree.children[slot] { tree.mark(Int(child), .opacity) }
  }

  /// Passes on opacity and tint of a layer that `isSpace`.
  mutating func fadeSpace(_ slot: Int, parent: Int) {
    guard let old = spaces[Int32(slot)]?.factor else { return }
    let above = parent >= 0 && placements[parent].isSpace ? spaces[Int32(parent)]?.factor : nil
    let factor =
      (above ?? .one) * (tints[Int32(slot)] ?? .one) * min(max(tree.values[slot].opacity, 0), 1)
    guard factor != old else { return }
    spaces[Int32(slot)]?.factor = factor
    for child in tree.children[slot] { tree.mark(Int(child), .opacity) }
  }

  /// Finds the plane of a layer whose superlayer `isSpace`.
  func place(_ slot: Int, inSpaceOf parent: Int, _ placement: inout Placement) {
    guard let space = spaces[Int32(parent)] else { return }
    if space.isFlat, tree.values[slot].transform.isAffine2D {
      let matrix = LayerGeometry.flatToSuper(
        bounds: tree.values[slot].bounds, position: tree.values[slot].position,
        anchorPoint: tree.values[slot].anchorPoint, transform: tree.values[slot].transform)
      let height = tree.values[slot].zPosition - tree.values[slot].anchorPointZ
      placement.height = height * space.matrix.r2.z + space.matrix.r3.z
      placement.plane = DevicePlane(matrix.concat(placements[parent].plane.matrix))
    } else {
      placement.lie(under: matrixToPlane(slot), outside: orderPlane(of: parent).matrix)
    }
  }

  /// The matrix of a layer to the plane of the nearest layer above it that flattens.
  func matrixToPlane(_ slot: Int) -> Matrix4 {
    let parent = tree.superlayer(of: slot)
    guard parent >= 0, placements[parent].isSpace, let space = spaces[Int32(parent)] else {
      return matrixToSuper(slot, parent: parent)
    }
    return matrixToSuper(slot, parent: -1).concat(space.matrix)
  }

  /// The plane in which the order of a layer's sublayers is found.
  func orderPlane(of slot: Int) -> DevicePlane {
    guard placements[slot].isSpace, let space = spaces[Int32(slot)] else {
      return placements[slot].plane
    }
    return space.plane >= 0 ? placements[Int(space.plane)].plane : base
  }

  /// Whether the layer, which `isSpace` if `old` was, still puts its sublayers at the same heights.
  func keepsHeights(_ slot: Int, since old: DepthSpace?) -> Bool {
    guard placements[slot].isSpace else { return old == nil }
    guard let old, let new = spaces[Int32(slot)] else { return false }
    return old.isFlat && new.isFlat && old.matrix.r2 == new.matrix.r2
      && old.matrix.r3.z == new.matrix.r3.z && old.owner == new.owner
  }

  // MARK: - Order

  /// The layer in whose order the sublayers of a layer are drawn.
  func orderOwner(of slot: Int) -> Int {
    guard !spaces.isEmpty, let space = spaces[Int32(slot)] else { return slot }
    return Int(space.owner)
  }

  /// Whether the sublayers of a layer are drawn among its siblings.
  func joinsSiblings(_ slot: Int) -> Bool { orderOwner(of: slot) != slot }

  /// Whether a layer's sublayers are the containers of copies, which are drawn one after the other.
  func isReplicator(_ slot: Int) -> Bool { tree.values[slot].sublayerMode == .replicated }

  /// The visible layers that share the order of an owner's sublayers, in the order of the tree.
  func gatherMembers(of slot: Int, into members: inout [Int32]) {
    for child in tree.children[slot] where placements[Int(child)].isVisible {
      if joinsSiblings(Int(child)) {
        gatherMembers(of: Int(child), into: &members)
      } else {
        members.append(child)
      }
    }
  }

  /// Between planes that lie in one: the sum of those that share the space.
  func zPosition(of slot: Int) -> Double {
    var z = tree.values[face(of: slot)].zPosition
    guard !spaces.isEmpty else { return z }
    var above = tree.superlayer(of: slot)
    while above >= 0, joinsSiblings(above) {
      z += tree.values[above].zPosition
      above = tree.superlayer(of: above)
    }
    return z
  }

  // MARK: - Opacity

  /// What premultiplied colours of the picture of a layer's subtree are multiplied by, as far as it
  /// is not drawn with what is above. A layer that does not flatten hands its own to its sublayers.
  func factor(of slot: Int) -> SIMD4<Double> {
    let own = tree.values[slot].opacity
    guard !spaces.isEmpty else { return SIMD4(repeating: drawnOpacity(own)) }
    if placements[slot].isSpace, !isBlend(slot) { return .one }
    let parent = tree.superlayer(of: slot)
    // Both pictures fade as one, and so does what holds them.
    if parent >= 0, isBlend(parent) { return .one }
    guard parent >= 0, placements[parent].isSpace, let space = spaces[Int32(parent)] else {
      return SIMD4(repeating: drawnOpacity(own))
    }
    let factor = space.factor * min(own, 1)
    guard factor.w > 0 else { return .zero }
    return factor * (drawnOpacity(factor.w) / factor.w)
  }
}
