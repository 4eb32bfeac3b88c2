import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let customProperties = Demo(
    name: "custom-properties", title: "Custom properties",
    summary: "Dials with values of their own, which the main thread draws once for every frame.",
    duration: 6.4, photographTimes: [0.4, 1.75, 3.4]
  ) { canvas in CustomPropertiesScene(canvas: canvas) }
}

/// A large dial whose level is set every 1.6 s, beside four whose values animate by themselves.
@MainActor
private final class CustomPropertiesScene: LiveScene {
  private static let period = 1.6
  private static let levels: [CGFloat] = [0.18, 0.72, 0.4, 0.86]

  private let canvas: DemoCanvas
  private let dial: DialLayer
  private var step = 0

  init(canvas: DemoCanvas) {
    self.canvas = canvas
    dial = DialLayer(theme: canvas.theme, showsNumber: true)
    let gap = Metrics.unit * 2
    let large = CGRect(x: 0, y: 0, width: 392, height: canvas.size.height)
    let card = canvas.card(large)
    place(dial, diameter: 288, on: card, size: large.size, caption: "level, set to a new value")
    dial.level = Self.levels[0]
    dial.thickness = 20
    dial.tint = canvas.theme.indigo

    let left = large.width + gap
    let size = CGSize(
      width: (canvas.size.width - left - gap) / 2, height: (canvas.size.height - gap) / 2)
    for (index, (caption, accent, animation)) in animations().enumerated() {
      let origin = CGPoint(
        x: left + CGFloat(index % 2) * (size.width + gap),
        y: CGFloat(index / 2) * (size.height + gap))
      let small = DialLayer(theme: canvas.theme, showsNumber: false)
      place(
        small, diameter: 128, on: canvas.card(CGRect(origin: origin, size: size)), size: size,
        caption: caption)
      small.level = 0.6
      small.thickness = 12
      small.tint = canvas.theme.accent(accent)
      small.add(animation, forKey: nil)
    }
  }

  private func place(
    _ dial: DialLayer, diameter: CGFloat, on card: UIView, size: CGSize, caption: String
  ) {
    let lift: CGFloat = canvas.showsCaptions ? 14 : 0
    dial.bounds = CGRect(x: 0, y: 0, width: diameter, height: diameter)
    dial.position = CGPoint(x: size.width / 2, y: size.height / 2 - lift)
    card.layer.addSublayer(dial)
    canvas.caption(
      caption, CGRect(x: 0, y: size.height - 44, width: size.width, height: 20),
      alignment: .center, on: card)
  }

  private func animations() -> [(String, Int, CAAnimation)] {
    let spring = CASpringAnimation(perceptualDuration: 0.6, bounce: 0.45)
    spring.keyPath = "level"
    spring.fromValue = 0.1
    spring.toValue = 0.7
    let tour = CAKeyframeAnimation(keyPath: "level")
    tour.values = [0.1, 0.8, 0.35, 0.95, 0.1]
    tour.calculationMode = .cubic
    tour.duration = 4
    tour.repeatCount = .infinity
    let theme = canvas.theme
    return [
      ("level by a spring", 1, loop([spring], every: 2)),
      ("level by keyframes", 2, tour),
      (
        "thickness", 3,
        swing("thickness", from: 4, to: 24, duration: 1.2, timing: .easeInEaseOut)
      ),
      (
        "tint", 4,
        swing("tint", from: theme.coral, to: theme.violet, duration: 1.6, timing: .linear)
      ),
    ]
  }

  func tick(at time: Double) {
    let due = Int(time / Self.period)
    guard due > step else { return }
    step = due
    dial.level = Self.levels[step % Self.levels.count]
  }
}
