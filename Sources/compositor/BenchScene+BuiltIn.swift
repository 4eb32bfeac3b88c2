import Foundation
import Geometry

/// The scenes that have a letter. Other toolkits' benches draw the same from the same numbers, so
/// none of these may change.
package enum BuiltInScene: String, CaseIterable, Sendable {
  /// Opaque squares that cover the surface once, each turning and gliding.
  case a
  /// Cards with a border and a shadow, fading, turning and scaling.
  case b
  /// Turning and scaling images.
  case c
  /// Chains of nested groups with opacity.
  case d
  /// Gradients and growing arcs.
  case e
  /// Scene a at rest, under one turning square.
  case f
  /// A column of text that scrolls.
  case g
  /// Scene a at rest.
  case h
  /// Scene a while the application is busy.
  case i

  package var defaultLayers: Int {
    switch self {
    case .a: 1000
    case .b, .i: 100
    case .c, .e: 200
    case .d: 10
    case .f, .h: 10000
    case .g: 2000
    }
  }

  /// The scene file; nil for those that are made by `drawnLayers`.
  package var json: String? {
    switch self {
    case .a, .i: Self.squares(rest: false, more: "")
    case .c: Self.images
    case .f: Self.squares(rest: true, more: Self.turningSquare)
    case .h: Self.squares(rest: true, more: "")
    case .b, .d, .e, .g: nil
    }
  }

  private static func squares(rest: Bool, more: String) -> String {
    let state =
      rest
      ? #""values": {"transform.rotation.z": "r5 * 2 * pi"}"#
      : #"""
      "animations": [
        {"keyPath": "transform.rotation.z", "from": 0, "to": "2 * pi", "duration": "2 * (1 + r5)",
         "repeatCount": "inf"},
        {"keyPath": "position.x", "from": "r0 * W", "to": "r0 * W + 100", "duration": "1 + r6",
         "repeatCount": "inf"}]
      """#
    return #"""
      {"define": {"d": "sqrt(W * H / N)"},
       "layers": [
        {"repeat": "N", "bounds": ["d", "d"], "position": ["r0 * W", "r1 * H"],
         "backgroundColor": ["r2", "r3", "r4", 1], \#(state)}\#(more)]}
      """#
  }

  private static let turningSquare = #"""
    , {"bounds": [64, 64], "position": ["W / 2", "H / 2"], "backgroundColor": [1, 0, 0, 1],
       "animations": [{"keyPath": "transform.rotation.z", "from": 0, "to": "2 * pi", "duration": 2,
         "repeatCount": "inf"}]}
    """#

  private static let images = #"""
    {"define": {"d": "N <= 200 ? 128 : 48"},
     "layers": [
      {"repeat": "N", "bounds": ["d", "d"], "position": ["r0 * W", "r1 * H"], "texture": "i % 8",
       "animations": [
        {"keyPath": "transform.rotation.z", "from": 0, "to": "2 * pi", "duration": "2 * (1 + r5)",
         "repeatCount": "inf"},
        {"keyPath": "transform.scale", "from": 0.5, "to": 1, "duration": "1 + r6",
         "repeatCount": "inf"}]}]}
    """#
}

/// Patterns for scenes with images.
package enum BenchTexture {
  package static let count = 8
  /// Pixels.
  package static let side = 256

  /// Opaque.
  package static func bitmap(_ k: Int) -> Bitmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(side * side * 4)
    for y in 0..<side {
      for x in 0..<side {
        let green = UInt8(Int(127 + 127 * sin(Double(x + k * 20) * 0.1)))
        let red = k % 2 == 1 ? x ^ y : x
        bytes += [UInt8(y * (k + 1) & 255), green, UInt8(red & 255), 255]
      }
    }
    return Bitmap(size: PixelSize(side, side), format: .bgra8Premultiplied, bytes: bytes)
  }
}
