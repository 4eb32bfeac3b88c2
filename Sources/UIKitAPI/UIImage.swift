import CoreGraphicsAPI
import Foundation
import Geometry
import Locks

/// A picture: pixels, how many of them make a point, and how they are turned.
///
/// The header of a file or of data is read when the image is made, its pixels when they are first
/// asked for, on the thread that asks: by drawing, or by `cgImage`, which is what a layer's `contents`
/// take. Large pictures are decoded ahead of that, off the main thread, by `byPreparingForDisplay()`
/// and the like.
public final class UIImage: Hashable, Sendable {
  /// How the picture lies in its pixels. `right`: the pixels have to be turned by 90° clockwise.
  public enum Orientation: Int, Sendable {
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored

    init(exif: Int) {
      let all: [Orientation] = [
        .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
      ]
      self = all.indices.contains(exif - 1) ? all[exif - 1] : .up
    }

    /// 1…8.
    var exif: Int {
      switch self {
      case .up: 1
      case .upMirrored: 2
      case .down: 3
      case .downMirrored: 4
      case .leftMirrored: 5
      case .right: 6
      case .rightMirrored: 7
      case .left: 8
      }
    }

    /// Width and height change places.
    var isTurned: Bool { exif >= 5 }
  }

  private enum Pixels: Sendable {
    case none
    case file(ImageFile)
    case decoded(CGImage)
    /// The bytes turned out to be none.
    case refused
  }

  private let pixels: Guarded<Pixels>
  /// Of the stored pixels.
  let pixelSize: PixelSize
  /// Pixels per point.
  public let scale: CGFloat
  public let imageOrientation: Orientation

  private init(
    _ pixels: Pixels, size: PixelSize, scale: CGFloat, orientation: Orientation
  ) {
    self.pixels = Guarded(pixels)
    pixelSize = size
    self.scale = scale > 0 && scale.isFinite ? scale : 1
    imageOrientation = orientation
  }

  /// Without pixels.
  public convenience init() { self.init(.none, size: PixelSize(0, 0), scale: 1, orientation: .up) }

  public convenience init(cgImage: CGImage) {
    self.init(cgImage: cgImage, scale: 1, orientation: .up)
  }

  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.init(
      .decoded(cgImage), size: PixelSize(cgImage.width, cgImage.height), scale: scale,
      orientation: orientation)
  }

  /// A PNG, JPEG or WebP. Nil, with one warning per cause, where the data is none within the limits.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  public convenience init?(data: Data, scale: CGFloat) {
    self.init(ImageFile(data: data), scale: scale)
  }

  /// A name that ends in "@2x" or "@3x" before the dot says how many pixels make a point.
  public convenience init?(contentsOfFile path: String) {
    guard let file = ImageFile(contentsOfFile: path) else { return nil }
    self.init(file, scale: Self.scale(ofFile: path))
  }

  private convenience init?(_ file: ImageFile, scale: CGFloat) {
    guard let header = file.header() else { return nil }
    self.init(
      .file(file), size: header.size, scale: scale,
      orientation: Orientation(exif: header.orientation))
  }

  private static func scale(ofFile path: String) -> CGFloat {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    if name.hasSuffix("@2x") { return 2 }
    return name.hasSuffix("@3x") ? 3 : 1
  }

  /// Points, as the picture is seen.
  public var size: CGSize {
    let width = CGFloat(pixelSize.width) / scale, height = CGFloat(pixelSize.height) / scale
    return imageOrientation.isTurned
      ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
  }

  /// The pixels as they are stored. Nil where there are none, or their bytes turned out to be
  /// damaged.
  public var cgImage: CGImage? {
    pixels.withLock { pixels in
      switch pixels {
      case .none, .refused: return nil
      case .decoded(let image): return image
      case .file(let file):
        let image = CGImage(file)
        pixels = image.map { .decoded($0) } ?? .refused
        return image
      }
    }
  }

  /// As a PNG, turned as it is seen.
  public func pngData() -> Data? {
    guard imageOrientation != .up else { return cgImage?.pngData() }
    return upright(pixelSize: seenPixelSize)?.pngData()
  }

  // MARK: Drawing, into the current context

  /// In the image's own size, its top left at a point.
  public func draw(at point: CGPoint) { draw(at: point, blendMode: .normal, alpha: 1) }

  public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Stretched over a rectangle.
  public func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

  public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    guard let context = UIGraphicsGetCurrentContext(), let image = cgImage else { return }
    context.saveGState()
    context.setBlendMode(blendMode)
    context.setAlpha(alpha)
    context.drawUpright(image, in: rect, orientation: imageOrientation.exif)
    context.restoreGState()
  }

  // MARK: Other sizes

  private var seenPixelSize: PixelSize {
    imageOrientation.isTurned ? PixelSize(pixelSize.height, pixelSize.width) : pixelSize
  }

  private func upright(pixelSize: PixelSize) -> CGImage? {
    guard let image = cgImage, let context = CGContext(pixelSize: pixelSize, scale: 1) else {
      return nil
    }
    context.drawUpright(
      image, in: CGRect(pixelSize.bounds.rect), orientation: imageOrientation.exif)
    return context.makeImage()
  }

  /// The picture as it is seen, scaled to a size in points; nil where that is empty, too large, or
  /// there are no pixels. Takes its time.
  public func preparingThumbnail(of size: CGSize) -> UIImage? {
    let width = (size.width * scale).rounded(), height = (size.height * scale).rounded()
    guard width >= 1, height >= 1, width <= 16_384, height <= 16_384,
      let image = upright(pixelSize: PixelSize(Int(width), Int(height)))
    else { return nil }
    return UIImage(cgImage: image, scale: scale, orientation: .up)
  }

  /// `handler` is called on a thread in the background.
  public func prepareThumbnail(
    of size: CGSize, completionHandler: @escaping @Sendable (UIImage?) -> Void
  ) {
    DispatchQueue.global(qos: .userInitiated).async {
      completionHandler(self.preparingThumbnail(of: size))
    }
  }

  public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
    await withCheckedContinuation { continuation in
      prepareThumbnail(of: size) { continuation.resume(returning: $0) }
    }
  }

  // MARK: Decoding ahead

  /// The image with its pixels decoded; nil where there are none. Takes its time.
  public func preparingForDisplay() -> UIImage? { cgImage == nil ? nil : self }

  /// `handler` is called on a thread in the background.
  public func prepareForDisplay(
    completionHandler: @escaping @Sendable (UIImage?) -> Void
  ) {
    DispatchQueue.global(qos: .userInitiated).async {
      completionHandler(self.preparingForDisplay())
    }
  }

  public func byPreparingForDisplay() async -> UIImage? {
    await withCheckedContinuation { continuation in
      prepareForDisplay { continuation.resume(returning: $0) }
    }
  }

  /// By identity.
  public static func == (a: UIImage, b: UIImage) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
