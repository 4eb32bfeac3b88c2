import Geometry

/// How far two bitmaps of one size and format are apart.
package struct BitmapDifference: Hashable, Sendable {
  /// The largest difference of a channel (premultiplied), 0…255.
  package var largest = 0
  /// A pixel with the largest difference.
  package var worstPixel: (x: Int, y: Int) { (worstX, worstY) }
  private var worstX = 0
  private var worstY = 0
  /// `counts[d]` pixels have a largest channel difference of d.
  private var counts = [Int](repeating: 0, count: 256)
  private let pixels: Int

  fileprivate init(pixels: Int) { self.pixels = pixels }

  fileprivate mutating func add(_ difference: Int, x: Int, y: Int) {
    counts[difference] += 1
    if difference > largest {
      largest = difference
      (worstX, worstY) = (x, y)
    }
  }

  /// The share of pixels with a channel that differs by more than `bound`.
  package func share(above bound: Int) -> Double {
    pixels == 0 ? 0 : Double(counts[(bound + 1)...].reduce(0, +)) / Double(pixels)
  }
}

/// How far a drawing may be from what is expected: no channel of any pixel by more than `rare`, and
/// by more than `everywhere` at most on `rareShare` of the pixels. Another maker's processor changes
/// pixels a little.
package struct BitmapTolerance: Hashable, Sendable {
  package var everywhere: Int
  package var rare: Int
  package var rareShare: Double

  package static let standard = BitmapTolerance(everywhere: 2, rare: 3, rareShare: 0.001)
  package static let exact = BitmapTolerance(everywhere: 0)

  package init(everywhere: Int, rare: Int? = nil, rareShare: Double = 0) {
    self.everywhere = everywhere
    self.rare = rare ?? everywhere
    self.rareShare = rareShare
  }

  package func accepts(_ difference: BitmapDifference) -> Bool {
    difference.largest <= rare && difference.share(above: everywhere) <= rareShare
  }
}

extension Bitmap {
  /// Nil where sizes or formats differ.
  package func difference(from other: Bitmap) -> BitmapDifference? {
    guard size == other.size, format == other.format else { return nil }
    var result = BitmapDifference(pixels: size.width * size.height)
    let pixelBytes = format.bytesPerPixel
    var i = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        var largest = 0
        for byte in i..<(i + pixelBytes) {
          largest = max(largest, abs(Int(bytes[byte]) - Int(other.bytes[byte])))
        }
        result.add(largest, x: x, y: y)
        i += pixelBytes
      }
    }
    return result
  }

  /// Black where the two agree, brighter the more they differ: 16 times the difference. The size is
  /// the common part; both must have colour.
  package func differenceImage(from other: Bitmap) -> Bitmap {
    let width = min(size.width, other.size.width), height = min(size.height, other.size.height)
    var image = Bitmap(size: PixelSize(width, height), format: .bgra8Premultiplied)
    for y in 0..<height {
      for x in 0..<width {
        let a = self[x, y], b = other[x, y]
        let i = (y * width + x) * 4
        let alpha = abs(Int(a.w) - Int(b.w))
        for (channel, byte) in [(2, 0), (1, 1), (0, 2)] {
          let d = max(abs(Int(a[channel]) - Int(b[channel])), alpha)
          image.bytes[i + byte] = UInt8(min(255, d * 16))
        }
        image.bytes[i + 3] = 255
      }
    }
    return image
  }

  /// The smallest rectangle around all pixels with an alpha of at least `threshold`; empty for none.
  package func inkBounds(threshold: UInt8 = 1) -> PixelRect {
    var x0 = Int.max, y0 = Int.max, x1 = -1, y1 = -1
    for y in 0..<size.height {
      for x in 0..<size.width where self[x, y].w >= threshold {
        x0 = min(x0, x)
        y0 = min(y0, y)
        x1 = max(x1, x)
        y1 = max(y1, y)
      }
    }
    return x1 < 0 ? .zero : PixelRect(x0, y0, x1 - x0 + 1, y1 - y0 + 1)
  }
}
