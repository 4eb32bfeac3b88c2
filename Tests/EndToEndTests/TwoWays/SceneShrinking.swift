import TestSupport

/// Cuts a failing scene down to what still fails.
enum SceneShrinking {
  /// The smallest scene found for which `fails` says so. Asks it at most `limit` times.
  static func smallest(
    _ scene: VectorValue, limit: Int = 250, _ fails: (VectorValue) throws -> Bool
  ) rethrows -> VectorValue {
    var best = scene, asked = 0
    var isDone = false
    while !isDone {
      isDone = true
      for candidate in simpler(best) where asked < limit {
        asked += 1
        if try fails(candidate) {
          best = candidate
          isDone = false
          break
        }
      }
    }
    return best
  }

  /// All scenes with one thing less; the largest parts go first.
  private static func simpler(_ scene: VectorValue) -> [VectorValue] {
    var result = simplerLists(scene["layers"].array).map { scene.with("layers", .values($0)) }
    if !scene["root"].fields.isEmpty { result.append(scene.with("root", .object([:]))) }
    if scene["scale"].double != 1 { result.append(scene.with("scale", .number(1))) }
    return result
  }

  /// One layer less, one replaced by its sublayers, one simpler.
  private static func simplerLists(_ layers: [VectorValue]) -> [[VectorValue]] {
    var result: [[VectorValue]] = []
    for i in layers.indices {
      result.append(layers.removing(i))
    }
    for i in layers.indices where !layers[i]["sublayers"].array.isEmpty {
      result.append(Array(layers[..<i] + layers[i]["sublayers"].array + layers[(i + 1)...]))
    }
    for i in layers.indices {
      for layer in simplerLayers(layers[i]) { result.append(layers.replacing(i, by: layer)) }
    }
    return result
  }

  private static func simplerLayers(_ layer: VectorValue) -> [VectorValue] {
    var result: [VectorValue] = []
    for key in layer.fields.keys.sorted() where key != "bounds" && key != "position" {
      result.append(layer.with(key, nil))
    }
    for list in simplerLists(layer["sublayers"].array) {
      result.append(layer.with("sublayers", .values(list)))
    }
    if !layer["mask"].isNull {
      result += simplerLayers(layer["mask"]).map { layer.with("mask", $0) }
    }
    for group in ["gradient", "shape"] where !layer[group].isNull {
      for key in layer[group].fields.keys.sorted() where key != "colors" && key != "path" {
        result.append(layer.with(group, layer[group].with(key, nil)))
      }
    }
    return result
  }
}

extension VectorValue {
  /// The same object with another value of one field, or without it.
  func with(_ key: String, _ value: VectorValue?) -> VectorValue {
    var fields = fields
    fields[key] = value
    return .object(fields)
  }

  /// As JSON on one line, names in order.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let n): n == n.rounded() && abs(n) < 1e9 ? "\(Int(n))" : "\(n)"
    case .string(let s): "\"\(s)\""
    case .values(let list): "[" + list.map(\.text).joined(separator: ", ") + "]"
    case .object(let fields):
      "{"
        + fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.text)" }
        .joined(separator: ", ") + "}"
    }
  }
}

extension Array {
  fileprivate func removing(_ i: Int) -> [Element] { Array(self[..<i] + self[(i + 1)...]) }

  fileprivate func replacing(_ i: Int, by element: Element) -> [Element] {
    var copy = self
    copy[i] = element
    return copy
  }
}
