import CoreGraphicsAPI
import Geometry

// Contexts whose drawing becomes an image.

/// A context for a part of the plane, and the request that puts it on the stack. Nil, with a warning,
/// where the size is empty or too large.
private func makeImageContext(_ rect: CGRect, opaque: Bool, scale: CGFloat) -> CGContext? {
  let rect = rect.standardized
  // A rounding error in the product is no further pixel.
  let width = (Double(rect.width * scale) - 1e-6).rounded(.up)
  let height = (Double(rect.height * scale) - 1e-6).rounded(.up)
  guard width >= 1, height >= 1, width <= 16_384, height <= 16_384,
    let context = CGContext(
      pixelSize: PixelSize(Int(width), Int(height)), scale: Double(scale),
      origin: Point(rect.origin))
  else {
    Warnings.once(
      "UIGraphics.size", "an image of \(rect.width) × \(rect.height) points cannot be drawn")
    return nil
  }
  if opaque {
    context.saveGState()
    context.setFillColor(.black)
    context.fill(rect.insetBy(dx: -1, dy: -1))
    context.restoreGState()
  }
  return context
}

/// 0 stands for the main screen's, or that of the view being drawn.
private func usableScale(_ scale: CGFloat) -> CGFloat {
  if scale > 0, scale.isFinite { return scale }
  let current = UITraitCollection.current.displayScale
  return current > 0 ? current : UIScreen.mainScale
}

/// Begins an image of a size in points, one pixel each.
public func UIGraphicsBeginImageContext(_ size: CGSize) {
  UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// Begins an image of a size in points; `scale` 0 stands for the screen's. An opaque one is black
/// until something is drawn.
public func UIGraphicsBeginImageContextWithOptions(
  _ size: CGSize, _ opaque: Bool, _ scale: CGFloat
) {
  let scale = usableScale(scale)
  let context = makeImageContext(
    CGRect(origin: .zero, size: size), opaque: opaque, scale: scale)
  let request = GraphicsStack.Request { context }
  request.imageScale = scale
  GraphicsStack.current.push(request)
}

/// What has been drawn into the image so far; nil outside of one.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let scale = GraphicsStack.current.imageScale,
    let image = UIGraphicsGetCurrentContext()?.makeImage()
  else { return nil }
  return UIImage(cgImage: image, scale: scale, orientation: .up)
}

/// Ends the image; nothing happens outside of one.
public func UIGraphicsEndImageContext() {
  guard GraphicsStack.current.imageScale != nil else {
    Warnings.once(
      "UIGraphicsEndImageContext", "UIGraphicsEndImageContext() without a begun image ignored")
    return
  }
  GraphicsStack.current.pop()
}

/// How an image renderer draws.
open class UIGraphicsImageRendererFormat {
  public enum Range: Int, Sendable {
    case unspecified = -1
    case automatic, extended, standard
  }

  /// Pixels per point; 0 stands for the screen's.
  open var scale: CGFloat
  /// Black until something is drawn.
  open var opaque = false
  /// Stored: images have eight bits a channel.
  open var preferredRange = Range.unspecified
  /// The part of the plane that is drawn, in points.
  public internal(set) var bounds = CGRect.zero

  public required init() { scale = usableScale(0) }

  open class func `default`() -> Self { Self() }
  open class func preferred() -> Self { Self() }

  fileprivate func copy(bounds: CGRect) -> UIGraphicsImageRendererFormat {
    let copy = UIGraphicsImageRendererFormat()
    copy.scale = usableScale(scale)
    copy.opaque = opaque
    copy.preferredRange = preferredRange
    copy.bounds = bounds
    return copy
  }
}

/// Makes images by drawing them. Usable on any thread.
open class UIGraphicsImageRenderer {
  public let format: UIGraphicsImageRendererFormat
  private let bounds: CGRect
  /// Some image of these bounds could be drawn; one that cannot has no pixels.
  public var allowsImageOutput: Bool { true }

  public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    self.bounds = bounds.standardized
    self.format = format.copy(bounds: bounds.standardized)
  }

  /// What `actions` draws. Without pixels, and without drawing, where the bounds are empty or too
  /// large.
  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    guard
      let cgContext = makeImageContext(bounds, opaque: format.opaque, scale: format.scale)
    else { return UIImage() }
    let request = GraphicsStack.Request(cgContext)
    request.imageScale = format.scale
    let context = UIGraphicsImageRendererContext(cgContext, format)
    GraphicsStack.current.with(request) { actions(context) }
    return context.currentImage
  }

  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    image(actions: actions).pngData() ?? Data()
  }
}

/// Where an image renderer draws; also the current context meanwhile.
public final class UIGraphicsImageRendererContext {
  public let cgContext: CGContext
  public let format: UIGraphicsImageRendererFormat

  fileprivate init(_ cgContext: CGContext, _ format: UIGraphicsImageRendererFormat) {
    self.cgContext = cgContext
    self.format = format
  }

  /// What has been drawn so far.
  public var currentImage: UIImage {
    cgContext.makeImage().map { UIImage(cgImage: $0, scale: format.scale, orientation: .up) }
      ?? UIImage()
  }

  public func fill(_ rect: CGRect) { cgContext.fill(rect) }

  public func fill(_ rect: CGRect, blendMode: CGBlendMode) {
    cgContext.saveGState()
    cgContext.setBlendMode(blendMode)
    cgContext.fill(rect)
    cgContext.restoreGState()
  }

  /// A frame of one point inside the rectangle.
  public func stroke(_ rect: CGRect) {
    cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
  }

  public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}
