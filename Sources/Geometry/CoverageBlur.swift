import Glibc

/// Blurs masks by a Gaussian, cut off at three deviations, along one axis after the other.
///
/// From a standard deviation of two pixels on the result is true to half a percent of full coverage;
/// below, pixels are too coarse to hold it. The work grows with the deviation: what is blurred widely
/// is better made of larger pixels. Keeps its arrays.
package struct CoverageBlur {
  private var pixels: [Float] = []
  private var other: [Float] = []
  /// The weight of the middle and of each pixel on either side of it.
  private var weights: [Float] = []

  package init() {}

  /// How many pixels beyond a mask its blurred copy may cover.
  package static func reach(_ sigma: Double) -> Int { Int((3 * sigma).rounded(.up)) }

  /// The blurred copy, of which pixels in `area` are kept; `sigma`, in pixels, lies in 0…64. Nil
  /// where nothing is left.
  package mutating func blurred(
    _ mask: PathCoverage.Mask, sigma: Double, within area: PixelRect
  ) -> PathCoverage.Mask? {
    precondition(sigma >= 0 && sigma <= 64, "a mask is scaled before it is blurred that much")
    setWeights(sigma)
    let margin = Self.reach(sigma)
    let (width, height) = (mask.box.width + 2 * margin, mask.box.height + 2 * margin)
    load(mask, margin: margin, width: width)
    Self.spreadDown(pixels, to: &other, weights, width: width, height: height)
    Self.transpose(other, to: &pixels, width: width, height: height)
    Self.spreadDown(pixels, to: &other, weights, width: height, height: width)
    // Rows are columns here.
    let result = mask.box.outset(by: margin).intersection(area)
    guard !result.isEmpty else { return nil }
    var bytes = [UInt8](repeating: 0, count: result.area)
    let left = result.x - (mask.box.x - margin), top = result.y - (mask.box.y - margin)
    for y in 0..<result.height {
      for x in 0..<result.width {
        let value = other[(left + x) * height + top + y]
        bytes[y * result.width + x] = UInt8(min(max(value, 0), 1) * 255 + 0.5)
      }
    }
    return PathCoverage.Mask(
      box: result,
      bitmap: Bitmap(
        size: PixelSize(result.width, result.height), format: .alpha8, bytes: bytes))
  }

  private mutating func load(_ mask: PathCoverage.Mask, margin: Int, width: Int) {
    let count = width * (mask.box.height + 2 * margin)
    // A mask beyond the ordinary leaves no memory behind.
    if pixels.count > 1 << 20 { (pixels, other) = ([], []) }
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: repeatElement(0, count: count))
    if other.count < count { other = [Float](repeating: 0, count: count) }
    for y in 0..<mask.box.height {
      let from = y * mask.box.width, to = (y + margin) * width + margin
      for x in 0..<mask.box.width {
        pixels[to + x] = Float(mask.bitmap.bytes[from + x]) * (1 / 255)
      }
    }
  }

  private mutating func setWeights(_ sigma: Double) {
    weights.removeAll(keepingCapacity: true)
    var sum = 0.0
    for i in 0...Self.reach(sigma) {
      let weight = i == 0 ? 1 : exp(-Double(i * i) / (2 * sigma * sigma))
      weights.append(Float(weight))
      sum += i == 0 ? weight : 2 * weight
    }
    for i in weights.indices { weights[i] /= Float(sum) }
  }

  /// Each pixel becomes the weighted mean of those above and below it. All columns at once.
  private static func spreadDown(
    _ pixels: [Float], to result: inout [Float], _ weights: [Float], width: Int, height: Int
  ) {
    let from = pixels.span
    var to = result.mutableSpan
    for y in 0..<height {
      let row = y * width
      for x in 0..<width { to[row + x] = from[row + x] * weights[0] }
      for i in weights.indices.dropFirst() {
        let weight = weights[i]
        let above = y - i >= 0 ? row - i * width : -1
        let below = y + i < height ? row + i * width : -1
        if above >= 0, below >= 0 {
          for x in 0..<width { to[row + x] += (from[above + x] + from[below + x]) * weight }
        } else if above >= 0 || below >= 0 {
          let only = max(above, below)
          for x in 0..<width { to[row + x] += from[only + x] * weight }
        }
      }
    }
  }

  private static func transpose(
    _ pixels: [Float], to result: inout [Float], width: Int, height: Int
  ) {
    for y in 0..<height {
      for x in 0..<width { result[x * height + y] = pixels[y * width + x] }
    }
  }
}

extension PathCoverage.Mask {
  /// The mean of every `count` × `count` pixels, counted from the origin.
  package func reduced(by count: Int) -> PathCoverage.Mask {
    guard count > 1 else { return self }
    func down(_ v: Int) -> Int { v >= 0 ? v / count : -((count - 1 - v) / count) }
    let x0 = down(box.x), y0 = down(box.y)
    let small = PixelRect(
      x0, y0, down(box.maxX + count - 1) - x0, down(box.maxY + count - 1) - y0)
    var sums = [Int](repeating: 0, count: small.area)
    for y in 0..<box.height {
      let row = (down(box.y + y) - y0) * small.width
      for x in 0..<box.width {
        sums[row + down(box.x + x) - x0] += Int(bitmap.bytes[y * box.width + x])
      }
    }
    let all = count * count
    return PathCoverage.Mask(
      box: small,
      bitmap: Bitmap(
        size: PixelSize(small.width, small.height), format: .alpha8,
        bytes: sums.map { UInt8(($0 + all / 2) / all) }))
  }
}
