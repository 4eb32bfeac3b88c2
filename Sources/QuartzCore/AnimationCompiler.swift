import AnimationCore
import CoreGraphicsAPI

/// Turns the animation objects of a layer into the values that server and `presentation()`
/// evaluate.
struct AnimationCompiler {
  let layer: CALayer
  /// The layer's local time at the commit, in seconds: where "now" is for begin times of 0.
  let layerTime: Double

  private struct Leaves {
    var sent: [AnimationLeaf] = []
    var custom: [CustomLeaf] = []
  }

  func compile(_ attached: AttachedAnimation) -> LayerAnimation {
    let animation = attached.animation
    if let course = attached.steering?.course { return compile(attached, led: course) }
    // A duration of 0 was replaced by the transaction's when the animation was added.
    var timing = Self.timing(of: animation, defaultDuration: 0)
    if animation.beginTime == 0 { timing.beginTime = max(0, layerTime + animation.delay) }
    var leaves = Leaves()
    append(animation, groups: [], timing: timing, to: &leaves)
    attached.customLeaves = leaves.custom
    var compiled = LayerAnimation(id: attached.id, timing: timing, leaves: leaves.sent)
    compiled.transition = (animation as? CATransition)?.transition
    compiled.isStartAwaited = animation.delegate != nil || !leaves.custom.isEmpty
    return compiled
  }

  /// One that is led: only the time maps change from course to course.
  private func compile(_ attached: AttachedAnimation, led course: AnimationCourse) -> LayerAnimation
  {
    let (timing, own) = course.timings(committedAt: max(0, layerTime))
    var leaves = Leaves()
    if let earlier = attached.earlier {
      leaves.sent = earlier.leaves
    } else {
      append(attached.animation, groups: [], timing: timing, to: &leaves)
    }
    let groups = own == nil ? [] : [timing]
    var compiled = LayerAnimation(
      id: attached.id, timing: timing,
      leaves: leaves.sent.map { $0.led(by: course.path, groups: groups, timing: own ?? timing) })
    compiled.isStartAwaited = false
    return compiled
  }

  /// Adds the leaves of an animation with the given timing; `groups` has those of the groups around
  /// it, outermost first.
  private func append(
    _ animation: CAAnimation, groups: [AnimationTiming], timing: AnimationTiming,
    to leaves: inout Leaves
  ) {
    guard let animation = animation as? CAPropertyAnimation else {
      if let group = animation as? CAAnimationGroup {
        for child in group.animations ?? [] {
          append(
            child, groups: groups + [timing],
            timing: Self.timing(of: child, defaultDuration: timing.duration), to: &leaves)
        }
      } else if animation is CATransition, !groups.isEmpty {
        Warnings.once("animation.transition", "a transition in a group shows nothing")
      }
      return
    }
    guard let keyPath = animation.keyPath else { return }
    let property = layer.animationTarget(keyPath: keyPath)
    let custom =
      property == nil
      ? layer.customTarget(keyPath: keyPath, example: animation.exampleValue) : nil
    guard let target = property ?? custom?.target else {
      Warnings.once(
        "animation.keyPath.\(keyPath)",
        "\"\(keyPath)\" is no animatable property of a layer: the animation shows nothing")
      return
    }
    let values = AnimatedValues(
      keyPath: keyPath, target: target, function: Self.function(of: animation, target: target))
    guard let curve = Self.curve(of: animation, values, duration: timing.duration) else { return }
    let leaf = AnimationLeaf(
      target: target, groups: groups, timing: timing, curve: curve, function: values.function,
      isAdditive: animation.isAdditive, isCumulative: animation.isCumulative)
    if let custom {
      leaves.custom.append(CustomLeaf(key: custom.key, leaf: leaf))
      return
    }
    leaves.sent.append(leaf)
    if let turn = Self.turn(of: animation, along: curve) {
      leaves.sent.append(
        AnimationLeaf(
          target: AnimationTarget(.transform), groups: groups, timing: timing,
          curve: .keyframes(turn), isAdditive: true, isCumulative: false))
    }
  }

