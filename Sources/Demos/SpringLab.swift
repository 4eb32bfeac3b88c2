import AnimationCore
import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let springLab = Demo(
    name: "spring-lab", title: "Spring lab",
    summary: "Mass, stiffness, damping and initial velocity, each varied with the others held.",
    duration: 3, photographTimes: [0.12, 0.3, 0.7]
  ) { canvas in SpringLabScene(canvas: canvas).build() }
}

/// Four panels: three balls spring from the lower line to the upper one, beside the curves that
/// they run through. Ball and curve share their heights.
@MainActor
private struct SpringLabScene {
  let canvas: DemoCanvas

  struct Panel {
    let title: String
    let accent: Int
    let values: [Double]
    let set: (inout SpringParameters, Double) -> Void
  }

  private static let duration = 3.0
  /// How much of it the curves show; most springs are at rest then.
  private static let shown = 1.5
  /// The least damped spring overshoots by 62 % of the way, and the fastest one thrown back starts
  /// with a third of it.
  private static let values = -0.4...1.72

  func build() {
    let panels = [
      Panel(title: "mass", accent: 0, values: [0.5, 1, 3]) { $0.mass = $1 },
      Panel(title: "stiffness", accent: 2, values: [40, 100, 300]) { $0.stiffness = $1 },
      Panel(title: "damping", accent: 3, values: [3, 10, 20]) { $0.damping = $1 },
      Panel(title: "initialVelocity", accent: 4, values: [-6, 0, 8]) { $0.initialVelocity = $1 },
    ]
    let gap = Metrics.unit * 2
    let width = (canvas.size.width - gap) / 2
    let height = (canvas.size.height - gap) / 2
    for (index, panel) in panels.enumerated() {
      let card = canvas.card(
        CGRect(
          x: CGFloat(index % 2) * (width + gap), y: CGFloat(index / 2) * (height + gap),
          width: width, height: height))
      build(panel, on: card, size: CGSize(width: width, height: height))
    }
  }

  private func build(_ panel: Panel, on card: UIView, size: CGSize) {
    let theme = canvas.theme
    canvas.label(
      panel.title, .body, CGRect(x: 24, y: 18, width: 200, height: 22), weight: .medium, on: card)
    let top: CGFloat = canvas.showsCaptions ? 48 : 24
    let bottom = size.height - (canvas.showsCaptions ? 36 : 20)
    let frame = CGRect(x: 168, y: top, width: size.width - 168 - 24, height: bottom - top)
    let axes = ChartAxes(plot: frame, times: 0...Self.shown, values: Self.values)
    for value in [0.0, 1] {
      canvas.box(
        CGRect(x: 24, y: axes.y(value) - 0.5, width: size.width - 48, height: 1),
        color: theme.hairline,
        on: card.layer)
    }
    var chart = CurveChart(title: panel.title, curves: [], times: 0...Self.shown)
    chart.values = Self.values
    chart.style = .bare
    let color = theme.accent(panel.accent)
    for (column, value) in panel.values.enumerated() {
      var spring = SpringParameters()
      panel.set(&spring, value)
      let opacity = [0.45, 0.7, 1][column]
      chart.curves.append(
        CurveChart.Curve(
          name: value.formatted(.number), points: Self.points(of: spring), accent: panel.accent,
          opacity: opacity))
      let x = 40 + CGFloat(column) * 44
      canvas.caption(
        value.formatted(.number), CGRect(x: x - 22, y: bottom + 10, width: 44, height: 18),
        alignment: .center, on: card)
      let ball = canvas.dot(
        at: CGPoint(x: x, y: axes.y(0)), diameter: 26, color: color, on: card.layer)
      ball.opacity = Float(opacity)
      ball.add(
        loop([animation(of: spring, from: axes.y(0), to: axes.y(1))], every: Self.duration),
        forKey: "spring")
    }
    let curves = DrawnLayer { chart.draw(in: $0, frame: $1, theme: theme) }
    curves.frame = frame
    curves.setNeedsDisplay()
    card.layer.addSublayer(curves)
    addPlayhead(to: card, over: frame)
  }

  private static func points(of spring: SpringParameters) -> [CGPoint] {
    let motion = SpringMotion(spring)
    return (0...300).map { i in
      let time = shown * Double(i) / 300
      return CGPoint(x: time, y: motion.value(at: time))
    }
  }

  private func animation(of spring: SpringParameters, from: CGFloat, to: CGFloat)
    -> CASpringAnimation
  {
    let animation = CASpringAnimation(keyPath: "position.y")
    animation.mass = spring.mass
    animation.stiffness = spring.stiffness
    animation.damping = spring.damping
    animation.initialVelocity = spring.initialVelocity
    animation.fromValue = from
    animation.toValue = to
    animation.duration = Self.duration
    return animation
  }

  /// A line that shows on the curves where the balls are.
  private func addPlayhead(to card: UIView, over frame: CGRect) {
    let line = canvas.box(
      CGRect(x: frame.minX - 0.75, y: frame.minY, width: 1.5, height: frame.height),
      color: canvas.theme.secondaryText, on: card.layer)
    line.opacity = 0.5
    let sweep = CABasicAnimation(keyPath: "position.x")
    sweep.fromValue = frame.minX
    sweep.toValue = frame.maxX
    sweep.duration = Self.shown
    line.add(loop([sweep], every: Self.duration), forKey: "sweep")
  }
}
