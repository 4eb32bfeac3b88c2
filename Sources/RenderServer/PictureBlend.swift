import AnimationCore
import Geometry

/// How the two pictures of a transition make one.
struct PictureBlend: Equatable {
  /// Slots; negative for an old picture that is empty.
  var old: Int32
  var new: Int32
  var kind: Transition.Kind
  /// The side that the sliding picture comes from.
  var side: Transition.Side
  /// The part of the way that is gone, 0…1.
  var progress: Double

  /// What each picture is drawn with when they are mixed, the old one first.
  var shares: [SublayerOrder.Share] {
    [
      SublayerOrder.Share(slot: old, weight: 1 - progress),
      SublayerOrder.Share(slot: new, weight: progress),
    ].filter { $0.slot >= 0 && $0.weight > 0 }
  }

  /// Back to front.
  var pictures: [Int32] {
    let isNewOnTop = kind != .reveal
    return (isNewOnTop ? [old, new] : [new, old]).filter { $0 >= 0 }
  }

  /// How far each picture lies from its place, in the layer's own points; `isYUp` in its space.
  func shifts(of size: Size, isYUp: Bool) -> (old: Point, new: Point) {
    // To the side that things come from.
    let away: Point
    switch side {
    case .left: away = Point(-size.width, 0)
    case .right: away = Point(size.width, 0)
    case .top: away = Point(0, isYUp ? size.height : -size.height)
    case .bottom: away = Point(0, isYUp ? -size.height : size.height)
    }
    let coming = Point(away.x * (1 - progress), away.y * (1 - progress))
    let going = Point(-away.x * progress, -away.y * progress)
    switch kind {
    case .fade: return (.zero, .zero)
    case .moveIn: return (.zero, coming)
    case .push: return (going, coming)
    case .reveal: return (going, .zero)
    }
  }
}

/// Layers that hold the two pictures of a transition.
///
/// Such a layer stands where the layer with the new picture stood, and takes over its opacity. Both
/// pictures lie in the space around it as that layer did; nothing else does, so they have an order
/// of their own.
extension Scene {
  func isBlend(_ slot: Int) -> Bool { !blends.isEmpty && blends[Int32(slot)] != nil }

  /// The layer whose plane decides where among its siblings a layer is drawn.
  func face(of slot: Int) -> Int {
    guard !blends.isEmpty, let blend = blends[Int32(slot)] else { return slot }
    if placements[Int(blend.new)].isVisible || blend.old < 0 { return face(of: Int(blend.new)) }
    return face(of: Int(blend.old))
  }

  /// Sets how two pictures are put together.
  mutating func setBlend(_ slot: Int, to blend: PictureBlend) {
    guard blends[Int32(slot)] != blend else { return }
    blends[Int32(slot)] = blend
    tree.mark(slot, [.opacity, .order])
  }

  /// Moves a picture out of its place.
  mutating func setShift(_ slot: Int, to shift: Point) {
    guard shifts[Int32(slot)] ?? .zero != shift else { return }
    shifts[Int32(slot)] = shift == .zero ? nil : shift
    tree.mark(slot, .place)
  }

  /// Nil for the order of the tree, which is one over the other.
  func order(of blend: PictureBlend) -> SublayerOrder {
    func isSeen(_ slot: Int32) -> Bool { placements[Int(slot)].isVisible }
    switch blend.kind {
    case .fade: return .mixed(blend.shares.filter { isSeen($0.slot) })
    case .moveIn, .push, .reveal: return .sorted(blend.pictures.filter(isSeen))
    }
  }

  /// Notes in which plane the layer is seen. True when that is another one than before.
  mutating func turnToFace(_ slot: Int) -> Bool {
    let face = placements[face(of: slot)]
    let isSame =
      placements[slot].height == face.height && placements[slot].isFlat == face.isFlat
    placements[slot].height = face.height
    placements[slot].isFlat = face.isFlat
    return !isSame
  }

  /// Whether y runs up in a layer's space, by presented values.
  func isYUp(_ slot: Int) -> Bool {
    var isUp = false
    var above = tree.superlayer(of: slot)
    while above >= 0 {
      if tree.values[above].isGeometryFlipped { isUp.toggle() }
      above = tree.superlayer(of: above)
    }
    return isUp
  }
}
