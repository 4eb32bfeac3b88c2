import Foundation
import Geometry
import Raster

/// A bitmap to draw on, as handed to `draw(in:)` of a layer or its delegate.
///
/// In a layer y runs down and the origin is that of the layer's bounds, as on iOS. So `clockwise:
/// false`, which goes through growing angles, turns clockwise to the eye, and an image drawn
/// without a flip stands on its head, as there: `draw(_:in:)` puts its top row at the greatest y.
///
/// Numbers that are not finite are ignored with one warning per method. Belongs to the thread that
/// uses it.
public final class CGContext {
  let canvas: Canvas
  /// The path under construction, already in device pixels: the transform in force when an element
  /// is added counts.
  private(set) var currentPath = CGMutablePath()
  /// Pixels per point.
  let scale: Double
  /// Transparency layers that were too many to begin, and have not been ended.
  var refusedLayers = 0

  /// Transparent, for drawing the part of the plane that starts at `origin`. Nil for an empty size
  /// or one beyond what an image may have.
  ///
  /// - Parameters:
  ///   - pixelSize: of the bitmap.
  ///   - scale: pixels per point.
  ///   - origin: the point, in points, at the top left of the bitmap.
  package init?(pixelSize: PixelSize, scale: Double, origin: Point = .zero) {
    guard scale > 0, scale.isFinite, origin.isFinite,
      let canvas = Canvas(size: pixelSize, format: .bgra8Premultiplied)
    else { return nil }
    self.canvas = canvas
    self.scale = scale
    canvas.transform = Matrix4.translation(-origin.x, -origin.y).concat(.scale(scale, scale))
  }

  /// Pixels.
  public var width: Int { canvas.size.width }
  /// Pixels.
  public var height: Int { canvas.size.height }

  public func beginPath() { currentPath = CGMutablePath() }

  /// What has been drawn so far, as an image of its own.
  public func makeImage() -> CGImage? { CGImage(canvas.bitmap()) }

  /// The same without colours: by their luminance, as premultiplied and gamma-encoded values give it.
  package func makeGrayImage() -> CGImage? { CGImage(canvas.bitmap().gray) }

  /// The part of user space that the clip leaves to draw on; empty where there is none.
  public var boundingBoxOfClipPath: CGRect {
    guard let inverse = canvas.transform.inverse else { return .zero }
    let bounds = canvas.clipBounds
    return bounds.isEmpty ? .zero : CGRect(inverse.boundingBox(of: bounds))
  }

  // MARK: Graphics state

  public func saveGState() { canvas.save() }

  /// Without a matching `saveGState`, nothing happens.
  public func restoreGState() {
    if !canvas.restore() {
      Warnings.once("CGContext.restore", "restoreGState() without a matching saveGState() ignored")
    }
  }

  /// User space to device pixels, y down.
  public var ctm: CGAffineTransform { CGAffineTransform(canvas.transform) }

