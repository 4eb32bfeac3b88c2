import Synchronization

/// Pixels in memory, rows top to bottom without padding.
package struct Bitmap: Hashable, Sendable {
  package enum Format: Sendable {
    /// Blue, green, red, alpha bytes, colour multiplied by alpha, gamma-encoded sRGB.
    case bgra8Premultiplied
    /// One coverage byte per pixel; the drawing colour comes from elsewhere.
    case alpha8

    package var bytesPerPixel: Int { self == .alpha8 ? 1 : 4 }
  }

  package let size: PixelSize
  package let format: Format
  package var bytes: [UInt8]

  /// `bytes` must hold exactly width × height pixels.
  package init(size: PixelSize, format: Format, bytes: [UInt8]) {
    precondition(
      bytes.count == size.width * size.height * format.bytesPerPixel,
      "a bitmap needs exactly width × height pixels")
    self.size = size
    self.format = format
    self.bytes = bytes
  }

  /// Transparent.
  package init(size: PixelSize, format: Format) {
    self.init(
      size: size, format: format,
      bytes: [UInt8](repeating: 0, count: size.width * size.height * format.bytesPerPixel))
  }

  package var bytesPerRow: Int { size.width * format.bytesPerPixel }

  /// Every pixel has full alpha; never true of a mask.
  package var isOpaque: Bool {
    guard format == .bgra8Premultiplied else { return false }
    return stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
  }

  /// Each colour as the gray of its luminance: 0.2126 red + 0.7152 green + 0.0722 blue of the encoded
  /// values.
  package var gray: Bitmap {
    guard format == .bgra8Premultiplied else { return self }
    var result = self
    for i in stride(from: 0, to: bytes.count, by: 4) {
      let (blue, green, red) = (Int(bytes[i]), Int(bytes[i + 1]), Int(bytes[i + 2]))
      let gray = UInt8((red * 13_933 + green * 46_871 + blue * 4_732 + 32_768) >> 16)
      for channel in 0..<3 { result.bytes[i + channel] = gray }
    }
    return result
  }

  /// Premultiplied red, green, blue, alpha of a pixel, 0…255.
  package subscript(x: Int, y: Int) -> SIMD4<UInt8> {
    let i = y * bytesPerRow + x * format.bytesPerPixel
    switch format {
    case .alpha8: return SIMD4(0, 0, 0, bytes[i])
    case .bgra8Premultiplied: return SIMD4(bytes[i + 2], bytes[i + 1], bytes[i], bytes[i + 3])
    }
  }
}

/// Identifies one image for as long as the process runs; never reused.
package struct ImageID: Hashable, Sendable {
  package let raw: UInt64
  package init(raw: UInt64) { self.raw = raw }
}

/// An immutable bitmap with an identity, so that it is uploaded once however often it is drawn.
package final class PixelImage: Sendable, Hashable {
  package let id: ImageID
  package let bitmap: Bitmap
  /// Every pixel has full alpha.
  package let isOpaque: Bool

  private static let lastID = Atomic<UInt64>(0)

  /// Takes a new identity; looks at the pixels once to learn whether all are opaque.
  package init(_ bitmap: Bitmap) {
    id = ImageID(raw: Self.lastID.add(1, ordering: .relaxed).newValue)
    self.bitmap = bitmap
    isOpaque = bitmap.isOpaque
  }

  package static func == (a: PixelImage, b: PixelImage) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
