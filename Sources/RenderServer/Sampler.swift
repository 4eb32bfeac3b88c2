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
  private var isStale = false
  /// Layers with at least one track.
  private(set) var animatedLayers = 0

  /// The animations have changed; tracks are made anew before the next sample.
  mutating func invalidate() { isStale = true }

  /// The committed value of a property; nil when it is not animated and so is in the tree.
  func base(_ slot: Int, _ property: LayerProperty) -> PropertyValue? {
    guard let place = places[TrackKey(slot, property)] else { return nil }
    switch place {
    case .numbers(let i): return numbers.tracks[i].base.propertyValue
    case .vectors(let i): return vectors.tracks[i].base.propertyValue
    case .matrices(let i): return matrices.tracks[i].base.propertyValue
    case .others(let i): return others.tracks[i].base
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
    for property in LayerProperty.allCases {
      switch places.removeValue(forKey: TrackKey(slot, property)) {
      case nil: continue
      case .numbers(let i): numbers.tracks[i].slot = RenderTree.none
      case .vectors(let i): vectors.tracks[i].slot = RenderTree.none
      case .matrices(let i): matrices.tracks[i].slot = RenderTree.none
      case .others(let i): others.tracks[i].slot = RenderTree.none
      }
    }
    isStale = true
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
    animatedLayers = 0
    for slot in animations.slots {
      let list = animations[slot].map(\.animation)
      let grouped = PropertyAnimation.grouping(list)
      if !grouped.isEmpty { animatedLayers += 1 }
      for animation in grouped {
        let key = TrackKey(slot, animation.property)
        let base = tree.values[slot][animation.property]
        let presented = shown.removeValue(forKey: key) ?? base
        switch animation.property.kind {
        case .number, .integer:
          places[key] = .numbers(numbers.add(key, animation, base: base, shown: presented))
        case .point, .size, .rect, .color:
          places[key] = .vectors(vectors.add(key, animation, base: base, shown: presented))
        case .matrix:
          places[key] = .matrices(matrices.add(key, animation, base: base, shown: presented))
        case .flag, .choice, .path, .contents:
          places[key] = .others(others.add(key, animation, base: base, shown: presented))
        }
        tree.values[slot][animation.property] = presented
      }
    }
    // These are animated no longer.
    for (key, value) in shown where tree.values[Int(key.slot)][key.property] != value {
      tree.markDirty(Int(key.slot), key.property)
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

/// A type that properties are animated as.
private protocol TrackValue: Equatable {
  init?(_ value: PropertyValue)
  var propertyValue: PropertyValue { get }
  static func evaluate(_ animation: PropertyAnimation, over base: Self, at localTime: Double)
    -> Self
}

/// All animated properties of one type.
private struct TrackTable<Value: TrackValue> {
  struct Track {
    /// Negative once the layer is gone.
    var slot: Int32
    let property: LayerProperty
    let animation: PropertyAnimation
    /// As committed.
    var base: Value
    /// As stored in the tree.
    var shown: Value
  }

  var tracks: [Track] = []

  mutating func setBase(_ i: Int, to value: PropertyValue) {
    if let value = Value(value) { tracks[i].base = value }
  }

  mutating func add(
    _ key: TrackKey, _ animation: PropertyAnimation, base: PropertyValue, shown: PropertyValue
  ) -> Int {
    // The tree stores nothing else than values of the property's own type.
    guard let base = Value(base), let shown = Value(shown) else {
      preconditionFailure("a property has values of its own type")
    }
    tracks.append(
      Track(
        slot: key.slot, property: key.property, animation: animation, base: base, shown: shown))
    return tracks.count - 1
  }

  mutating func sample(_ tree: inout RenderTree, at time: Double) {
    for i in tracks.indices {
      let slot = Int(tracks[i].slot)
      guard slot >= 0, tree.isAttached[slot] else { continue }
      let value = Value.evaluate(
        tracks[i].animation, over: tracks[i].base, at: tree.localTime(of: slot, at: time))
      guard value != tracks[i].shown else { continue }
      tracks[i].shown = value
      tree.values[slot][tracks[i].property] = value.propertyValue
      tree.markDirty(slot, tracks[i].property)
    }
  }

  /// Empties the table: the tree gets its committed values back, `shown` what was presented.
  mutating func dissolve(_ tree: inout RenderTree, into shown: inout [TrackKey: PropertyValue]) {
    for track in tracks where track.slot >= 0 {
      let slot = Int(track.slot)
      shown[TrackKey(slot, track.property)] = track.shown.propertyValue
      tree.values[slot][track.property] = track.base.propertyValue
    }
    tracks.removeAll(keepingCapacity: true)
  }
}

extension Double: TrackValue {
  fileprivate init?(_ value: PropertyValue) {
    guard case .number(let n) = value else { return nil }
    self = n
  }

  fileprivate var propertyValue: PropertyValue { .number(self) }

  fileprivate static func evaluate(
    _ animation: PropertyAnimation, over base: Double, at localTime: Double
  ) -> Double {
    animation.number(over: base, at: localTime)
  }
}

/// Nil is a nil colour.
extension SIMD4<Double>?: TrackValue {
  fileprivate init?(_ value: PropertyValue) { self = value.numbers }

  fileprivate var propertyValue: PropertyValue { map { .vector($0) } ?? .none }

  fileprivate static func evaluate(
    _ animation: PropertyAnimation, over base: SIMD4<Double>?, at localTime: Double
  ) -> SIMD4<Double>? {
    animation.vector(over: base, at: localTime)
  }
}

extension Matrix4: TrackValue {
  fileprivate init?(_ value: PropertyValue) {
    guard case .matrix(let m) = value else { return nil }
    self = m
  }

  fileprivate var propertyValue: PropertyValue { .matrix(self) }

  fileprivate static func evaluate(
    _ animation: PropertyAnimation, over base: Matrix4, at localTime: Double
  ) -> Matrix4 {
    animation.matrix(over: base, at: localTime)
  }
}

extension PropertyValue: TrackValue {
  fileprivate init?(_ value: PropertyValue) { self = value }

  fileprivate var propertyValue: PropertyValue { self }

  fileprivate static func evaluate(
    _ animation: PropertyAnimation, over base: PropertyValue, at localTime: Double
  ) -> PropertyValue {
    animation.value(over: base, at: localTime)
  }
}
