import CoreGraphics
import UIKit

/// Curves over time with their axes, drawn into any context: the spring lab and `compositor plot`
/// show the same.
public struct CurveChart: Sendable {
  public struct Curve: Sendable {
    public var name: String
    /// Seconds and values; the line has a gap where a value is not finite.
    public var points: [CGPoint]
    /// Places with a dot, such as keyframes.
    public var keys: [CGPoint]
    /// Which of the theme's accents the line has.
    public var accent: Int
    public var opacity: CGFloat

    public init(
      name: String, points: [CGPoint], keys: [CGPoint] = [], accent: Int, opacity: CGFloat = 1
    ) {
      self.name = name
      self.points = points
      self.keys = keys
      self.accent = accent
      self.opacity = opacity
    }
  }

  /// A moment worth naming.
  public struct Mark: Sendable {
    public var time: Double
    public var label: String

    public init(time: Double, label: String) {
      self.time = time
      self.label = label
    }
  }

  public enum Style: Sendable {
    /// With ticks, numbers, names and a legend.
    case labelled
    /// The curves and the reference lines, on the whole of the frame.
    case bare
  }

  /// What the values are, with their unit.
  public var title: String
  public var curves: [Curve]
  /// Seconds.
  public var times: ClosedRange<Double>
  /// Nil: what the curves need.
  public var values: ClosedRange<Double>?
  /// Values with a line across, such as the end of a movement.
  public var references: [Double] = []
  public var marks: [Mark] = []
  /// What the numbers along the time axis are.
  public var timeTitle = "seconds"
  public var style = Style.labelled

  public init(title: String, curves: [Curve], times: ClosedRange<Double>) {
    self.title = title
    self.curves = curves
    self.times = times
  }

  /// Room for numbers and names around the plot, in points.
  private static let gutter = UIEdgeInsets(top: 40, left: 64, bottom: 48, right: 24)

  public func draw(in context: CGContext, frame: CGRect, theme: Theme) {
    let plot = style == .labelled ? frame.inset(by: Self.gutter) : frame
    guard plot.width > 1, plot.height > 1 else { return }
    let axes = ChartAxes(plot: plot, times: times, values: values ?? fittedValues)
    context.saveGState()
    if style == .labelled { drawScale(axes, in: context, theme) }
    for value in references {
      line(
        in: context, from: CGPoint(x: plot.minX, y: axes.y(value)),
        to: CGPoint(x: plot.maxX, y: axes.y(value)), color: theme.secondaryText, dashed: true)
    }
    for mark in marks { draw(mark, axes, in: context, theme) }
    for curve in curves { draw(curve, axes, in: context, theme) }
    context.restoreGState()
    if style == .labelled { drawTitle(above: plot, in: context, theme) }
  }

  /// Around all values, with a margin. Peaks far above the rest, as at a vertical tangent, are cut
  /// off so that the rest can be seen.
  private var fittedValues: ClosedRange<Double> {
    let all = curves.flatMap { $0.points + $0.keys }.map { Double($0.y) }.filter(\.isFinite)
    guard !all.isEmpty else { return 0...1 }
    let sizes = all.map { abs($0) }.sorted()
    let usual = sizes[(sizes.count - 1) * 95 / 100]
    let limit = usual > 0 && sizes[sizes.count - 1] > 6 * usual ? 3 * usual : .infinity
    let shown = all.map { min(max($0, -limit), limit) } + references
    let (low, high) = (shown.min() ?? 0, shown.max() ?? 1)
    let span = high - low
    guard span > 0, span.isFinite else { return (low - 1)...(low + 1) }
    return (low - span * 0.08)...(high + span * 0.08)
  }

  // MARK: Parts

  private func drawScale(_ axes: ChartAxes, in context: CGContext, _ theme: Theme) {
    let plot = axes.plot
    let font = Metrics.Weight.regular.fontName
    context.setFillColor(theme.secondaryText)
    let across = ChartTicks(axes.values, count: Int(plot.height / 44))
    for value in across.values {
      let y = axes.y(value)
      line(
        in: context, from: CGPoint(x: plot.minX, y: y), to: CGPoint(x: plot.maxX, y: y),
        color: theme.hairline)
      context.draw(
        across.text(value), font: font, size: 12, at: CGPoint(x: plot.minX - 10, y: y),
        anchor: CGPoint(x: 1, y: 0.5))
    }
    let along = ChartTicks(axes.times, count: Int(plot.width / 90))
    for time in along.values {
      let x = axes.x(time)
      line(
        in: context, from: CGPoint(x: x, y: plot.minY), to: CGPoint(x: x, y: plot.maxY),
        color: theme.hairline)
      context.draw(
        along.text(time), font: font, size: 12, at: CGPoint(x: x, y: plot.maxY + 8),
        anchor: CGPoint(x: 0.5, y: 0))
    }
    context.draw(
      timeTitle, font: font, size: 12, at: CGPoint(x: plot.maxX, y: plot.maxY + 26),
      anchor: CGPoint(x: 1, y: 0))
    // The axis itself is stronger than the grid, where it can be seen.
    if axes.values.contains(0) {
      line(
        in: context, from: CGPoint(x: plot.minX, y: axes.y(0)),
        to: CGPoint(x: plot.maxX, y: axes.y(0)), color: theme.secondaryText, opacity: 0.6)
    }
  }

