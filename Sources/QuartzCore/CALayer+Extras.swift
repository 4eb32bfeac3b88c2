import AnimationCore
import CoreGraphicsAPI
import Geometry

/// Properties that only some classes have (`ExtraProperty`): one store behind all their setters.
extension CALayer {
  /// What a key path names on layers of this class.
  static func target(keyPath: String) -> AnimationTarget? {
    guard let target = AnimationTarget(keyPath: keyPath) else { return nil }
    if case .extra(let property) = target.property, !extraProperties.contains(property) {
      return nil
    }
    return target
  }

  // MARK: Reading

  final func number(_ property: ExtraProperty) -> Double {
    if case .number(let n) = values[extra: property] { n } else { 0 }
  }

  final func flag(_ property: ExtraProperty) -> Bool { number(property) != 0 }

  final func point(_ property: ExtraProperty) -> CGPoint {
    if case .vector(let v) = values[extra: property] { CGPoint(x: v.x, y: v.y) } else { .zero }
  }

  final func matrix(_ property: ExtraProperty) -> CATransform3D {
    if case .matrix(let m) = values[extra: property] {
      CATransform3D(m)
    } else {
      CATransform3DIdentity
    }
  }

  /// The name of a choice.
  final func choice(_ property: ExtraProperty) -> String {
    extraObject(property) as? String ?? ""
  }

  /// The value as the API hands it out: the object that was set, where it is one.
  final func extraObject(_ property: ExtraProperty) -> Any? {
    let target = AnimationTarget(.extra(property))
    return objects.extras[property] ?? Boxing.any(values[target], for: target)
  }

  // MARK: Setting

  /// Sets a value of any type that the property's kind allows; another one is reported and ignored.
  final func setExtra(_ property: ExtraProperty, _ new: Any?) {
    let target = AnimationTarget(.extra(property))
    let kind = property.traits.kind
    guard let new else {
      guard kind.isOptional else { return warnType(property.name) }
      return store(.none, object: nil, as: property)
    }
    guard let value = Boxing.value(new, for: target) else { return warnType(property.name) }
    store(value, object: kind.isOptional ? new : nil, as: property)
  }

  private func store(_ value: PropertyValue, object: Any?, as property: ExtraProperty) {
    change(.extra(property), isNew: values[extra: property] != value, isValid: value.isFinite) {
      values[extra: property] = value
      objects.extras[property] = object
    }
  }
}
