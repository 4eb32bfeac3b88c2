import CoreGraphicsAPI
import Geometry
import QuartzCore

/// Text, plain or attributed, in the middle of the height.
///
/// The text is a text layer of its own, a mask that is coloured where it is composited unless it has
/// colours of its own: `textColor` animates in animation blocks.
@MainActor
open class UILabel: UIView {
  private let textLayer = CATextLayer()

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    isOpaque = false
    textLayer.anchorPoint = .zero
    textLayer.delegate = self
    layer.addSublayer(textLayer)
    updateText()
    updateColor()
  }

  public required init?(coder: NSCoder) { nil }

  open var text: String? {
    get { attributes?.string ?? plainText }
    set {
      guard newValue != plainText || attributes != nil else { return }
      (plainText, attributes) = (newValue, nil)
      updateText()
    }
  }

  /// What its attributes leave open is as the label's own properties say. Of a plain text, that in
  /// the label's font and colour.
  open var attributedText: NSAttributedString? {
    get {
      attributes
        ?? plainText.map {
          NSAttributedString(
            string: $0, attributes: [.font: shownFont, .foregroundColor: textColor ?? .label])
        }
    }
    set {
      // A copy, so that a mutable one may change afterwards.
      attributes = newValue.map { NSAttributedString(attributedString: $0) }
      plainText = newValue?.string
      updateText()
    }
  }

  private var plainText: String?
  private var attributes: NSAttributedString?

  /// Nil stands for the default.
  open var font: UIFont! = .systemFont(ofSize: UIFont.labelFontSize) {
    didSet { if font != oldValue { updateText() } }
  }

  /// Nil stands for the default.
  open var textColor: UIColor! = .label { didSet { updateColor() } }

  open var textAlignment = NSTextAlignment.natural { didSet { updateText() } }

  /// 0: as many as there are.
  open var numberOfLines = 1 { didSet { if numberOfLines != oldValue { updateText() } } }

  open var lineBreakMode = NSLineBreakMode.byTruncatingTail { didSet { updateText() } }

  /// Where lines break for `intrinsicContentSize`; 0 for nowhere. Points.
  open var preferredMaxLayoutWidth: CGFloat = 0 {
    didSet { invalidateIntrinsicContentSize() }
  }

  open var isEnabled = true { didSet { updateColor() } }

  /// The font in use.
  private var shownFont: UIFont { font ?? .systemFont(ofSize: UIFont.labelFontSize) }

  /// The text in use: of a single line, what stands before the first line break.
  private var shownText: String {
    let text = text ?? ""
    guard numberOfLines == 1 else { return text }
    return text.firstIndex(where: \.isNewline).map { String(text[..<$0]) } ?? text
  }

  private var shownAttributes: NSAttributedString? {
    attributes.map {
      $0.attributedSubstring(from: NSRange(location: 0, length: shownText.utf16.count))
    }
  }

  private var wraps: Bool { numberOfLines != 1 }

  private func updateText() {
    UIView.withoutActions {
      textLayer.string = shownAttributes ?? shownText
      textLayer.font = shownFont.fontName
      textLayer.fontSize = shownFont.pointSize
      textLayer.alignmentMode = textAlignment.mode
      textLayer.isWrapped = wraps
      textLayer.truncationMode = lineBreakMode.mode
    }
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  private func updateColor() {
    let color = (textColor ?? .label).resolvedColor(with: traitCollection)
    textLayer.foregroundColor = (isEnabled ? color : color.withAlphaComponent(0.4)).cgColor
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    updateColor()
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    updateColor()
  }

  open override var contentScaleFactor: CGFloat {
    get { super.contentScaleFactor }
    set {
      super.contentScaleFactor = newValue
      textLayer.contentsScale = newValue
      // Other pixels are whole ones now.
      setNeedsLayout()
    }
  }

  /// The room the text takes within a width, in points: whole pixels.
  private func textSize(width: CGFloat) -> CGSize {
    let limit = wraps && width > 0 && width < 1e6 ? Double(width) : nil
    let text = shownAttributes.map { AttributedText($0) } ?? AttributedText(shownText)
    let request = text.request(style: shownFont.style)
    var size = CGSize(TextRasterizer.size(request, width: limit))
    if numberOfLines > 1 {
      size.height = min(size.height, CGFloat(numberOfLines) * shownFont.lineHeight)
    }
    return CGSize(width: roundedUp(size.width), height: roundedUp(size.height))
  }

  private func roundedUp(_ length: CGFloat) -> CGFloat {
    let scale = contentScaleFactor
    // A rounding error is no further pixel.
    return (length * scale - 1e-6).rounded(.up) / scale
  }

  open override var intrinsicContentSize: CGSize {
    shownText.isEmpty ? .zero : textSize(width: preferredMaxLayoutWidth)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    guard !shownText.isEmpty else { return .zero }
    var fit = textSize(width: size.width)
    if size.width > 0, wraps { fit.width = min(fit.width, size.width) }
    return fit
  }

  /// The text stands in the middle of the height, on whole pixels.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let bounds = bounds, scale = contentScaleFactor
    let height = min(textSize(width: bounds.width).height, max(bounds.height, 0))
    let top = ((bounds.height - height) / 2 * scale).rounded() / scale
    UIView.withoutActions {
      textLayer.contentsScale = scale
      textLayer.bounds = CGRect(x: 0, y: 0, width: bounds.width, height: height)
      textLayer.position = CGPoint(x: bounds.minX, y: bounds.minY + top)
    }
  }
}

extension NSTextAlignment {
  fileprivate var mode: CATextLayerAlignmentMode {
    switch self {
    case .left: .left
    case .center: .center
    case .right: .right
    case .justified: .justified
    case .natural: .natural
    }
  }
}

extension NSLineBreakMode {
  fileprivate var mode: CATextLayerTruncationMode {
    switch self {
    case .byWordWrapping, .byCharWrapping, .byClipping: .none
    case .byTruncatingHead: .start
    case .byTruncatingTail: .end
    case .byTruncatingMiddle: .middle
    }
  }
}