  /// The name of the values, and those of the curves where there are several.
  private func drawTitle(above plot: CGRect, in context: CGContext, _ theme: Theme) {
    context.setFillColor(theme.text)
    let y = plot.minY - 22
    context.draw(
      title, font: Metrics.Weight.medium.fontName, size: 14,
      at: CGPoint(x: plot.minX, y: y), anchor: CGPoint(x: 0, y: 0.5))
    guard curves.count > 1 else { return }
    let font = Metrics.Weight.regular.fontName
    var x = plot.maxX
    for curve in curves.reversed() {
      context.setFillColor(theme.secondaryText)
      context.draw(
        curve.name, font: font, size: 13, at: CGPoint(x: x, y: y), anchor: CGPoint(x: 1, y: 0.5))
      x -= CGContext.width(of: curve.name, font: font, size: 13) + 8
      context.setAlpha(curve.opacity)
      context.setFillColor(theme.accent(curve.accent))
      context.fillEllipse(in: CGRect(x: x - 8, y: y - 4, width: 8, height: 8))
      context.setAlpha(1)
      x -= 24
    }
  }

  private func draw(_ mark: Mark, _ axes: ChartAxes, in context: CGContext, _ theme: Theme) {
    guard axes.times.contains(mark.time) else { return }
    let plot = axes.plot, x = axes.x(mark.time)
    line(
      in: context, from: CGPoint(x: x, y: plot.minY), to: CGPoint(x: x, y: plot.maxY),
      color: theme.secondaryText, dashed: true)
    guard style == .labelled else { return }
    let font = Metrics.Weight.regular.fontName
    let width = CGContext.width(of: mark.label, font: font, size: 12)
    let fits = x + 8 + width < plot.maxX
    context.setFillColor(theme.secondaryText)
    context.draw(
      mark.label, font: font, size: 12,
      at: CGPoint(x: fits ? x + 8 : x - 8, y: plot.minY + 4), anchor: CGPoint(x: fits ? 0 : 1, y: 0)
    )
  }

  private func draw(_ curve: Curve, _ axes: ChartAxes, in context: CGContext, _ theme: Theme) {
    let path = UIBezierPath()
    var isDown = false
    for point in curve.points {
      guard point.y.isFinite else {
        isDown = false
        continue
      }
      let place = axes.place(point)
      if isDown { path.addLine(to: place) } else { path.move(to: place) }
      isDown = true
    }
    let color = theme.accent(curve.accent)
    context.saveGState()
    context.setAlpha(curve.opacity)
    // Half a line may lie outside.
    context.clip(to: axes.plot.insetBy(dx: -2, dy: -2))
    context.setStrokeColor(color)
    context.setLineWidth(style == .labelled ? 2.5 : 2)
    context.setLineJoin(.round)
    context.setLineCap(.round)
    context.beginPath()
    context.addPath(path.cgPath)
    context.strokePath()
    context.restoreGState()
    for key in curve.keys where key.y.isFinite {
      let p = axes.place(key)
      context.setFillColor(theme.surface)
      context.fillEllipse(in: CGRect(x: p.x - 5.5, y: p.y - 5.5, width: 11, height: 11))
      context.setFillColor(color)
      context.fillEllipse(in: CGRect(x: p.x - 4, y: p.y - 4, width: 8, height: 8))
    }
  }

  private func line(
    in context: CGContext, from a: CGPoint, to b: CGPoint, color: CGColor, dashed: Bool = false,
    opacity: CGFloat = 1
  ) {
    context.saveGState()
    context.setAlpha(opacity)
    context.setStrokeColor(color)
    context.setLineWidth(1)
    if dashed { context.setLineDash(phase: 0, lengths: [4, 4]) }
    context.strokeLineSegments(between: [a, b])
    context.restoreGState()
  }
}

/// From times and values to places in the plot.
struct ChartAxes {
  let plot: CGRect
  let times: ClosedRange<Double>
  let values: ClosedRange<Double>

  func x(_ time: Double) -> CGFloat {
    let span = times.upperBound - times.lowerBound
    let share = span > 0 ? (time - times.lowerBound) / span : 0
    return plot.minX + CGFloat(share) * plot.width
  }

  func y(_ value: Double) -> CGFloat {
    let span = values.upperBound - values.lowerBound
    let share = span > 0 ? (value - values.lowerBound) / span : 0.5
    // What lies far outside stays there without becoming too large to draw.
    return plot.maxY - CGFloat(min(max(share, -10), 10)) * plot.height
  }

  func place(_ point: CGPoint) -> CGPoint { CGPoint(x: x(Double(point.x)), y: y(Double(point.y))) }
}

/// Round numbers along an axis.
struct ChartTicks {
  let values: [Double]
  private let decimals: Int

  /// As many as fit, about `count`: multiples of 1, 2 or 5 times a power of ten.
  init(_ range: ClosedRange<Double>, count: Int) {
    let rough = (range.upperBound - range.lowerBound) / Double(max(count, 1))
    guard rough > 0, rough.isFinite else {
      (values, decimals) = ([], 0)
      return
    }
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.7 } ?? rough
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    values = first <= last ? stride(from: first, through: last, by: 1).map { $0 * step } : []
    decimals = min(max(0, -Int((log10(step) + 1e-9).rounded(.down))), 9)
  }

  func text(_ value: Double) -> String {
    // There is no negative zero on an axis.
    String(format: "%.\(decimals)f", value == 0 ? 0 : value)
      .replacingOccurrences(of: "-", with: "\u{2212}")
  }
}
