import CoreGraphicsAPI
import Geometry
import LayerCommit
import QuartzCore

/// What a dial and its copies drew.
final class DrawLog {
  private var levels: [Double] = []
  /// How often the layer itself drew.
  var models = 0

  func note(_ level: Double, isModel: Bool) {
    levels.append(level)
    if isModel { models += 1 }
  }

  /// The levels drawn since the last call.
  func take() -> [Double] {
    defer { levels = [] }
    return levels
  }
}

/// Has values of its own that it draws.
final class Dial: CALayer {
  let log: DrawLog
  var stroke = 1
  var animatesLevel = false
  var callsDelegate = false

  override init() {
    log = DrawLog()
    super.init()
  }

  override init(layer: Any) {
    let other = layer as? Dial
    log = other?.log ?? DrawLog()
    stroke = other?.stroke ?? -1
    callsDelegate = other?.callsDelegate ?? false
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) { nil }

  @MainActor static func shown(on stage: Stage) -> Dial {
    let dial = Dial()
    dial.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    dial.setNeedsDisplay()
    stage.root.addSublayer(dial)
    stage.commit()
    return dial
  }

  var level: CGFloat {
    get { value(forKey: "level") as? CGFloat ?? 0 }
    set { setValue(newValue, forKey: "level") }
  }

  var shownLevel: Double? { (presentation()?.level).map { Double($0) } }

  override class func needsDisplay(forKey key: String) -> Bool {
    let keys = [
      "level", "center", "extent", "area", "tint", "turn", "flat", "on", "outline", "fresh",
      "title",
    ]
    return keys.contains(key) || super.needsDisplay(forKey: key)
  }

  override func action(forKey event: String) -> (any CAAction)? {
    guard event == "level", animatesLevel else { return super.action(forKey: event) }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = presentation()?.level
    animation.duration = 0.1
    return animation
  }

  override func draw(in ctx: CGContext) {
    if callsDelegate { super.draw(in: ctx) }
    log.note(Double(level), isModel: model() === self)
  }
}

extension Stage {
  /// What the main loop does at the beginning of the interval at whose end frame `number` since the
  /// mark is seen.
  func frame(_ number: Int) {
    let start = zero + Double(number - 1) / 60
    MediaClock.useVirtual(max(start, MediaClock.now))
    commit()
    if host.wantsTicks {
      host.handle(
        .tick(
          host.surface,
          FrameTarget(
            timestamp: start, presentTime: zero + Double(number) / 60, startBy: start + 0.01,
            interval: 1 / 60.0)))
    }
    commit()
  }
}

/// An animation of a dial's level.
func sweep(from: Double, to: Double, duration: Double) -> CABasicAnimation {
  let sweep = CABasicAnimation(keyPath: "level")
  (sweep.fromValue, sweep.toValue, sweep.duration) = (from, to, duration)
  return sweep
}

/// Whether these levels were drawn.
func near(_ a: [Double], _ b: [Double]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { isNear($0, $1, 1e-9) }
}
