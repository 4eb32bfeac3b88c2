import AnimationCore
import CoreGraphicsAPI

/// What has values by key, through which key paths lead on.
protocol KeyValueCoding: AnyObject {
  /// As messages call it.
  static var spokenName: String { get }
  func value(forKey key: String) -> Any?
  func setValue(_ value: Any?, forKey key: String)
  func value(forKeyPath keyPath: String) -> Any?
  func setValue(_ value: Any?, forKeyPath keyPath: String)
}

extension CALayer: KeyValueCoding {
  static var spokenName: String { "a layer" }
}

extension CAAnimation: KeyValueCoding {
  static var spokenName: String { "an animation" }
}

/// Values by key on their way to a property; those of another type are reported and not set.
extension KeyValueCoding {
  func converted<T>(_ value: T?, _ key: String, _ set: (T) -> Void) {
    guard let value else { return KeyPaths.warnType(key, of: self) }
    set(value)
  }

  func number(_ value: Any?, _ key: String, _ set: (Double) -> Void) {
    converted(value.flatMap { Boxing.number($0) }, key, set)
  }

  /// A string, or one of the API's types for names.
  func name(_ value: Any?, _ key: String, _ set: (String) -> Void) {
    converted(value.flatMap { Boxing.name($0) }, key, set)
  }

  /// Nil is a value.
  func optional<T>(_ value: Any?, _ key: String, _ set: (T?) -> Void) {
    guard let value else { return set(nil) }
    converted(value as? T, key) { set($0) }
  }
}

/// Key paths of several words. The first is a key of the object that is asked; those after it go on
/// inside another object, pick from a list the object of that `name`, or name a part of a structure.
enum KeyPaths {
  /// Where a path goes on after its first word.
  private enum Way {
    case into(any KeyValueCoding, rest: String?)
    case part(of: Any, target: AnimationTarget)
  }

  /// Nil where a value on the way is, and, with a warning, where the path leads nowhere.
  static func value(_ path: String, of owner: any KeyValueCoding) -> Any? {
    let (key, rest) = split(path)
    guard let rest else { return owner.value(forKey: key) }
    guard let value = owner.value(forKey: key) else { return nil }
    switch way(rest, from: value) {
    case .into(let object, let rest?): return object.value(forKeyPath: rest)
    case .into(let object, nil): return object
    case .part(let whole, let target):
      return Boxing.value(whole, for: AnimationTarget(target.property))?
        .component(target.component).flatMap { Boxing.any($0, for: target) }
    case nil:
      warnPath(path, of: owner)
      return nil
    }
  }

  static func set(_ new: Any?, at path: String, of owner: any KeyValueCoding) {
    let (key, rest) = split(path)
    guard let rest else { return owner.setValue(new, forKey: key) }
    switch owner.value(forKey: key).flatMap({ way(rest, from: $0) }) {
    case .into(let object, let rest?): object.setValue(new, forKeyPath: rest)
    case .part(let whole, let target):
      guard let part = new.flatMap({ Boxing.value($0, for: target) }) else {
        return warnType(path, of: owner)
      }
      let type = AnimationTarget(target.property)
      guard var changed = Boxing.value(whole, for: type) else { return warnPath(path, of: owner) }
      changed.setComponent(target.component, to: part)
      owner.setValue(Boxing.any(changed, as: target.property, like: whole), forKey: key)
    case .into(_, nil), nil: warnPath(path, of: owner)
    }
  }

  /// The first word and the others; nil for none.
  static func split(_ path: String) -> (key: String, rest: String?) {
    guard let dot = path.firstIndex(of: ".") else { return (path, nil) }
    return (String(path[..<dot]), String(path[path.index(after: dot)...]))
  }

  private static func way(_ rest: String, from value: Any) -> Way? {
    if let object = value as? any KeyValueCoding { return .into(object, rest: rest) }
    if let list = value as? [Any] {
      let (name, rest) = split(rest)
      return list.lazy.compactMap { $0 as? any KeyValueCoding }
        .first { $0.value(forKey: "name") as? String == name }
        .map { .into($0, rest: rest) }
    }
    return Boxing.standIn(for: value)
      .flatMap { AnimationTarget(keyPath: "\($0.name).\(rest)") }
      .map { .part(of: value, target: $0) }
  }

  static func warnType(_ path: String, of owner: any KeyValueCoding) {
    let name = type(of: owner).spokenName
    Warnings.once(
      "\(name).type.\(path)", "a value of the wrong type was set for \"\(path)\" of \(name)")
  }

  static func warnPath(_ path: String, of owner: any KeyValueCoding) {
    let name = type(of: owner).spokenName
    Warnings.once("\(name).keyPath.\(path)", "\"\(path)\" is no key path of \(name)")
  }

  static func warnReadOnly(_ key: String, of owner: any KeyValueCoding) {
    let name = type(of: owner).spokenName
    Warnings.once("\(name).readOnly.\(key)", "\"\(key)\" of \(name) cannot be set")
  }
}
