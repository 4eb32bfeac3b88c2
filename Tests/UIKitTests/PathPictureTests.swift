import CoreGraphicsAPI
import Foundation
import Geometry
import TestSupport
import Testing
import UIKit

/// Fills, strokes, dashes and corners in one picture that somebody has looked at.
@Suite("A picture of paths")
struct PathPictureTests {
  private static let size = PixelSize(640, 480)

  @Test("Paths are drawn as reviewed")
  func picture() throws {
    let context = try #require(CGContext(pixelSize: Self.size, scale: 1))
    UIGraphicsPushContext(context)
    defer { UIGraphicsPopContext() }
    UIColor(red: 0.96, green: 0.97, blue: 0.98, alpha: 1).setFill()
    UIRectFill(CGRect(x: 0, y: 0, width: 640, height: 480))
    UIColor(red: 0.30, green: 0.36, blue: 0.94, alpha: 1).setFill()
    UIColor(red: 0.30, green: 0.36, blue: 0.94, alpha: 1).setStroke()
    fills()
    joins()
    miters()
    dashes()
    corners()
    outlines()
    GoldenImage.expect(try #require(context.makeImage()).pixelImage.bitmap, matches: "paths")
  }

  private func star(_ x: CGFloat, _ y: CGFloat) -> UIBezierPath {
    let path = UIBezierPath()
    for i in 0..<5 {
      let angle: Double = Double(i) * 0.8 * Double.pi - Double.pi / 2
      let p = CGPoint(x: x + CGFloat(44 * cos(angle)), y: y + CGFloat(44 * sin(angle)))
      if i == 0 { path.move(to: p) } else { path.addLine(to: p) }
    }
    path.close()
    return path
  }

  /// Both fill rules, rings, arcs and tangent arcs.
  private func fills() {
    star(60, 62).fill()
    let evenOdd = star(164, 62)
    evenOdd.usesEvenOddFillRule = true
    evenOdd.fill()
    let rings = UIBezierPath()
    for r in [14, 27, 40] as [CGFloat] {
      let box = CGRect(x: 268, y: 60, width: 0, height: 0).insetBy(dx: -r, dy: -r)
      rings.append(UIBezierPath(ovalIn: box))
    }
    rings.usesEvenOddFillRule = true
    rings.fill()
    let pie = UIBezierPath()
    pie.move(to: CGPoint(x: 372, y: 60))
    pie.addArc(
      withCenter: CGPoint(x: 372, y: 60), radius: 40, startAngle: -.pi / 2, endAngle: 0.8,
      clockwise: false)
    pie.close()
    pie.fill()
    let drop = CGMutablePath()
    drop.move(to: CGPoint(x: 476, y: 16))
    drop.addArc(
      tangent1End: CGPoint(x: 540, y: 100), tangent2End: CGPoint(x: 412, y: 100), radius: 18)
    drop.addArc(
      tangent1End: CGPoint(x: 412, y: 100), tangent2End: CGPoint(x: 476, y: 16), radius: 18)
    drop.closeSubpath()
    UIBezierPath(cgPath: drop).fill()
    let wave = UIBezierPath()
    wave.move(to: CGPoint(x: 548, y: 60))
    wave.addCurve(
      to: CGPoint(x: 624, y: 60), controlPoint1: CGPoint(x: 574, y: -40),
      controlPoint2: CGPoint(x: 598, y: 160))
    wave.lineWidth = 6
    wave.stroke()
  }

  /// Every cap with every join.
  private func joins() {
    let caps: [CGLineCap] = [.butt, .round, .square],
      joins: [CGLineJoin] = [.miter, .round, .bevel]
    for (i, cap) in caps.enumerated() {
      let x = CGFloat(36 + i * 104)
      let path = UIBezierPath()
      path.move(to: CGPoint(x: x, y: 188))
      path.addLine(to: CGPoint(x: x + 26, y: 136))
      path.addLine(to: CGPoint(x: x + 52, y: 188))
      path.lineWidth = 14
      path.lineCapStyle = cap
      path.lineJoinStyle = joins[i]
      path.stroke()
      let line = UIBezierPath(cgPath: path.cgPath)
      UIColor.white.setStroke()
      line.stroke()
      UIColor(red: 0.30, green: 0.36, blue: 0.94, alpha: 1).setStroke()
    }
  }

  /// Ever sharper corners; the last is beyond the limit.
  private func miters() {
    for (i, degrees) in [90.0, 50, 30, 20].enumerated() {
      let half = degrees * Double.pi / 360
      let x = CGFloat(370 + i * 70), dx = CGFloat(46 * sin(half)), dy = CGFloat(46 * cos(half))
      let path = UIBezierPath()
      path.move(to: CGPoint(x: x - dx, y: 190))
      path.addLine(to: CGPoint(x: x, y: 190 - dy))
      path.addLine(to: CGPoint(x: x + dx, y: 190))
      path.lineWidth = 8
      path.miterLimit = 4
      path.stroke()
    }
  }

  private func dashes() {
    let patterns: [([CGFloat], CGFloat, CGLineCap)] = [
      ([16, 8], 0, .butt), ([16, 8], 12, .butt), ([0, 12], 0, .round), ([20, 10, 4], 0, .butt),
    ]
    for (i, (lengths, phase, cap)) in patterns.enumerated() {
      let y = CGFloat(232 + i * 18)
      let path = UIBezierPath()
      path.move(to: CGPoint(x: 24, y: y))
      path.addLine(to: CGPoint(x: 300, y: y))
      path.lineWidth = 6
      path.lineCapStyle = cap
      path.setLineDash(lengths, count: lengths.count, phase: phase)
      path.stroke()
    }
    let loop = UIBezierPath(ovalIn: CGRect(x: 340, y: 222, width: 120, height: 70))
    loop.lineWidth = 5
    loop.setLineDash([14, 7], count: 2, phase: 0)
    loop.stroke()
    let curve = UIBezierPath()
    curve.move(to: CGPoint(x: 490, y: 284))
    curve.addQuadCurve(to: CGPoint(x: 616, y: 284), controlPoint: CGPoint(x: 553, y: 150))
    curve.lineWidth = 8
    curve.lineCapStyle = .round
    curve.setLineDash([10, 16], count: 2, phase: 5)
    curve.stroke()
  }

  /// Circular beside continuous corners, some corners, a pill.
  private func corners() {
    let rect = CGRect(x: 24, y: 320, width: 96, height: 64)
    let circular = CGPath(roundedRect: rect, cornerWidth: 20, cornerHeight: 20, transform: nil)
    UIBezierPath(cgPath: circular).fill()
    UIBezierPath(roundedRect: rect.offsetBy(dx: 116, dy: 0), cornerRadius: 20).fill()
    UIBezierPath(
      roundedRect: rect.offsetBy(dx: 232, dy: 0), byRoundingCorners: [.topLeft, .bottomRight],
      cornerRadii: CGSize(width: 28, height: 28)
    ).fill()
    UIBezierPath(roundedRect: rect.offsetBy(dx: 348, dy: 0), cornerRadius: 32).fill()
    // Both over each other show where they part.
    let both = UIBezierPath(cgPath: circular)
    both.apply(CGAffineTransform(translationX: 464, y: 0))
    both.append(UIBezierPath(roundedRect: rect.offsetBy(dx: 464, dy: 0), cornerRadius: 20))
    both.usesEvenOddFillRule = true
    both.lineWidth = 1
    both.stroke()
    both.fill()
  }

  /// Strokes as geometry, with their own outline around them.
  private func outlines() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 40, y: 450))
    path.addCurve(
      to: CGPoint(x: 150, y: 430), control1: CGPoint(x: 70, y: 360),
      control2: CGPoint(x: 110, y: 520))
    path.addLine(to: CGPoint(x: 190, y: 456))
    let dashed = CGMutablePath()
    dashed.addEllipse(in: CGRect(x: 226, y: 406, width: 120, height: 60))
    let circle = CGPath(ellipseIn: CGRect(x: 410, y: 428, width: 16, height: 16), transform: nil)
    let cusp = CGMutablePath()
    cusp.move(to: CGPoint(x: 500, y: 456))
    cusp.addCurve(
      to: CGPoint(x: 580, y: 456), control1: CGPoint(x: 600, y: 390),
      control2: CGPoint(x: 480, y: 390))
    let outlines = [
      path.copy(strokingWidth: 22),
      dashed.copy(dashingWithPhase: 0, lengths: [26, 18]).copy(strokingWidth: 14),
      circle.copy(strokingWidth: 44), cusp.copy(strokingWidth: 16),
    ]
    for outline in outlines {
      let shape = UIBezierPath(cgPath: outline)
      shape.fill(with: .normal, alpha: 0.35)
      shape.lineWidth = 1.5
      shape.stroke()
    }
  }
}

extension CGPath {
  fileprivate func copy(strokingWidth width: CGFloat) -> CGPath {
    copy(strokingWithWidth: width, lineCap: .round, lineJoin: .round, miterLimit: 10)
  }
}
