import Foundation
import Geometry
import Raster

/// An immutable bitmap image.
///
/// Where Apple's systems make images through ImageIO or a data provider, here they are read from
/// PNG, JPEG or WebP data directly, and at once, on the thread that asks: a thread of your own keeps
/// that off the main thread. Colours are converted to sRGB; an EXIF orientation is a matter of
/// `UIImage`.
public final class CGImage: Hashable, Sendable {
  /// The pixels, with the identity by which they are uploaded once.
  package let pixelImage: PixelImage

  /// Shares the pixels and their identity.
  package init(_ pixelImage: PixelImage) { self.pixelImage = pixelImage }

  /// Takes pixels over as a new image. Nil for an empty bitmap.
  package convenience init?(_ bitmap: Bitmap) {
    guard !bitmap.size.isEmpty else {
      Warnings.once("CGImage.empty", "an image without pixels was refused")
      return nil
    }
    self.init(PixelImage(bitmap))
  }

  /// Reads a PNG, JPEG or WebP file; nil, with one warning per file, where that is not possible. The
  /// Linux form of `CGImage(pngDataProviderSource:…)` and of ImageIO's `CGImageSource`.
  public convenience init?(contentsOfFile path: String) {
    guard let file = ImageFile(contentsOfFile: path) else { return nil }
    self.init(file)
  }

  /// Decodes a PNG, a JPEG or a WebP; nil, with one warning per cause, where that is not possible:
  /// damaged data, more than 16,384 pixels along a side or 128 million in all, more than half a
  /// gigabyte of data.
  public convenience init?(data: Data) {
    self.init(ImageFile(data: data))
  }

  package convenience init?(_ file: ImageFile) {
    guard let bitmap = file.decode() else { return nil }
    self.init(PixelImage(bitmap))
  }

  /// Pixels.
  public var width: Int { pixelImage.bitmap.size.width }
  /// Pixels.
  public var height: Int { pixelImage.bitmap.size.height }
  public var bitsPerComponent: Int { 8 }
  public var bitsPerPixel: Int { pixelImage.bitmap.format.bytesPerPixel * 8 }
  public var bytesPerRow: Int { pixelImage.bitmap.bytesPerRow }
  /// Coverage without colour.
  public var isMask: Bool { pixelImage.bitmap.format == .alpha8 }

  /// The part of the image inside `rect`, given in pixels from the top left and rounded out to
  /// whole ones. Nil where the two do not overlap.
  public func cropping(to rect: CGRect) -> CGImage? {
    let bitmap = pixelImage.bitmap
    let part = PixelRect(covering: Rect(rect.standardized), within: bitmap.size.bounds)
    guard !part.isEmpty else { return nil }
    if part == bitmap.size.bounds { return self }
    let pixelBytes = bitmap.format.bytesPerPixel
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.area * pixelBytes)
    for y in part.y..<part.maxY {
      let start = y * bitmap.bytesPerRow + part.x * pixelBytes
      bytes += bitmap.bytes[start..<(start + part.width * pixelBytes)]
    }
    let size = PixelSize(part.width, part.height)
    return CGImage(PixelImage(Bitmap(size: size, format: bitmap.format, bytes: bytes)))
  }

  /// The image as a PNG file tagged sRGB; a mask as a grayscale image. The Linux form of a
  /// `CGImageDestination`.
  public func pngData() -> Data { Data(ImageCodec.encodePNG(pixelImage.bitmap)) }

  /// Equal when they share their pixels.
  public static func == (a: CGImage, b: CGImage) -> Bool { a.pixelImage == b.pixelImage }
  public func hash(into hasher: inout Hasher) { hasher.combine(pixelImage) }
}
