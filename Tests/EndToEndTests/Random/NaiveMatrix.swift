import Foundation

/// Matrices as their 16 numbers in reading order, for row vectors: taken apart, interpolated and put
/// together again by the letter of the rules.
enum NaiveMatrix {
  static func multiply(_ a: [Double], _ b: [Double]) -> [Double] {
    (0..<16).map { i -> Double in
      let row = i / 4 * 4
      let column = i % 4
      return (0..<4).reduce(0.0) { $0 + a[row + $1] * b[$1 * 4 + column] }
    }
  }

  static let identity = (0..<16).map { $0 % 5 == 0 ? 1.0 : 0.0 }

  static let functions = [
    "rotateX", "rotateY", "rotateZ", "scale", "scaleX", "scaleY", "scaleZ", "translate",
    "translateX", "translateY", "translateZ",
  ]

  /// How many numbers a value function takes.
  static func inputs(of function: String) -> Int {
    function == "scale" || function == "translate" ? 3 : 1
  }

  static func made(by function: String, of n: [Double]) -> [Double] {
    let axis = ["X": 0, "Y": 1, "Z": 2][String(function.suffix(1))] ?? 0
    var m = identity
    if function.hasPrefix("rotate") {
      // In the plane of the two other axes, from the next one to the one after.
      let (a, b) = ((axis + 1) % 3, (axis + 2) % 3)
      (m[a * 4 + a], m[a * 4 + b]) = (cos(n[0]), sin(n[0]))
      (m[b * 4 + a], m[b * 4 + b]) = (-sin(n[0]), cos(n[0]))
      return m
    }
    let row = function.hasPrefix("translate") ? { _ in 3 } : { (place: Int) in place }
    for (i, number) in n.enumerated() {
      let place = n.count == 3 ? i : axis
      m[row(place) * 4 + place] = number
    }
    return m
  }

  /// By elimination with the largest pivot; nil for a singular matrix.
  static func inverse(_ m: [Double]) -> [Double]? {
    var rows = (0..<4).map { r -> [Double] in
      Array(m[r * 4..<r * 4 + 4]) + Array(identity[r * 4..<r * 4 + 4])
    }
    for column in 0..<4 {
      let pivot = (column..<4).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
      guard rows[pivot][column] != 0 else { return nil }
      rows.swapAt(column, pivot)
      let divisor = rows[column][column]
      rows[column] = rows[column].map { $0 / divisor }
      for other in 0..<4 where other != column {
        let factor = rows[other][column]
        rows[other] = zip(rows[other], rows[column]).map { $0 - factor * $1 }
      }
    }
    return rows.flatMap { $0[4...] }
  }

  static func mix(_ a: [Double], _ b: [Double], _ t: Double) -> [Double] {
    if isFlat(a) && isFlat(b) {
      return mixFlat(a, b, t) ?? lerp(a, b, t)
    }
    return mixSpatial(a, b, t) ?? lerp(a, b, t)
  }

  private static func lerp(_ a: [Double], _ b: [Double], _ t: Double) -> [Double] {
    zip(a, b).map { $0 + ($1 - $0) * t }
  }

  // MARK: 2D

  private static func isFlat(_ m: [Double]) -> Bool {
    [2, 3, 6, 7, 8, 9, 11, 14].allSatisfy { m[$0] == 0 } && m[10] == 1 && m[15] == 1
  }

  private struct Flat {
    var scale: [Double]
    var angle: Double
    var rest: [Double]
  }

  private static func takeApart(_ m: [Double]) -> Flat? {
    let (a, b, c, d) = (m[0], m[1], m[4], m[5])
    var sx = hypot(a, b)
    var sy = hypot(c, d)
    if sx == 0 || sy == 0 { return nil }
    if a * d - b * c < 0 {
      if a < d { sx = -sx } else { sy = -sy }
    }
    let rows = [a / sx, b / sx, c / sy, d / sy]
    let angle = atan2(rows[1], rows[0])
    let (cosine, sine) = (cos(-angle), sin(-angle))
    return Flat(scale: [sx, sy], angle: angle, rest: turn(rows, cosine, sine))
  }

  /// Two rows times a rotation.
  private static func turn(_ rows: [Double], _ cosine: Double, _ sine: Double) -> [Double] {
    [
      rows[0] * cosine - rows[1] * sine, rows[0] * sine + rows[1] * cosine,
      rows[2] * cosine - rows[3] * sine, rows[2] * sine + rows[3] * cosine,
    ]
  }

  private static func mixFlat(_ a: [Double], _ b: [Double], _ t: Double) -> [Double]? {
    guard var start = takeApart(a), var end = takeApart(b) else { return nil }
    let mirrorsDiffer =
      (start.scale[0] < 0 && end.scale[1] < 0) || (start.scale[1] < 0 && end.scale[0] < 0)
    if mirrorsDiffer {
      start.scale = start.scale.map { -$0 }
      start.angle += start.angle < 0 ? .pi : -.pi
    }
    if start.angle == 0 { start.angle = 2 * .pi }
    if end.angle == 0 { end.angle = 2 * .pi }
    if abs(start.angle - end.angle) > .pi {
      if start.angle > end.angle { start.angle -= 2 * .pi } else { end.angle -= 2 * .pi }
    }
    let angle = start.angle + (end.angle - start.angle) * t
    let scale = lerp(start.scale, end.scale, t)
    let rows = turn(lerp(start.rest, end.rest, t), cos(angle), sin(angle))
    var result = identity
    result[0] = rows[0] * scale[0]
    result[1] = rows[1] * scale[0]
    result[4] = rows[2] * scale[1]
    result[5] = rows[3] * scale[1]
    result[12] = a[12] + (b[12] - a[12]) * t
    result[13] = a[13] + (b[13] - a[13]) * t
    return result
  }

