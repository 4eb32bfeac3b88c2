import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension DemoCatalog {
  static let transactions = Demo(
    name: "transactions", title: "Transactions",
    summary: "The same model values are set at the same moment; actions say what is seen of it.",
    duration: 6.4, photographTimes: [0.4, 2.0, 3.7]
  ) { canvas in TransactionsScene(canvas: canvas) }
}

/// Four panels: in each, dots change places, colours and corners every 1.6 s. Frames keep the time.
@MainActor
final class TransactionsScene: LiveScene {
  private static let period = 1.6
  private static let dotCount = 10
  private static let diameter: CGFloat = 28

  /// Dots and how they are changed.
  struct Panel {
    let dots: [CALayer]
    let center: CGPoint
    let perform: (_ change: () -> Void) -> Void
  }

  private let canvas: DemoCanvas
  private(set) var panels: [Panel] = []
  private var step = 0

  init(canvas: DemoCanvas) {
    self.canvas = canvas
    add("No action", "CATransaction.setDisableActions(true)") { change in
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      change()
      CATransaction.commit()
    }
    add("The default action", "0.25 s, the default curve") { change in change() }
    add("The transaction's pace", "1 s, easeInEaseOut") { change in
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeInEaseOut))
      change()
      CATransaction.commit()
    }
    add("An action of one's own", "layer.actions: a spring") { change in change() }
    // Without ends an animation goes from what is shown to the new value.
    let spring = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.45)
    for dot in panels[3].dots {
      dot.actions = ["position": spring, "backgroundColor": spring, "cornerRadius": spring]
    }
  }

  private func add(
    _ title: String, _ caption: String, perform: @escaping (_ change: () -> Void) -> Void
  ) {
    let index = CGFloat(panels.count)
    let gap = Metrics.unit * 2
    let size = CGSize(width: (canvas.size.width - gap) / 2, height: (canvas.size.height - gap) / 2)
    let card = canvas.card(
      CGRect(
        x: index.truncatingRemainder(dividingBy: 2) * (size.width + gap),
        y: (index / 2).rounded(.down) * (size.height + gap),
        width: size.width, height: size.height))
    canvas.label(
      title, .body, CGRect(x: 24, y: 18, width: size.width - 48, height: 22), weight: .medium,
      on: card)
    canvas.caption(caption, CGRect(x: 24, y: 42, width: size.width - 48, height: 18), on: card)
    let center = CGPoint(
      x: size.width / 2, y: size.height / 2 + (canvas.showsCaptions ? 28 : 0))
    let dots = (0..<Self.dotCount).map { dot in
      canvas.dot(
        at: Self.place(dot, step: 0, around: center), diameter: Self.diameter,
        color: color(dot, step: 0), on: card.layer)
    }
    panels.append(Panel(dots: dots, center: center, perform: perform))
  }

  func tick(at time: Double) {
    let due = Int((time + Self.period * 0.85) / Self.period)
    guard due > step else { return }
    step = due
    for panel in panels {
      panel.perform {
        for (index, dot) in panel.dots.enumerated() {
          dot.position = Self.place(index, step: step, around: panel.center)
          dot.backgroundColor = color(index, step: step)
          dot.cornerRadius = step % 4 == 3 ? 7 : Self.diameter / 2
        }
      }
    }
  }

  private func color(_ index: Int, step: Int) -> CGColor { canvas.theme.accent(index + step) }

  /// Two rows, a ring, a wave, a block.
  static func place(_ index: Int, step: Int, around center: CGPoint) -> CGPoint {
    let share = CGFloat(index) / CGFloat(dotCount - 1)
    switch step % 4 {
    case 0:
      let column = CGFloat(index % 5), row = CGFloat(index / 5)
      return CGPoint(x: center.x + (column - 2) * 66, y: center.y + (row - 0.5) * 72)
    case 1:
      let angle = CGFloat(index) / CGFloat(dotCount) * 2 * .pi - .pi / 2
      return CGPoint(x: center.x + cos(angle) * 58, y: center.y + sin(angle) * 58)
    case 2:
      return CGPoint(
        x: center.x + (share - 0.5) * 320, y: center.y + sin(share * 2 * .pi) * 48)
    default:
      let column = CGFloat(index % 5), row = CGFloat(index / 5)
      return CGPoint(x: center.x + (column - 2) * 36, y: center.y + (row - 0.5) * 36)
    }
  }
}
