import CoreGraphics
import QuartzCore

/// Where a scene draws: a layer of a fixed size, however large it is shown.
///
/// Scenes are laid out on 800 × 480 points. A page shows the canvas with captions; a gallery tile
/// shows the same canvas small, without them.
@MainActor
struct DemoCanvas {
  enum Style { case page, tile }

  static let designSize = CGSize(width: 800, height: 480)

  let layer: CALayer
  /// In points of `layer`.
  let size: CGSize
  /// Pixels per point that text and drawings are made at.
  let contentsScale: CGFloat
  let theme: Theme
  let style: Style

  var showsCaptions: Bool { style == .page }

  /// A canvas of the design size, scaled to fit `frame` of `superlayer` and centred in it.
  init(
    fitting frame: CGRect, of superlayer: CALayer, scale: CGFloat, theme: Theme, style: Style
  ) {
    let design = Self.designSize
    let fit = min(frame.width / design.width, frame.height / design.height)
    let canvas = CALayer()
    canvas.bounds = CGRect(origin: .zero, size: design)
    canvas.position = CGPoint(x: frame.midX, y: frame.midY)
    canvas.transform = CATransform3DMakeScale(fit, fit, 1)
    superlayer.addSublayer(canvas)
    self.init(
      layer: canvas, size: design, contentsScale: scale * fit, theme: theme, style: style)
  }

  init(layer: CALayer, size: CGSize, contentsScale: CGFloat, theme: Theme, style: Style) {
    self.layer = layer
    self.size = size
    self.contentsScale = contentsScale
    self.theme = theme
    self.style = style
  }

  /// A plain layer on `superlayer`, or on the canvas.
  @discardableResult
  func box(
    _ frame: CGRect, color: CGColor?, radius: CGFloat = 0, on superlayer: CALayer? = nil
  ) -> CALayer {
    let box = CALayer()
    box.frame = frame
    box.backgroundColor = color
    box.cornerRadius = radius
    (superlayer ?? layer).addSublayer(box)
    return box
  }

  /// A circle around `center`.
  @discardableResult
  func dot(
    at center: CGPoint, diameter: CGFloat, color: CGColor?, on superlayer: CALayer? = nil
  ) -> CALayer {
    box(
      CGRect(
        x: center.x - diameter / 2, y: center.y - diameter / 2, width: diameter, height: diameter),
      color: color, radius: diameter / 2, on: superlayer)
  }

  /// A card that other things lie on: surface, hairline, rounded corners. A gallery tile is one
  /// already, so that in tiles only what lies on it is seen.
  @discardableResult
  func card(_ frame: CGRect, on superlayer: CALayer? = nil) -> CALayer {
    guard style == .page else { return box(frame, color: nil, on: superlayer) }
    let card = box(frame, color: theme.surface, radius: Metrics.cornerRadius, on: superlayer)
    card.borderColor = theme.hairline
    card.borderWidth = 1
    return card
  }

  /// A line of text whose top left corner is the frame's.
  @discardableResult
  func text(
    _ string: String, _ font: Metrics.Font, _ frame: CGRect, color: CGColor? = nil,
    weight: String = "", alignment: CATextLayerAlignmentMode = .left, on superlayer: CALayer? = nil
  ) -> CATextLayer {
    let text = CATextLayer()
    text.string = string
    text.font = weight.isEmpty ? "Inter" : "Inter \(weight)"
    text.fontSize = font.rawValue
    text.foregroundColor = color ?? theme.text
    text.alignmentMode = alignment
    text.truncationMode = .end
    text.contentsScale = contentsScale
    text.frame = frame
    (superlayer ?? layer).addSublayer(text)
    return text
  }

  /// A caption, on pages only.
  func caption(
    _ string: String, _ frame: CGRect, alignment: CATextLayerAlignmentMode = .left,
    on superlayer: CALayer? = nil
  ) {
    guard showsCaptions else { return }
    text(
      string, .caption, frame, color: theme.secondaryText, alignment: alignment, on: superlayer)
  }
}

/// A demo on a page of its own: heading at the top left, scene in the space below.
@MainActor
enum DemoPage {
  static func build(_ demo: Demo, on page: DemoCanvas) {
    let unit = Metrics.unit
    let size = page.size
    let margin = max(unit * 2, min(size.width, size.height) / 18)
    let headingHeight: CGFloat = 46 + 22 + unit * 3
    let design = DemoCanvas.designSize
    let fit = min(
      (size.width - 2 * margin) / design.width,
      (size.height - 2 * margin - headingHeight) / design.height)

    // Heading and scene are centred as one block; both start at the same left edge.
    let scene = CGSize(width: design.width * fit, height: design.height * fit)
    let left = ((size.width - scene.width) / 2).rounded()
    let top = ((size.height - headingHeight - scene.height) / 2).rounded()
    page.text(
      demo.title, .display, CGRect(x: left, y: top, width: scene.width, height: 44),
      weight: "Semi Bold")
    page.text(
      demo.summary, .body, CGRect(x: left, y: top + 46, width: scene.width, height: 22),
      color: page.theme.secondaryText)
    let area = CGRect(origin: CGPoint(x: left, y: top + headingHeight), size: scene)
    demo.scene(
      DemoCanvas(
        fitting: area, of: page.layer, scale: page.contentsScale, theme: page.theme, style: .page))
  }
}
