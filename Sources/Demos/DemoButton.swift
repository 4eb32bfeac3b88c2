import CoreGraphics
import QuartzCore
import UIKit

/// A button with a title: pressed by pointer or finger, brighter while it is.
final class DemoButton: UIView {
  enum Style {
    /// The one thing to do on a page.
    case prominent
    /// Beside other things.
    case quiet
  }

  /// Called when the button is let go inside, with the media time of that.
  private let action: (Double) -> Void
  private let label: UILabel
  private let pressedVeil = UIView(frame: .zero)

  var title: String {
    get { label.text ?? "" }
    set { label.text = newValue }
  }

  /// Pixels of the display per point of this view.
  var rasterScale: CGFloat {
    get { label.contentScaleFactor }
    set { label.contentScaleFactor = newValue }
  }

  var isPressed = false {
    didSet { pressedVeil.isHidden = !isPressed }
  }

  init(_ title: String, theme: Theme, style: Style, action: @escaping (Double) -> Void) {
    self.action = action
    label = UILabel(
      title, font: style == .prominent ? .body : .caption, weight: .medium,
      color: style == .prominent ? .white : theme.text, alignment: .center)
    super.init(frame: .zero)
    layer.backgroundColor = style == .prominent ? theme.indigo : theme.well
    layer.masksToBounds = true
    pressedVeil.layer.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 0.18)
    pressedVeil.isHidden = true
    for view in [label, pressedVeil] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
  }

  /// Buttons are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    layer.cornerRadius = min(bounds.height / 2, Metrics.cornerRadius)
    pressedVeil.frame = bounds
    // Labels centre their line.
    label.frame = bounds
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    isPressed = true
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    isPressed = touches.first.map { contains($0) } ?? false
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    isPressed = false
    if let touch = touches.first, contains(touch) { action(touch.timestamp) }
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    isPressed = false
  }

  private func contains(_ touch: UITouch) -> Bool {
    // A finger covers more than a point.
    bounds.insetBy(dx: -Metrics.unit, dy: -Metrics.unit).contains(touch.location(in: self))
  }
}
