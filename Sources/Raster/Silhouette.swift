import Geometry
import Glibc

/// The alpha of a picture, blurred: what a shadow is made of.
struct Silhouette {
  /// Where its top left lies in the picture, in pixels; it reaches beyond the ink on all sides.
  private(set) var x: Int
  private(set) var y: Int
  private(set) var bitmap: Bitmap

  /// Deviations are cut to this many pixels.
  static let largestDeviation = 500.0

  /// Nil where there is no ink.
  ///
  /// - Parameters:
  ///   - pixels: rows of `stride` bytes, four a pixel, the last of them alpha.
  ///   - deviation: the standard deviation of the blur, in pixels.
  init?(
    alphaOf pixels: UnsafeBufferPointer<UInt8>, size: PixelSize, stride: Int, deviation: Double
  ) {
    guard let ink = Self.ink(of: pixels, size: size, stride: stride) else { return nil }
    let deviation = min(deviation, Self.largestDeviation)
    // What three deviations away is left of it is not seen.
    let margin = deviation > 0 ? Int((3 * deviation).rounded(.up)) + 1 : 0
    x = ink.x - margin
    y = ink.y - margin
    let width = ink.width + 2 * margin, height = ink.height + 2 * margin
    var values = [Float](repeating: 0, count: width * height)
    for row in 0..<ink.height {
      let from = (ink.y + row) * stride + ink.x * 4 + 3
      let to = (row + margin) * width + margin
      for column in 0..<ink.width { values[to + column] = Float(pixels[from + column * 4]) }
    }
    if deviation > 0 {
      let box = Box(deviation: deviation)
      values = box.blurredRows(of: values, width: width, height: height)
      values = box.blurredRows(of: values, width: height, height: width)
    }
    bitmap = Bitmap(
      size: PixelSize(width, height), format: .alpha8,
      bytes: values.map { UInt8(min(max($0.rounded(), 0), 255)) })
  }

  private static func ink(
    of pixels: UnsafeBufferPointer<UInt8>, size: PixelSize, stride: Int
  ) -> PixelRect? {
    var left = size.width, right = -1, top = size.height, bottom = -1
    for y in 0..<size.height {
      let row = y * stride + 3
      guard let first = (0..<size.width).first(where: { pixels[row + $0 * 4] != 0 }) else {
        continue
      }
      let last = (0..<size.width).last { pixels[row + $0 * 4] != 0 } ?? first
      (left, right) = (min(left, first), max(right, last))
      (top, bottom) = (min(top, y), y)
    }
    guard right >= 0 else { return nil }
    return PixelRect(left, top, right - left + 1, bottom - top + 1)
  }
}

/// A mean over neighbours that, taken three times, is nearly a Gaussian: whole weights within `radius`
/// and a smaller one for the pixel beyond, chosen so that the deviation is exact.
private struct Box {
  private let radius: Int
  private let edge: Float
  private let weight: Float

  init(deviation: Double) {
    // Of each of three boxes the variance is a third of the whole.
    let variance = deviation * deviation / 3
    let whole = Int(((12 * variance + 1).squareRoot() - 1) / 2)
    radius = max(0, whole)
    let r = Double(radius)
    // The variance of 2r + 1 pixels with weight 1 and two at ±(r + 1) with weight e.
    let inner = r * (r + 1) * (2 * r + 1) / 3
    let far = (r + 1) * (r + 1)
    let e = (variance * (2 * r + 1) - inner) / (2 * (far - variance))
    edge = Float(min(max(e, 0), 1))
    weight = 1 / (Float(2 * radius + 1) + 2 * edge)
  }

  /// Three times along the rows; rows and columns change places.
  func blurredRows(of values: [Float], width: Int, height: Int) -> [Float] {
    var result = [Float](repeating: 0, count: values.count)
    var line = [Float](repeating: 0, count: width), next = line
    for y in 0..<height {
      for x in 0..<width { line[x] = values[y * width + x] }
      for _ in 0..<3 {
        blur(line, into: &next)
        swap(&line, &next)
      }
      for x in 0..<width { result[x * height + y] = line[x] }
    }
    return result
  }

  private func blur(_ from: [Float], into to: inout [Float]) {
    let count = from.count
    func value(_ i: Int) -> Float { i >= 0 && i < count ? from[i] : 0 }
    // Sums of floats drift; of doubles it takes far longer rows than there are.
    var sum = 0.0
    for i in -radius...radius { sum += Double(value(i)) }
    for i in 0..<count {
      to[i] = (Float(sum) + edge * (value(i - radius - 1) + value(i + radius + 1))) * weight
      sum += Double(value(i + radius + 1)) - Double(value(i - radius))
    }
  }
}