  // MARK: 3D

  private struct Spatial {
    var scale: [Double]
    /// xy, xz, yz.
    var skew: [Double]
    /// The rows of a rotation.
    var axes: [[Double]]
    var translation: [Double]
    var perspective: [Double]
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func cross(_ a: [Double], _ b: [Double]) -> [Double] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
  }

  /// The rows made perpendicular one by one. Only for matrices that do not mirror.
  private static func takeApartInSpace(_ m: [Double]) -> Spatial? {
    let rows = (0..<3).map { Array(m[$0 * 4..<$0 * 4 + 3]) }
    guard abs(dot(rows[0], cross(rows[1], rows[2]))) > 1e-9 else { return nil }
    func without(_ v: [Double], _ axis: [Double]) -> [Double] {
      let along = dot(v, axis)
      return zip(v, axis).map { $0 - along * $1 }
    }
    func unit(_ v: [Double]) -> [Double] { v.map { $0 / dot(v, v).squareRoot() } }
    let x = unit(rows[0])
    let y = unit(without(rows[1], x))
    let z = unit(without(without(rows[2], x), y))
    let scale = [dot(rows[0], x), dot(rows[1], y), dot(rows[2], z)]
    // The last column is the upper three rows times the perspective.
    var upper = identity
    for i in 0..<12 where i % 4 < 3 { upper[i] = m[i] }
    guard let back = inverse(upper) else { return nil }
    let column = [m[3], m[7], m[11]]
    let perspective = (0..<3).map { row -> Double in dot(Array(back[row * 4..<row * 4 + 3]), column)
    }
    let translation = Array(m[12..<15])
    return Spatial(
      scale: scale,
      skew: [dot(rows[1], x) / scale[1], dot(rows[2], x) / scale[2], dot(rows[2], y) / scale[2]],
      axes: [x, y, z], translation: translation,
      perspective: perspective + [m[15] - dot(translation, perspective)])
  }

  private static func mixSpatial(_ a: [Double], _ b: [Double], _ t: Double) -> [Double]? {
    guard let start = takeApartInSpace(a), let end = takeApartInSpace(b) else { return nil }
    let scale = lerp(start.scale, end.scale, t)
    let skew = lerp(start.skew, end.skew, t)
    let translation = lerp(start.translation, end.translation, t)
    let p = lerp(start.perspective, end.perspective, t)
    let axes = turned(start.axes, to: end.axes, share: t)
    let x = axes[0].map { $0 * scale[0] }
    let y = (0..<3).map { i -> Double in (axes[1][i] + axes[0][i] * skew[0]) * scale[1] }
    let z = (0..<3).map { i -> Double in
      (axes[2][i] + axes[0][i] * skew[1] + axes[1][i] * skew[2]) * scale[2]
    }
    let q = Array(p[0..<3])
    return x + [dot(x, q)] + y + [dot(y, q)] + z + [dot(z, q)] + translation
      + [dot(translation, q) + p[3]]
  }

  /// The rotation that leads from `a` to `b`, by a share of its angle: the shorter arc.
  private static func turned(_ a: [[Double]], to b: [[Double]], share: Double) -> [[Double]] {
    // What has to follow `a`: its transpose times `b`.
    let step = (0..<3).map { row -> [Double] in
      (0..<3).map { column -> Double in
        (0..<3).reduce(0.0) { $0 + a[$1][row] * b[$1][column] }
      }
    }
    let turn = [step[1][2] - step[2][1], step[2][0] - step[0][2], step[0][1] - step[1][0]]
    let sine = dot(turn, turn).squareRoot()
    guard sine > 0 else { return a }
    let axis = turn.map { $0 / sine }
    let angle = atan2(sine, step[0][0] + step[1][1] + step[2][2] - 1) * share
    return a.map { v -> [Double] in
      let (aside, along) = (cross(axis, v), dot(axis, v) * (1 - cos(angle)))
      return (0..<3).map { i -> Double in
        v[i] * cos(angle) + aside[i] * sin(angle) + axis[i] * along
      }
    }
  }

  // MARK: Parts

  /// Scale, then rotations about x, y, z, then translation. `parts` are the three scales, three
  /// angles and three translations.
  static func made(of parts: [Double]) -> [Double] {
    let (x, y, z) = (parts[3], parts[4], parts[5])
    let steps: [[Double]] = [
      [parts[0], 0, 0, 0, 0, parts[1], 0, 0, 0, 0, parts[2], 0, 0, 0, 0, 1],
      [1, 0, 0, 0, 0, cos(x), sin(x), 0, 0, -sin(x), cos(x), 0, 0, 0, 0, 1],
      [cos(y), 0, -sin(y), 0, 0, 1, 0, 0, sin(y), 0, cos(y), 0, 0, 0, 0, 1],
      [cos(z), sin(z), 0, 0, -sin(z), cos(z), 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, parts[6], parts[7], parts[8], 1],
    ]
    return steps.dropFirst().reduce(steps[0], multiply)
  }
}
