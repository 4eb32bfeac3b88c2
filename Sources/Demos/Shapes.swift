import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension DemoCatalog {
  static let shapes = Demo(
    name: "shapes", title: "Shapes and lines",
    summary: "Paths that draw themselves by strokeEnd, march in dashes and turn into each other.",
    duration: 4, photographTimes: [0.8, 1.1, 2.8]
  ) { canvas in ShapesScene(canvas: canvas).build() }
}

@MainActor
private struct ShapesScene {
  let canvas: DemoCanvas

  func build() {
    let halves = canvas.grid(columns: 2, rows: 1)
    buildHeart(in: canvas.cell(halves[0], "strokeEnd, then fillColor"))
    let cells = canvas.grid(columns: 2, rows: 2, in: halves[1])
    buildRing(in: canvas.cell(cells[0], "lineCap round"))
    buildDashes(in: canvas.cell(cells[1], "lineDashPhase"))
    buildStar(in: canvas.cell(cells[2], "path"))
    buildBlocks(in: canvas.cell(cells[3], "UIBezierPath"))
  }

  /// A line that is only stroked.
  private func line(
    _ path: UIBezierPath, color: CGColor, width: CGFloat, on superlayer: CALayer
  ) -> CAShapeLayer {
    let line = CAShapeLayer()
    line.path = path.cgPath
    line.fillColor = nil
    line.strokeColor = color
    line.lineWidth = width
    line.lineCap = .round
    line.lineJoin = .round
    superlayer.addSublayer(line)
    return line
  }

  /// Drawn in two seconds, filled in half a one.
  private func buildHeart(in cell: DemoCanvas.Cell) {
    let path = UIBezierPath.heart(in: cell.centered(240, 220))
    _ = line(path, color: canvas.theme.well, width: 8, on: cell.layer)
    let color = canvas.theme.coral
    let heart = line(path, color: color, width: 8, on: cell.layer)

    let draw = CABasicAnimation(keyPath: "strokeEnd")
    draw.fromValue = 0
    draw.toValue = 1
    draw.duration = 2
    draw.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    let fill = CABasicAnimation(keyPath: "fillColor")
    // Clear, but of the same hue: a clear black would darken the way.
    fill.fromValue = color.copy(alpha: 0)
    fill.toValue = color
    fill.beginTime = 2
    fill.duration = 0.5
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 1
    fade.toValue = 0
    fade.beginTime = 3.6
    fade.duration = 0.4
    heart.add(loop([draw, fill, fade], every: 4), forKey: "draw")
  }

  /// Three quarters of a circle that turn once a second.
  private func buildRing(in cell: DemoCanvas.Cell) {
    let frame = cell.centered(104, 104)
    let track = line(
      UIBezierPath(ovalIn: frame), color: canvas.theme.well, width: 8, on: cell.layer)
    track.lineCap = .butt
    let arc = UIBezierPath(
      arcCenter: CGPoint(x: 52, y: 52), radius: 52, startAngle: -.pi / 2, endAngle: .pi,
      clockwise: true)
    let ring = line(arc, color: canvas.theme.cyan, width: 8, on: cell.layer)
    ring.frame = frame
    ring.add(turns(every: 1), forKey: "spin")
  }

  /// Dashes on their way around a box.
  private func buildDashes(in cell: DemoCanvas.Cell) {
    let width: CGFloat = 116, height: CGFloat = 100, radius: CGFloat = 24
    let path = CGPath(
      roundedRect: cell.centered(width, height), cornerWidth: radius, cornerHeight: radius,
      transform: nil)
    let ants = line(
      UIBezierPath(cgPath: path), color: canvas.theme.amber, width: 6, on: cell.layer)
    ants.lineCap = .butt
    // A whole number of dashes, so that no seam shows.
    let pitch = (2 * (width + height) - 8 * radius + 2 * .pi * radius) / 14
    ants.lineDashPattern = [0.55 * pitch, 0.45 * pitch].map { NSNumber(value: Double($0)) }
    let march = CABasicAnimation(keyPath: "lineDashPhase")
    march.fromValue = pitch
    march.toValue = 0
    march.duration = 1
    march.repeatCount = .infinity
    ants.add(march, forKey: "march")
  }

  /// A star becomes a decagon: as many corners, other places.
  private func buildStar(in cell: DemoCanvas.Cell) {
    func star(_ inner: CGFloat) -> CGPath {
      UIBezierPath.star(corners: 5, center: cell.center, outer: 50, inner: inner).cgPath
    }
    let shape = CAShapeLayer()
    shape.path = star(24)
    shape.fillColor = canvas.theme.mint
    shape.strokeColor = canvas.theme.mint
    // A wide line with round joins rounds the corners.
    shape.lineWidth = 14
    shape.lineJoin = .round
    cell.layer.addSublayer(shape)
    shape.add(
      swing("path", from: star(24), to: star(46), duration: 1.6, timing: .easeInEaseOut),
      forKey: "path")
  }

  /// What paths are made of, one after the other.
  private func buildBlocks(in cell: DemoCanvas.Cell) {
    let blocks: [(UIBezierPath, CGRect) -> Void] = [
      { path, r in
        path.move(to: CGPoint(x: r.minX, y: r.maxY))
        path.addLine(to: CGPoint(x: r.maxX, y: r.minY))
      },
      { path, r in
        path.move(to: CGPoint(x: r.minX, y: r.maxY))
        path.addQuadCurve(
          to: CGPoint(x: r.maxX, y: r.maxY), controlPoint: CGPoint(x: r.midX, y: r.minY - r.height))
      },
      { path, r in
        path.move(to: CGPoint(x: r.minX, y: r.maxY))
        path.addCurve(
          to: CGPoint(x: r.maxX, y: r.minY), controlPoint1: CGPoint(x: r.maxX, y: r.maxY),
          controlPoint2: CGPoint(x: r.minX, y: r.minY))
      },
      { path, r in
        path.addArc(
          withCenter: CGPoint(x: r.midX, y: r.midY), radius: r.height / 2, startAngle: .pi * 0.75,
          endAngle: .pi * 0.25, clockwise: true)
      },
      { path, r in path.append(UIBezierPath(roundedRect: r, cornerRadius: 10)) },
      { path, r in
        path.append(UIBezierPath(ovalIn: r.insetBy(dx: 0, dy: r.height / 8)))
      },
    ]
    let places = canvas.grid(columns: 3, rows: 2, in: cell.centered(148, 112))
    for (index, block) in blocks.enumerated() {
      let path = UIBezierPath()
      block(path, places[index])
      let shape = line(path, color: canvas.theme.accent(index), width: 4, on: cell.layer)
      let draw = CABasicAnimation(keyPath: "strokeEnd")
      draw.fromValue = 0
      draw.toValue = 1
      draw.duration = 0.6
      draw.timingFunction = CAMediaTimingFunction(name: .easeOut)
      draw.beginTime = Double(index) * 0.25
      let undraw = CABasicAnimation(keyPath: "strokeStart")
      undraw.fromValue = 0
      undraw.toValue = 1
      undraw.duration = 0.6
      undraw.timingFunction = CAMediaTimingFunction(name: .easeIn)
      undraw.beginTime = 2 + Double(index) * 0.25
      shape.add(loop([draw, undraw], every: 4), forKey: "draw")
    }
  }
}
