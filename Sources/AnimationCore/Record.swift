/// An object that lies in a property: a filter, or the description of what an emitter throws.
package struct Record: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var key: String
    package var value: PropertyValue

    package init(_ key: String, _ value: PropertyValue) {
      self.key = key
      self.value = value
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

  package subscript(key: String) -> PropertyValue? {
    get { fields.first { $0.key == key }?.value }
    set {
      guard let newValue, let i = fields.firstIndex(where: { $0.key == key }) else { return }
      fields[i].value = newValue
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
    records[i][key] = value
    property = .records(records)
  }
}
