import AnimationCore
import CoreGraphicsAPI

/// An object in a property, whose values key paths name: `filters.NAME.KEY` and
/// `emitterCells.NAME.KEY`.
protocol RecordObject: KeyValueCoding {
  var name: String? { get }
  /// Its values now.
  var record: Record { get }
  /// What the value under a key is made of; nil for none that animates.
  func kind(of key: String) -> LayerProperty.Kind?
}

extension Boxing {
  /// What a value is made of; nil for one of a type that does not cross to the server.
  static func kind(of any: Any) -> LayerProperty.Kind? {
    switch any {
    case is CGImage: .contents
    case let list as [Any]: list.allSatisfy { $0 is CGColor } ? .colors : .numbers
    default: standIn(for: any)?.kind
    }
  }

  /// A value under a key of an object, by what it is made of.
  static func value(_ any: Any, kind: LayerProperty.Kind) -> PropertyValue? {
    value(any, for: target(of: kind))
  }

  static func any(_ value: PropertyValue, kind: LayerProperty.Kind) -> Any? {
    any(value, for: target(of: kind))
  }

  /// Fields of objects have no property of their own.
  private static func target(of kind: LayerProperty.Kind) -> AnimationTarget {
    AnimationTarget(.extra(.filters), field: RecordField("", "", kind))
  }

  /// The objects of a property, or nil where one does not fit.
  static func records(_ any: Any, of target: AnimationTarget) -> [any RecordObject]? {
    guard target.property != .extra(.compositingFilter) else {
      // A blend mode may be given by name.
      return (any as? CAFilter ?? (any as? String).map { CAFilter(type: $0) }).map { [$0] }
    }
    guard let list = any as? [Any] else { return nil }
    let isOfCells = target.property == .extra(.emitterCells)
    let objects = list.compactMap { object -> (any RecordObject)? in
      isOfCells ? object as? CAEmitterCell : object as? CAFilter
    }
    return objects.count == list.count ? objects : nil
  }

  static func objects(_ records: [Record], of target: AnimationTarget) -> Any? {
    guard target.property != .extra(.compositingFilter) else {
      return records.first.map { record -> Any in
        record.name == nil && record.fields.isEmpty ? record.type : CAFilter(record)
      }
    }
    return target.property == .extra(.emitterCells)
      ? records.map { CAEmitterCell($0) } : records.map { CAFilter($0) }
  }
}

extension CALayer {
  /// The objects that lie in a property.
  private func recordObjects(_ property: ExtraProperty) -> [any RecordObject] {
    guard property.traits.kind == .records, let any = objects.extras[property] else { return [] }
    return Boxing.records(any, of: AnimationTarget(.extra(property))) ?? []
  }

  /// What a key path as in `filters.NAME.inputCenter.x` names; nil where there is no such object,
  /// or no such value in it.
  final func fieldTarget(keyPath: String) -> AnimationTarget? {
    // Asked about every key that is no property, of layers that mostly have no objects.
    guard !objects.extras.isEmpty else { return nil }
    let words = keyPath.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count >= 3, let target = Self.target(keyPath: String(words[0])),
      case .extra(let property) = target.property
    else { return nil }
    let name = String(words[1]), key = String(words[2])
    guard let object = recordObjects(property).first(where: { $0.name == name }),
      let kind = object.kind(of: key)
    else { return nil }
    return AnimationTarget(
      target.property, field: RecordField(name, key, kind),
      part: words.count > 3 ? String(words[3]) : nil)
  }

  /// Sets a value that does not animate, or lies deeper within the objects; the layer shows what
  /// they have then.
  final func storeInObjects(_ new: Any?, path: String) {
    let first = path.prefix { $0 != "." }
    guard case .extra(let property)? = Self.target(keyPath: String(first))?.property,
      property.traits.kind == .records
    else { return KeyPaths.set(new, at: path, of: self) }
    guard mayChange() else { return }
    KeyPaths.set(new, at: path, of: self)
    setExtra(property, object: objects.extras[property])
  }

  /// Sets a value in an object, there as well as in what the layer shows.
  final func store(_ new: Any?, in field: RecordField, _ target: AnimationTarget) {
    guard case .extra(let property) = target.property,
      let object = recordObjects(property).first(where: { $0.name == field.name })
    else { return }
    let value =
      new.map { Boxing.value($0, for: target) }
      ?? (target.kind.isOptional ? PropertyValue.none : nil)
    guard let value else { return warnType(target.keyPath) }
    var changed = values
    changed[target] = value
    let whole = AnimationTarget(target.property, field: field)
    let given = target.component == .whole ? new : Boxing.any(changed[whole], for: whole)
    let isNew = changed != values
    // The object may have been changed by itself.
    if !isNew, presented == nil { object.setValue(given, forKey: field.key) }
    change(target.property, isNew: isNew, isValid: value.isFinite) {
      values = changed
      object.setValue(given, forKey: field.key)
    }
  }
}
