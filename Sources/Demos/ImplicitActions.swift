import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let implicitActions = Demo(
    name: "implicit-actions", title: "Implicit actions",
    summary:
      "The same three properties are set at the same moment; actions say what is seen of it.",
    duration: 4.8, photographTimes: [0.73, 1.93, 3.2]
  ) { canvas in ImplicitActionsScene(canvas: canvas) }
}

/// Four panels: a box is sent to the other side of each every 1.2 s, with another colour and other
/// corners.
@MainActor
final class ImplicitActionsScene: LiveScene {
  private static let period = 1.2

  /// A box and how it is changed.
  struct Panel {
    let box: CALayer
    /// Where the box is sent to and from.
    let places: [CGPoint]
    let accents: [CGColor]
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
    add("The transaction's pace", "0.8 s, easeInEaseOut") { change in
      CATransaction.begin()
      CATransaction.setAnimationDuration(0.8)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeInEaseOut))
      change()
      CATransaction.commit()
    }
    add("An action of one's own", "layer.actions: a spring") { change in change() }
    // Without ends an animation goes from what is shown to the new value.
    let spring = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.45)
    panels[3].box.actions = [
      "position": spring, "backgroundColor": spring, "cornerRadius": spring,
    ]
  }

  private func add(
    _ title: String, _ caption: String, perform: @escaping (_ change: () -> Void) -> Void
  ) {
    let index = panels.count
    let gap = Metrics.unit * 2
    let size = CGSize(width: (canvas.size.width - gap) / 2, height: (canvas.size.height - gap) / 2)
    let card = canvas.card(
      CGRect(
        x: CGFloat(index % 2) * (size.width + gap), y: CGFloat(index / 2) * (size.height + gap),
        width: size.width, height: size.height))
    canvas.label(
      title, .body, CGRect(x: 24, y: 18, width: size.width - 48, height: 22), weight: .medium,
      on: card)
    canvas.caption(caption, CGRect(x: 24, y: 42, width: size.width - 48, height: 18), on: card)

    let side: CGFloat = 72
    let y = size.height / 2 + (canvas.showsCaptions ? 28 : 0)
    let places = [72, size.width - 72].map { CGPoint(x: $0, y: y) }
    for place in places {
      let ghost = canvas.box(square(side, around: place), color: nil, radius: 18, on: card.layer)
      ghost.borderWidth = 2
      ghost.borderColor = canvas.theme.well
    }
    let accents = [canvas.theme.accent(index), canvas.theme.accent(index + 3)]
    let box = canvas.box(
      square(side, around: places[0]), color: accents[0], radius: 18, on: card.layer)
    panels.append(Panel(box: box, places: places, accents: accents, perform: perform))
  }

  private func square(_ side: CGFloat, around place: CGPoint) -> CGRect {
    CGRect(x: place.x - side / 2, y: place.y - side / 2, width: side, height: side)
  }

  func tick(at time: Double) {
    let due = Int((time + Self.period / 2) / Self.period)
    guard due > step else { return }
    step = due
    for panel in panels {
      panel.perform {
        panel.box.position = panel.places[step % 2]
        panel.box.backgroundColor = panel.accents[step % 2]
        panel.box.cornerRadius = step % 2 == 0 ? 18 : 36
      }
    }
  }
}
