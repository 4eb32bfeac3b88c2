import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let scrubber = Demo(
    name: "scrubber", title: "Scrubber",
    summary: "A slider moves two property animators: one by equal parts, one along its curve.",
    duration: 5, photographTimes: [0.9, 1.6, 3.4],
    controls: ["drag the slider", "play, pause and turn round", "send off by a spring"]
  ) { canvas in ScrubberScene(canvas: canvas) }
}

/// Two boxes that go the same way, led by the same slider. It moves by itself until somebody takes it.
@MainActor
final class ScrubberScene: LiveScene {
  /// Seconds.
  private static let period = 5.0, length = 2.0
  private static let start: CGFloat = 130, end: CGFloat = 670, side: CGFloat = 64

  private let canvas: DemoCanvas
  let boxes: [UIView]
  let animators: [UIViewPropertyAnimator]
  let slider = UISlider(frame: CGRect(x: 116, y: 304, width: 568, height: 34))
  private var playButton: DemoButton?
  private(set) var playsItself = true

  init(canvas: DemoCanvas) {
    self.canvas = canvas
    let theme = canvas.theme
    canvas.card(CGRect(origin: .zero, size: canvas.size))
    let rows: [CGFloat] = [104, 208]
    boxes = rows.map { y in
      let track = UIView(
        frame: CGRect(x: Self.start, y: y - 1, width: Self.end - Self.start, height: 2))
      track.layer.backgroundColor = theme.hairline
      canvas.view.addSubview(track)
      let box = UIView(frame: CGRect(x: 0, y: 0, width: Self.side, height: Self.side))
      box.center = CGPoint(x: Self.start, y: y)
      box.layer.cornerRadius = 14
      box.backgroundColor = UIColor(cgColor: theme.indigo)
      canvas.view.addSubview(box)
      return box
    }
    animators = boxes.map { box in
      let animator = UIViewPropertyAnimator(duration: Self.length, curve: .easeInOut) {
        box.center.x = Self.end
        box.transform = CGAffineTransform(rotationAngle: .pi * 0.75)
        box.backgroundColor = UIColor(cgColor: theme.mint)
      }
      animator.pausesOnCompletion = true
      return animator
    }
    animators[1].scrubsLinearly = false
    for animator in animators { animator.pauseAnimation() }
    slider.minimumTrackTintColor = UIColor(cgColor: theme.indigo)
    slider.maximumTrackTintColor = UIColor(cgColor: theme.well)
    slider.addTarget(for: [.touchDown, .valueChanged]) { [weak self] slider in
      self?.take(CGFloat(slider.value))
    }
    canvas.view.addSubview(slider)
    guard canvas.showsCaptions else { return }
    for (text, y) in [("By equal parts", rows[0]), ("Along the curve", rows[1])] {
      canvas.caption(text, CGRect(x: 98, y: y - 66, width: 300, height: 18), on: canvas.view)
    }
    addButtons()
  }

  // An animator must not be let go while it waits.
  isolated deinit { for animator in animators { animator.stopAnimation(true) } }

  private func addButtons() {
    let size = CGSize(width: 104, height: 36), gap = Metrics.unit
    let titles: [(String, @MainActor (ScrubberScene) -> Void)] = [
      ("Play", { $0.playOrPause() }), ("Turn round", { $0.turnRound() }),
      ("Spring", { $0.spring() }),
    ]
    let width = size.width * 3 + gap * 2
    for (i, (title, action)) in titles.enumerated() {
      let button = DemoButton(title, theme: canvas.theme, style: .quiet) { [weak self] _ in
        guard let self else { return }
        self.playsItself = false
        action(self)
      }
      let x = (canvas.size.width - width) / 2 + CGFloat(i) * (size.width + gap)
      button.frame = CGRect(origin: CGPoint(x: x, y: 392), size: size)
      canvas.view.addSubview(button)
      if i == 0 { playButton = button }
    }
  }

  // MARK: Where they are

  /// How much of the way is gone, whichever way they run.
  var progress: CGFloat {
    get {
      animators[0].isReversed ? 1 - animators[0].fractionComplete : animators[0].fractionComplete
    }
    set {
      for animator in animators {
        animator.fractionComplete = animator.isReversed ? 1 - newValue : newValue
      }
    }
  }

  private var isRunning: Bool { animators.contains(where: \.isRunning) }

  func tick(at time: Double) {
    if playsItself {
      progress = 0.5 - 0.5 * cos(2 * .pi * time / Self.period)
      slider.value = Float(progress)
    } else if !slider.isTracking {
      slider.value = Float(progress)
    }
    playButton?.title = isRunning ? "Pause" : "Play"
  }

  /// Somebody has the slider.
  private func take(_ position: CGFloat) {
    playsItself = false
    for animator in animators where animator.isRunning { animator.pauseAnimation() }
    progress = position
  }

  // MARK: What the buttons do

  func activate(at time: Double) -> Bool {
    playsItself = false
    playOrPause()
    return true
  }

  private func playOrPause() {
    if isRunning {
      for animator in animators where animator.isRunning { animator.pauseAnimation() }
    } else {
      go(nil)
    }
  }

  private func turnRound() {
    for animator in animators { animator.isReversed.toggle() }
    if !isRunning { go(nil) }
  }

  private func spring() {
    go(UISpringTimingParameters(dampingRatio: 0.5, initialVelocity: CGVector(dx: 0, dy: 0)))
  }

  /// From the end they set off for the other one.
  private func go(_ timing: (any UITimingCurveProvider)?) {
    for animator in animators {
      if animator.fractionComplete >= 1 { animator.isReversed.toggle() }
      animator.continueAnimation(
        withTimingParameters: timing, durationFactor: timing == nil ? 0 : 0.6)
    }
  }
}
