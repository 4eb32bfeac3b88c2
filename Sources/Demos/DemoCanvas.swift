import CoreGraphics
import QuartzCore
import UIKit

/// Where a scene draws: a view of a fixed size, however large it is shown.
///
/// Scenes are laid out on 800 × 480 points. A page shows the canvas with captions; a gallery tile
/// shows the same canvas small, without them. `SceneView` keeps text and drawings as sharp as the
/// display, so scenes set no `contentsScale`.
@MainActor
struct DemoCanvas {
  enum Style { case page, tile }

  nonisolated static let designSize = CGSize(width: 800, height: 480)

  let view: UIView
  let theme: Theme
  let style: Style

  var layer: CALayer { view.layer }
  /// In points of `layer`.
  var size: CGSize { Self.designSize }
  var showsCaptions: Bool { style == .page }

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
  func card(_ frame: CGRect) -> UIView {
    let card = UIView(frame: frame)
    if style == .page {
      card.layer.backgroundColor = theme.surface
      card.layer.cornerRadius = Metrics.cornerRadius
      card.layer.borderColor = theme.hairline
      card.layer.borderWidth = 1
    }
    view.addSubview(card)
    return card
  }

  /// A line of text that moves with the layer it lies on; its top left corner is the frame's.
  @discardableResult
  func text(
    _ string: String, _ font: Metrics.Font, _ frame: CGRect, color: CGColor,
    weight: Metrics.Weight = .regular, alignment: CATextLayerAlignmentMode = .left,
    on superlayer: CALayer
  ) -> CATextLayer {
    let text = CATextLayer()
    text.string = string
    text.font = weight.fontName
    text.fontSize = font.rawValue
    text.foregroundColor = color
    text.alignmentMode = alignment
    text.truncationMode = .end
    text.frame = frame
    superlayer.addSublayer(text)
    return text
  }

  /// A line of text at rest, on pages only.
  @discardableResult
  func label(
    _ string: String, _ font: Metrics.Font, _ frame: CGRect, color: CGColor? = nil,
    weight: Metrics.Weight = .regular, alignment: NSTextAlignment = .left, on superview: UIView
  ) -> UILabel? {
    guard showsCaptions else { return nil }
    let label = UILabel(
      string, font: font, weight: weight, color: color ?? theme.text, alignment: alignment)
    label.place(at: frame.origin, width: frame.width)
    superview.addSubview(label)
    return label
  }

  /// A caption, on pages only.
  @discardableResult
  func caption(
    _ string: String, _ frame: CGRect, alignment: NSTextAlignment = .left, on superview: UIView
  ) -> UILabel? {
    label(
      string, .caption, frame, color: theme.secondaryText, alignment: alignment, on: superview)
  }
}
