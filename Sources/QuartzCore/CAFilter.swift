import AnimationCore
import CoreGraphicsAPI

/// A filter for `filters`, `backgroundFilters` or `compositingFilter` of a layer: one of a set that
/// has names, with its inputs under theirs, as in `inputRadius`.
///
/// A layer shows the values that the filter had when it was set. Later changes go through the layer:
/// `setValue(4, forKeyPath: "filters.NAME.inputRadius")`; that path animates as well.
open class CAFilter {
  /// As in `gaussianBlur`.
  public let type: String
  /// By which key paths find the filter in its layer.
  open var name: String?
  open var isEnabled = true
  private var inputs: [String: Any] = [:]

  public init(type: String) { self.type = type }

  convenience init(_ record: Record) {
    self.init(type: record.type)
    name = record.name
    isEnabled = record.isEnabled
    for field in record.fields { inputs[field.key] = Boxing.any(field.value, kind: field.kind) }
  }

  /// Of the inputs that have values.
  open var inputKeys: [String] { inputs.keys.sorted() }

  open func value(forKey key: String) -> Any? {
    switch key {
    case "type": type
    case "name": name
    case "enabled", "isEnabled": NSNumber(value: isEnabled)
    default: inputs[key]
    }
  }

  open func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "type": KeyPaths.warnReadOnly(key, of: self)
    case "name": optional(value, key) { name = $0 }
    case "enabled", "isEnabled": number(value, key) { isEnabled = $0 != 0 }
    default:
      let kept = Boxing.kept(value)
      if let number = kept as? NSNumber, !number.doubleValue.isFinite { return warnType(key) }
      if let value, let kind = Boxing.kind(of: value), Boxing.value(value, kind: kind) == nil {
        return warnType(key)
      }
      inputs[key] = kept
    }
  }

  open func value(forKeyPath keyPath: String) -> Any? { KeyPaths.value(keyPath, of: self) }

  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    KeyPaths.set(value, at: keyPath, of: self)
  }

  private func warnType(_ key: String) { KeyPaths.warnType(key, of: self) }
}

extension CAFilter: RecordObject {
  static var spokenName: String { "a filter" }

  /// Inputs of types that do not cross to the server, such as strings, stay here.
  var record: Record {
    let fields = inputKeys.compactMap { key -> Record.Field? in
      guard let any = inputs[key], let kind = Boxing.kind(of: any),
        let value = Boxing.value(any, kind: kind)
      else { return nil }
      return Record.Field(key, value, kind)
    }
    return Record(name: name, type: type, isEnabled: isEnabled, fields: fields)
  }

  func kind(of key: String) -> LayerProperty.Kind? {
    key == Record.enabledKey ? .flag : inputs[key].flatMap { Boxing.kind(of: $0) }
  }
}
