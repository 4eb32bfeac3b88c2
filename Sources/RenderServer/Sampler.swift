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
  /// By slot.
  private var layers: [LayerTracks] = []
  /// Those of one layer side by side.
  private var places: [TrackPlace] = []
  /// Places that belong to no layer any more.
  private var deadPlaces = 0
  /// Slots whose animations have changed: they get new tracks before the next sample.
  private(set) var stale: [Int32] = []
  /// Layers with at least one track.
  private(set) var animatedLayers = 0
  // Kept from layer to layer.
  private var grouped: [PropertyAnimation] = []
  private var shown: [(property: LayerProperty, value: PropertyValue)] = []

  /// The animations of a layer have changed.
  mutating func invalidate(_ slot: Int) {
    while layers.count <= slot { layers.append(LayerTracks()) }
    // Nobody samples while a window is hidden, and its animations come and go.
    guard !layers[slot].isStale else { return }
    layers[slot].isStale = true
    stale.append(Int32(slot))
  }

  /// The committed value of a property; nil when it is not animated and so is in the tree.
  func base(_ slot: Int, _ property: LayerProperty) -> PropertyValue? {
    place(of: property, in: slot).map(base)
  }

  /// Replaces what is presented of a layer by what is committed.
  func restore(_ slot: Int, in values: inout LayerValues) {
    guard slot < layers.count else { return }
    for i in layers[slot].places { values[places[i].property] = base(places[i]) }
  }

  /// Stores a committed value; one that does not fit is ignored. False when the property is not
  /// animated.
  mutating func setBase(_ slot: Int, _ property: LayerProperty, to value: PropertyValue) -> Bool {
    guard let place = place(of: property, in: slot) else { return false }
    guard AnimationTarget(property).accepts(value) else { return true }
    switch place.table {
    case .numbers: numbers.setBase(place.index, to: value)
    case .vectors: vectors.setBase(place.index, to: value)
    case .matrices: matrices.setBase(place.index, to: value)
    case .others:
      // A choice that does not exist is refused where it is stored.
      var values = LayerValues()
      values[property] = others.base(place.index)
      values[property] = value
      others.setBase(place.index, to: values[property])
    }
    return true
  }

  /// Forgets a layer that is being destroyed.
  mutating func remove(_ slot: Int) {
    guard slot < layers.count else { return }
    drop(slot)
  }

  /// Brings the presented values of `tree` to media time `time` and marks what changed.
  mutating func sample(_ tree: inout RenderTree, _ animations: LayerAnimations, at time: Double) {
    if stale.count > places.count { reserve(stale.count) }
    for slot in stale { remake(Int(slot), &tree, animations) }
    stale.removeAll(keepingCapacity: true)
    // They may hold images.
    grouped.removeAll(keepingCapacity: true)
    shown.removeAll(keepingCapacity: true)
    if deadPlaces > max(64, places.count / 2) { compact() }
    numbers.sample(&tree, at: time)
    vectors.sample(&tree, at: time)
    matrices.sample(&tree, at: time)
    others.sample(&tree, at: time)
  }

  // MARK: - Tracks

  /// So many layers get tracks at once, where there were few: tables that grow step by step are copied
  /// each time, and most layers that are animated are moved and turned. What is not used is not touched.
  private mutating func reserve(_ layers: Int) {
    places.reserveCapacity(2 * layers)
    vectors.reserve(layers)
    matrices.reserve(layers)
  }

  private func place(of property: LayerProperty, in slot: Int) -> TrackPlace? {
    guard slot < layers.count else { return nil }
    for i in layers[slot].places where places[i].property == property { return places[i] }
    return nil
  }

  private func base(_ place: TrackPlace) -> PropertyValue {
    switch place.table {
    case .numbers: numbers.base(place.index)
    case .vectors: vectors.base(place.index)
    case .matrices: matrices.base(place.index)
    case .others: others.base(place.index)
    }
  }

  private mutating func remake(
    _ slot: Int, _ tree: inout RenderTree, _ animations: LayerAnimations
  ) {
    // What is on screen, so that continuing animations do not count as changes.
    shown.removeAll(keepingCapacity: true)
    for i in layers[slot].places {
      let property = places[i].property
      shown.append((property, tree.values[slot][property]))
      tree.values[slot][property] = base(places[i])
    }
    drop(slot)
    layers[slot].isStale = false
    grouped.removeAll(keepingCapacity: true)
    animations.gather(slot, into: &grouped)
    if !grouped.isEmpty { addTracks(slot, tree) }
    for (property, value) in shown {
      if grouped.contains(where: { $0.property == property }) {
        tree.values[slot][property] = value
      } else if tree.values[slot][property] != value {
        tree.markDirty(slot, property)
      }
    }
  }

  /// The layer has no tracks from now on.
  private mutating func drop(_ slot: Int) {
    let old = layers[slot].places
    if old.isEmpty { return }
    for i in old {
      let index = places[i].index
      switch places[i].table {
      case .numbers: numbers.forget(index)
      case .vectors: vectors.forget(index)
      case .matrices: matrices.forget(index)
      case .others: others.forget(index)
      }
    }
    let isStale = layers[slot].isStale
    layers[slot] = LayerTracks()
    layers[slot].isStale = isStale
    animatedLayers -= 1
    deadPlaces += old.count
  }

  /// Tracks for what is in `grouped`.
  private mutating func addTracks(_ slot: Int, _ tree: RenderTree) {
    var tracks = LayerTracks(grouped)
    let first = places.count
    for animation in grouped {
      let property = animation.property
      let table: TrackPlace.Table
      let index: Int
      switch property.kind {
      case .number, .integer:
        table = .numbers
        index = numbers.add(slot, animation, value: tree.values[slot][property])
      case .point, .size, .rect, .color:
        table = .vectors
        index = vectors.add(slot, animation, value: tree.values[slot][property])
        if property == .position { tracks.moving = Int32(index) }
      case .matrix where property == .transform:
        table = .matrices
        // As a property's value it would be an object of its own.
        index = matrices.add(slot, animation, base: Matrix4.Base(tree.values[slot].transform))
        tracks.turning = Int32(index)
      case .matrix:
        table = .matrices
        index = matrices.add(slot, animation, value: tree.values[slot][property])
      case .flag, .choice, .path, .contents, .numbers, .colors, .records:
        table = .others
        index = others.add(slot, animation, value: tree.values[slot][property])
      }
      places.append(TrackPlace(property: property, table: table, index: index))
    }
    tracks.places = first..<places.count
    layers[slot] = tracks
    animatedLayers += 1
  }

  /// Leaves out what belongs to no layer any more.
  private mutating func compact() {
    let moved = (numbers.compact(), vectors.compact(), matrices.compact(), others.compact())
    let old = places
    places.removeAll(keepingCapacity: true)
    for slot in layers.indices where !layers[slot].places.isEmpty {
      let first = places.count
      for i in layers[slot].places {
        var place = old[i]
        switch place.table {
        case .numbers: place.index = moved.0[place.index]
        case .vectors: place.index = moved.1[place.index]
        case .matrices: place.index = moved.2[place.index]
        case .others: place.index = moved.3[place.index]
        }
        if place.property == .position { layers[slot].moving = Int32(place.index) }
        if place.property == .transform { layers[slot].turning = Int32(place.index) }
        places.append(place)
      }
      layers[slot].places = first..<places.count
    }
    deadPlaces = 0
  }
}

