import CoreGraphics
import QuartzCore

extension DemoCatalog {
  static let cardFlip = Demo(
    name: "card-flip", title: "Card flip",
    summary: "Two single-sided faces turn about y; one perspective on the parent serves all cards.",
    duration: 4, photographTimes: [0.55, 0.8, 1.2]
  ) { canvas in CardFlipScene(canvas: canvas).build() }
}

@MainActor
private struct CardFlipScene {
  let canvas: DemoCanvas

  func build() {
    canvas.card(CGRect(origin: .zero, size: canvas.size))
    let table = canvas.box(CGRect(origin: .zero, size: canvas.size), color: nil)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 900
    table.sublayerTransform = perspective

    let colors = [canvas.theme.indigo, canvas.theme.mint, canvas.theme.coral]
    for (index, color) in colors.enumerated() {
      let centre = CGPoint(
        x: canvas.size.width / 2 + CGFloat(index - 1) * 232, y: canvas.size.height / 2)
      let back = face(at: centre, color: canvas.theme.well, on: table)
      back.borderColor = color
      back.borderWidth = 3
      pattern(on: back, color: color)
      let front = face(at: centre, color: color, on: table)
      canvas.text(
        ["C", "A", "L"][index], .display,
        CGRect(x: 0, y: 128 - 21, width: 180, height: 44), color: .white, weight: .bold,
        alignment: .center, on: front)
      let delay = 0.25 + Double(index) * 0.3
      front.add(turn(from: 0, delay: delay), forKey: "turn")
      back.add(turn(from: .pi, delay: delay), forKey: "turn")
    }
  }

  private func face(at centre: CGPoint, color: CGColor, on table: CALayer) -> CALayer {
    let face = canvas.box(
      CGRect(x: centre.x - 90, y: centre.y - 128, width: 180, height: 256), color: color,
      radius: 20, on: table)
    face.isDoubleSided = false
    return face
  }

  private func pattern(on face: CALayer, color: CGColor) {
    for row in 0..<5 {
      for column in 0..<3 {
        canvas.dot(
          at: CGPoint(x: 46 + CGFloat(column) * 44, y: 40 + CGFloat(row) * 44), diameter: 16,
          color: color, on: face)
      }
    }
  }

  /// Half a turn, a rest, half a turn on, a rest.
  private func turn(from angle: Double, delay: Double) -> CAKeyframeAnimation {
    let turn = CAKeyframeAnimation(keyPath: "transform.rotation.y")
    turn.values = [angle, angle, angle + .pi, angle + .pi, angle + 2 * .pi, angle + 2 * .pi]
    let flip = 0.9
    turn.keyTimes = [0, delay, delay + flip, delay + 2, delay + 2 + flip, 4].map {
      NSNumber(value: $0 / 4)
    }
    let ease = CAMediaTimingFunction(name: .easeInEaseOut)
    turn.timingFunctions = [ease, ease, ease, ease, ease]
    turn.duration = 4
    turn.repeatCount = .infinity
    return turn
  }
}
