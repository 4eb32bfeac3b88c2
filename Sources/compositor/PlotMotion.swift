import AnimationCore
import Demos
import Foundation
import Profiling

/// A movement to be plotted: values over time, how fast they change, and what is known of it.
struct PlotMotion {
  var title: String
  var subtitle: String
  /// Seconds.
  var duration: Double
  /// A name for each number of a value.
  var names: [String]
  /// After so many seconds: a number for each name.
  var value: (Double) -> [Double]
  /// Per second.
  var velocity: (Double) -> [Double]
  /// When there are keys, in seconds.
  var keyTimes: [Double] = []
  var marks: [CurveChart.Mark] = []
  /// Values with a line across.
  var references: [Double] = []
  /// The members that lead the JSON document.
  var facts: [(String, JSON)]

  init(_ options: PlotOptions) throws(Failure) {
    switch options.source {
    case .spring(let spring): self.init(spring, duration: options.duration)
    case .bezier(let curve, let name): self.init(curve, name: name, duration: options.duration)
    case .keyframes(let path):
      self.init(try KeyframeFile(path: path), duration: options.duration)
    }
  }

  // MARK: Springs

  /// Shown until it has settled and a little longer; undamped springs for ten swings.
  private init(_ spring: SpringParameters, duration: Double?) {
    let motion = SpringMotion(spring)
    let settling = motion.settlingDuration
    let settles = settling < PlotOptions.maximumDuration
    let swings = spring.perceptualDuration * 10
    self.duration = duration ?? max(settles ? settling * 1.15 : swings, 0.001)
    let ratio = spring.dampingRatio
    let clamps = ratio > 1 && !spring.allowsOverdamping
    title = "Spring"
    subtitle =
      "mass \(spring.mass.plain)   stiffness \(spring.stiffness.plain)   "
      + "damping \(spring.damping.plain)   initial velocity \(spring.initialVelocity.plain)   "
      + "damping ratio \(ratio.plain)\(clamps ? ", counts as 1" : "")"
    names = ["value"]
    value = { [motion.value(at: $0)] }
    velocity = { [motion.velocity(at: $0)] }
    if settles {
      marks = [CurveChart.Mark(time: settling, label: "settles after \(settling.plain) s")]
    }
    references = [1]
    facts = [
      ("kind", .string("spring")), ("mass", .number(spring.mass)),
      ("stiffness", .number(spring.stiffness)), ("damping", .number(spring.damping)),
      ("initialVelocity", .number(spring.initialVelocity)),
      ("allowsOverdamping", .bool(spring.allowsOverdamping)), ("dampingRatio", .number(ratio)),
      ("perceptualDuration", .number(spring.perceptualDuration)),
      ("bounce", .number(spring.bounce)),
      ("settlingDuration", settles ? .number(settling) : .null),
    ]
  }

  // MARK: Timing functions

  private init(_ curve: UnitBezier, name: String?, duration: Double?) {
    let duration = duration ?? 1
    self.duration = duration
    let points = [curve.x1, curve.y1, curve.x2, curve.y2]
    title = "Timing function"
    let list = points.map(\.plain).joined(separator: ", ")
    subtitle = name.map { "\($0)   \(list)" } ?? list
    names = ["value"]
    value = { [curve.value(at: $0 / duration)] }
    velocity = { [curve.velocity(at: $0 / duration) / duration] }
    references = [1]
    facts = [
      ("kind", .string("bezier")), ("name", JSON(name)),
      ("controlPoints", .array(points.map { .number($0) })),
    ]
  }

  // MARK: Keyframes

  private init(_ file: KeyframeFile, duration: Double?) {
    let duration = duration ?? file.duration
    self.duration = duration
    let (curve, function, count) = (file.curve, file.function, file.names.count)
    func numbers(_ v: SIMD4<Double>) -> [Double] { (0..<count).map { v[$0] } }
    title = "Keyframes"
    subtitle = file.summary
    names = file.names
    value = { numbers(curve.value(at: function.value(at: $0 / duration))) }
    velocity = {
      let x = $0 / duration
      let slope = function.velocity(at: x) / duration
      let v = curve.velocity(at: function.value(at: x))
      // Nothing moves, however fast time runs.
      return numbers(v).map { $0 == 0 ? 0 : $0 * slope }
    }
    // Where the whole has a timing function, keys are not at their own times.
    keyTimes = function == .linear ? curve.keys.map { $0 * duration } : []
    facts = [
      ("kind", .string("keyframes")), ("calculationMode", .string("\(file.mode)")),
      ("keyTimes", .array(curve.keys.map { .number($0) })),
    ]
  }
}

extension Double {
  /// With three decimals at most.
  var plain: String {
    let text = String(format: "%.3f", self)
    let short = text.replacing(/\.?0+$/, with: "")
    return text.contains(".") ? (short == "-0" ? "0" : short) : text
  }
}
