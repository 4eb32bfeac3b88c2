import CoreGraphics
import QuartzCore

/// Where the three shapes of a side move, in points of its card.
@MainActor
struct StallLanes {
  /// Of text and tracks, from the card's sides.
  let inset: CGFloat = 24
  /// The ball's ends.
  let ball: (from: CGPoint, to: CGPoint)
  /// The square's stations, the first one again at the end.
  let square: [CGPoint]
  /// The turning card's centre.
  let card: CGPoint
  /// Of the shapes; larger where there is no text and all is shown small.
  let magnification: CGFloat

  init(size: CGSize, isPage: Bool) {
    magnification = isPage ? 1 : 1.5
    let top: CGFloat = isPage ? 72 : 0
    let height = size.height - top
    func y(_ share: CGFloat) -> CGFloat { top + share * height }
    // The spring overshoots by a quarter of the way.
    let left: CGFloat = 64, right = size.width - 64
    ball = (
      CGPoint(x: left, y: y(0.18)), CGPoint(x: left + (right - left) / 1.25, y: y(0.18))
    )
    let low = y(0.58), high = y(0.4)
    let stations = (0..<4).map { index in
      CGPoint(
        x: left + CGFloat(index) / 3 * (right - left), y: index.isMultiple(of: 2) ? low : high)
    }
    square = stations + [stations[2], stations[1], stations[0]]
    card = CGPoint(x: size.width / 2, y: y(0.82))
  }

  /// The shapes with what they move along.
  func build(
    on card: CALayer, canvas: DemoCanvas, at pose: StallMotion.Pose
  ) -> MainThreadStallScene.Side {
    let theme = canvas.theme
    let width = card.bounds.width
    func shape(at center: CGPoint, _ size: CGSize, color: CGColor, radius: CGFloat) -> CALayer {
      let width = size.width * magnification, height = size.height * magnification
      return canvas.box(
        CGRect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height),
        color: color, radius: radius * magnification, on: card)
    }
    canvas.box(
      CGRect(x: inset, y: ball.from.y - 1.5, width: width - 2 * inset, height: 3),
      color: theme.well, radius: 1.5, on: card)
    for station in square.prefix(4) {
      let mark = canvas.dot(at: station, diameter: 46 * magnification, color: nil, on: card)
      mark.borderWidth = 2
      mark.borderColor = theme.well
    }
    let side = MainThreadStallScene.Side(
      ball: shape(at: ball.from, CGSize(width: 30, height: 30), color: theme.mint, radius: 15),
      square: shape(at: square[0], CGSize(width: 28, height: 28), color: theme.amber, radius: 8),
      card: shape(at: self.card, CGSize(width: 68, height: 48), color: theme.coral, radius: 12))
    pose.apply(to: side)
    return side
  }
}

/// The motion of the shapes, as animations and as a function of time. Both are the same to the last
/// digits, so that the two sides differ only when somebody does not keep up.
@MainActor
struct StallMotion {
  /// Seconds of one cycle.
  static let period = 3.0

  /// Everything that moves, at one moment.
  struct Pose {
    var ball: CGPoint
    var square: CGPoint
    /// Radians.
    var angle: Double
    var scale: Double
    var opacity: Double

    @MainActor func apply(to side: MainThreadStallScene.Side) {
      side.ball.position = ball
      side.square.position = square
      side.card.transform = CATransform3DRotate(
        CATransform3DMakeScale(scale, scale, 1), angle, 0, 0, 1)
      side.card.opacity = Float(opacity)
    }
  }

  let lanes: StallLanes

  private static let stiffness = 100.0
  private static let damping = 8.0
  private static let smallest = 0.55
  private static let faintest = 0.4

  /// - Parameter time: Seconds since the start.
  func pose(at time: Double) -> Pose {
    let t = time.truncatingRemainder(dividingBy: Self.period)
    let half = Self.period / 2
    let (from, to) = t < half ? (lanes.ball.from, lanes.ball.to) : (lanes.ball.to, lanes.ball.from)
    let way = Self.spring(at: t < half ? t : t - half)
    // 0 → 1 → 0 over a cycle.
    let swing = 1 - abs(t / half - 1)
    return Pose(
      ball: Self.mix(from, to, way), square: square(at: t / Self.period),
      angle: 2 * .pi * t / Self.period, scale: 1 + (Self.smallest - 1) * swing,
      opacity: 1 + (Self.faintest - 1) * swing)
  }

  private func square(at progress: Double) -> CGPoint {
    let segments = lanes.square.count - 1
    let along = progress * Double(segments)
    let index = min(max(0, Int(along)), segments - 1)
    return Self.mix(lanes.square[index], lanes.square[index + 1], along - Double(index))
  }

  /// How far a spring of mass 1 has come from 0 to 1 after `t` seconds; it starts at rest.
  private static func spring(at t: Double) -> Double {
    let decay = damping / 2
    let frequency = (stiffness - decay * decay).squareRoot()
    return 1 - exp(-decay * t) * (cos(frequency * t) + decay / frequency * sin(frequency * t))
  }

  private static func mix(_ a: CGPoint, _ b: CGPoint, _ way: Double) -> CGPoint {
    CGPoint(x: a.x + (b.x - a.x) * way, y: a.y + (b.y - a.y) * way)
  }

  /// The same as animations of one cycle: two springs, keyframes, and three that run together.
  func animations(of side: MainThreadStallScene.Side) -> [(CALayer, [CAAnimation])] {
    let half = Self.period / 2
    func spring(_ from: CGPoint, _ to: CGPoint, begin: Double) -> CASpringAnimation {
      let spring = CASpringAnimation(keyPath: "position")
      spring.fromValue = from
      spring.toValue = to
      spring.stiffness = Self.stiffness
      spring.damping = Self.damping
      spring.beginTime = begin
      spring.duration = half
      return spring
    }
    func keyframes(_ keyPath: String, _ values: [Any]) -> CAKeyframeAnimation {
      let keyframes = CAKeyframeAnimation(keyPath: keyPath)
      keyframes.values = values
      keyframes.duration = Self.period
      return keyframes
    }
    return [
      (
        side.ball,
        [
          spring(lanes.ball.from, lanes.ball.to, begin: 0),
          spring(lanes.ball.to, lanes.ball.from, begin: half),
        ]
      ),
      (side.square, [keyframes("position", lanes.square)]),
      (
        side.card,
        [
          keyframes("transform.rotation", [0, 2 * Double.pi]),
          keyframes("transform.scale", [1, Self.smallest, 1]),
          keyframes("opacity", [1, Self.faintest, 1]),
        ]
      ),
    ]
  }
}
