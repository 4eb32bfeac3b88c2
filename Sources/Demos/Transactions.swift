import CoreGraphics
import Foundation
import QuartzCore

extension DemoCatalog {
  static let transactions = Demo(
    name: "transactions", title: "Transactions",
    summary:
      "Only model values change; a CATransaction says how long the implicit animations take.",
    duration: 6.4, photographTimes: [0.5, 2.1, 3.7]
  ) { canvas in TransactionsScene(canvas: canvas) }
}

/// Sixteen dots change places every 1.6 s. Frames keep the time.
@MainActor
private final class TransactionsScene: LiveScene {
  private static let period = 1.6

  private let canvas: DemoCanvas
  private var dots: [CALayer] = []
  private var step = 0

  init(canvas: DemoCanvas) {
    self.canvas = canvas
    canvas.card(CGRect(origin: .zero, size: canvas.size))
    for index in 0..<16 {
      dots.append(
        canvas.dot(at: place(index, step: 0), diameter: 44, color: color(index, step: 0)))
    }
  }

  func tick(at time: Double) {
    let due = Int((time + Self.period * 0.85) / Self.period)
    if due > step { advance(to: due) }
  }

  private func advance(to next: Int) {
    step = next
    CATransaction.begin()
    CATransaction.setAnimationDuration(1.0)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeInEaseOut))
    for (index, dot) in dots.enumerated() {
      dot.position = place(index, step: step)
      dot.backgroundColor = color(index, step: step)
      dot.cornerRadius = step % 4 == 3 ? 10 : 22
    }
    CATransaction.commit()
  }

  private func color(_ index: Int, step: Int) -> CGColor {
    canvas.theme.accent(index / 4 + index % 4 + step)
  }

  /// A grid, a ring, a wave, two columns of blocks.
  private func place(_ index: Int, step: Int) -> CGPoint {
    let centre = CGPoint(x: canvas.size.width / 2, y: canvas.size.height / 2)
    let i = CGFloat(index)
    switch step % 4 {
    case 0:
      let column = CGFloat(index % 8), row = CGFloat(index / 8)
      return CGPoint(x: centre.x + (column - 3.5) * 84, y: centre.y + (row - 0.5) * 112)
    case 1:
      let angle = i / 16 * 2 * .pi - .pi / 2
      return CGPoint(x: centre.x + cos(angle) * 172, y: centre.y + sin(angle) * 172)
    case 2:
      return CGPoint(
        x: 70 + i / 15 * (canvas.size.width - 140), y: centre.y + sin(i / 15 * 2 * .pi) * 130)
    default:
      let column = CGFloat(index % 4), row = CGFloat(index / 4)
      return CGPoint(x: centre.x + (column - 1.5) * 76, y: centre.y + (row - 1.5) * 76)
    }
  }
}
