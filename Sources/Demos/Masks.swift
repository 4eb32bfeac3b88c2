import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let masks = Demo(
    name: "masks", title: "Masks and reveals",
    summary: "A layer shows where its mask has alpha: a growing circle, text, dots, a gradient.",
    duration: 5, photographTimes: [0.5, 0.75, 1.6]
  ) { canvas in MasksScene(canvas: canvas).build() }
}

@MainActor
private struct MasksScene {
  let canvas: DemoCanvas

  func build() {
    let halves = canvas.grid(columns: 2, rows: 1)
    buildReveal(in: canvas.cell(halves[0], "path of a shape layer"))
    let cells = canvas.grid(columns: 1, rows: 3, in: halves[1])
    buildText(in: canvas.cell(cells[0], "text layer"))
    buildDots(in: canvas.cell(cells[1], "drawn contents"))
    buildList(in: canvas.cell(cells[2], "gradient layer"))
  }

  /// Night falls from the moon, and day comes back.
  private func buildReveal(in cell: DemoCanvas.Cell) {
    let frame = cell.room
    let window = canvas.box(frame, color: nil, radius: 20, on: cell.layer)
    window.masksToBounds = true
    window.addSublayer(Landscape.day.layer(window.bounds))
    let night = Landscape.night.layer(window.bounds)
    window.addSublayer(night)

    let center = CGPoint(x: 0.28 * frame.width, y: 0.26 * frame.height)
    func circle(_ radius: CGFloat) -> CGPath {
      UIBezierPath(
        ovalIn: CGRect(
          x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      ).cgPath
    }
    let hole = CAShapeLayer()
    hole.path = circle(0)
    night.mask = hole
    let corner = CGPoint(x: frame.width - center.x, y: frame.height - center.y)
    let whole = (corner.x * corner.x + corner.y * corner.y).squareRoot()
    let reveal = CAKeyframeAnimation(keyPath: "path")
    reveal.values = [circle(0), circle(whole), circle(whole), circle(0), circle(0)]
    reveal.keyTimes = [0, 0.28, 0.5, 0.78, 1]
    reveal.timingFunctions = [.easeInEaseOut, .linear, .easeInEaseOut, .linear].map {
      CAMediaTimingFunction(name: $0)
    }
    reveal.duration = 5
    reveal.repeatCount = .infinity
    hole.add(reveal, forKey: "reveal")
  }

  /// Colours that run through letters.
  private func buildText(in cell: DemoCanvas.Cell) {
    let theme = canvas.theme
    let gradient = CAGradientLayer()
    gradient.frame = cell.room
    // Twice the same, so that half a length on it looks as before.
    gradient.colors = theme.accents + theme.accents + [theme.indigo]
    gradient.startPoint = CGPoint(x: -1, y: 0.5)
    gradient.endPoint = CGPoint(x: 1, y: 0.5)
    let letters = CATextLayer()
    letters.string = "Reveal"
    letters.font = Metrics.Weight.bold.fontName
    letters.fontSize = 68
    letters.alignmentMode = .center
    let height: CGFloat = 82
    letters.frame = CGRect(
      x: 0, y: gradient.bounds.midY - height / 2, width: gradient.bounds.width, height: height)
    gradient.mask = letters
    cell.layer.addSublayer(gradient)
    let start = CABasicAnimation(keyPath: "startPoint.x")
    start.fromValue = -1
    start.toValue = 0
    let end = CABasicAnimation(keyPath: "endPoint.x")
    end.fromValue = 1
    end.toValue = 2
    for animation in [start, end] { animation.duration = 5 }
    gradient.add(loop([start, end], every: 5), forKey: "run")
  }

  /// A picture through dots that become smaller to the right, on its way past them.
  private func buildDots(in cell: DemoCanvas.Cell) {
    let window = CALayer()
    window.frame = cell.centered(344, 80)
    cell.layer.addSublayer(window)
    let size = window.bounds.size
    let picture = Landscape.day.layer(
      CGRect(x: 0, y: 0, width: size.width * 1.5, height: size.height * 1.1))
    window.addSublayer(picture)
    let mask = DrawnLayer { context, bounds in
      let pitch: CGFloat = 8
      for row in 0..<Int(bounds.height / pitch) {
        for column in 0..<Int(bounds.width / pitch) {
          let share = 1 - CGFloat(column) * pitch / bounds.width
          let diameter = pitch * (0.2 + 0.75 * share)
          let x = (CGFloat(column) + 0.5) * pitch, y = (CGFloat(row) + 0.5) * pitch
          context.fillEllipse(
            in: CGRect(
              x: x - diameter / 2, y: y - diameter / 2, width: diameter, height: diameter))
        }
      }
    }
    mask.frame = window.bounds
    mask.setNeedsDisplay()
    window.mask = mask
    picture.position.y = size.height / 2
    picture.add(
      swing(
        "position.x", from: size.width * 0.75, to: size.width * 0.25, duration: 5,
        timing: .easeInEaseOut),
      forKey: "pan")
  }

  /// Rows that fade in below and out above.
  private func buildList(in cell: DemoCanvas.Cell) {
    let theme = canvas.theme
    let window = CALayer()
    window.frame = cell.room
    cell.layer.addSublayer(window)
    let fade = CAGradientLayer()
    fade.frame = window.bounds
    fade.colors = [0, 1, 1, 0].map { CGColor(gray: 0, alpha: $0) }
    fade.locations = [0, 0.4, 0.6, 1]
    window.mask = fade

    let pitch: CGFloat = 28
    let count = theme.accents.count
    let list = CALayer()
    list.frame = window.bounds
    window.addSublayer(list)
    // The first ones come again at the end: after a period everything looks the same.
    for index in 0..<count + 5 {
      let y = CGFloat(index) * pitch
      canvas.dot(
        at: CGPoint(x: 26, y: y), diameter: 20, color: theme.accent(index), on: list)
      canvas.box(
        CGRect(x: 50, y: y - 5, width: 296 - CGFloat(index % count) * 28, height: 10),
        color: theme.well, radius: 5, on: list)
    }
    let scroll = CABasicAnimation(keyPath: "sublayerTransform.translation.y")
    scroll.fromValue = 0
    scroll.toValue = -pitch * CGFloat(count)
    scroll.duration = 5
    scroll.repeatCount = .infinity
    list.add(scroll, forKey: "scroll")
  }
}
