import CoreGraphics
import Foundation
import Testing

/// A rendered frame: straight red, green, blue, alpha bytes.
struct Pixels {
  let width: Int
  let height: Int
  private let image: CGImage

  init(_ image: CGImage) {
    self.image = image
    width = image.width
    height = image.height
  }

  /// The pixel whose centre is (x + 0.5, y + 0.5), each channel 0…255.
  subscript(x: Int, y: Int) -> [Int] {
    let pixel = image.pixelImage.bitmap[x, y]
    let alpha = Int(pixel.w)
    guard alpha > 0 else { return [0, 0, 0, 0] }
    func straight(_ channel: UInt8) -> Int { (Int(channel) * 255 + alpha / 2) / alpha }
    return [straight(pixel.x), straight(pixel.y), straight(pixel.z), alpha]
  }

  func expect(
    _ x: Int, _ y: Int, near expected: [Int], within tolerance: Int,
    _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let pixel = self[x, y]
    if zip(pixel, expected).contains(where: { abs($0 - $1) > tolerance }) {
      Issue.record(
        "pixel (\(x), \(y)) is \(pixel) instead of \(expected) ± \(tolerance) \(comment())",
        sourceLocation: sourceLocation)
    }
  }
}

extension CGColor {
  static func straight(_ components: [Double]) -> CGColor {
    CGColor(
      srgbRed: CGFloat(components[0]), green: CGFloat(components[1]),
      blue: CGFloat(components[2]), alpha: CGFloat(components.count > 3 ? components[3] : 1))
  }

  static func opaque(_ red: Double, _ green: Double, _ blue: Double) -> CGColor {
    .straight([red, green, blue, 1])
  }
}
