import CoreGraphics
import QuartzCore
import Testing
import UIKit

@MainActor @Suite("Gradients that change")
struct GradientFeatureTests {
  private static let start = [[1, 0, 0, 1], [0, 0, 1, 1]] as [[Double]]
  private static let end = [[0, 1, 0, 1], [1, 1, 0, 0.5]] as [[Double]]

  private static func colors(_ stops: [[Double]]) -> [CGColor] { stops.map(CGColor.straight) }

  private static let colorsProbe = ValueProbe.keyPath("colors")

  private final class GradientView: UIView {
    let gradient = CAGradientLayer()

    override func layoutSubviews() {
      super.layoutSubviews()
      if gradient.superlayer == nil { layer.addSublayer(gradient) }
      gradient.frame = bounds
    }
  }

  @Test(
    "S55: colours are half way at 1 s, there at 2 s and back at 4 s, for ever",
    arguments: [CAMediaTimingFunctionName.easeInEaseOut, .linear])
  func colors(timing: CAMediaTimingFunctionName) throws {
    let test = try ViewStage(), stage = test.stage
    let view = test.add(GradientView(), CGRect(x: 0, y: 0, width: 100, height: 50))
    let gradient = view.gradient
    withoutActions { gradient.colors = Self.colors(Self.start) }
    stage.mark()
    let animation = CABasicAnimation(keyPath: "colors")
    animation.fromValue = Self.colors(Self.start)
    animation.toValue = Self.colors(Self.end)
    animation.duration = 2
    animation.autoreverses = true
    animation.repeatCount = .infinity
    animation.timingFunction = CAMediaTimingFunction(name: timing)
    gradient.add(animation, forKey: "colors")
    stage.mark()
    let mean = [0.5, 0.5, 0, 1, 0.5, 0.5, 0.5, 0.75]
    let shown: [(Double, [Double])] = [
      (0, Self.start.flatMap { $0 }), (1, mean), (2, Self.end.flatMap { $0 }), (3, mean),
      (4, Self.start.flatMap { $0 }), (41, mean), (42, Self.end.flatMap { $0 }),
    ]
    for (time, shown) in shown {
      stage.at(time)
      try Self.colorsProbe.expect(gradient, on: stage, near: shown, within: 1e-6, "at \(time)")
      if time == 2 {
        view.frame.size = CGSize(width: 300, height: 80)
        stage.commit()
      }
    }
    #expect(gradient.frame == CGRect(x: 0, y: 0, width: 300, height: 80), "layout keeps the frame")
  }

  @Test("S55: every stop is drawn as the mean of its colours at half time")
  func drawnColors() throws {
    let stage = try TestStage(width: 100, height: 20, background: .opaque(1, 1, 1))
    defer { stage.stage.close() }
    let gradient = stage.add(CAGradientLayer()) {
      $0.frame = stage.root.bounds
      $0.colors = Self.colors(Self.start)
      $0.startPoint = CGPoint(x: 0, y: 0.5)
      $0.endPoint = CGPoint(x: 1, y: 0.5)
    }
    stage.mark()
    let animation = CABasicAnimation(keyPath: "colors")
    animation.toValue = Self.colors(Self.end)
    animation.duration = 2
    gradient.add(animation, forKey: "colors")
    stage.mark()
    stage.at(1)
    let pixels = stage.pixels()
    for x in [0, 24, 50, 75, 99] {
      // Both stops are half red and half green; blue and alpha go from one to the other.
      let t = (Double(x) + 0.5) / 100
      let alpha = 1 - 0.25 * t
      let over = [0.5, 0.5, 0.5 * t].map { Int((255 * ($0 * alpha + 1 - alpha)).rounded()) }
      pixels.expect(x, 10, near: over + [255], within: 1)
    }
  }