  public func translateBy(x tx: CGFloat, y ty: CGFloat) {
    concatenate(CGAffineTransform(translationX: tx, y: ty))
  }

  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
    concatenate(CGAffineTransform(scaleX: sx, y: sy))
  }

  /// Radians; turns +x towards +y.
  public func rotate(by angle: CGFloat) {
    concatenate(CGAffineTransform(rotationAngle: angle))
  }

  /// `transform` acts before what is in force.
  public func concatenate(_ transform: CGAffineTransform) {
    let product = transform.matrix.concat(canvas.transform)
    guard product.isFinite else { return Self.refuse("a transform") }
    canvas.transform = product
  }

  public func setFillColor(_ color: CGColor) { canvas.state.fillColor = color.color }
  public func setStrokeColor(_ color: CGColor) { canvas.state.strokeColor = color.color }

  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(gray: gray, alpha: alpha))
  }

  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(gray: gray, alpha: alpha))
  }

  /// Multiplies everything drawn from now on. 0…1.
  public func setAlpha(_ alpha: CGFloat) {
    guard alpha.isFinite else { return Self.refuse("an alpha") }
    canvas.state.alpha = min(max(Double(alpha), 0), 1)
  }

  /// With the Porter–Duff modes that change what lies outside a shape (`sourceIn`, `sourceOut`,
  /// `destinationIn`, `destinationAtop`) fills and images act on their own area; strokes act on the
  /// whole clip.
  public func setBlendMode(_ mode: CGBlendMode) {
    if mode.blendMode == nil {
      Warnings.once("CGContext.plusDarker", "CGBlendMode.plusDarker is drawn as normal")
    }
    canvas.state.blendMode = mode.blendMode ?? .normal
  }

  /// User space.
  public func setLineWidth(_ width: CGFloat) {
    guard width.isFinite, width >= 0 else { return Self.refuse("a line width") }
    canvas.state.lineWidth = Double(width)
  }

  public func setLineCap(_ cap: CGLineCap) { canvas.state.lineCap = cap.lineCap }
  public func setLineJoin(_ join: CGLineJoin) { canvas.state.lineJoin = join.lineJoin }

  public func setMiterLimit(_ limit: CGFloat) {
    guard limit.isFinite else { return Self.refuse("a miter limit") }
    canvas.state.miterLimit = Double(limit)
  }

  /// Lengths on and off in turn; no lengths, or none above zero, mean a solid line.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    guard phase.isFinite, lengths.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
      return Self.refuse("a line dash")
    }
    let values = lengths.map { Double($0) }
    canvas.state.dash = values.isEmpty ? nil : LineDash(phase: Double(phase), lengths: values)
  }

  public func setShouldAntialias(_ antialiases: Bool) { canvas.state.antialiases = antialiases }

  public var interpolationQuality: CGInterpolationQuality {
    get { canvas.state.interpolation.quality }
    set { canvas.state.interpolation = newValue.interpolation }
  }

  // MARK: Pixels

  /// Makes a rectangle transparent.
  public func clear(_ rect: CGRect) {
    guard let rect = Self.checked(rect) else { return }
    canvas.clear(rect)
  }

  /// Draws an image over a rectangle, its top row at the rectangle's greatest y. In a layer, where
  /// y runs down, that is upside down, as on iOS; flip the context first to see it upright:
  /// `translateBy(x: 0, y: rect.maxY + rect.minY)`, `scaleBy(x: 1, y: -1)`. A mask is drawn in the
  /// fill colour.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    guard let rect = Self.checked(rect) else { return }
    if byTiling { Warnings.once("CGContext.tiling", "draw(_:in:byTiling:) draws one image only") }
    let before = canvas.transform
    canvas.transform = Matrix4.scale(1, -1)
      .concat(.translation(0, rect.minY + rect.maxY)).concat(before)
    canvas.draw(image.pixelImage.bitmap, in: rect)
    canvas.transform = before
  }

  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {
    draw(gradient, .linear(from: Point(start), to: Point(end)), options)
  }

  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint,
    endRadius: CGFloat, options: CGGradientDrawingOptions
  ) {
    draw(
      gradient,
      .radial(
        from: Point(startCenter), fromRadius: Double(startRadius), to: Point(endCenter),
        toRadius: Double(endRadius)), options)
  }

  private func draw(
    _ gradient: CGGradient, _ shape: CanvasGradient.Shape, _ options: CGGradientDrawingOptions
  ) {
    canvas.draw(
      CanvasGradient(
        shape: shape, stops: gradient.stops,
        coversBefore: options.contains(.drawsBeforeStartLocation),
        coversAfter: options.contains(.drawsAfterEndLocation)))
  }

  /// Draws text in the fill colour, its box's top left at the origin of user space.
  package func draw(_ text: TextRequest) { canvas.drawText(text) }

  // MARK: Bad input

  static func refuse(_ what: String) {
    Warnings.once(
      "CGContext.\(what)", "\(what) that is negative or not finite was ignored while drawing")
  }

  /// Nil for a rectangle that is not finite. Negative sizes are turned around.
  static func checked(_ rect: CGRect) -> Rect? {
    let rect = Rect(rect.standardized)
    if rect.isFinite { return rect }
    refuse("a rectangle")
    return nil
  }
}

extension Interpolation {
  fileprivate var quality: CGInterpolationQuality {
    switch self {
    case .none: .none
    case .low: .low
    case .high: .high
    }
  }
}