// MARK: - What others sample

extension Sampler {
  /// Whether all that animates a layer turns, scales and moves it in its plane, and plainly.
  func isFlat(_ slot: Int) -> Bool { slot < layers.count && layers[slot].isFlat }

  /// Whether a layer that `isFlat` begins with a transform that can be turned so.
  func canTurn(_ slot: Int) -> Bool {
    guard layers[slot].turning >= 0 else { return true }
    let base = matrices.value(Int(layers[slot].turning))
    return FlatMotions.canTurn(base.matrix, base.parts)
  }

  /// The animations of a layer that `isFlat`, with the committed values.
  func flatAnimations(of slot: Int) -> (
    moving: (animation: PropertyAnimation, base: Point)?,
    turning: (animation: PropertyAnimation, base: Matrix4)?
  ) {
    let (moving, turning) = (Int(layers[slot].moving), Int(layers[slot].turning))
    let position = moving >= 0 ? vectors.value(moving) : nil
    return (
      position.map { (vectors.animation(moving), Point($0.x, $0.y)) },
      turning >= 0
        ? (matrices.animation(turning), matrices.value(turning).matrix) : nil
    )
  }

  /// Leaves those layers alone that the quick way moves.
  mutating func follow(_ fills: MovingFills) {
    for slot in fills.exchanged where Int(slot) < layers.count {
      let flat = layers[Int(slot)], isSampled = !fills.contains(Int(slot))
      if flat.moving >= 0 { vectors.setSampled(Int(flat.moving), isSampled) }
      if flat.turning >= 0 { matrices.setSampled(Int(flat.turning), isSampled) }
    }
  }
}

/// The tracks of a layer.
private struct LayerTracks {
  var places = 0..<0
  /// Those of position and transform; negative for none.
  var moving: Int32 = -1
  var turning: Int32 = -1
  var isFlat = false
  /// The layer is to get new ones.
  var isStale = false

  init() {}

  init(_ animations: [PropertyAnimation]) {
    isFlat =
      !animations.isEmpty
      && animations.allSatisfy {
        ($0.property == .position || $0.property == .transform) && FlatMotions.canShow($0)
      }
  }
}

/// In which table a property's track lies, and where.
private struct TrackPlace {
  enum Table { case numbers, vectors, matrices, others }

  let property: LayerProperty
  let table: Table
  var index: Int
}
