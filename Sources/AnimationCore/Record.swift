/// An object that lies in a property: a filter, or the description of what an emitter throws.
package struct Record: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var key: String
    package var value: PropertyValue
    /// Points, sizes, rectangles and colours are all vectors.
    package var kind: LayerProperty.Kind

    package init(_ key: String, _ value: PropertyValue, _ kind: LayerProperty.Kind) {
      self.key = key
      self.value = value
      self.kind = kind
    }
  }

  /// By which key paths name it; nil for one that cannot be named.
  package var name: String?
  package var type: String
  package var isEnabled: Bool
  /// Each key once.
  package var fields: [Field]
  /// Objects within the object.
  package var records: [Record]

  package init(
    name: String? = nil, type: String, isEnabled: Bool = true, fields: [Field] = [],
    records: [Record] = []
  ) {
    self.name = name
    self.type = type
    self.isEnabled = isEnabled
    self.fields = fields
    self.records = records
  }

  package static let enabledKey = "enabled"
  /// Of the objects within.
  package static let recordsKey = "emitterCells"

  package subscript(key: String) -> PropertyValue? {
    get {
      switch key {
      case Self.enabledKey: .flag(isEnabled)
      case Self.recordsKey: records.isEmpty ? PropertyValue.none : .records(records)
      default: fields.first { $0.key == key }?.value
      }
    }
    set {
      switch (key, newValue) {
      case (_, nil): return
      case (Self.enabledKey, .number(let n)): isEnabled = n != 0
      case (Self.recordsKey, .records(let new)): records = new
      case (Self.recordsKey, _): records = []
      case (_, let new?):
        guard let i = fields.firstIndex(where: { $0.key == key }) else { return }
        fields[i].value = new
      }
    }
  }

  var isFinite: Bool {
    fields.allSatisfy(\.value.isFinite) && records.allSatisfy(\.isFinite)
  }
}

/// A field of a named object in a property, as in `filters.blur.inputRadius`. Shared, so that the
/// targets of most animations, which have none, stay small.
package final class RecordField: Hashable, Sendable {
  package let name: String
  package let key: String
  package let kind: LayerProperty.Kind

  package init(_ name: String, _ key: String, _ kind: LayerProperty.Kind) {
    self.name = name
    self.key = key
    self.kind = kind
  }

  package static func == (a: RecordField, b: RecordField) -> Bool {
    a === b || (a.name == b.name && a.key == b.key && a.kind == b.kind)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(key)
  }

  /// The value in the first object of that name; nil where there is none, or none that fits.
  func value(in property: PropertyValue) -> PropertyValue? {
    guard case .records(let records) = property,
      let value = records.first(where: { $0.name == name })?[key], kind.accepts(value)
    else { return nil }
    return value
  }

  func store(_ value: PropertyValue, in property: inout PropertyValue) {
    guard case .records(var records) = property,
      let i = records.firstIndex(where: { $0.name == name })
    else { return }
    if case .contents(let contents) = value {
      // An object shows one image at a time: of two, the one to come.
      records[i][key] = .contents(Contents(contents.image))
    } else {
      records[i][key] = value
    }
    property = .records(records)
  }
}
