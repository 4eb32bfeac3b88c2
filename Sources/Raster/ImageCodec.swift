import CImageCodecs
import Geometry

/// Why bytes could not be turned into pixels; the text is for people.
package enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes start like neither a PNG nor a JPEG.
  case notAnImage
  /// The bytes end before the image does, or are too few for the size the header claims.
  case truncated(String)
  /// The bytes contradict the format.
  case corrupt(String)
  /// The header claims more pixels than the limits allow; nothing was allocated.
  case tooLarge
  /// A variant that is not decoded: 12-bit or lossless JPEG, for example.
  case unsupported(String)
  case outOfMemory

  package var description: String {
    switch self {
    case .notAnImage: "not an image: neither a PNG nor a JPEG"
    case .truncated(let detail): "the image data is cut short (\(detail))"
    case .corrupt(let detail): "the image data is corrupt (\(detail))"
    case .tooLarge: "the image has more pixels than are accepted"
    case .unsupported(let detail): "this kind of image is not supported (\(detail))"
    case .outOfMemory: "not enough memory for the image"
    }
  }
}

/// How large an image may be. Checked against the header, before memory is spent.
package struct ImageLimits: Hashable, Sendable {
  /// Largest width and largest height, in pixels.
  package var maximumSide: Int
  /// Largest width × height.
  package var maximumPixels: Int

  /// What every Vulkan device the product runs on takes as one texture, and half a gigabyte.
  package static let standard = ImageLimits(maximumSide: 16_384, maximumPixels: 128 << 20)

  package init(maximumSide: Int, maximumPixels: Int) {
    self.maximumSide = maximumSide
    self.maximumPixels = maximumPixels
  }

  /// `size` is not empty and within the limits.
  package func allow(_ size: PixelSize) -> Bool {
    !size.isEmpty && size.width <= maximumSide && size.height <= maximumSide
      && size.width * size.height <= maximumPixels
  }
}

/// PNG and JPEG files in memory ⇄ bitmaps. Callable from any thread.
package enum ImageCodec {
  /// The pixels of a PNG (every colour type, depth and interlacing) or a JPEG (gray, colour, CMYK
  /// and YCCK; baseline, progressive, arithmetic), as premultiplied BGRA. Values are taken as
  /// gamma-encoded sRGB: embedded profiles, gamma and EXIF orientation are ignored. Damaged data is
  /// refused, not shown in part.
  package static func decode(
    bytes: [UInt8], limits: ImageLimits = .standard
  ) throws(ImageError) -> Bitmap {
    var image = cic_image()
    let cLimits = cic_limits(
      max_side: UInt32(clamping: limits.maximumSide),
      max_pixels: UInt64(clamping: limits.maximumPixels))
    let status = bytes.withUnsafeBufferPointer {
      cic_decode($0.baseAddress, $0.count, cLimits, &image)
    }
    defer { cic_free(image.pixels) }
    if let error = ImageError(status, message: image) { throw error }
    let size = PixelSize(Int(image.width), Int(image.height))
    // Safety: CIC_OK promises width × height × 4 bytes at `pixels`, alive until `cic_free`.
    let pixels = UnsafeBufferPointer(start: image.pixels, count: size.width * size.height * 4)
    return Bitmap(size: size, format: .bgra8Premultiplied, bytes: Array(pixels))
  }

  /// An 8-bit PNG tagged sRGB: straight RGB for an opaque bitmap, RGBA otherwise; coverage becomes
  /// a grayscale image, full coverage white. The same bitmap always gives the same bytes. The
  /// bitmap must not be empty: PNG has no empty image.
  package static func encodePNG(_ bitmap: Bitmap) -> [UInt8] {
    precondition(!bitmap.size.isEmpty, "PNG has no empty image")
    var buffer = cic_buffer()
    let width = UInt32(bitmap.size.width), height = UInt32(bitmap.size.height)
    let status = bitmap.bytes.withUnsafeBufferPointer { pixels in
      switch bitmap.format {
      case .bgra8Premultiplied: cic_encode_png_bgra(pixels.baseAddress, width, height, &buffer)
      case .alpha8: cic_encode_png_gray(pixels.baseAddress, width, height, &buffer)
      }
    }
    guard status == CIC_OK else { fatalError("not enough memory to encode a PNG") }
    defer { cic_free(buffer.bytes) }
    // Safety: CIC_OK promises `count` bytes, alive until `cic_free`.
    return Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))
  }
}

extension ImageError {
  fileprivate init?(_ status: cic_status, message image: cic_image) {
    let message = withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch status {
    case CIC_OK: return nil
    case CIC_NOT_AN_IMAGE: self = .notAnImage
    case CIC_TRUNCATED: self = .truncated(message)
    case CIC_TOO_LARGE: self = .tooLarge
    case CIC_UNSUPPORTED: self = .unsupported(message)
    case CIC_OUT_OF_MEMORY: self = .outOfMemory
    default: self = .corrupt(message)
    }
  }
}
