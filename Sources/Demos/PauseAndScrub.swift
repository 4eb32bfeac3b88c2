import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension DemoCatalog {
  static let pauseAndScrub = Demo(
    name: "pause-and-scrub", title: "Pause and scrub",
    summary: "All of it is one layer's time: speed 0 stops it, timeOffset winds it to and fro.",
    duration: 8, photographTimes: [1.2, 2.2, 4.7],
    controls: [
      "drag along the card to wind the time", "pause and go on: the button, Return or Space",
    ]
  ) { canvas in PauseAndScrubScene(canvas: canvas) }
}

/// A rider on a path, and stations that spring up as it comes by: animations that know nothing of
/// being paused and wound back. So is the mark on the time line.
///
/// Until somebody takes over, the scene winds itself.
@MainActor
final class PauseAndScrubScene: LiveScene {
  /// How the film's time goes.
  enum Mode: Equatable {
    /// At the canvas's pace, from a moment of the canvas's time at which the film's was `local`.
    case running(from: Double, local: Double)
    case standing(local: Double)
  }

  /// Seconds in which the film is over and begins anew.
  static let length = 4.0
  /// Local time of the film's beginning: animations that begin at 0 would begin when they are added.
  static let origin = 1.0

  private let canvas: DemoCanvas
  private let card: UIView
  private let path: RiderPath
  /// Everything that moves.
  let film = CALayer()
  private(set) var button: DemoButton?
  private var label: UILabel?
  private(set) var mode = Mode.standing(local: origin)
  /// Nobody has paused or wound anything yet.
  private var isByItself = true
  /// In the canvas's time.
  private var start = 0.0

  init(canvas: DemoCanvas) {
    self.canvas = canvas
    let isPage = canvas.showsCaptions
    let footer: CGFloat = isPage ? 48 : 0
    let size = CGSize(
      width: canvas.size.width,
      height: canvas.size.height - (isPage ? footer + Metrics.unit * 2 : 0))
    card = canvas.card(CGRect(origin: .zero, size: size))
    path = RiderPath(size: size)
    film.frame = card.bounds
    card.layer.addSublayer(film)
    buildFilm()
    guard isPage else { return }
    buildFooter(y: size.height + Metrics.unit * 2, height: footer)
    card.addGestureRecognizer(
      UIPanGestureRecognizer { [weak self] pan in
        guard let self else { return }
        wind(to: pan.location(in: card).x)
      })
    card.addGestureRecognizer(
      UITapGestureRecognizer { [weak self] tap in
        guard let self else { return }
        wind(to: tap.location(in: card).x)
      })
  }

  private func buildFooter(y: CGFloat, height: CGFloat) {
    let button = DemoButton("Pause", theme: canvas.theme, style: .prominent) { [weak self] in
      _ = self?.activate(at: $0)
    }
    button.frame = CGRect(x: 0, y: y, width: 136, height: height)
    canvas.view.addSubview(button)
    self.button = button
    label = canvas.label(
      "speed 1", .body,
      CGRect(
        x: canvas.size.width / 2, y: y + (height - 22) / 2, width: canvas.size.width / 2, height: 22
      ),
      color: canvas.theme.secondaryText, alignment: .right, on: canvas.view)
  }

  // MARK: The film

  private func buildFilm() {
    let theme = canvas.theme
    let line = DrawnLayer { [path] context, _ in
      context.setStrokeColor(theme.well)
      context.setLineWidth(3)
      context.addPath(path.path)
      context.strokePath()
    }
    line.frame = film.bounds
    line.setNeedsDisplay()
    film.addSublayer(line)
    for (index, station) in path.stations.enumerated() {
      let ring = canvas.dot(at: station, diameter: 72, color: theme.surface, on: film)
      ring.borderWidth = 3
      ring.borderColor = theme.well
      let ball = canvas.dot(at: station, diameter: 48, color: theme.accent(index), on: film)
      let spring = CASpringAnimation(keyPath: "transform.scale")
      spring.stiffness = 260
      spring.damping = 9
      spring.fromValue = 0.001
      spring.toValue = 1
      spring.beginTime = path.time(ofStation: index)
      spring.duration = Self.length - spring.beginTime
      ball.add(repeated([spring]), forKey: "spring")
    }

    let rider = canvas.box(
      CGRect(x: 0, y: 0, width: 46, height: 26), color: theme.text, radius: 13, on: film)
    canvas.dot(at: CGPoint(x: 33, y: 13), diameter: 12, color: theme.background, on: rider)
    let ride = CAKeyframeAnimation(keyPath: "position")
    ride.path = path.path
    ride.rotationMode = .rotateAuto
    rider.add(repeated([ride]), forKey: "ride")

    buildTimeLine()
  }

