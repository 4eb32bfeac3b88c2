import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension DemoCatalog {
  static let mainThreadStall = Demo(
    name: "main-thread-stall", title: "Main-thread stall",
    summary: "The application sleeps; what the render server animates does not notice.",
    duration: 3, photographTimes: [0.3, 0.9, 2.1],
    controls: ["block the main thread for 2 s: the button, Return or Space"]
  ) { canvas in MainThreadStallScene(canvas: canvas) }
}

/// One motion twice: by Core Animation on the left, computed for each frame by the application on
/// the right. A button puts the application to sleep.
@MainActor
final class MainThreadStallScene: LiveScene {
  /// Seconds.
  static let stall = 2.0
  /// What blocking means; tests put something quicker here.
  static var sleep: @MainActor (_ seconds: Double) -> Void = { Thread.sleep(forTimeInterval: $0) }

  /// Layers of one side, moved by either.
  struct Side {
    let ball: CALayer
    let square: CALayer
    let card: CALayer
  }

  private let canvas: DemoCanvas
  private let motion: StallMotion
  let animated: Side
  let computed: Side
  private(set) var counter: UILabel?
  private(set) var button: DemoButton?
  private(set) var ticks = 0
  /// Media time at which the last stall ended.
  private var awakeSince = 0.0

  init(canvas: DemoCanvas) {
    self.canvas = canvas
    let isPage = canvas.showsCaptions
    let gap = Metrics.unit * 2
    let footer: CGFloat = isPage ? 48 : 0
    let size = CGSize(
      width: (canvas.size.width - gap) / 2,
      height: canvas.size.height - (isPage ? footer + gap : 0))
    let lanes = StallLanes(size: size, isPage: isPage)
    motion = StallMotion(lanes: lanes)
    let motion = motion
    func side(_ title: String, _ caption: String, x: CGFloat) -> Side {
      let card = canvas.card(CGRect(origin: CGPoint(x: x, y: 0), size: size))
      let width = size.width - 2 * lanes.inset
      canvas.label(
        title, .body, CGRect(x: lanes.inset, y: 18, width: width, height: 22), weight: .medium,
        on: card)
      canvas.caption(
        caption, CGRect(x: lanes.inset, y: 42, width: width, height: 18), on: card)
      return lanes.build(on: card.layer, canvas: canvas, at: motion.pose(at: 0))
    }
    animated = side("Core Animation", "The render server moves these.", x: 0)
    computed = side(
      "CADisplayLink", "The main thread moves these, frame by frame.", x: size.width + gap)
    if isPage { buildFooter(y: size.height + gap, height: footer) }
  }

  private func buildFooter(y: CGFloat, height: CGFloat) {
    let button = DemoButton(Self.title, theme: canvas.theme, style: .prominent) { [weak self] in
      _ = self?.activate(at: $0)
    }
    button.frame = CGRect(x: 0, y: y, width: 280, height: height)
    canvas.view.addSubview(button)
    self.button = button
    counter = canvas.label(
      Self.count(0), .body,
      CGRect(
        x: canvas.size.width / 2, y: y + (height - 22) / 2, width: canvas.size.width / 2, height: 22
      ),
      color: canvas.theme.secondaryText, alignment: .right, on: canvas.view)
  }

  private static let title = "Block the main thread for 2 s"

  private static func count(_ ticks: Int) -> String {
    ticks == 1 ? "1 main-thread tick" : "\(ticks) main-thread ticks"
  }

  func begin(at start: Double) {
    for (layer, animations) in motion.animations(of: animated) {
      let group = CAAnimationGroup()
      group.animations = animations
      group.duration = StallMotion.period
      group.repeatCount = .infinity
      group.beginTime = start
      layer.add(group, forKey: "motion")
    }
  }

  func tick(at time: Double) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    motion.pose(at: time).apply(to: computed)
    CATransaction.commit()
    ticks += 1
    counter?.text = Self.count(ticks)
  }

  func activate(at time: Double) -> Bool {
    guard let button else { return false }
    // Presses that waited while the application slept do not put it to sleep again.
    guard time >= awakeSince else { return true }
    button.title = "Main thread blocked…"
    button.isHighlighted = true
    CATransaction.flush()
    Self.sleep(Self.stall)
    awakeSince = CACurrentMediaTime()
    button.title = Self.title
    button.isHighlighted = false
    return true
  }
}
