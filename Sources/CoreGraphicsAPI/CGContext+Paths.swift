import Foundation
import Geometry
import Raster

extension CGContext {
  // MARK: The current path

  public func move(to point: CGPoint) { currentPath.move(to: point, transform: ctm) }

  public func addLine(to point: CGPoint) { currentPath.addLine(to: point, transform: ctm) }

  public func addLines(between points: [CGPoint]) {
    currentPath.addLines(between: points, transform: ctm)
  }

  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    currentPath.addQuadCurve(to: end, control: control, transform: ctm)
  }

  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    currentPath.addCurve(to: end, control1: control1, control2: control2, transform: ctm)
  }

  /// After a line from the current point where there is one. `clockwise` false goes through growing
  /// angles: clockwise to the eye where y runs down.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    currentPath.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: clockwise, transform: ctm)
  }

  /// An arc that touches two lines; as `CGMutablePath.addArc(tangent1End:tangent2End:radius:)`.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    currentPath.addArc(
      tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform: ctm)
  }

  public func addRect(_ rect: CGRect) { currentPath.addRect(rect, transform: ctm) }
  public func addRects(_ rects: [CGRect]) { currentPath.addRects(rects, transform: ctm) }
  public func addEllipse(in rect: CGRect) { currentPath.addEllipse(in: rect, transform: ctm) }
  public func addPath(_ path: CGPath) { currentPath.addPath(path, transform: ctm) }
  public func closePath() { currentPath.closeSubpath() }
  public var isPathEmpty: Bool { currentPath.isEmpty }

  /// The current path in user space; nil where there is none or the transform has no inverse.
  public var path: CGPath? {
    var inverse = ctm.inverted()
    return isPathEmpty || canvas.transform.inverse == nil ? nil : currentPath.copy(using: &inverse)
  }

  public var currentPointOfPath: CGPoint { path?.currentPoint ?? .zero }
  public var boundingBoxOfPath: CGRect { path?.boundingBox ?? .null }

  /// The outline of what a stroke would draw takes the current path's place.
  public func replacePathWithStrokedPath() {
    guard var path else { return }
    let state = canvas.state
    if let dash = state.dash {
      path = path.copy(dashingWithPhase: dash.phase, lengths: dash.lengths.map { CGFloat($0) })
    }
    let style = StrokeStyle(
      width: state.lineWidth, cap: state.lineCap, join: state.lineJoin,
      miterLimit: state.miterLimit)
    beginPath()
    addPath(CGPath(path.path.stroked(style)))
  }

  // MARK: Drawing it; each ends the current path

  public func fillPath(using rule: CGPathFillRule = .winding) {
    drawPath(using: rule == .evenOdd ? .eoFill : .fill)
  }

  public func strokePath() { drawPath(using: .stroke) }

  public func drawPath(using mode: CGPathDrawingMode) {
    let path = currentPath.path
    switch mode {
    case .fill, .fillStroke: canvas.fill(path, rule: .nonZero, in: .device)
    case .eoFill, .eoFillStroke: canvas.fill(path, rule: .evenOdd, in: .device)
    case .stroke: break
    }
    switch mode {
    case .stroke, .fillStroke, .eoFillStroke: canvas.stroke(path, in: .device)
    case .fill, .eoFill: break
    }
    beginPath()
  }

  /// Limits drawing to the inside of the current path, until `restoreGState`. An empty path leaves
  /// nothing to draw on.
  public func clip(using rule: CGPathFillRule = .winding) {
    canvas.clip(to: currentPath.path, rule: rule.fillRule, in: .device)
    beginPath()
  }

  public func clip(to rect: CGRect) { clip(to: [rect]) }

  /// Limits drawing to the rectangles together.
  public func clip(to rects: [CGRect]) {
    beginPath()
    addRects(rects)
    clip()
  }

  // MARK: Shapes at once; each ends the current path

  public func fill(_ rect: CGRect) { fill([rect]) }

  public func fill(_ rects: [CGRect]) {
    beginPath()
    addRects(rects)
    fillPath()
  }

  public func fillEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    fillPath()
  }

  public func stroke(_ rect: CGRect) {
    beginPath()
    addRect(rect)
    strokePath()
  }

  public func stroke(_ rect: CGRect, width: CGFloat) {
    saveGState()
    setLineWidth(width)
    stroke(rect)
    restoreGState()
  }

  public func strokeEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    strokePath()
  }

  /// A line for each pair of points.
  public func strokeLineSegments(between points: [CGPoint]) {
    beginPath()
    for i in stride(from: 0, to: points.count - 1, by: 2) {
      move(to: points[i])
      addLine(to: points[i + 1])
    }
    strokePath()
  }
}
