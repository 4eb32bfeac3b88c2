import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let valueFunctions = Demo(
    name: "value-functions", title: "Value functions",
    summary: "Numbers become transforms; new targets in full flight, replaced and added up.",
    duration: 3.6, photographTimes: [0.5, 1.1, 2.3]
  ) { canvas in ValueFunctionsScene(canvas: canvas).build() }
}

@MainActor
private struct ValueFunctionsScene {
  /// Seconds after which everything starts anew.
  private static let period = 3.6

  let canvas: DemoCanvas

  func build() {
    let gap = Metrics.unit * 2
    let side = (canvas.size.height - gap) / 2
    let cells: [(String, (CGRect) -> Void)] = [
      ("rotateZ: 0 → 4π", { turn(in: $0) }),
      ("transform: 0 → 4π", { standStill(in: $0) }),
      ("scale: [1, 1, 1] → [1.7, 0.5, 1]", { stretch(in: $0) }),
      ("rotateZ + translateX", { orbit(in: $0) }),
    ]
    for (index, (caption, fill)) in cells.enumerated() {
      let frame = CGRect(
        x: CGFloat(index % 2) * (side + gap), y: CGFloat(index / 2) * (side + gap), width: side,
        height: side)
      let card = canvas.card(frame)
      fill(frame)
      canvas.caption(
        caption, CGRect(x: 0, y: side - 36, width: side, height: 20), alignment: .center, on: card)
    }
    let left = 2 * (side + gap)
    RetargetingScene(
      canvas: canvas,
      frame: CGRect(x: left, y: 0, width: canvas.size.width - left, height: canvas.size.height)
    ).build()
  }

  /// A square with a hand, so that its turns can be counted.
  private func square(in cell: CGRect, color: CGColor) -> CALayer {
    let lift: CGFloat = canvas.showsCaptions ? 14 : 0
    let square = canvas.box(
      CGRect(x: cell.midX - 44, y: cell.midY - 44 - lift, width: 88, height: 88), color: color,
      radius: 14)
    canvas.box(
      CGRect(x: 41, y: 10, width: 6, height: 34), color: canvas.theme.surface, radius: 3, on: square
    )
    return square
  }

  private func animation(_ name: CAValueFunctionName?, from: Any, to: Any) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "transform")
    animation.valueFunction = name.flatMap { CAValueFunction(name: $0) }
    animation.fromValue = from
    animation.toValue = to
    animation.duration = Self.period
    animation.repeatCount = .infinity
    return animation
  }

  private func turn(in cell: CGRect) {
    let square = square(in: cell, color: canvas.theme.indigo)
    square.add(animation(.rotateZ, from: 0, to: 4 * Double.pi), forKey: "turn")
  }

  /// Between two equal matrices nothing moves.
  private func standStill(in cell: CGRect) {
    let square = square(in: cell, color: canvas.theme.well)
    square.sublayers?.first?.backgroundColor = canvas.theme.secondaryText
    let (start, end) = (CATransform3DIdentity, CATransform3DMakeRotation(4 * .pi, 0, 0, 1))
    square.add(animation(nil, from: start, to: end), forKey: "turn")
  }

  private func stretch(in cell: CGRect) {
    let square = square(in: cell, color: canvas.theme.mint)
    let stretch = animation(.scale, from: [1, 1, 1], to: [1.7, 0.5, 1])
    stretch.duration = Self.period / 4
    stretch.autoreverses = true
    stretch.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    square.add(stretch, forKey: "stretch")
  }

  /// Both add up: the square is moved out along an axis that turns.
  private func orbit(in cell: CGRect) {
    let lift: CGFloat = canvas.showsCaptions ? 14 : 0
    let center = CGPoint(x: cell.midX, y: cell.midY - lift)
    canvas.dot(at: center, diameter: 10, color: canvas.theme.hairline)
    let moon = canvas.box(
      CGRect(x: center.x - 17, y: center.y - 17, width: 34, height: 34), color: canvas.theme.amber,
      radius: 8)
    let turn = animation(.rotateZ, from: 0, to: 4 * Double.pi)
    let out = animation(.translateX, from: 30, to: 58)
    out.duration = Self.period / 4
    out.autoreverses = true
    out.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    for animation in [turn, out] {
      animation.isAdditive = true
      moon.add(animation, forKey: nil)
    }
  }
}

