import AnimationCore
import Geometry

/// What an emitter has been, as far as particles of that time may still be there, in its layer's time.
///
/// Nothing is stepped: which particles there are at a moment follows from the spans alone, so that it
/// does not depend on the frames before. A commit for an earlier moment than the last frame's cuts
/// off what was only expected.
struct EmitterHistory {
  /// A time with the same model.
  struct Span {
    /// In the layer's local time; it ends where the next one begins.
    var start: Double
    var model: EmitterModel
    /// Where the emitter is at the start, and from `arrival` on; on a line in between.
    var from: SIMD3<Double>
    var to: SIMD3<Double>
    var arrival: Double
    /// For each cell, the births up to the start and the share of the next one.
    var births: [Double]

    func position(at time: Double) -> SIMD3<Double> {
      guard time < arrival, arrival > start else { return to }
      return from + (to - from) * max(0, (time - start) / (arrival - start))
    }

    /// The births of a cell up to a moment of the span, with the share of the next one.
    func births(of cell: Int, at time: Double) -> Double {
      let c = model.cells[cell]
      let seconds = c.schedule.elapsed(at: max(time, start)) - c.schedule.elapsed(at: start)
      return births[cell] + seconds * model.rate(of: c)
    }

    /// When a cell's particle of that number, from 0, is born.
    func birthTime(of cell: Int, _ number: Double) -> Double {
      let c = model.cells[cell]
      let seconds =
        c.schedule.elapsed(at: start) + (number + 1 - births[cell]) / model.rate(of: c)
      return max(start, c.schedule.time(atElapsed: seconds))
    }

    /// When the next particle after `time` is born, if all stays as it is; infinite for never.
    func nextBirth(after time: Double) -> Double {
      var next = Double.infinity
      for i in model.cells.indices {
        let rate = model.rate(of: model.cells[i]), schedule = model.cells[i].schedule
        guard rate > 0 else { continue }
        let number = EmitterHistory.whole(births(of: i, at: time))
        let seconds = schedule.elapsed(at: start) + (number + 1 - births[i]) / rate
        if seconds <= schedule.active + 1e-9 {
          next = min(next, schedule.time(atElapsed: seconds))
        }
      }
      return next
    }
  }

  private(set) var spans: [Span]
  /// The committed values that make a model, and where the emitter is.
  private(set) var values: ExtraValues
  private var animations: [EmitterAnimation] = []
  /// What the animations showed last, to find out whether that changes.
  private var shown: [PropertyValue] = []
  /// In local time: up to here the animated spans have been found.
  private var known: Double

  /// Models that have come and gone since somebody last asked: they hold images.
  private(set) var added: [EmitterModel] = []
  private(set) var dropped: [EmitterModel] = []

  /// Values that are animated are looked at that often, always at the same moments: seconds.
  static let step = 1.0 / 64
  private static let mostSpans = 4096
  /// Without anybody looking, no more of an animation than that is made up for: seconds.
  private static let mostMissed = 60.0

  /// Births that are due, from a count that rounding may have left just short of one.
  static func whole(_ births: Double) -> Double { (births + 1e-9).rounded(.down) }

  /// An emitter that has been as it is since its layer's time began.
  init(_ values: ExtraValues, _ animations: [EmitterAnimation], at time: Double) {
    self.values = values
    let model = EmitterModel(values)
    let place = Self.position(values)
    spans = [
      Span(
        start: 0, model: model, from: place, to: place, arrival: 0,
        births: model.cells.map { _ in 0 })
    ]
    added = [model]
    known = time
    self.animations = animations
  }

  var isAnimated: Bool { !animations.isEmpty }

  /// All that was is forgotten.
  mutating func restart(at time: Double) {
    let (old, new) = (dropped + spans.map(\.model), added)
    self = EmitterHistory(values, animations, at: time)
    dropped = old
    added = new + added
  }

  mutating func takeModels() -> (added: [EmitterModel], dropped: [EmitterModel]) {
    defer { (added, dropped) = ([], []) }
    return (added, dropped)
  }

  private static func position(_ values: ExtraValues) -> SIMD3<Double> {
    let p = values[.emitterPosition].numbers ?? .zero
    let place = SIMD3(p.x, p.y, EmitterFactors.limited(values[.emitterZPosition]))
    return place.sum().isFinite ? place.clamped(lowerBound: -limit, upperBound: limit) : .zero
  }

  private static let limit = SIMD3<Double>(repeating: 1e7)