  /// The rotation that goes with an animation by path: before the layer's own transform.
  private static func turn(of animation: CAPropertyAnimation, along curve: AnimationCurve)
    -> KeyframeTrack?
  {
    guard case .keyframes(var track) = curve, track.path != nil,
      let mode = (animation as? CAKeyframeAnimation)?.rotationMode
    else { return nil }
    guard let output = mode.output else {
      Warnings.once("keyframes.rotationMode", "unknown rotation mode \"\(mode.rawValue)\"")
      return nil
    }
    track.pathOutput = output
    return track
  }

  private static func curve(
    of animation: CAPropertyAnimation, _ values: AnimatedValues, duration: Double
  ) -> AnimationCurve? {
    guard let basic = animation as? CABasicAnimation else {
      guard let keyframes = animation as? CAKeyframeAnimation else { return nil }
      return track(of: keyframes, values).map { .keyframes($0) }
    }
    let to = values.end(basic.toValue)
    let by = values.end(basic.byValue)
    var from = values.end(basic.fromValue)
    if from == nil, to == nil, by == nil { from = basic.capturedStart }
    if let spring = animation as? CASpringAnimation {
      return .spring(spring.parameters, duration: duration, from: from, to: to, by: by)
    }
    return .basic(from: from, to: to, by: by)
  }

  private static func track(of animation: CAKeyframeAnimation, _ kind: AnimatedValues)
    -> KeyframeTrack?
  {
    // A path is for points only.
    let path = kind.target.kind == .point ? animation.path : nil
    let given = path == nil ? animation.values ?? [] : []
    let values = given.compactMap { kind.end($0) }
    guard path != nil || values.count >= 2, values.count == given.count else { return nil }
    guard let mode = animation.calculationMode.mode else {
      Warnings.once(
        "keyframes.mode", "unknown calculation mode \"\(animation.calculationMode.rawValue)\"")
      return nil
    }
    var track = KeyframeTrack(values: values, mode: mode)
    track.path = path?.path
    if let times = animation.keyTimes?.map(\.doubleValue) {
      let rises = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
      guard rises, times.allSatisfy({ $0 >= 0 && $0 <= 1 }) else {
        Warnings.once(
          "keyframes.keyTimes",
          "key times are fractions from 0 to 1 that never fall: the animation shows nothing")
        return nil
      }
      track.keyTimes = times
    }
    track.functions = (animation.timingFunctions ?? []).map(\.curve)
    track.tensions = finite(animation.tensionValues)
    track.continuities = finite(animation.continuityValues)
    track.biases = finite(animation.biasValues)
    return track
  }

  private static func finite(_ numbers: [NSNumber]?) -> [Double] {
    (numbers ?? []).map { $0.doubleValue.isFinite ? $0.doubleValue : 0 }
  }

  /// The begin time is the animation's own, 0 included.
  private static func timing(of animation: CAAnimation, defaultDuration: Double) -> AnimationTiming
  {
    var timing = AnimationTiming()
    timing.beginTime = finite(animation.beginTime, or: 0, "beginTime")
    timing.timeOffset = finite(animation.timeOffset, or: 0, "timeOffset")
    timing.speed = finite(Double(animation.speed), or: 1, "speed")
    // A cycle of no length is over at once; the time map divides by its length.
    timing.duration = max(animation.duration > 0 ? animation.duration : defaultDuration, 1e-9)
    timing.repeatCount = notNegative(Double(animation.repeatCount), "repeatCount")
    timing.repeatDuration = notNegative(animation.repeatDuration, "repeatDuration")
    timing.autoreverses = animation.autoreverses
    timing.fillMode = animation.fillMode.mode
    timing.function = animation.timingFunction?.curve
    return timing
  }

  private static func finite(_ x: Double, or other: Double, _ name: String) -> Double {
    if x.isFinite { return x }
    Warnings.once("animation.\(name)", "\(name) of an animation must be finite, not \(x)")
    return other
  }

  /// Infinity is allowed.
  private static func notNegative(_ x: Double, _ name: String) -> Double {
    if x >= 0 { return x }
    Warnings.once("animation.\(name)", "\(name) of an animation must not be \(x)")
    return 0
  }
}

extension CAPropertyAnimation {
  /// Any of the values it goes through.
  fileprivate var exampleValue: Any? {
    switch self {
    case let basic as CABasicAnimation: basic.fromValue ?? basic.toValue ?? basic.byValue
    case let keyframes as CAKeyframeAnimation: keyframes.values?.first
    default: nil
    }
  }
}
