import CoreGraphics
import QuartzCore

extension DemoCatalog {
  static let animationGroups = Demo(
    name: "animation-groups", title: "Animation groups",
    summary:
      "Position, rotation, scale and opacity under one clock; children keep their own begin.",
    duration: 4, photographTimes: [0.4, 1.1, 1.9]
  ) { canvas in AnimationGroupsScene(canvas: canvas).build() }
}

/// Cards dealt from a deck: each is one group, started a little after the one before.
@MainActor
private struct AnimationGroupsScene {
  let canvas: DemoCanvas

  func build() {
    let theme = canvas.theme
    let count = 5
    let size = CGSize(width: 116, height: 160)
    let deck = CGPoint(x: canvas.size.width / 2, y: canvas.size.height - 76)
    canvas.card(CGRect(origin: .zero, size: canvas.size))
    for index in 0..<count {
      let offset = CGFloat(index) - CGFloat(count - 1) / 2
      let place = CGPoint(
        x: canvas.size.width / 2 + offset * 142,
        y: canvas.size.height / 2 - 34 + offset * offset * 16)
      let card = canvas.box(
        CGRect(
          x: place.x - size.width / 2, y: place.y - size.height / 2, width: size.width,
          height: size.height),
        color: theme.accents[index], radius: Metrics.cornerRadius)
      card.shadowOpacity = theme.shadowOpacity
      card.shadowRadius = 10
      card.shadowOffset = CGSize(width: 0, height: 6)
      let angle = offset * 0.12
      card.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
      canvas.dot(
        at: CGPoint(x: size.width / 2, y: size.height / 2), diameter: 44,
        color: CGColor(red: 1, green: 1, blue: 1, alpha: 0.3), on: card)
      card.add(
        deal(from: deck, to: place, angle: angle, delay: Double(index) * 0.14), forKey: "deal")
    }
  }

  private func deal(
    from deck: CGPoint, to place: CGPoint, angle: CGFloat, delay: Double
  ) -> CAAnimationGroup {
    func child(_ keyPath: String, _ from: Any, _ to: Any) -> CABasicAnimation {
      let child = CABasicAnimation(keyPath: keyPath)
      child.fromValue = from
      child.toValue = to
      child.beginTime = 0.1 + delay
      child.duration = 0.9
      child.timingFunction = CAMediaTimingFunction(controlPoints: 0.2, 0.9, 0.25, 1)
      return child
    }
    let group = loop(
      [
        child("position", deck, place),
        child("transform.rotation", angle - .pi, angle),
        child("transform.scale", 0.6, 1),
        child("opacity", 0, 1),
      ], every: 2)
    group.autoreverses = true
    return group
  }
}