  // MARK: - Changes

  /// From `time` on the emitter has these values, under these animations.
  mutating func change(
    _ new: ExtraValues, _ animations: [EmitterAnimation], at time: Double
  ) {
    follow(to: time)
    cut(at: time)
    values = new
    self.animations = animations
    shown.removeAll()
    known = time
    guard animations.isEmpty else { return }
    let place = Self.position(new)
    append(EmitterModel(new), from: place, to: place, at: time, arrival: time)
  }

  /// What was expected after a moment will not be.
  private mutating func cut(at time: Double) {
    while spans.count > 1, let last = spans.last, last.start >= time {
      dropped.append(last.model)
      spans.removeLast()
    }
  }

  private mutating func append(
    _ model: EmitterModel, from: SIMD3<Double>, to: SIMD3<Double>, at time: Double,
    arrival: Double
  ) {
    let last = spans[spans.count - 1]
    let start = max(time, last.start)
    let births = model.cells.indices.map { i in
      let before = last.model.index(of: model.cells[i], at: i)
      return before < 0 ? 0 : last.births(of: before, at: start)
    }
    added.append(model)
    spans.append(
      Span(start: start, model: model, from: from, to: to, arrival: arrival, births: births))
  }

  // MARK: - Animations

  /// Finds the animated values up to a moment of the layer's time. They are taken in steps that lie
  /// where they lie whoever asks, each as it is in its middle.
  mutating func follow(to time: Double) {
    guard isAnimated, time > known else { return }
    if time - known > Self.mostMissed { known = time - Self.mostMissed }
    while known < time {
      let next = max(
        ((known / Self.step).rounded(.down) + 1) * Self.step, known.nextUp)
      addStep(from: known, to: next)
      known = next
    }
    prune(before: time)
  }

  private mutating func addStep(from start: Double, to end: Double) {
    let middle = start + (end - start) / 2
    let isFirst = shown.count != animations.count
    var isSame = !isFirst
    for i in animations.indices {
      let value = animations[i].value(over: values, at: middle)
      if isFirst {
        shown.append(value)
      } else if value != shown[i] {
        shown[i] = value
        isSame = isSame && animations[i].isOfPlace
      }
    }
    let from = place(at: start), to = place(at: end)
    let last = spans[spans.count - 1]
    if isSame, last.to == from, from == to { return }
    if isSame {
      append(last.model, from: from, to: to, at: start, arrival: end)
      return
    }
    var presented = values
    for i in animations.indices { presented[animations[i].property] = shown[i] }
    append(EmitterModel(presented), from: from, to: to, at: start, arrival: end)
  }

  private func place(at time: Double) -> SIMD3<Double> {
    guard animations.contains(where: \.isOfPlace) else { return Self.position(values) }
    var presented = ExtraValues()
    presented[.emitterPosition] = values[.emitterPosition]
    presented[.emitterZPosition] = values[.emitterZPosition]
    for animation in animations where animation.isOfPlace {
      presented[animation.property] = animation.value(over: values, at: time)
    }
    return Self.position(presented)
  }

  /// Forgets spans of which nothing is left.
  mutating func prune(before time: Double) {
    var gone = 0
    while gone + 1 < spans.count,
      spans[gone + 1].start + spans[gone].model.window < time || spans.count - gone > Self.mostSpans
    {
      dropped.append(spans[gone].model)
      gone += 1
    }
    if gone > 0 { spans.removeFirst(gone) }
  }
}

/// All animations of one of an emitter's properties.
struct EmitterAnimation {
  let property: ExtraProperty
  private let animation: PropertyAnimation

  /// Nil for one of anything else.
  init?(_ animation: PropertyAnimation) {
    guard case .extra(let property) = animation.property, property.isOfEmitters else { return nil }
    self.property = property
    self.animation = animation
  }

  /// Of where the emitter is, which its model leaves out.
  var isOfPlace: Bool { property == .emitterPosition || property == .emitterZPosition }

  func value(over values: ExtraValues, at localTime: Double) -> PropertyValue {
    animation.value(over: values[property], at: localTime)
  }
}

extension ExtraProperty {
  /// What an emitter is or where it is depends on the property.
  var isOfEmitters: Bool {
    self == .emitterPosition || self == .emitterZPosition || EmitterModel.properties.contains(self)
  }
}

extension LayerProperty {
  var isOfEmitters: Bool {
    if case .extra(let property) = self { property.isOfEmitters } else { false }
  }
}
