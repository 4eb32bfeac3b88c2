import AnimationCore
import CoreGraphicsAPI

/// Leads animations that share one progress: holds them, turns them round, sends them on.
///
/// The animations stay what and where they are. A new course gives their compiled form other time maps
/// and a new identity, so that the end of an earlier course is nobody's; the next commit of the layers
/// has it, and `presentation()` and the server go by it as they do for all animations. Main thread.
package final class AnimationSteering {
  /// What an animation that is led carries.
  final class Rein {
    let steering: AnimationSteering
    /// The property's value before the change that is animated.
    let old: Any?

    init(_ steering: AnimationSteering, old: Any?) {
      self.steering = steering
      self.old = old
    }
  }

  /// Weak, since layers have the animations, and these the steering.
  private struct Led {
    weak var layer: CALayer?
    weak var animation: AttachedAnimation?
    let keyPath: String
    let target: AnimationTarget
    let old: PropertyValue?
    /// The model's value once the change was made.
    let new: PropertyValue
  }

  package private(set) var course: AnimationCourse
  private var led: [Led] = []
  /// Told, when calls of delegates are due, that an animation came to its end or was taken away.
  package var changed: (() -> Void)?

  package init(_ course: AnimationCourse) { self.course = course }

  /// From the next commit on.
  package func steer(_ course: AnimationCourse) {
    self.course = course
    for led in led {
      guard let layer = led.layer, let animation = led.animation else { continue }
      animation.takeNewCourse()
      layer.mark(.animations)
    }
  }

  /// None is left.
  package var isEmpty: Bool { led.isEmpty }

  /// All that are left have come to the end of the course.
  package var hasEnded: Bool { led.allSatisfy { $0.animation?.hasReachedEnd ?? true } }

  /// Seconds since the commit of the course, for what is shown now; nil before it.
  package var elapsed: Double? {
    for led in led {
      guard let layer = led.layer, let compiled = led.animation?.compiled else { continue }
      return layer.shownTime - (compiled.timing.beginTime - course.delay)
    }
    return nil
  }

  func take(_ animation: AttachedAnimation, of layer: CALayer, old: Any?) {
    guard let keyPath = (animation.animation as? CAPropertyAnimation)?.keyPath,
      let target = layer.animationTarget(keyPath: keyPath)
    else { return }
    led.append(
      Led(
        layer: layer, animation: animation, keyPath: keyPath, target: target,
        old: old.flatMap { Boxing.value($0, for: target) }, new: layer.values[target]))
  }

  func drop(_ animation: AttachedAnimation) {
    let count = led.count
    led.removeAll { $0.animation === animation || $0.animation == nil }
    if led.count < count { reportChange() }
  }

  func reportChange() {
    Callbacks.complete { [weak self] in self?.changed?() }
  }
}

// MARK: - Coming to rest

extension AnimationSteering {
  package enum Place: Sendable { case start, current, end }

  /// Where a property came to rest, and where it might have.
  package struct Settled {
    fileprivate weak var layer: CALayer?
    fileprivate let keyPath: String
    fileprivate let target: AnimationTarget
    fileprivate let start: PropertyValue
    fileprivate let end: PropertyValue

    package func move(to place: Place) {
      switch place {
      case .current: break
      case .start: layer?.settle(keyPath, target, at: start)
      case .end: layer?.settle(keyPath, target, at: end)
      }
    }
  }

  /// Takes all animations of these away and gives the models what then goes on to be seen: what was
  /// there before the change, what is shown now, or what they have. Animations of others on the same
  /// properties go on upon it.
  @discardableResult
  package static func settle(_ steerings: [AnimationSteering], at place: Place, finished: Bool)
    -> [Settled]
  {
    var layers: [CALayer] = []
    for led in steerings.flatMap(\.led) {
      if let layer = led.layer, !layers.contains(where: { $0 === layer }) { layers.append(layer) }
    }
    var settled: [Settled] = []
    for layer in layers {
      let mine = steerings.flatMap(\.led).filter { $0.layer === layer }
      let attached = layer.attached.filter { entry in mine.contains { $0.animation === entry } }
      let shown = layer.values(under: attached)
      let before = layer.values
      layer.detach(attached, finished: finished)
      var done: [AnimationTarget] = []
      for first in mine where !done.contains(first.target) {
        done.append(first.target)
        let last = mine.last { $0.target == first.target } ?? first
        // What nobody else has changed meanwhile comes back to the last digit.
        let isUntouched = before[first.target] == last.new
        let now = shown[first.target]
        let start = isUntouched ? first.old ?? now : now
        let rest = Settled(
          layer: layer, keyPath: first.keyPath, target: first.target, start: start,
          end: before[first.target])
        settled.append(rest)
        switch place {
        case .end: break
        case .start: rest.move(to: .start)
        case .current: layer.settle(first.keyPath, first.target, at: now)
        }
      }
    }
    return settled
  }
}

extension CALayer {
  /// Local time for which `presentation()` answers now.
  fileprivate final var shownTime: Double {
    let time = LayerHost.presentationTime
    return committed?.localTime(time) ?? convertTime(time, from: nil)
  }

  /// The model's values with these animations alone, as they are now.
  fileprivate final func values(under animations: [AttachedAnimation]) -> LayerValues {
    let time = shownTime
    var shown = values
    let compiler = AnimationCompiler(layer: self, layerTime: time)
    shown.apply(animations.map { $0.compiled ?? compiler.compile($0) }, at: time)
    return shown
  }

  fileprivate final func settle(
    _ keyPath: String, _ target: AnimationTarget, at value: PropertyValue
  ) {
    guard values[target] != value else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    setValue(Boxing.any(value, for: target), forKeyPath: keyPath)
    CATransaction.commit()
  }
}
