import AnimationCore
import CoreGraphicsAPI
import Geometry

/// The values of a cell by key, and as they cross to the server.
extension CAEmitterCell: RecordObject {
  static var spokenName: String { "an emitter cell" }

  private typealias Place<Value> = ReferenceWritableKeyPath<CAEmitterCell, Value> & Sendable

  private static let floats: [String: Place<Float>] = [
    "birthRate": \.birthRate, "lifetime": \.lifetime, "lifetimeRange": \.lifetimeRange,
    "redRange": \.redRange, "greenRange": \.greenRange, "blueRange": \.blueRange,
    "alphaRange": \.alphaRange, "redSpeed": \.redSpeed, "greenSpeed": \.greenSpeed,
    "blueSpeed": \.blueSpeed, "alphaSpeed": \.alphaSpeed,
    "minificationFilterBias": \.minificationFilterBias,
    "speed": \.speed, "repeatCount": \.repeatCount,
  ]

  private static let lengths: [String: Place<CGFloat>] = [
    "emissionLatitude": \.emissionLatitude, "emissionLongitude": \.emissionLongitude,
    "emissionRange": \.emissionRange, "velocity": \.velocity, "velocityRange": \.velocityRange,
    "xAcceleration": \.xAcceleration, "yAcceleration": \.yAcceleration,
    "zAcceleration": \.zAcceleration, "scale": \.scale, "scaleRange": \.scaleRange,
    "scaleSpeed": \.scaleSpeed, "spin": \.spin, "spinRange": \.spinRange,
    "contentsScale": \.contentsScale,
  ]

  private static let times: [String: Place<Double>] = [
    "beginTime": \.beginTime, "duration": \.duration, "timeOffset": \.timeOffset,
    "repeatDuration": \.repeatDuration,
  ]

  private static let filters: [String: Place<String>] = [
    "minificationFilter": \.minificationFilter, "magnificationFilter": \.magnificationFilter,
  ]

  final func storedValue(_ key: String) -> Any? {
    if let path = Self.floats[key] { return NSNumber(value: self[keyPath: path]) }
    if let path = Self.lengths[key] { return NSNumber(value: Double(self[keyPath: path])) }
    if let path = Self.times[key] { return NSNumber(value: self[keyPath: path]) }
    if let path = Self.filters[key] { return self[keyPath: path] }
    return switch key {
    case "name": name
    case "enabled", "isEnabled": NSNumber(value: isEnabled)
    case "color": color
    case "contents": contents
    case "contentsRect": contentsRect
    case "emitterCells": emitterCells
    case "style": style
    case "autoreverses": NSNumber(value: autoreverses)
    case "fillMode": fillMode.rawValue
    default: customValues[key] ?? style?[key]
    }
  }

  final func store(_ value: Any?, key: String) {
    if let path = Self.floats[key] { return number(value, key) { self[keyPath: path] = Float($0) } }
    if let path = Self.lengths[key] {
      return number(value, key) { self[keyPath: path] = CGFloat($0) }
    }
    if let path = Self.times[key] { return number(value, key) { self[keyPath: path] = $0 } }
    if let path = Self.filters[key] { return name(value, key) { self[keyPath: path] = $0 } }
    switch key {
    case "name": optional(value, key) { name = $0 }
    case "enabled", "isEnabled": number(value, key) { isEnabled = $0 != 0 }
    case "color": optional(value, key) { color = $0 }
    case "contents": contents = value
    case "contentsRect": converted(value as? CGRect, key) { contentsRect = $0 }
    case "emitterCells": optional(value, key) { emitterCells = $0 }
    case "style": optional(value, key) { style = $0 }
    case "autoreverses": number(value, key) { autoreverses = $0 != 0 }
    case "fillMode": name(value, key) { fillMode = CAMediaTimingFillMode(rawValue: $0) }
    default: customValues[key] = Boxing.kept(value)
    }
  }

  // MARK: Crossing

  convenience init(_ record: Record) {
    self.init()
    name = record.name
    isEnabled = record.isEnabled
    for field in record.fields {
      if let path = Self.filters[field.key], case .number(let n) = field.value {
        let filter = UInt8(exactly: n).flatMap { ContentsFilter(rawValue: $0) } ?? .linear
        self[keyPath: path] = CALayerContentsFilter(filter).rawValue
      } else if let path = Self.times[field.key], case .number(let n) = field.value {
        self[keyPath: path] = n == .greatestFiniteMagnitude ? .infinity : n
      } else {
        store(Boxing.any(field.value, kind: field.kind), key: field.key)
      }
    }
    if !record.records.isEmpty { emitterCells = record.records.map { CAEmitterCell($0) } }
  }

  private static let deepestNesting = 64

  var record: Record { record(inside: []) }

  private func record(inside outer: [CAEmitterCell]) -> Record {
    let around = outer + [self]
    let isFull = around.count >= Self.deepestNesting
    let cells = (emitterCells ?? []).filter { cell in !isFull && !around.contains { $0 === cell } }
    if cells.count != emitterCells?.count ?? 0 {
      Warnings.once(
        "emitterCell.nesting",
        "an emitter cell inside itself, or below \(Self.deepestNesting) others, was left out")
    }
    var fields: [Record.Field] = []
    for (key, path) in Self.floats {
      // Endless repetition crosses as the largest number.
      let n = Double(self[keyPath: path])
      fields.append(Record.Field(key, .number(min(n, .greatestFiniteMagnitude)), .number))
    }
    for (key, path) in Self.lengths {
      fields.append(Record.Field(key, .number(Double(self[keyPath: path])), .number))
    }
    for (key, path) in Self.times {
      fields.append(
        Record.Field(key, .number(min(self[keyPath: path], .greatestFiniteMagnitude)), .number))
    }
    for (key, path) in Self.filters {
      let filter = CALayerContentsFilter(rawValue: self[keyPath: path]).filter ?? .linear
      fields.append(Record.Field(key, .number(Double(filter.rawValue)), .choice))
    }
    fields += [
      Record.Field("color", .color(color?.color), .color),
      Record.Field(
        "contents", image.map { .contents(Contents($0.pixelImage)) } ?? .none, .contents),
      Record.Field("contentsRect", .rect(Rect(contentsRect)), .rect),
      Record.Field("autoreverses", .flag(autoreverses), .flag),
    ]
    fields.sort { $0.key < $1.key }
    return Record(
      name: name, type: "cell", isEnabled: isEnabled, fields: fields,
      records: cells.map { $0.record(inside: around) })
  }

  func kind(of key: String) -> LayerProperty.Kind? {
    if Self.floats[key] != nil || Self.lengths[key] != nil { return .number }
    return switch key {
    case "color": .color
    case "contents": .contents
    case "contentsRect": .rect
    case Record.enabledKey: .flag
    case Record.recordsKey: .records
    default: nil
    }
  }
}
