import AnimationCore
import CoreGraphicsAPI

/// What the values of an animation have to be.
struct AnimatedValues {
  /// As the animation names its target.
  let keyPath: String
  let target: AnimationTarget
  /// Makes the target's of the animation's.
  let function: ValueFunction?

  func value(_ any: Any) -> PropertyValue? {
    if let function { return Boxing.value(any, for: function) }
    return Boxing.value(any, for: target)
  }

  /// A value that does not fit counts as not set.
  func end(_ value: Any?) -> PropertyValue? {
    guard let value else { return nil }
    let boxed = self.value(value)
    if boxed == nil {
      Warnings.once(
        "animation.type.\(keyPath)",
        "an animation of \(keyPath) was given a value that does not fit: \(value)")
    }
    return boxed
  }
}

extension AnimationCompiler {
  /// The function that makes the animation's values the target's; nil where they are that
  /// themselves. A function makes whole transforms and nothing else.
  static func function(of animation: CAPropertyAnimation, target: AnimationTarget)
    -> ValueFunction?
  {
    guard let function = animation.valueFunction?.function else { return nil }
    if target.kind == .matrix { return function }
    Warnings.once(
      "animation.valueFunction.\(target.property)",
      "a value function makes transforms; for an animation of \(target.keyPath) it was ignored")
    return nil
  }
}

extension Boxing {
  /// `any` as what goes into a function: a number, or three in an array. Nil where it does not fit.
  static func value(_ any: Any, for function: ValueFunction) -> PropertyValue? {
    guard function.takesThree else { return number(any).map { .number($0) } }
    guard let list = any as? [Any], list.count == 3 else { return nil }
    let n = list.compactMap { number($0) }
    return n.count == 3 ? .vector(SIMD4(n[0], n[1], n[2], 0)) : nil
  }
}
