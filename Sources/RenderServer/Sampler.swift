import AnimationCore
import Geometry

/// Evaluates the animations of all layers for one moment.
///
/// The animations of a layer are regrouped by property into tracks, and the tracks of all layers
/// lie in flat tables, one for each way a value is stored: a frame is one pass over each. A track
/// also keeps the committed value of its property, because the tree holds the presented one.
struct Sampler {
  private var numbers = TrackTable<Double>()
  private var vectors = TrackTable<SIMD4<Double>?>()
  private var matrices = TrackTable<Matrix4>()
  private var others = TrackTable<PropertyValue>()
  private var places: [TrackKey: TrackPlace] = [:]
  private(set) var isStale = false
  /// By slot.
  private var flats: [FlatTracks] = []
  /// Layers with at least one track.
  private(set) var animatedLayers = 0

  /// The animations have changed; tracks are made anew before the next sample.
  mutating func invalidate() { isStale = true }

  /// The committed value of a property; nil when it is not animated and so is in the tree.
  func base(_ slot: Int, _ property: LayerProperty) -> PropertyValue? {
    guard let place = places[TrackKey(slot, property)] else { return nil }
    switch place {
    case .numbers(let i): return numbers.base(i)
    case .vectors(let i): return vectors.base(i)
    case .matrices(let i): return matrices.base(i)
    case .others(let i): return others.base(i)
    }
  }

  /// Stores a committed value; one that does not fit is ignored. False when the property is not
  /// animated.
  mutating func setBase(_ slot: Int, _ property: LayerProperty, to value: PropertyValue) -> Bool {
    guard let place = places[TrackKey(slot, property)] else { return false }
    guard AnimationTarget(property).accepts(value), value.isFinite else { return true }
    switch place {
    case .numbers(let i): numbers.setBase(i, to: value)
    case .vectors(let i): vectors.setBase(i, to: value)
    case .matrices(let i): matrices.setBase(i, to: value)
    case .others(let i): others.setBase(i, to: value)
    }
    return true
  }

  /// Forgets a layer that is being destroyed.
  mutating func remove(_ slot: Int) {
    isStale = true
    guard slot < flats.count, flats[slot].hasTracks else { return }
    flats[slot] = FlatTracks()
    for property in LayerProperty.allCases {
      switch places.removeValue(forKey: TrackKey(slot, property)) {
      case nil: continue
      case .numbers(let i): numbers.forget(i)
      case .vectors(let i): vectors.forget(i)
      case .matrices(let i): matrices.forget(i)
      case .others(let i): others.forget(i)
      }
    }
  }

  /// Brings the presented values of `tree` to media time `time` and marks what changed.
  mutating func sample(_ tree: inout RenderTree, _ animations: LayerAnimations, at time: Double) {
    if isStale { rebuild(&tree, animations) }
    numbers.sample(&tree, at: time)
    vectors.sample(&tree, at: time)
    matrices.sample(&tree, at: time)
    others.sample(&tree, at: time)
  }

  private mutating func rebuild(_ tree: inout RenderTree, _ animations: LayerAnimations) {
    isStale = false
    // What is on screen, so that continuing animations do not count as changes.
    var shown: [TrackKey: PropertyValue] = [:]
    numbers.dissolve(&tree, into: &shown)
    vectors.dissolve(&tree, into: &shown)
    matrices.dissolve(&tree, into: &shown)
    others.dissolve(&tree, into: &shown)
    places.removeAll(keepingCapacity: true)
    for slot in flats.indices { flats[slot] = FlatTracks() }
    animatedLayers = 0
    for slot in animations.slots {
      let list = animations[slot].map(\.animation)
      let grouped = PropertyAnimation.grouping(list)
      var flat = FlatTracks(grouped)
      if !grouped.isEmpty { animatedLayers += 1 }
      for animation in grouped {
        let key = TrackKey(slot, animation.property)
        let base = tree.values[slot][animation.property]
        let presented = shown.removeValue(forKey: key) ?? base
        switch animation.property.kind {
        case .number, .integer:
          places[key] = .numbers(numbers.add(key, animation, base: base))
        case .point, .size, .rect, .color:
          let place = vectors.add(key, animation, base: base)
          if animation.property == .position { flat.moving = Int32(place) }
          places[key] = .vectors(place)
        case .matrix:
          let place = matrices.add(key, animation, base: base)
          if animation.property == .transform { flat.turning = Int32(place) }
          places[key] = .matrices(place)
        case .flag, .choice, .path, .contents, .numbers, .colors, .records:
          places[key] = .others(others.add(key, animation, base: base))
        }
        tree.values[slot][animation.property] = presented
      }
      while flats.count <= slot { flats.append(FlatTracks()) }
      flats[slot] = flat
    }
    // These are animated no longer.
    for (key, value) in shown where tree.values[Int(key.slot)][key.property] != value {
      tree.markDirty(Int(key.slot), key.property)
    }
  }
}

// MARK: - What others sample

extension Sampler {
  /// Whether all that animates a layer turns, scales and moves it in its plane, and plainly.
  func isFlat(_ slot: Int) -> Bool { slot < flats.count && flats[slot].isFlat }

  /// Whether a layer that `isFlat` begins with a transform that can be turned so.
  func canTurn(_ slot: Int) -> Bool {
    guard flats[slot].turning >= 0 else { return true }
    return FlatMotions.canTurn(matrices.value(Int(flats[slot].turning)).matrix)
  }

  /// The animations of a layer that `isFlat`, with the committed values.
  func flatAnimations(of slot: Int) -> (
    moving: (animation: PropertyAnimation, base: Point)?,
    turning: (animation: PropertyAnimation, base: Matrix4)?
  ) {
    let (moving, turning) = (Int(flats[slot].moving), Int(flats[slot].turning))
    let position = moving >= 0 ? vectors.value(moving) : nil
    return (
      position.map { (vectors.animation(moving), Point($0.x, $0.y)) },
      turning >= 0
        ? (matrices.animation(turning), matrices.value(turning).matrix) : nil
    )
  }

  /// Leaves those layers alone that the quick way moves.
  mutating func follow(_ fills: MovingFills) {
    for slot in fills.exchanged where Int(slot) < flats.count {
      let flat = flats[Int(slot)], isSampled = !fills.contains(Int(slot))
      if flat.moving >= 0 { vectors.setSampled(Int(flat.moving), isSampled) }
      if flat.turning >= 0 { matrices.setSampled(Int(flat.turning), isSampled) }
    }
  }
}

/// What tracks a layer has, and where those of its position and transform lie; negative for none.
private struct FlatTracks {
  var moving: Int32 = -1
  var turning: Int32 = -1
  var isFlat = false
  var hasTracks = false

  init() {}

  init(_ animations: [PropertyAnimation]) {
    hasTracks = !animations.isEmpty
    isFlat =
      hasTracks
      && animations.allSatisfy {
        ($0.property == .position || $0.property == .transform) && FlatMotions.canShow($0)
      }
  }
}

struct TrackKey: Hashable {
  var slot: Int32
  var property: LayerProperty

  init(_ slot: Int, _ property: LayerProperty) {
    self.slot = Int32(slot)
    self.property = property
  }
}

/// In which table a property's track lies, and where.
private enum TrackPlace {
  case numbers(Int), vectors(Int), matrices(Int), others(Int)
}