/// Two balls are sent to four places, each time half way to the one before: once by animations that
/// replace each other, once by animations that add up.
@MainActor
private struct RetargetingScene {
  let canvas: DemoCanvas
  let frame: CGRect

  private static let period = 3.6
  private static let duration = 1.2
  /// Shares of the way from left to right; the first is where both begin.
  private static let places = [0.0, 1, 0.15, 0.85, 0]
  /// When the way to each place but the first begins.
  private static let begins = [0.2, 0.8, 1.4, 2.0]
  /// How many pictures of a ball follow it, and seconds between two.
  private static let ghosts = 7, lag = 0.045

  private var track: (left: CGFloat, width: CGFloat) { (frame.minX + 48, frame.width - 96) }

  private func x(_ share: Double) -> CGFloat { track.left + track.width * CGFloat(share) }

  func build() {
    let card = canvas.card(frame)
    let lanes = [
      (0.3, "replaced: each start is a jolt", canvas.theme.coral, replacing),
      (0.72, "added up: one motion", canvas.theme.cyan, adding),
    ]
    for (height, caption, color, animations) in lanes {
      let y = frame.minY + frame.height * CGFloat(height)
      canvas.box(
        CGRect(x: track.left, y: y - 1, width: track.width, height: 2), color: canvas.theme.hairline
      )
      for (index, place) in Self.places.dropLast().enumerated() {
        canvas.dot(at: CGPoint(x: x(place), y: y), diameter: 8, color: canvas.theme.secondaryText)
        canvas.caption(
          "\(index)",
          CGRect(x: x(place) - frame.minX - 20, y: y - frame.minY + 28, width: 40, height: 20),
          alignment: .center, on: card)
      }
      canvas.caption(
        caption, CGRect(x: 0, y: y - frame.minY - 64, width: frame.width, height: 20),
        alignment: .center, on: card)
      for ghost in (0...Self.ghosts).reversed() {
        let ball = canvas.dot(at: CGPoint(x: x(0), y: y), diameter: 30, color: color)
        ball.opacity = ghost == 0 ? 1 : 0.34 - Float(ghost) * 0.04
        ball.add(run(animations(), late: Double(ghost) * Self.lag), forKey: "run")
      }
    }
  }

  private func run(_ animations: [CABasicAnimation], late: Double) -> CAAnimationGroup {
    for animation in animations { animation.beginTime += late }
    let group = CAAnimationGroup()
    group.animations = animations
    group.duration = Self.period
    group.repeatCount = .infinity
    return group
  }

  private func leg(_ index: Int, from: Double, to: Double) -> CABasicAnimation {
    let leg = CABasicAnimation(keyPath: "position.x")
    leg.fromValue = from
    leg.toValue = to
    leg.beginTime = Self.begins[index]
    leg.duration = Self.duration
    leg.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    return leg
  }

  /// Each from where the one before has come: half way, at half of its time.
  private func replacing() -> [CABasicAnimation] {
    var start = Self.places[0]
    return Self.begins.indices.map { index in
      let end = Self.places[index + 1]
      let leg = leg(index, from: Double(x(start)), to: Double(x(end)))
      leg.fillMode = .forwards
      start = (start + end) / 2
      return leg
    }
  }

  /// Each from the way back to nothing, on top of the last place and of the others.
  private func adding() -> [CABasicAnimation] {
    Self.begins.indices.map { index in
      let back = Double(x(Self.places[index]) - x(Self.places[index + 1]))
      let leg = leg(index, from: back, to: 0)
      leg.isAdditive = true
      leg.fillMode = .backwards
      return leg
    }
  }
}
