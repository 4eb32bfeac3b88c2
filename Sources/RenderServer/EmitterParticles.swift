import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A particle as it is at one moment.
struct EmitterParticle {
  /// The middle of its picture, in the layer's points.
  var position: SIMD3<Double>
  /// Radians.
  var angle: Double
  var scale: Double
  /// Premultiplied.
  var color: SIMD4<Double>
  /// In the layer's local time.
  var birth: Double
  /// In the list's pictures.
  var picture: Int32
}

/// All particles of one emitter at one moment, worked out anew for each frame in arrays that are kept.
struct EmitterParticles {
  /// Those that show something, from the last cell to the first, each with the youngest first.
  private(set) var list: [EmitterParticle] = []
  /// In which order they are drawn; by place in `list`.
  private(set) var order: [Int32] = []
  private(set) var pictures: [EmitterPicture] = []
  /// Particles that live, with and without something to show.
  private(set) var alive = 0
  /// There was no room for all of them.
  private(set) var isFull = false
  private(set) var isAdditive = false
  private(set) var isDeep = false
  /// Births that may still be looked at, of the cell in hand and of all.
  private var budget = 0
  private var rest = 0
  /// Where the pictures of the span in hand begin.
  private var firstPicture = 0

  mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    pictures.removeAll(keepingCapacity: true)
    alive = 0
    isFull = false
  }

  /// Finds all that live at a moment of the layer's time.
  mutating func find(_ history: EmitterHistory, at time: Double) {
    removeAll()
    rest = EmitterModel.mostParticles
    for s in history.spans.indices.reversed() where history.spans[s].start <= time {
      let end = s + 1 < history.spans.count ? history.spans[s + 1].start : .infinity
      find(history.spans[s], until: end, at: time)
    }
    let newest = history.spans[history.spans.count - 1].model
    isAdditive = newest.order == .additive
    isDeep = newest.isDeep
    arrange(newest.order)
  }

  private mutating func find(_ span: EmitterHistory.Span, until end: Double, at time: Double) {
    let model = span.model
    let last = min(end, time)
    guard last + model.window >= time, !model.cells.isEmpty else { return }
    if model.thinning < 1 { isFull = true }
    firstPicture = pictures.count
    pictures += model.pictures
    // So that one cell takes nothing from another.
    let share = EmitterModel.mostParticles / model.cells.count
    for c in model.cells.indices.reversed() {
      let cell = model.cells[c]
      guard model.rate(of: cell) > 0, last + cell.window >= time else { continue }
      let begin = max(span.start, time - cell.window)
      let from = EmitterHistory.whole(span.births(of: c, at: begin))
      var number = EmitterHistory.whole(span.births(of: c, at: last))
      let random = model.random.descendant(UInt64(c))
      budget = min(share, rest)
      while number > from {
        number -= 1
        guard budget > 0 else {
          isFull = true
          break
        }
        let birth = span.birthTime(of: c, number)
        let own = random.descendant(number.bitPattern)
        let start = EmitterBirth(
          position: span.position(at: birth) + model.place(own), velocity: .zero, time: birth,
          age: max(0, time - birth) * cell.schedule.pace, pace: cell.schedule.pace)
        add(cell, of: model, start, own)
      }
    }
  }

  /// Adds one particle and all that come of it.
  private mutating func add(
    _ cell: EmitterCell, of model: EmitterModel, _ birth: EmitterBirth, _ random: EmitterRandom
  ) {
    budget -= 1
    rest -= 1
    let lifetime = max(0, random.value(cell.lifetime, around: cell.lifetimeRange, .lifetime))
    let isAlive = birth.age < lifetime
    guard isAlive || !cell.cells.isEmpty else { return }
    let speed = random.value(cell.velocity, around: cell.velocityRange, .velocity)
    let velocity = birth.velocity + model.direction(of: cell, random) * speed
    if isAlive {
      alive += 1
      if cell.picture >= 0 { append(cell, birth, velocity, random) }
    }
    let lived = min(birth.age, lifetime)
    for c in cell.cells.indices {
      let below = cell.cells[c]
      let rate = below.rate(within: max(0, cell.lifetime + cell.lifetimeRange))
      guard rate > 0 else { continue }
      let own = random.descendant(~UInt64(c))
      let from = EmitterHistory.whole(
        below.schedule.elapsed(at: birth.age - below.window) * rate)
      var number = EmitterHistory.whole(below.schedule.elapsed(at: lived) * rate)
      while number > from, budget > 0 {
        number -= 1
        let age = below.schedule.time(atElapsed: (number + 1) / rate)
        let pace = below.schedule.pace
        let start = EmitterBirth(
          position: birth.position + velocity * age + cell.acceleration * (age * age / 2),
          velocity: (velocity + cell.acceleration * age) / pace,
          time: birth.time + age / birth.pace, age: max(0, birth.age - age) * pace,
          pace: birth.pace * pace)
        add(below, of: model, start, own.descendant(number.bitPattern))
      }
    }
    if budget <= 0 { isFull = true }
  }

  private mutating func append(
    _ cell: EmitterCell, _ birth: EmitterBirth, _ velocity: SIMD3<Double>, _ random: EmitterRandom
  ) {
    let age = birth.age
    let scale =
      random.value(cell.scale, around: cell.scaleRange, .scale) + cell.scaleSpeed * age
    var color = cell.color + cell.colorSpeed * age
    if cell.colorRange != .zero {
      color +=
        cell.colorRange
        * SIMD4(
          random.value(0, around: 1, .red), random.value(0, around: 1, .green),
          random.value(0, around: 1, .blue), random.value(0, around: 1, .alpha))
    }
    color.clamp(lowerBound: .zero, upperBound: .one)
    guard scale > 0, color.w > 0 else { return }
    let position = birth.position + velocity * age + cell.acceleration * (age * age / 2)
    guard position.sum().isFinite else { return }
    list.append(
      EmitterParticle(
        position: position, angle: random.value(cell.spin, around: cell.spinRange, .spin) * age,
        scale: scale, color: SIMD4(color.x, color.y, color.z, 1) * color.w, birth: birth.time,
        picture: Int32(firstPicture + cell.picture)))
  }

  private mutating func arrange(_ wanted: EmitterModel.Order) {
    // Youngest first they are found: painted from the end the old lie below.
    for i in list.indices.reversed() { order.append(Int32(i)) }
    switch wanted {
    case .unordered, .additive: break
    case .oldestFirst: sort { $0.birth }
    case .oldestLast: sort { -$0.birth }
    case .backToFront: sort { $0.position.z }
    }
  }

  private mutating func sort(_ key: (EmitterParticle) -> Double) {
    var isSorted = true
    for i in order.indices.dropFirst()
    where key(list[Int(order[i - 1])]) > key(list[Int(order[i])]) {
      isSorted = false
      break
    }
    if isSorted { return }
    order.sort { a, b in
      let x = key(list[Int(a)]), y = key(list[Int(b)])
      return x == y ? a > b : x < y
    }
  }
}

/// How a particle came to be.
private struct EmitterBirth {
  var position: SIMD3<Double>
  /// What it has from the particle that emitted it, in points a second of its own.
  var velocity: SIMD3<Double>
  /// In the layer's local time.
  var time: Double
  /// Of its own seconds until now.
  var age: Double
  /// Its own seconds in one of the layer's.
  var pace: Double
}
