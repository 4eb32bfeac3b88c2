import CoreGraphics
import QuartzCore
import UIKit

/// A button with a title, brighter while it is pressed.
final class DemoButton: UIControl {
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

  override var isHighlighted: Bool {
    didSet { pressedVeil.isHidden = !isHighlighted }
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
    addTarget(self, action: DemoButton.letGo, for: .touchUpInside)
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

  private func letGo(_ button: DemoButton, _ event: UIEvent?) {
    action(event?.timestamp ?? CACurrentMediaTime())
  }
}