  private func buildTimeLine() {
    let theme = canvas.theme
    let (left, right, y) = (path.timeLine.lowerBound, path.timeLine.upperBound, path.timeLineY)
    canvas.box(
      CGRect(x: left, y: y - 2, width: right - left, height: 4), color: theme.well, radius: 2,
      on: film)
    let past = canvas.box(
      CGRect(x: left, y: y - 2, width: 0, height: 4), color: theme.indigo, radius: 2, on: film)
    past.anchorPoint = CGPoint(x: 0, y: 0.5)
    past.position = CGPoint(x: left, y: y)
    past.add(repeated([basic("bounds.size.width", 0, right - left)]), forKey: "past")
    let mark = canvas.dot(at: CGPoint(x: left, y: y), diameter: 22, color: theme.text, on: film)
    mark.add(repeated([basic("position.x", left, right)]), forKey: "mark")
  }

  private func basic(_ keyPath: String, _ from: CGFloat, _ to: CGFloat) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.fromValue = from
    animation.toValue = to
    return animation
  }

  private func repeated(_ animations: [CAAnimation]) -> CAAnimationGroup {
    let group = loop(animations, every: Self.length)
    group.beginTime = Self.origin
    return group
  }

  // MARK: Time

  private func set(_ new: Mode) {
    guard new != mode else { return }
    mode = new
    switch mode {
    case .running(let from, let local):
      film.speed = 1
      film.timeOffset = 0
      film.beginTime = from - local
    case .standing(let local):
      film.speed = 0
      film.beginTime = 0
      film.timeOffset = local
    }
  }

  /// The film's local time at one of the canvas's.
  private func local(at time: Double) -> Double {
    switch mode {
    case .running(let from, let local): local + time - from
    case .standing(let local): local
    }
  }

  func begin(at start: Double) {
    self.start = start
    set(.running(from: start, local: Self.origin))
  }

  func tick(at time: Double) {
    if isByItself { set(script(at: time)) }
    let local = local(at: start + time) - Self.origin
    switch mode {
    case .running: label?.text = "speed 1"
    case .standing:
      let seconds = local.formatted(.number.precision(.fractionLength(2)))
      label?.text = "speed 0, timeOffset \(seconds) s"
    }
  }

  /// Forward, a stop, back, forth, and on to the end.
  private func script(at time: Double) -> Mode {
    let cycle = (time / 7).rounded(.down), t = time - cycle * 7
    let first = Self.origin + cycle * Self.length
    func eased(_ p: Double) -> Double { p * p * (3 - 2 * p) }
    return switch t {
    case ..<2.4: .running(from: start + cycle * 7, local: first)
    case ..<2.9: .standing(local: first + 2.4)
    case ..<4.3: .standing(local: first + 2.4 - 1.6 * eased((t - 2.9) / 1.4))
    case ..<5.7: .standing(local: first + 0.8 + 1.9 * eased((t - 4.3) / 1.4))
    default: .running(from: start + cycle * 7 + 5.7, local: first + 2.7)
    }
  }

  // MARK: The user

  func activate(at time: Double) -> Bool {
    guard let button else { return false }
    isByItself = false
    let now = canvas.layer.convertTime(CACurrentMediaTime(), from: nil)
    switch mode {
    case .running:
      set(.standing(local: local(at: now)))
      button.title = "Go on"
    case .standing(let local):
      set(.running(from: now, local: local))
      button.title = "Pause"
    }
    return true
  }

  /// Stops the film at the place of its time line under `x`.
  private func wind(to x: CGFloat) {
    isByItself = false
    let line = path.timeLine
    let share =
      (min(max(x, line.lowerBound), line.upperBound) - line.lowerBound)
      / (line.upperBound - line.lowerBound)
    // A moment before the end: the end itself is the next beginning.
    set(.standing(local: Self.origin + Double(share) * (Self.length - 0.001)))
    button?.title = "Go on"
  }
}

/// Where the rider goes and where the time line lies, on a card of some size.
private struct RiderPath {
  let path: CGPath
  let stations: [CGPoint]
  let timeLine: ClosedRange<CGFloat>
  let timeLineY: CGFloat

  init(size: CGSize) {
    timeLine = 48...(size.width - 48)
    timeLineY = size.height - 52
    let middle = (size.height - 72) / 2
    stations = (0..<5).map { index in
      CGPoint(
        x: size.width / 2 + CGFloat(index - 2) * 132, y: middle + (index % 2 == 0 ? -64 : 64))
    }
    let path = CGMutablePath()
    var last = CGPoint(x: timeLine.lowerBound, y: middle)
    path.move(to: last)
    for next in stations + [CGPoint(x: timeLine.upperBound, y: middle)] {
      let half = (next.x - last.x) / 2
      path.addCurve(
        to: next, control1: CGPoint(x: last.x + half, y: last.y),
        control2: CGPoint(x: next.x - half, y: next.y))
      last = next
    }
    self.path = path
  }

  /// Each curve of the path takes the same time.
  @MainActor func time(ofStation index: Int) -> Double {
    PauseAndScrubScene.length * Double(index + 1) / Double(stations.count + 1)
  }
}
