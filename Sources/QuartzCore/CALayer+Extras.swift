import AnimationCore
import CoreGraphicsAPI
import Geometry

/// Properties that only some classes have (`ExtraProperty`): one store behind all their setters.
extension CALayer {
  static let extrasOfAnyLayer: [ExtraProperty] = [
    .shouldRasterize, .rasterizationScale, .minificationFilterBias, .cornerCurve, .filters,
    .backgroundFilters, .compositingFilter,
  ]

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

  /// The nearest one that there is; animations may show any.
  final func integer<T: FixedWidthInteger>(_ property: ExtraProperty) -> T {
    let n = number(property).rounded()
    return T(exactly: n) ?? (n < 0 ? .min : .max)
  }

  final func flag(_ property: ExtraProperty) -> Bool { number(property) != 0 }

  final func point(_ property: ExtraProperty) -> CGPoint {
    if case .vector(let v) = values[extra: property] { CGPoint(x: v.x, y: v.y) } else { .zero }
  }

  final func size(_ property: ExtraProperty) -> CGSize {
    let p = point(property)
    return CGSize(width: p.x, height: p.y)
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

  /// `object` is what the API hands out again for colours, paths and lists.
  final func setExtra(_ property: ExtraProperty, to value: PropertyValue, object: Any? = nil) {
    var value = value
    if property.traits.kind == .integer, case .number(let n) = value {
      value = .number(n.rounded())
    }
    let isNew = values[extra: property] != value
    if !isNew, presented == nil { objects.extras[property] = object }
    change(.extra(property), isNew: isNew, isValid: value.isFinite) {
      values[extra: property] = value
      objects.extras[property] = object
    }
  }

  /// As the other one, for objects; one that does not fit is reported and ignored.
  final func setExtra(_ property: ExtraProperty, object: Any?) {
    guard let object else { return setExtra(property, to: .none) }
    guard let value = Boxing.value(object, for: AnimationTarget(.extra(property))) else {
      return warnType(property.name)
    }
    setExtra(property, to: value, object: object)
  }

  final func setChoice(_ property: ExtraProperty, _ name: String) {
    guard let i = property.traits.choices.firstIndex(of: name) else {
      Warnings.once("layer.\(property.name).\(name)", "unknown \(property.name) \"\(name)\"")
      return
    }
    setExtra(property, to: .number(Double(i)))
  }

  /// Sets a value by key: of any type that the property's kind allows, through the property, which
  /// subclasses may have overridden.
  final func assign(_ new: Any?, to property: ExtraProperty) {
    let target = AnimationTarget(.extra(property))
    let fits = new.map { Boxing.fits($0, target) } ?? property.traits.kind.isOptional
    guard fits else { return warnType(property.name) }
    assign(ExtraInput(any: new), to: property)
  }

  final func assignToAnyLayer(_ new: ExtraInput, _ property: ExtraProperty) {
    switch property {
    case .shouldRasterize: shouldRasterize = new.flag
    case .rasterizationScale: rasterizationScale = new.cgFloat
    case .minificationFilterBias: minificationFilterBias = new.float
    case .cornerCurve: cornerCurve = CALayerCornerCurve(rawValue: new.name)
    case .filters: filters = new.object()
    case .backgroundFilters: backgroundFilters = new.object()
    case .compositingFilter: compositingFilter = new.any
    default: break
    }
  }

  /// Whether `new` is a list of as many entries as the one there is: others do not mix.
  final func hasSameCount(_ property: ExtraProperty, as new: [Any]?) -> Bool {
    guard case .list(let list) = values[extra: property] else { return false }
    return list.count == new?.count
  }
}

/// A value that fits an extra property, as the type that the property has.
struct ExtraInput {
  let any: Any?

  var number: Double { any.flatMap { Boxing.number($0) } ?? 0 }
  var cgFloat: CGFloat { CGFloat(number) }
  var float: Float { Float(number) }
  var flag: Bool { number != 0 }

  func integer<T: FixedWidthInteger>() -> T {
    let n = number.rounded()
    return T(exactly: n) ?? (n < 0 ? .min : .max)
  }

  func object<T>() -> T? { any as? T }

  var numbers: [NSNumber]? {
    (any as? [Any])?.map { NSNumber(value: Boxing.number($0) ?? 0) }
  }

  var matrix: CATransform3D { any.flatMap { Boxing.matrix($0) } ?? CATransform3DIdentity }

  /// Of a choice: a string, or one of the API's types for them.
  var name: String { any.flatMap { Boxing.name($0) } ?? "" }
}
