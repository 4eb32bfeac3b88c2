import CoreGraphics
import QuartzCore

extension DemoCatalog {
  static let propertyAnimations = Demo(
    name: "property-animations", title: "Property animations",
    summary: "One CABasicAnimation each, evaluated by the render server frame by frame.",
    duration: 3.2, photographTimes: [0.2, 0.8, 1.4]
  ) { canvas in PropertyAnimationsScene(canvas: canvas).build() }
}

/// Eight cells, one property each.
@MainActor
private struct PropertyAnimationsScene {
  let canvas: DemoCanvas

  func build() {
    let theme = canvas.theme
    let columns = 4
    let gap = Metrics.unit * 2
    let width = (canvas.size.width - CGFloat(columns - 1) * gap) / CGFloat(columns)
    let height = (canvas.size.height - gap) / 2

    let cells: [(String, CGColor, (CALayer) -> CABasicAnimation)] = [
      ("position.x", theme.indigo, { move($0) }),
      ("transform.rotation", theme.cyan, { _ in turn() }),
      ("transform.scale", theme.mint, { _ in swing("transform.scale", 0.55, 1.25) }),
      ("opacity", theme.amber, { _ in swing("opacity", 1, 0.12) }),
      ("cornerRadius", theme.coral, { _ in swing("cornerRadius", 6, 40) }),
      (
        "backgroundColor", theme.violet, { _ in swing("backgroundColor", theme.violet, theme.mint) }
      ),
      ("borderWidth", theme.cyan, { border($0) }),
      ("shadowRadius", theme.indigo, { shadow($0) }),
    ]
    for (index, (keyPath, color, animation)) in cells.enumerated() {
      let column = CGFloat(index % columns), row = CGFloat(index / columns)
      let card = canvas.card(
        CGRect(
          x: column * (width + gap), y: row * (height + gap), width: width, height: height))
      let lift: CGFloat = canvas.showsCaptions ? 14 : 0
      let box = canvas.box(
        CGRect(x: width / 2 - 40, y: height / 2 - 40 - lift, width: 80, height: 80), color: color,
        radius: 14, on: card.layer)
      box.add(animation(box), forKey: keyPath)
      canvas.caption(
        keyPath, CGRect(x: 0, y: height - 44, width: width, height: 20), alignment: .center,
        on: card)
    }
  }

  private func swing(_ keyPath: String, _ from: Any, _ to: Any) -> CABasicAnimation {
    Demos.swing(keyPath, from: from, to: to, duration: 1.6, timing: .easeInEaseOut)
  }

  private func move(_ box: CALayer) -> CABasicAnimation {
    swing("position.x", box.position.x - 44, box.position.x + 44)
  }

  private func turn() -> CABasicAnimation {
    let turn = CABasicAnimation(keyPath: "transform.rotation")
    turn.fromValue = 0
    turn.toValue = 2 * Double.pi
    turn.duration = 3.2
    turn.repeatCount = .infinity
    return turn
  }

  private func border(_ box: CALayer) -> CABasicAnimation {
    box.borderColor = box.backgroundColor
    box.backgroundColor = canvas.theme.well
    return swing("borderWidth", 2, 28)
  }

  private func shadow(_ box: CALayer) -> CABasicAnimation {
    box.shadowColor = box.backgroundColor
    box.shadowOpacity = 0.9
    box.shadowOffset = CGSize(width: 0, height: 6)
    return swing("shadowRadius", 2, 26)
  }
}
