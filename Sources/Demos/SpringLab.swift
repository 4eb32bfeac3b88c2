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

/// Four panels with three tracks each; a ball springs from the left mark to the right one.
@MainActor
private struct SpringLabScene {
  let canvas: DemoCanvas

  struct Panel {
    let title: String
    let color: CGColor
    let values: [Double]
    let set: (CASpringAnimation, Double) -> Void
  }

  func build() {
    let theme = canvas.theme
    let panels = [
      Panel(title: "mass", color: theme.indigo, values: [0.5, 1, 3]) { $0.mass = $1 },
      Panel(title: "stiffness", color: theme.mint, values: [40, 100, 300]) { $0.stiffness = $1 },
      Panel(title: "damping", color: theme.amber, values: [3, 10, 20]) { $0.damping = $1 },
      Panel(title: "initialVelocity", color: theme.coral, values: [-6, 0, 8]) {
        $0.initialVelocity = $1
      },
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
    let top: CGFloat = canvas.showsCaptions ? 76 : 50
    let pitch: CGFloat = canvas.showsCaptions ? 56 : 66
    let left: CGFloat = canvas.showsCaptions ? 88 : 48
    // The least damped spring overshoots by 62 % of the way: that stays on the card too.
    let right = left + (size.width - 44 - left) / 1.62
    for (row, value) in panel.values.enumerated() {
      let y = top + CGFloat(row) * pitch
      canvas.caption(
        value.formatted(.number), CGRect(x: 24, y: y - 9, width: 52, height: 18), on: card)
      canvas.box(
        CGRect(x: left, y: y - 1.5, width: size.width - 24 - left, height: 3), color: theme.well,
        radius: 1.5, on: card.layer)
      canvas.box(
        CGRect(x: right - 1, y: y - 12, width: 2, height: 24), color: theme.hairline, on: card.layer
      )
      let ball = canvas.dot(
        at: CGPoint(x: left, y: y), diameter: 30, color: panel.color, on: card.layer)
      let spring = CASpringAnimation(keyPath: "position.x")
      spring.fromValue = left
      spring.toValue = right
      panel.set(spring, value)
      spring.duration = 3
      ball.add(loop([spring], every: 3), forKey: "spring")
    }
  }
}
