import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let keyframes = Demo(
    name: "keyframes", title: "Keyframes",
    summary: "A refused password shakes; a point visits values by straight lines and by a spline.",
    duration: 4, photographTimes: [0.12, 0.68, 1.28]
  ) { canvas in KeyframesScene(canvas: canvas).build() }
}

@MainActor
private struct KeyframesScene {
  let canvas: DemoCanvas

  func build() {
    let gap = Metrics.unit * 2
    let left = CGRect(x: 0, y: 0, width: 304, height: canvas.size.height)
    buildShake(on: canvas.card(left), size: left.size)
    let right = CGRect(
      x: left.width + gap, y: 0, width: canvas.size.width - left.width - gap,
      height: canvas.size.height)
    buildTour(on: canvas.card(right), size: right.size)
  }

  /// A password field turned about its centre by −0.1 … 0.1 radian.
  private func buildShake(on card: UIView, size: CGSize) {
    let theme = canvas.theme
    let field = canvas.box(
      CGRect(x: 40, y: size.height / 2 - 34, width: size.width - 80, height: 68),
      color: theme.well, radius: 14, on: card.layer)
    field.borderWidth = 2
    field.borderColor = theme.coral
    for index in 0..<6 {
      canvas.dot(
        at: CGPoint(x: 36 + CGFloat(index) * 30, y: 34), diameter: 14, color: theme.text, on: field)
    }
    let shake = CAKeyframeAnimation(keyPath: "transform.rotation")
    shake.values = [0, -0.1, 0.1, -0.1, 0.1, 0]
    shake.keyTimes = [0, 0.2, 0.4, 0.6, 0.8, 1]
    shake.duration = 0.5
    field.add(loop([shake], every: 2), forKey: "shake")

    let flash = CAKeyframeAnimation(keyPath: "borderColor")
    flash.values = [theme.coral, theme.coral, theme.hairline]
    flash.keyTimes = [0, 0.5, 1]
    flash.duration = 1.2
    field.add(loop([flash], every: 2), forKey: "flash")
    canvas.caption(
      "transform.rotation by key times",
      CGRect(x: 0, y: size.height - 44, width: size.width, height: 20), alignment: .center, on: card
    )
  }

  /// Two balls visit the same five places, one linear, one cubic.
  private func buildTour(on card: UIView, size: CGSize) {
    let theme = canvas.theme
    let places: [CGPoint] = [
      CGPoint(x: 0.14, y: 0.70), CGPoint(x: 0.32, y: 0.18), CGPoint(x: 0.54, y: 0.62),
      CGPoint(x: 0.72, y: 0.20), CGPoint(x: 0.87, y: 0.66),
    ].map { CGPoint(x: $0.x * size.width, y: $0.y * size.height) }
    for place in places {
      let mark = canvas.dot(at: place, diameter: 46, color: nil, on: card.layer)
      mark.borderWidth = 2
      mark.borderColor = theme.well
    }
    let modes: [(CAAnimationCalculationMode, CGColor, CGFloat)] = [
      (.linear, theme.cyan, 30), (.cubic, theme.amber, 30),
    ]
    for (mode, color, diameter) in modes {
      let trail = 6
      for step in (0..<trail).reversed() {
        let ball = canvas.dot(
          at: places[0], diameter: diameter - CGFloat(step) * 3, color: color, on: card.layer)
        ball.opacity = step == 0 ? 1 : 0.32 - Float(step) * 0.045
        let tour = CAKeyframeAnimation(keyPath: "position")
        tour.values = places
        tour.calculationMode = mode
        tour.duration = 2
        tour.autoreverses = true
        tour.repeatCount = .infinity
        // A time offset is where in the cycle it begins: later copies trail behind.
        tour.timeOffset = 4 - Double(step) * 0.045
        ball.add(tour, forKey: "tour")
      }
    }
    canvas.caption(
      "position by values: linear and cubic",
      CGRect(x: 0, y: size.height - 44, width: size.width, height: 20), alignment: .center, on: card
    )
  }
}
