import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension DemoCatalog {
  static let counterAndEasing = Demo(
    name: "counter-and-easing", title: "Counter and easing",
    summary: "Formulas of one's own, computed by a display link for the moment each frame is seen.",
    duration: 2.8, photographTimes: [0.3, 0.75, 1.6]
  ) { canvas in CounterAndEasingScene(canvas: canvas) }
}

/// A number that counts to a hundred, and balls that follow formulas no timing function can.
@MainActor
final class CounterAndEasingScene: LiveScene {
  /// Seconds: the way there, and with the rest at its end.
  private static let run = 2.0, period = 2.8
  private static let markCount = 60

  /// A formula and the ball that shows it.
  struct Row {
    let ball: CALayer
    let track: ClosedRange<CGFloat>
    let curve: (Double) -> Double
  }

  private let canvas: DemoCanvas
  private var marks: [CALayer] = []
  private(set) var number: CATextLayer?
  private(set) var rows: [Row] = []

  init(canvas: DemoCanvas) {
    self.canvas = canvas
    let gap = Metrics.unit * 2
    let left = CGRect(x: 0, y: 0, width: 304, height: canvas.size.height)
    buildCounter(on: canvas.card(left), size: left.size)
    let right = CGRect(
      x: left.width + gap, y: 0, width: canvas.size.width - left.width - gap,
      height: canvas.size.height)
    buildRows(on: canvas.card(right), size: right.size)
  }

  private func buildCounter(on card: UIView, size: CGSize) {
    let center = CGPoint(x: size.width / 2, y: size.height / 2)
    for index in 0..<Self.markCount {
      let angle = CGFloat(index) / CGFloat(Self.markCount) * 2 * .pi
      let mark = canvas.box(
        CGRect(x: center.x - 2.5, y: center.y - 11, width: 5, height: 22),
        color: canvas.theme.well, radius: 2.5, on: card.layer)
      mark.transform = CATransform3DTranslate(
        CATransform3DMakeRotation(angle, 0, 0, 1), 0, -104, 0)
      marks.append(mark)
    }
    number = canvas.text(
      "0", .display, CGRect(x: 0, y: center.y - 22, width: size.width, height: 44),
      color: canvas.theme.text, weight: .semibold, alignment: .center, on: card.layer)
    canvas.caption(
      "easeOutCubic", CGRect(x: 0, y: size.height - 44, width: size.width, height: 20),
      alignment: .center, on: card)
  }

  private func buildRows(on card: UIView, size: CGSize) {
    let curves: [(String, (Double) -> Double)] = [
      ("easeOutCubic", Easing.outCubic), ("easeInOutCubic", Easing.inOutCubic),
      ("easeOutBack", Easing.outBack), ("easeOutElastic", Easing.outElastic),
      ("easeOutBounce", Easing.outBounce),
    ]
    let pitch = size.height / CGFloat(curves.count)
    let glyphX: CGFloat = canvas.showsCaptions ? 136 : 28
    let left = glyphX + 76
    // The elastic one swings beyond its end by 37 % of the way.
    let track = left...((size.width - 28 + 0.37 * left) / 1.37)
    for (index, (name, curve)) in curves.enumerated() {
      let y = (CGFloat(index) + 0.5) * pitch
      canvas.caption(name, CGRect(x: 24, y: y - 9, width: 112, height: 18), on: card)
      let plot = DrawnLayer { [theme = canvas.theme] context, bounds in
        Self.draw(curve, accent: index, in: context, bounds.insetBy(dx: 4, dy: 4), theme)
      }
      plot.frame = CGRect(x: glyphX, y: y - 26, width: 52, height: 52)
      plot.setNeedsDisplay()
      card.layer.addSublayer(plot)
      canvas.box(
        CGRect(
          x: track.lowerBound, y: y - 1.5, width: track.upperBound - track.lowerBound, height: 3),
        color: canvas.theme.well, radius: 1.5, on: card.layer)
      let ball = canvas.dot(
        at: CGPoint(x: track.lowerBound, y: y), diameter: 28, color: canvas.theme.accent(index),
        on: card.layer)
      rows.append(Row(ball: ball, track: track, curve: curve))
    }
  }

  private static func draw(
    _ curve: (Double) -> Double, accent: Int, in context: CGContext, _ frame: CGRect,
    _ theme: Theme
  ) {
    let points = (0...120).map { step in
      let time = Double(step) / 120
      return CGPoint(x: time, y: curve(time))
    }
    var chart = CurveChart(
      title: "", curves: [CurveChart.Curve(name: "", points: points, accent: accent)],
      times: 0...1)
    chart.values = -0.1...1.45
    chart.style = .bare
    chart.draw(in: context, frame: frame, theme: theme)
  }

  func tick(at time: Double) {
    let progress = min(max(time, 0).truncatingRemainder(dividingBy: Self.period) / Self.run, 1)
    let share = Easing.outCubic(progress)
    // Each frame has its own values: nothing is to be smoothed.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let text = "\(Int((100 * share).rounded()))"
    if number?.string as? String != text { number?.string = text }
    for (index, mark) in marks.enumerated() {
      let isLit = Double(index) < share * Double(Self.markCount)
      mark.backgroundColor = isLit ? canvas.theme.mint : canvas.theme.well
    }
    for row in rows {
      let way = row.track.upperBound - row.track.lowerBound
      row.ball.position.x = row.track.lowerBound + way * CGFloat(row.curve(progress))
    }
    CATransaction.commit()
  }
}

/// Curves from 0 to 1 as they are written down by those who animate by hand.
private enum Easing {
  static func outCubic(_ p: Double) -> Double { 1 - pow(1 - p, 3) }

  static func inOutCubic(_ p: Double) -> Double {
    p < 0.5 ? 4 * p * p * p : 1 - pow(2 - 2 * p, 3) / 2
  }

  /// Beyond the end by a tenth, and back.
  static func outBack(_ p: Double) -> Double {
    let back = 1.70158, q = p - 1
    return 1 + (back + 1) * q * q * q + back * q * q
  }

  static func outElastic(_ p: Double) -> Double {
    guard p > 0, p < 1 else { return p }
    return 1 + pow(2, -10 * p) * sin((10 * p - 0.75) * 2 * .pi / 3)
  }

  /// A ball that falls from 0 to 1 and bounces three times.
  static func outBounce(_ p: Double) -> Double {
    let scale = 7.5625, unit = 2.75
    func arc(from start: Double, floor: Double) -> Double {
      let q = p - start / unit
      return scale * q * q + floor
    }
    if p < 1 / unit { return arc(from: 0, floor: 0) }
    if p < 2 / unit { return arc(from: 1.5, floor: 0.75) }
    return p < 2.5 / unit ? arc(from: 2.25, floor: 0.9375) : arc(from: 2.625, floor: 0.984375)
  }
}
