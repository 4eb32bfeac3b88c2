import CoreGraphicsAPI

/// Two fingers in a window: what a pinch and a rotation measure.
struct FingerPair {
  /// Points.
  let distance: Double
  /// Of the second as seen from the first: radians from the x axis, clockwise on the screen.
  let angle: Double

  /// Points by which two fingers must have moved towards, from or about each other.
  static let hysteresis = 8.0

  /// Nil for any other number of fingers.
  @MainActor init?(_ touches: [UITouch]) {
    guard touches.count == 2 else { return nil }
    let dx = Double(touches[1].position.x - touches[0].position.x)
    let dy = Double(touches[1].position.y - touches[0].position.y)
    distance = (dx * dx + dy * dy).squareRoot()
    angle = atan2(dy, dx)
  }

  /// The way from `earlier`, the short way about.
  func turn(since earlier: FingerPair) -> Double {
    (angle - earlier.angle).remainder(dividingBy: 2 * .pi)
  }

  /// How many times as far apart as `earlier`; fingers in one place count as a point apart.
  func growth(since earlier: FingerPair) -> Double {
    max(distance, 1) / max(earlier.distance, 1)
  }
}

/// A number that two fingers change together: what the gestures of two fingers have in common.
///
/// It is followed from pair to pair: fingers that come and go make no jump.
struct PairMeasure {
  /// As it is shown.
  var value: Double
  /// As `value`, untouched by those who set it: what speeds are measured by.
  private var travelled: Double
  private var last: FingerPair?
  private(set) var first: FingerPair?
  private var sampler = VelocitySampler()
  private var now = 0.0

  init(startingAt value: Double) {
    self.value = value
    travelled = value
  }

  /// There is a new pair, or none.
  mutating func begin(_ pair: FingerPair?, at time: Double) {
    now = time
    first = pair
    last = pair
    if pair != nil { sampler.add(CGPoint(x: travelled, y: 0), at: time) }
  }

  /// - Parameter change: The number after the pair has moved.
  mutating func move(
    to pair: FingerPair, at time: Double,
    _ change: (_ before: Double, _ from: FingerPair, _ to: FingerPair) -> Double
  ) {
    now = time
    guard let last else { return }
    value = change(value, last, pair)
    travelled = change(travelled, last, pair)
    self.last = pair
    sampler.add(CGPoint(x: travelled, y: 0), at: time)
  }

  /// The moment for which `velocity` is asked.
  mutating func pass(to time: Double) { now = time }

  /// Per second.
  var velocity: Double { Double(sampler.release(at: now).x) }
}
