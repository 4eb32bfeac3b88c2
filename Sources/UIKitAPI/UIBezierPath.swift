import CoreGraphicsAPI
import Geometry
import QuartzCore

public struct UIRectCorner: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let topLeft = UIRectCorner(rawValue: 1)
  public static let topRight = UIRectCorner(rawValue: 2)
  public static let bottomLeft = UIRectCorner(rawValue: 4)
  public static let bottomRight = UIRectCorner(rawValue: 8)
  public static let allCorners = UIRectCorner(rawValue: .max)
}

/// A path with the way it is drawn: width, caps, joins, dashes and fill rule.
///
/// y runs down, and `clockwise` is clockwise to the eye. Belongs to the thread that uses it.
open class UIBezierPath {
  private var mutablePath = CGMutablePath()

  /// User space.
  open var lineWidth: CGFloat = 1
  open var lineCapStyle = CGLineCap.butt
  open var lineJoinStyle = CGLineJoin.miter
  /// How many half widths a miter reaches from its corner before it becomes a bevel.
  open var miterLimit: CGFloat = 10
  /// Stored: curves are always drawn finer than can be seen.
  open var flatness: CGFloat = 0.6
  open var usesEvenOddFillRule = false
  private var dash: (lengths: [CGFloat], phase: CGFloat) = ([], 0)

  public init() {}

  public convenience init(rect: CGRect) {
    self.init()
    mutablePath.addRect(rect)
  }

  public convenience init(ovalIn rect: CGRect) {
    self.init()
    mutablePath.addEllipse(in: rect)
  }

