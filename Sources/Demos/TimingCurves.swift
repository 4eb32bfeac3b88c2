import CoreGraphics
import Foundation
import QuartzCore

extension DemoCatalog {
  static let timingCurves = Demo(
    name: "timing-curves", title: "Timing curves",
    summary: "The same distance in the same time; only the timing function differs.",
    duration: 3.6, photographTimes: [0.3, 0.9, 1.4]
  ) { canvas in TimingCurvesScene(canvas: canvas).build() }
}

/// A row for each curve: its plot, drawn into the layer's contents, and a ball that follows it.
@MainActor
private struct TimingCurvesScene {
  let canvas: DemoCanvas

  func build() {
    let curves: [(String, CAMediaTimingFunction)] = [
      ("linear", CAMediaTimingFunction(name: .linear)),
      ("easeIn", CAMediaTimingFunction(name: .easeIn)),
      ("easeOut", CAMediaTimingFunction(name: .easeOut)),
      ("easeInEaseOut", CAMediaTimingFunction(name: .easeInEaseOut)),
      ("default", CAMediaTimingFunction(name: .default)),
      ("0.34, 1.56, 0.64, 1", CAMediaTimingFunction(controlPoints: 0.34, 1.56, 0.64, 1)),
    ]
    let card = canvas.card(CGRect(origin: .zero, size: canvas.size))
    let pitch = canvas.size.height / CGFloat(curves.count)
    let left: CGFloat = canvas.showsCaptions ? 300 : 130
    let right = canvas.size.width - 96
    for (row, (name, function)) in curves.enumerated() {
      let y = (CGFloat(row) + 0.5) * pitch
      let color = canvas.theme.accents[row]
      canvas.caption(name, CGRect(x: 28, y: y - 9, width: 150, height: 18), on: card)

      let plot = DrawnLayer { function.draw(in: $0, bounds: $1, color: color) }
      plot.frame = CGRect(
        x: canvas.showsCaptions ? 188 : 28, y: y - 26, width: 52, height: 52)
      plot.setNeedsDisplay()
      card.layer.addSublayer(plot)

      canvas.box(
        CGRect(x: left, y: y - 1.5, width: right - left, height: 3), color: canvas.theme.well,
        radius: 1.5, on: card.layer)
      let ball = canvas.dot(at: CGPoint(x: left, y: y), diameter: 30, color: color, on: card.layer)
      let run = CABasicAnimation(keyPath: "position.x")
      run.fromValue = left
      run.toValue = right
      run.duration = 1.8
      run.autoreverses = true
      run.repeatCount = .infinity
      run.timingFunction = function
      ball.add(run, forKey: "run")
    }
  }
}

extension CAMediaTimingFunction {
  /// A curve from the lower left to the upper right corner of a square.
  fileprivate func draw(in context: CGContext, bounds: CGRect, color: CGColor) {
    let inset: CGFloat = 10
    let side = bounds.width - 2 * inset
    func point(_ index: Int) -> CGPoint {
      var values: [Float] = [0, 0]
      getControlPoint(at: index, values: &values)
      return CGPoint(
        x: inset + CGFloat(values[0]) * side, y: inset + (1 - CGFloat(values[1])) * side)
    }
    context.setStrokeColor(color)
    context.setLineWidth(2.5)
    context.setLineCap(.round)
    context.move(to: point(0))
    context.addCurve(to: point(3), control1: point(1), control2: point(2))
    context.strokePath()
  }
}
