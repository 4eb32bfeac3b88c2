import CoreGraphicsAPI
import Geometry
import Testing
import UIKit

@Suite("UIBezierPath")
struct BezierPathTests {
  private func elements(_ path: UIBezierPath) -> [Path.Element] { path.cgPath.path.elements }

  @Test("A new path is empty, one wide, with flat caps and sharp joins")
  func defaults() {
    let path = UIBezierPath()
    #expect(path.isEmpty && path.bounds.isNull && path.currentPoint == .zero)
    #expect(Double(path.lineWidth) == 1 && Double(path.miterLimit) == 10)
    #expect(path.lineCapStyle == .butt && path.lineJoinStyle == .miter)
    #expect(Double(path.flatness) == 0.6 && !path.usesEvenOddFillRule)
    var count = -1, phase: CGFloat = -1
    path.getLineDash(nil, count: &count, phase: &phase)
    #expect(count == 0 && phase == 0)
  }

  @Test("Paths are built step by step and by shape")
  func building() {
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 1, y: 1))
    path.addLine(to: CGPoint(x: 5, y: 1))
    path.addQuadCurve(to: CGPoint(x: 5, y: 5), controlPoint: CGPoint(x: 9, y: 3))
    path.addCurve(
      to: CGPoint(x: 1, y: 5), controlPoint1: CGPoint(x: 4, y: 9),
      controlPoint2: CGPoint(x: 2, y: 9))
    path.close()
    #expect(
      elements(path) == [
        .move(Point(1, 1)), .line(Point(5, 1)), .quad(control: Point(9, 3), to: Point(5, 5)),
        .cubic(control1: Point(4, 9), control2: Point(2, 9), to: Point(1, 5)), .close,
      ])
    #expect(path.currentPoint == CGPoint(x: 1, y: 1))
    #expect(path.bounds == CGRect(x: 1, y: 1, width: 8, height: 8))
    let rect = CGRect(x: 3, y: 4, width: 10, height: 20)
    #expect(UIBezierPath(rect: rect).cgPath == CGPath(rect: rect, transform: nil))
    #expect(UIBezierPath(ovalIn: rect).cgPath == CGPath(ellipseIn: rect, transform: nil))
    path.removeAllPoints()
    #expect(path.isEmpty)
  }

  @Test(
    "The drop of a curve that starts and ends in one point reaches three quarters of its controls")
  func drop() {
    let path = UIBezierPath()
    path.move(to: .zero)
    path.addCurve(
      to: .zero, controlPoint1: CGPoint(x: -150, y: 150), controlPoint2: CGPoint(x: 150, y: 150))
    #expect(Double(path.cgPath.boundingBoxOfPath.maxY) == 112.5)
  }

  @Test("Clockwise is clockwise to the eye, where y runs down")
  func arcs() {
    func end(_ clockwise: Bool) -> CGRect {
      UIBezierPath(
        arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi, clockwise: clockwise
      ).cgPath.boundingBoxOfPath
    }
    #expect(Double(end(true).maxY) > 9.99 && Double(end(true).minY) > -0.01)
    #expect(Double(end(false).minY) < -9.99 && Double(end(false).maxY) < 0.01)
  }

  @Test("Some corners are rounded, each in its place")
  func corners() {
    let rect = CGRect(x: 0, y: 0, width: 100, height: 80)
    let places: [(UIRectCorner, CGPoint)] = [
      (.topLeft, CGPoint(x: 1, y: 1)), (.topRight, CGPoint(x: 99, y: 1)),
      (.bottomLeft, CGPoint(x: 1, y: 79)), (.bottomRight, CGPoint(x: 99, y: 79)),
    ]
    for (corner, _) in places {
      let path = UIBezierPath(
        roundedRect: rect, byRoundingCorners: corner, cornerRadii: CGSize(width: 20, height: 20))
      for (other, place) in places { #expect(path.contains(place) == (other != corner)) }
      #expect(path.bounds == rect)
    }
    let all = UIBezierPath(roundedRect: rect, cornerRadius: 20)
    for (_, place) in places { #expect(!all.contains(place)) }
    #expect(
      UIBezierPath(roundedRect: rect, cornerRadius: 0).cgPath == CGPath(rect: rect, transform: nil))
    let warnings = Warnings.collect {
      #expect(UIBezierPath(roundedRect: rect, cornerRadius: .nan).isEmpty)
    }
    #expect(warnings.count == 1)
  }

  @Test("The CGPath is a copy both ways")
  func copies() {
    let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1))
    let before = path.cgPath
    path.addLine(to: CGPoint(x: 7, y: 7))
    #expect(before != path.cgPath)
    let mutable = CGMutablePath()
    mutable.move(to: .zero)
    path.cgPath = mutable
    mutable.addLine(to: CGPoint(x: 1, y: 1))
    #expect(elements(path) == [.move(.zero)])
  }

  @Test("A copy and the reversed path keep the way the path is drawn")
  func style() throws {
    let path = UIBezierPath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 5, y: 0))
    path.lineWidth = 3
    path.lineCapStyle = .round
    path.usesEvenOddFillRule = true
    path.setLineDash([4, 2, 1], count: 3, phase: 2)
    let copy = try #require(path.copy() as? UIBezierPath)
    #expect(copy == path && copy !== path)
    let reversed = path.reversing()
    #expect(elements(reversed) == [.move(Point(5, 0)), .line(.zero)])
    for other in [copy, reversed] {
      #expect(Double(other.lineWidth) == 3 && other.lineCapStyle == .round)
      var lengths: [CGFloat] = [0, 0, 0], count = 0, phase: CGFloat = 0
      other.getLineDash(&lengths, count: &count, phase: &phase)
      #expect(lengths == [4, 2, 1] && count == 3 && phase == 2)
    }
    path.setLineDash(nil, count: 0, phase: 0)
    #expect(copy != path)
  }

  @Test("Transforms and other paths change a path in place")
  func changes() {
    let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
    path.apply(CGAffineTransform(translationX: 5, y: 7))
    #expect(path.bounds == CGRect(x: 5, y: 7, width: 10, height: 10))
    path.append(UIBezierPath(rect: CGRect(x: 7, y: 9, width: 2, height: 2)))
    #expect(path.contains(CGPoint(x: 8, y: 10)))
    path.usesEvenOddFillRule = true
    #expect(!path.contains(CGPoint(x: 8, y: 10)))
  }

  @Test("Without a current context drawing does nothing, with one it leaves the state as it was")
  func drawing() throws {
    let path = UIBezierPath(rect: CGRect(x: 2, y: 2, width: 6, height: 6))
    path.fill()
    path.stroke()
    path.addClip()
    let context = try #require(CGContext(pixelSize: PixelSize(10, 10), scale: 1))
    UIGraphicsPushContext(context)
    defer { UIGraphicsPopContext() }
    UIColor.red.setFill()
    path.fill(with: .normal, alpha: 0.5)
    path.lineWidth = 2
    path.stroke()
    let bitmap = try #require(context.makeImage()).pixelImage.bitmap
    #expect(bitmap[5, 5].w == 128)
    #expect(bitmap[5, 1] == SIMD4(0, 0, 0, 255))
    // One wide again.
    context.stroke(CGRect(x: 0.5, y: 0.5, width: 9, height: 9))
    let after = try #require(context.makeImage()).pixelImage.bitmap
    #expect(after[5, 0].w == 255 && after[0, 5].w == 255)
    path.addClip()
    context.clear(CGRect(x: 0, y: 0, width: 10, height: 10))
    let clipped = try #require(context.makeImage()).pixelImage.bitmap
    #expect(clipped[5, 5].w == 0 && clipped[5, 0].w == 255)
  }
}