  /// Corners flow into the sides: each takes up 1.528665 radii of them, and less where there is no
  /// room, until a radius of half a side makes a semicircle.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init(
      roundedRect: rect, byRoundingCorners: .allCorners,
      cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
  }

  /// As `init(roundedRect:cornerRadius:)` for some corners, the others staying sharp.
  public convenience init(
    roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize
  ) {
    self.init()
    let box = Rect(rect.standardized)
    guard box.isFinite, cornerRadii.width.isFinite, cornerRadii.height.isFinite else {
      Warnings.once("UIBezierPath.roundedRect", "a rounded rectangle that is not finite is empty")
      return
    }
    let path = Path(
      continuousRoundedRect: box, radii: Size(cornerRadii),
      corners: UInt8(corners.rawValue & 15))
    mutablePath.addPath(CGPath(path))
  }

  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) {
    self.init()
    addArc(
      withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: clockwise)
  }

  public convenience init(cgPath: CGPath) {
    self.init()
    self.cgPath = cgPath
  }

  /// Paths are made in code, never read from an archive.
  public required init?(coder: NSCoder) { nil }

  /// A copy; what is set is copied.
  open var cgPath: CGPath {
    get { mutablePath.copy() ?? CGMutablePath() }
    set { mutablePath = newValue.mutableCopy() ?? CGMutablePath() }
  }

  /// As `NSCopying` on Apple's systems: a `UIBezierPath` of its own.
  open func copy() -> Any {
    let copy = UIBezierPath(cgPath: mutablePath)
    copy.takeStyle(of: self)
    return copy
  }

  private func takeStyle(of other: UIBezierPath) {
    lineWidth = other.lineWidth
    lineCapStyle = other.lineCapStyle
    lineJoinStyle = other.lineJoinStyle
    miterLimit = other.miterLimit
    flatness = other.flatness
    usesEvenOddFillRule = other.usesEvenOddFillRule
    dash = other.dash
  }

  // MARK: Building

  open func move(to point: CGPoint) { mutablePath.move(to: point) }

  open func addLine(to point: CGPoint) { mutablePath.addLine(to: point) }

  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    mutablePath.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    mutablePath.addQuadCurve(to: endPoint, control: controlPoint)
  }

  /// After a line from the current point where there is one. Angles are radians from +x, growing
  /// clockwise to the eye.
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) {
    mutablePath.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: !clockwise)
  }

  open func close() { mutablePath.closeSubpath() }

  open func removeAllPoints() { mutablePath = CGMutablePath() }

  open func append(_ bezierPath: UIBezierPath) { mutablePath.addPath(bezierPath.cgPath) }

  open func apply(_ transform: CGAffineTransform) {
    let moved = CGMutablePath()
    moved.addPath(mutablePath, transform: transform)
    mutablePath = moved
  }

  /// Drawn from its end to its start, with the same style.
  open func reversing() -> UIBezierPath {
    let reversed = UIBezierPath(cgPath: mutablePath.reversed)
    reversed.takeStyle(of: self)
    return reversed
  }

  // MARK: Questions

  open var isEmpty: Bool { mutablePath.isEmpty }

  /// Around all points, control points included; null for an empty path.
  open var bounds: CGRect { mutablePath.boundingBox }

  open var currentPoint: CGPoint { mutablePath.currentPoint }

  /// By the path's own fill rule; open subpaths count as closed.
  open func contains(_ point: CGPoint) -> Bool {
    mutablePath.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  // MARK: Dashes

  /// Lengths on and off in turn. `pattern` nil or a count of 0 make the line solid.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    // Safety: the caller's pointer is to `count` numbers.
    let lengths = unsafe UnsafeBufferPointer(
      start: pattern, count: pattern == nil ? 0 : max(count, 0))
    dash = unsafe (Array(lengths), phase)
  }

  /// Each of the three may be nil; `pattern` has room for as many lengths as `count` says first.
  open func getLineDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?,
    phase: UnsafeMutablePointer<CGFloat>?
  ) {
    // Safety: the caller's pointers are to a number each, and to room for the lengths.
    if let pattern {
      for (i, length) in dash.lengths.enumerated() { unsafe pattern[i] = length }
    }
    unsafe count?.pointee = dash.lengths.count
    unsafe phase?.pointee = dash.phase
  }

  // MARK: Drawing into the current context

  /// In the current fill colour.
  open func fill() { fill(with: nil) }

  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) { fill(with: (blendMode, alpha)) }

  /// In the current stroke colour and the path's own style.
  open func stroke() { stroke(with: nil) }

  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
    stroke(with: (blendMode, alpha))
  }

  /// Limits drawing to the inside of the path.
  open func addClip() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.beginPath()
    context.addPath(mutablePath)
    context.clip(using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  private func fill(with blend: (mode: CGBlendMode, alpha: CGFloat)?) {
    draw(with: blend) { $0.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding) }
  }

  private func stroke(with blend: (mode: CGBlendMode, alpha: CGFloat)?) {
    draw(with: blend) { context in
      context.setLineWidth(lineWidth)
      context.setLineCap(lineCapStyle)
      context.setLineJoin(lineJoinStyle)
      context.setMiterLimit(miterLimit)
      context.setLineDash(phase: dash.phase, lengths: dash.lengths)
      context.strokePath()
    }
  }

  private func draw(
    with blend: (mode: CGBlendMode, alpha: CGFloat)?, _ body: (CGContext) -> Void
  ) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    if let blend {
      context.setBlendMode(blend.mode)
      context.setAlpha(blend.alpha)
    }
    context.beginPath()
    context.addPath(mutablePath)
    body(context)
    context.restoreGState()
  }
}

/// By their elements and the way they are drawn.
extension UIBezierPath: Hashable {
  public static func == (a: UIBezierPath, b: UIBezierPath) -> Bool {
    a === b
      || (a.mutablePath == b.mutablePath && a.lineWidth == b.lineWidth
        && a.lineCapStyle == b.lineCapStyle && a.lineJoinStyle == b.lineJoinStyle
        && a.miterLimit == b.miterLimit && a.flatness == b.flatness
        && a.usesEvenOddFillRule == b.usesEvenOddFillRule && a.dash == b.dash)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(mutablePath) }
}
