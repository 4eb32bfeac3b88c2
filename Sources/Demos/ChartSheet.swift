import CoreGraphics
import UIKit

/// A picture of charts below each other, under a heading.
public struct ChartSheet: Sendable {
  public var title: String
  public var subtitle: String
  public var charts: [CurveChart]

  public init(title: String, subtitle: String, charts: [CurveChart]) {
    self.title = title
    self.subtitle = subtitle
    self.charts = charts
  }

  private static let margin = Metrics.unit * 4
  private static let gap = Metrics.unit * 2
  private static let headingHeight: CGFloat = 100

  /// Fills the context, which is `size` points large. The first chart gets more room than the
  /// others.
  public func draw(in context: CGContext, size: CGSize, theme: Theme) {
    context.setFillColor(theme.background)
    context.fill(CGRect(origin: .zero, size: size))
    let margin = Self.margin
    context.setFillColor(theme.text)
    context.draw(
      title, font: Metrics.Weight.semibold.fontName, size: Metrics.Font.title.rawValue,
      at: CGPoint(x: margin, y: margin - 4))
    context.setFillColor(theme.secondaryText)
    context.draw(
      subtitle, font: Metrics.Weight.regular.fontName, size: Metrics.Font.body.rawValue,
      at: CGPoint(x: margin, y: margin + 28))
    let shares = charts.indices.map { $0 == 0 ? 1.4 : 1 }
    let gaps = Self.gap * CGFloat(max(charts.count - 1, 0))
    let room = size.height - margin - Self.headingHeight - gaps
    var y = Self.headingHeight
    for (chart, share) in zip(charts, shares) {
      let height = room * CGFloat(share / shares.reduce(0, +))
      let card = CGRect(x: margin, y: y, width: size.width - 2 * margin, height: height)
      drawCard(card, in: context, theme)
      chart.draw(in: context, frame: card, theme: theme)
      y += height + Self.gap
    }
  }

  private func drawCard(_ frame: CGRect, in context: CGContext, _ theme: Theme) {
    guard frame.width > 1, frame.height > 1 else { return }
    let edge = UIBezierPath(
      roundedRect: frame.insetBy(dx: 0.5, dy: 0.5), cornerRadius: Metrics.cornerRadius)
    context.addPath(edge.cgPath)
    context.setFillColor(theme.surface)
    context.setStrokeColor(theme.hairline)
    context.setLineWidth(1)
    context.drawPath(using: .fillStroke)
  }
}
