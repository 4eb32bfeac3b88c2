import AnimationCore
import Geometry
import LayerCommit

/// An emitter layer: what it has been, and what there is of it at the moment last looked at.
struct Emitter {
  let slot: Int
  var history: EmitterHistory
  var particles = EmitterParticles()
  /// The layer's local time of `particles`; nil when they are out of date.
  var time: Double?
  /// The layer's local time at the commit being applied, before it.
  var timeBefore = 0.0
}

/// The emitter layers of a surface.
struct Emitters {
  private(set) var list: [Emitter] = []
  private var places: [Int32: Int] = [:]
  /// Slots of which something was committed that emitters depend on.
  var touched: Set<Int> = []
  /// Something moves now.
  var isMoving = false
  /// The first media time at which one must be looked at again after a rest.
  var wake = Double.infinity
  /// Some particles have been left out.
  var isFull = false
  /// Images whose cells have come and gone since somebody last asked.
  private(set) var retained: [PixelImage] = []
  private(set) var released: [PixelImage] = []

  /// A commit that moves the layer's time by more than this begins anew: less is only the time that
  /// pausing and going on takes.
  static let longestPause = 0.1

  var isEmpty: Bool { list.isEmpty }

  func contains(_ slot: Int) -> Bool { !places.isEmpty && places[Int32(slot)] != nil }

  /// Nil for a layer that is no emitter, and where there are no particles.
  func particles(of slot: Int) -> EmitterParticles? {
    guard !places.isEmpty, let i = places[Int32(slot)], !list[i].particles.list.isEmpty else {
      return nil
    }
    return list[i].particles
  }

  /// Pieces that a layer draws of particles, as far as more than one matters.
  func pieces(of slot: Int) -> Int {
    guard !places.isEmpty, let i = places[Int32(slot)] else { return 0 }
    return min(2, list[i].particles.list.count)
  }

  mutating func forget(_ slot: Int) {
    touched.remove(slot)
    guard !places.isEmpty, let i = places.removeValue(forKey: Int32(slot)) else { return }
    drain(i)
    for span in list[i].history.spans { released += span.model.pictures.map(\.image) }
    let last = list.removeLast()
    guard i < list.count else { return }
    list[i] = last
    places[Int32(last.slot)] = i
  }

  // MARK: - Commits

  /// Before the changes of a commit at media time `time`.
  mutating func prepare(_ tree: RenderTree, at time: Double) {
    for i in list.indices {
      let local = tree.localTime(of: list[i].slot, at: time)
      list[i].timeBefore = local
      list[i].history.follow(to: local)
    }
  }

  /// Begins all anew of which a commit has moved the local time, and names their slots.
  mutating func followTimes(_ tree: RenderTree, at time: Double) {
    for i in list.indices {
      let local = tree.localTime(of: list[i].slot, at: time)
      guard abs(local - list[i].timeBefore) > Self.longestPause else { continue }
      list[i].history.restart(at: local)
      list[i].time = nil
    }
  }

  /// A layer's committed values and what animates them, since the local time `local`. True when it
  /// has become an emitter.
  mutating func set(
    _ slot: Int, _ values: ExtraValues, _ animations: [EmitterAnimation], at local: Double
  ) -> Bool {
    if let i = places[Int32(slot)] {
      guard values != list[i].history.values || list[i].history.isAnimated || !animations.isEmpty
      else { return false }
      list[i].history.change(values, animations, at: local)
      list[i].time = nil
      return false
    }
    let hasCells =
      values[.emitterCells] != .none || animations.contains { $0.property == .emitterCells }
    guard hasCells else { return false }
    places[Int32(slot)] = list.count
    list.append(Emitter(slot: slot, history: EmitterHistory(values, animations, at: local)))
    return true
  }

  // MARK: - Frames

  /// Finds the particles of one emitter at a moment of its local time. True when it may look different.
  mutating func find(_ i: Int, at local: Double) -> Bool {
    guard list[i].time != local else { return false }
    list[i].time = local
    list[i].history.follow(to: local)
    // Commits may still come for moments just before.
    list[i].history.prune(before: local - 1)
    let had = !list[i].particles.list.isEmpty
    list[i].particles.find(list[i].history, at: local)
    if list[i].particles.isFull { isFull = true }
    drain(i)
    return had || !list[i].particles.list.isEmpty
  }

  /// The emitter is not seen at all. True when it was.
  mutating func hide(_ i: Int) -> Bool {
    let had = !list[i].particles.list.isEmpty
    list[i].particles.removeAll()
    list[i].time = nil
    return had
  }

  private mutating func drain(_ i: Int) {
    let (added, dropped) = list[i].history.takeModels()
    for model in added { retained += model.pictures.map(\.image) }
    for model in dropped { released += model.pictures.map(\.image) }
  }

  mutating func takeImages() -> (retained: [PixelImage], released: [PixelImage]) {
    defer {
      retained.removeAll()
      released.removeAll()
    }
    return (retained, released)
  }
}
