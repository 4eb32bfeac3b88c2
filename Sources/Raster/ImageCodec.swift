import CImageCodecs
import Geometry

/// How large an image may be. Checked against the header, before memory is spent.
package struct ImageLimits: Hashable, Sendable {
  /// Largest width and largest height, in pixels.
  package var maximumSide: Int
  /// Largest width × height.
  package var maximumPixels: Int
  /// Largest file, in bytes.
  package var maximumFileBytes: Int
  /// Largest colour profile, in bytes; a larger one is not read.
  package var maximumProfileBytes: Int

  /// What every Vulkan device the product runs on takes as one texture, and half a gigabyte; as many
  /// bytes for the file, and eight million for the profile.
  package static let standard = ImageLimits(maximumSide: 16_384, maximumPixels: 128 << 20)

  package init(
    maximumSide: Int, maximumPixels: Int, maximumFileBytes: Int = 512 << 20,
    maximumProfileBytes: Int = 8_000_000
  ) {
    self.maximumSide = maximumSide
    self.maximumPixels = maximumPixels
    self.maximumFileBytes = maximumFileBytes
    self.maximumProfileBytes = maximumProfileBytes
  }

  /// `size` is not empty and within the limits.
  package func allow(_ size: PixelSize) -> Bool {
    !size.isEmpty && size.width <= maximumSide && size.height <= maximumSide
      && size.width * size.height <= maximumPixels
  }

  fileprivate var c: cic_limits {
    cic_limits(
      max_side: UInt32(clamping: maximumSide), max_pixels: UInt64(clamping: maximumPixels),
      max_profile: UInt32(clamping: maximumProfileBytes))
  }
}

/// What the header of an image file says.
package struct ImageHeader: Hashable, Sendable {
  /// As the pixels are stored.
  package var size: PixelSize
  /// How the picture is turned and mirrored, 1…8 as EXIF counts it.
  package var orientation: Int
}

/// PNG, JPEG and WebP files in memory ⇄ bitmaps. Callable from any thread.
package enum ImageCodec {
  /// The pixels of a PNG (every colour type, depth and interlacing), a JPEG (gray, colour, CMYK and
  /// YCCK; baseline, progressive, arithmetic) or a WebP (lossy and lossless; of an animated one the
  /// first frame), as stored: the orientation is not applied. Premultiplied BGRA in gamma-encoded
  /// sRGB: profiles of the matrix kind and a PNG's own colour description are applied, other
  /// profiles are ignored. Damaged data is refused, not shown in part.
  package static func decode(
    bytes: [UInt8], limits: ImageLimits = .standard
  ) throws(ImageError) -> Bitmap {
    guard bytes.count <= limits.maximumFileBytes else { throw .fileTooLarge }
    var image = cic_image()
    let status = bytes.withUnsafeBufferPointer {
      cic_decode($0.baseAddress, $0.count, limits.c, &image)
    }
    defer {
      cic_free(image.pixels)
      cic_free(image.profile)
    }
    if let error = ImageError(status, message: image) { throw error }
    let size = PixelSize(Int(image.width), Int(image.height))
    let count = size.width * size.height
    if let transform = colorProfile(of: image)?.transform() {
      // Safety: CIC_OK promises `count` × 4 bytes at `pixels`, alive until `cic_free`.
      ColorProfile.apply(transform, to: image.pixels, count: count)
    }
    cic_premultiply(image.pixels, count)
    // Safety: as above.
    let pixels = UnsafeBufferPointer(start: image.pixels, count: count * 4)
    return Bitmap(size: size, format: .bgra8Premultiplied, bytes: Array(pixels))
  }

  /// What `decode` would go by: it costs no pixels, and may succeed where the rest is damaged.
  package static func header(
    of bytes: [UInt8], limits: ImageLimits = .standard
  ) throws(ImageError) -> ImageHeader {
    guard bytes.count <= limits.maximumFileBytes else { throw .fileTooLarge }
    var image = cic_image()
    let status = bytes.withUnsafeBufferPointer {
      cic_read_header($0.baseAddress, $0.count, limits.c, &image)
    }
    if let error = ImageError(status, message: image) { throw error }
    return ImageHeader(
      size: PixelSize(Int(image.width), Int(image.height)), orientation: Int(image.orientation))
  }

  private static func colorProfile(of image: cic_image) -> ColorProfile? {
    guard let profile = image.profile else { return ColorProfile(image.colorimetry) }
    // Safety: `profile` has as many bytes, alive until `cic_free`.
    return ColorProfile(
      icc: Array(UnsafeBufferPointer(start: profile, count: image.profile_count)))
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
