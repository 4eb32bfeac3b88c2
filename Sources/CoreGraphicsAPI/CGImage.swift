import Foundation
import Geometry
import Raster

/// An immutable bitmap image.
///
/// Where Apple's systems make images through ImageIO or a data provider, here they are read from
/// PNG or JPEG data directly. Values are taken as gamma-encoded sRGB; embedded profiles and EXIF
/// orientation are ignored.
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

  /// Reads a PNG or JPEG file; nil, with one warning per file, where that is not possible. The
  /// Linux form of `CGImage(pngDataProviderSource:…)` and of ImageIO's `CGImageSource`.
  public convenience init?(contentsOfFile path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
      Warnings.once("CGImage.file.\(path)", "cannot read the image file \(path)")
      return nil
    }
    self.init(data: data, name: path)
  }

  /// Decodes a PNG or a JPEG; nil, with one warning per cause, where that is not possible: damaged
  /// data, more than 16,384 pixels along a side or 128 million in all.
  public convenience init?(data: Data) {
    self.init(data: data, name: nil)
  }

  private convenience init?(data: Data, name: String?) {
    do throws(ImageError) {
      self.init(PixelImage(try ImageCodec.decode(bytes: [UInt8](data))))
    } catch {
      let place = name.map { "\($0): " } ?? ""
      Warnings.once("CGImage.decode.\(place)\(error)", "\(place)\(error)")
      return nil
    }
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