  @Test("S56: a start point is half way at 1.5 s, there at 3 s and back at 6 s")
  func startPoint() throws {
    let stage = try TestStage(draws: false)
    let gradient = stage.add(CAGradientLayer()) {
      $0.colors = Self.colors(Self.start)
      $0.startPoint = .zero
    }
    stage.mark()
    let animation = CABasicAnimation(keyPath: "startPoint")
    animation.fromValue = CGPoint(x: 0, y: 0)
    animation.toValue = CGPoint(x: 1, y: 0)
    animation.duration = 3
    animation.autoreverses = true
    animation.repeatCount = .infinity
    gradient.add(animation, forKey: "startPoint")
    stage.mark()
    let point = ValueProbe.keyPath("startPoint")
    for (time, x) in [(0, 0), (1.5, 0.5), (3, 1), (4.5, 0.5), (6, 0), (7.5, 0.5)] {
      stage.at(time)
      try point.expect(gradient, on: stage, near: [x, 0], within: 1e-6, "at \(time)")
    }
  }

  @Test("S57: colours of a layer of its own fade by themselves, in a view's animation block too")
  func implicitColors() throws {
    let test = try ViewStage(), stage = test.stage
    for isInBlock in [false, true] {
      let gradient = stage.add(CAGradientLayer()) { $0.colors = Self.colors(Self.start) }
      stage.mark()
      if isInBlock {
        UIView.animate(withDuration: 2) { gradient.colors = Self.colors(Self.end) }
      } else {
        gradient.colors = Self.colors(Self.end)
      }
      stage.mark()
      let label = isInBlock ? "in the block" : "alone"
      // The default timing function at half time.
      let half = 0.80240339
      stage.at(0.125)
      let shown = zip(Self.start, Self.end).flatMap { a, b in
        zip(a, b).map { $0 + ($1 - $0) * half }
      }
      try Self.colorsProbe.expect(gradient, on: stage, near: shown, within: 1e-6, label)
      stage.at(0.26)
      try Self.colorsProbe.expect(
        gradient, on: stage, near: Self.end.flatMap { $0 }, within: 0, label)
      #expect(gradient.animationKeys() == nil)
    }
  }

  @Test("S58: a shimmer begins and ends flat, is in the middle at half time, and stops at once")
  func shimmer() throws {
    let stage = try TestStage(width: 120, height: 20, background: .opaque(1, 1, 1))
    defer { stage.stage.close() }
    let gray = [204, 204, 204, 255], light = [242, 242, 242, 255]
    let gradient = stage.add(CAGradientLayer()) {
      $0.frame = stage.root.bounds
      $0.colors = [0.8, 0.949, 0.8].map { CGColor(gray: $0, alpha: 1) }
      $0.locations = [-1, -0.5, 0]
      $0.startPoint = CGPoint(x: 0, y: 0.5)
      $0.endPoint = CGPoint(x: 1, y: 0.5)
    }
    stage.mark()
    let run = CABasicAnimation(keyPath: "locations")
    run.fromValue = [-1, -0.5, 0]
    run.toValue = [1, 1.5, 2]
    run.duration = 1.5
    run.repeatCount = .infinity
    gradient.add(run, forKey: "shimmer")
    stage.mark()
    let locations = ValueProbe.keyPath("locations")
    func expectFlat(_ label: String) {
      let pixels = stage.pixels()
      for x in [0, 30, 60, 90, 119] { pixels.expect(x, 10, near: gray, within: 1, label) }
    }
    for cycle in [0.0, 1, 40] {
      let begin = 1.5 * cycle
      stage.at(begin + 0.0001)
      expectFlat("the first frame")
      stage.at(begin + 0.75)
      try locations.expect(gradient, on: stage, near: [0, 0.5, 1], within: 1e-9)
      let pixels = stage.pixels()
      pixels.expect(0, 10, near: gray, within: 1)
      pixels.expect(60, 10, near: light, within: 1)
      pixels.expect(119, 10, near: gray, within: 1)
      stage.at(begin + 1.4999)
      expectFlat("the last frame")
    }
    stage.at(62.25)
    gradient.removeAnimation(forKey: "shimmer")
    stage.commit()
    try locations.expect(gradient, on: stage, near: [-1, -0.5, 0])
    expectFlat("stopped")
  }
}
