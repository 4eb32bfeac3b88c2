import CoreGraphics
import QuartzCore

extension DemoCatalog {
  static let carousel = Demo(
    name: "carousel", title: "Perspective carousel",
    summary: "Nine layers share one 3D space, sorted by depth in every frame.",
    duration: 12, photographTimes: [0.4, 1.1, 2.4]
  ) { canvas in CarouselScene(canvas: canvas).build() }
}

/// Panels on a drum that turns about its axis, seen from slightly above.
@MainActor
private struct CarouselScene {
  let canvas: DemoCanvas

  func build() {
    canvas.card(CGRect(origin: .zero, size: canvas.size))
    let drum = canvas.box(CGRect(origin: .zero, size: canvas.size), color: nil)
    var eye = CATransform3DIdentity
    eye.m34 = -1 / 1100
    eye = CATransform3DTranslate(eye, 0, -26, -190)
    eye = CATransform3DRotate(eye, -0.2, 1, 0, 0)
    drum.sublayerTransform = eye

    let count = 9
    let radius: CGFloat = 292
    for index in 0..<count {
      let panel = canvas.box(
        CGRect(
          x: canvas.size.width / 2 - 86, y: canvas.size.height / 2 - 120, width: 172, height: 240),
        color: canvas.theme.accent(index), radius: 18, on: drum)
      panel.borderColor = CGColor(red: 1, green: 1, blue: 1, alpha: 0.35)
      panel.borderWidth = 2
      // The axis of the drum lies behind the panel: it turns about a point at −radius.
      panel.anchorPointZ = -radius
      canvas.text(
        "\(index + 1)", .display, CGRect(x: 0, y: 98, width: 172, height: 44), color: .white,
        weight: .bold, alignment: .center, on: panel)
      let angle = Double(index) / Double(count) * 2 * .pi
      panel.add(turns(about: "y", from: angle, every: 12), forKey: "turn")
    }
  }
}
