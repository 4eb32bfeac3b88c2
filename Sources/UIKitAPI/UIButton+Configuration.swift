import CoreGraphicsAPI

extension UIButton {
  /// How a button looks, as a value.
  public struct Configuration: Hashable, Sendable {
    public enum CornerStyle: Int, Sendable {
      case fixed, dynamic, small, medium, large, capsule
    }

    enum Style: Sendable {
      case plain, gray, tinted, filled
    }

    let style: Style
    public var title: String?
    public var image: UIImage?
    /// Between image and title; points.
    public var imagePadding: CGFloat = 0
    public var contentInsets = UIEdgeInsets(top: 7, left: 12, bottom: 7, right: 12)
    public var cornerStyle = CornerStyle.dynamic
    /// Of title and image; nil for what the style says.
    public var baseForegroundColor: UIColor?
    /// Nil for what the style says.
    public var baseBackgroundColor: UIColor?

    /// Nothing behind the title.
    public static func plain() -> Configuration { Configuration(style: .plain) }
    /// The tint colour on gray.
    public static func gray() -> Configuration { Configuration(style: .gray) }
    /// The tint colour on a faint one.
    public static func tinted() -> Configuration { Configuration(style: .tinted) }
    /// White on the tint colour.
    public static func filled() -> Configuration { Configuration(style: .filled) }

    private init(style: Style) { self.style = style }
  }
}

extension UIButton.Configuration {
  @MainActor
  func show(in label: UILabel, _ picture: UIImageView, button: UIButton) {
    label.text = title
    picture.image = image
    let tint = button.tintColor ?? .systemBlue
    label.textColor = button.isEnabled ? baseForegroundColor ?? foreground(tint) : .tertiaryLabel
    let back = button.isEnabled ? background(tint) : disabledBackground
    button.backgroundColor = button.isHighlighted ? back?.withAlpha(times: 0.75) : back
  }

  private func foreground(_ tint: UIColor) -> UIColor {
    switch style {
    case .plain, .gray, .tinted: tint
    case .filled: .white
    }
  }

  private func background(_ tint: UIColor) -> UIColor? {
    switch style {
    case .plain: baseBackgroundColor
    case .gray: baseBackgroundColor ?? .secondarySystemFill
    case .tinted: (baseBackgroundColor ?? tint).withAlpha(times: 0.18)
    case .filled: baseBackgroundColor ?? tint
    }
  }

  private var disabledBackground: UIColor? {
    switch style {
    case .plain: baseBackgroundColor
    case .gray, .tinted, .filled: .tertiarySystemFill
    }
  }

  /// Of a button of this size; points.
  func radius(in size: CGSize) -> CGFloat {
    let half = min(size.width, size.height) / 2
    let radius: CGFloat =
      switch cornerStyle {
      case .fixed, .dynamic: 6
      case .small: 4
      case .medium: 8
      case .large: 12
      case .capsule: half
      }
    return max(min(radius, half), 0)
  }
}

extension UIColor {
  /// Light and dark alike.
  fileprivate func withAlpha(times factor: CGFloat) -> UIColor {
    UIColor { traits in
      let color = self.resolvedColor(with: traits)
      return color.withAlphaComponent(color.cgColor.alpha * factor)
    }
  }
}
