import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let shadows = Demo(
    name: "shadows", title: "Shadows compared",
    summary: "Of boxes, paths and of whatever a layer and its sublayers draw.",
    duration: 4, photographTimes: [0.6, 1.2, 2.6]
  ) { canvas in ShadowsScene(canvas: canvas).build() }
}

/// Things on a light desk: shadows are seen on nothing else.
@MainActor
private struct ShadowsScene {
  let canvas: DemoCanvas
  private let paper = Theme.light
  private let ink = CGColor(red: 0.06, green: 0.09, blue: 0.2, alpha: 1)

  init(canvas: DemoCanvas) { self.canvas = canvas }

  func build() {
    canvas.box(
      CGRect(origin: .zero, size: canvas.size), color: paper.background,
      radius: canvas.showsCaptions ? Metrics.cornerRadius : 40)
    let cells: [(String, (CALayer) -> Void)] = [
      ("shadowRadius", radius), ("shadowOffset", offset), ("shadowOpacity", opacity),
      ("shadowColor", color), ("cornerRadius", rounded), ("shadowPath", path),
      ("of what is drawn", silhouette), ("of a group", group),
    ]
    let area = CGRect(origin: .zero, size: canvas.size).insetBy(dx: 16, dy: 12)
    for (frame, cell) in zip(canvas.grid(columns: 4, rows: 2, in: area), cells) {
      let lift: CGFloat = canvas.showsCaptions ? 18 : 0
      let place = CALayer()
      place.bounds = CGRect(x: 0, y: 0, width: 96, height: 96)
      place.position = CGPoint(x: frame.midX, y: frame.midY - lift)
      canvas.layer.addSublayer(place)
      cell.1(place)
      canvas.label(
        cell.0, .caption, CGRect(x: frame.minX, y: frame.maxY - 44, width: frame.width, height: 20),
        color: paper.secondaryText, alignment: .center, on: canvas.view)
    }
  }

  private func cast(_ layer: CALayer, radius: CGFloat = 10, opacity: Float = 0.3, y: CGFloat = 8) {
    layer.shadowColor = ink
    layer.shadowRadius = radius
    layer.shadowOpacity = opacity
    layer.shadowOffset = CGSize(width: 0, height: y)
  }

  private func sheet(on place: CALayer) -> CALayer {
    let sheet = canvas.box(place.bounds, color: paper.surface, radius: 18, on: place)
    cast(sheet)
    return sheet
  }

  private func swing(_ keyPath: String, _ from: Any, _ to: Any) -> CABasicAnimation {
    Demos.swing(keyPath, from: from, to: to, duration: 2, timing: .easeInEaseOut)
  }

  private func radius(_ place: CALayer) {
    sheet(on: place).add(swing("shadowRadius", 1, 22), forKey: "radius")
  }

  /// A light that walks around the sheet.
  private func offset(_ place: CALayer) {
    let orbit = CAKeyframeAnimation(keyPath: "shadowOffset")
    orbit.values = (0...24).map { step in
      let angle = CGFloat(step) / 24 * 2 * .pi
      return CGSize(width: 16 * sin(angle), height: 16 * cos(angle))
    }
    orbit.duration = 4
    orbit.repeatCount = .infinity
    sheet(on: place).add(orbit, forKey: "offset")
  }

  private func opacity(_ place: CALayer) {
    sheet(on: place).add(swing("shadowOpacity", 0.02, 0.6), forKey: "opacity")
  }

  private func color(_ place: CALayer) {
    let sheet = sheet(on: place)
    sheet.shadowOpacity = 0.6
    sheet.shadowRadius = 14
    let colors = CAKeyframeAnimation(keyPath: "shadowColor")
    colors.values = [paper.indigo, paper.violet, paper.coral, paper.amber, paper.indigo]
    colors.duration = 4
    colors.repeatCount = .infinity
    sheet.add(colors, forKey: "color")
  }

  private func rounded(_ place: CALayer) {
    sheet(on: place).add(swing("cornerRadius", 0, 48), forKey: "corner")
  }

  /// A ball bounces above its shadow, which is an ellipse on the ground.
  private func path(_ place: CALayer) {
    let ball = canvas.dot(
      at: CGPoint(x: 48, y: 44), diameter: 64, color: paper.coral, on: place)
    cast(ball, radius: 5, opacity: 0.45, y: 0)
    let low: CGFloat = 60, high: CGFloat = 20
    /// In the ball's space: what lies on the ground comes nearer as the ball falls.
    func ground(_ y: CGFloat, _ width: CGFloat) -> CGPath {
      CGPath(
        ellipseIn: CGRect(x: 32 - width / 2, y: 96 - y + 32 - 5, width: width, height: 10),
        transform: nil)
    }
    ball.shadowPath = ground(44, 50)
    let motion = [
      Demos.swing("position.y", from: high, to: low, duration: 0.5, timing: .easeIn),
      Demos.swing(
        "shadowPath", from: ground(high, 36), to: ground(low, 60), duration: 0.5, timing: .easeIn),
    ]
    for (index, animation) in motion.enumerated() { ball.add(animation, forKey: "bounce\(index)") }
  }

  /// A star that turns: a layer's shadow turns with it.
  private func silhouette(_ place: CALayer) {
    let star = CAShapeLayer()
    star.frame = place.bounds
    star.path =
      UIBezierPath.star(corners: 5, center: CGPoint(x: 48, y: 50), outer: 46, inner: 23).cgPath
    star.fillColor = nil
    star.strokeColor = paper.indigo
    star.lineWidth = 8
    star.lineJoin = .round
    cast(star, radius: 5, opacity: 0.45, y: 10)
    place.addSublayer(star)
    star.add(swing("transform.rotation.z", -0.35, 0.35), forKey: "turn")
  }

  /// Discs that meet and part have one shadow.
  private func group(_ place: CALayer) {
    let group = canvas.box(place.bounds, color: nil, on: place)
    cast(group, radius: 8, opacity: 0.35)
    for (index, color) in [paper.mint, paper.cyan, paper.violet].enumerated() {
      let disc = canvas.dot(at: CGPoint(x: 48, y: 48), diameter: 56, color: color, on: group)
      let angle = CGFloat(index) / 3 * 2 * .pi - .pi / 2
      func place(_ distance: CGFloat) -> CGPoint {
        CGPoint(x: 48 + distance * cos(angle), y: 48 + distance * sin(angle))
      }
      disc.add(swing("position", place(14), place(36)), forKey: "part")
    }
  }
}
