import CoreGraphics
import QuartzCore

/// A gauge that draws itself, with values of its own that animate: `level`, `thickness` and `tint`.
///
/// Its class says that they are drawn, and that is all: with every frame of an animation a copy of
/// the layer that has the values of the moment draws the contents.
final class DialLayer: CALayer {
  private let theme: Theme
  private let showsNumber: Bool

  init(theme: Theme, showsNumber: Bool) {
    self.theme = theme
    self.showsNumber = showsNumber
    super.init()
  }

  override init(layer: Any) {
    guard let other = layer as? DialLayer else { preconditionFailure("a copy of the same class") }
    theme = other.theme
    showsNumber = other.showsNumber
    super.init(layer: layer)
  }

  /// Made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  /// 0…1 of the way round.
  var level: CGFloat {
    get { value(forKey: "level") as? CGFloat ?? 0 }
    set { setValue(newValue, forKey: "level") }
  }

  /// Of the ring, in points.
  var thickness: CGFloat {
    get { value(forKey: "thickness") as? CGFloat ?? 8 }
    set { setValue(newValue, forKey: "thickness") }
  }

  var tint: CGColor? {
    get { value(forKey: "tint") as? CGColor }
    set { setValue(newValue, forKey: "tint") }
  }

  override class func needsDisplay(forKey key: String) -> Bool {
    ["level", "thickness", "tint"].contains(key) || super.needsDisplay(forKey: key)
  }

  /// A new level is sprung to from the one on screen.
  override func action(forKey event: String) -> (any CAAction)? {
    guard event == "level" else { return super.action(forKey: event) }
    let spring = CASpringAnimation(perceptualDuration: 0.7, bounce: 0.3)
    spring.keyPath = event
    spring.fromValue = presentation()?.level
    return spring
  }

  override var contentsScale: CGFloat {
    didSet { if contentsScale != oldValue { setNeedsDisplay() } }
  }

  override func draw(in context: CGContext) {
    // Three quarters of a circle, open at the bottom.
    let start = CGFloat.pi * 0.75, sweep = CGFloat.pi * 1.5
    let centre = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = min(bounds.width, bounds.height) / 2 - 12
    context.setLineCap(.round)
    func arc(to share: CGFloat, _ color: CGColor, width: CGFloat) {
      context.addArc(
        center: centre, radius: radius, startAngle: start, endAngle: start + sweep * share,
        clockwise: false)
      context.setStrokeColor(color)
      context.setLineWidth(width)
      context.strokePath()
    }
    arc(to: 1, theme.well, width: thickness)
    arc(to: min(max(level, 0.001), 1), tint ?? theme.text, width: thickness)
    guard showsNumber else { return }
    let percent = "\(Int((min(max(level, 0), 1) * 100).rounded()))"
    context.setFillColor(theme.text)
    context.draw(
      percent, font: Metrics.Weight.semibold.fontName, size: radius * 0.62, at: centre,
      anchor: CGPoint(x: 0.5, y: 0.5))
  }
}
