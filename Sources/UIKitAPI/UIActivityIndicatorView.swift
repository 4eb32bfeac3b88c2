import CoreGraphicsAPI
import QuartzCore

/// Spokes that light up in turn: something is going on, nobody knows how long.
///
/// The spokes are copies of one that the server makes, and it alone moves them: a stalled main thread
/// does not stop them.
@MainActor
open class UIActivityIndicatorView: UIView {
  public enum Style: Int, Sendable {
    case medium = 100
    case large
  }

  private static let spokes = 8
  /// Seconds for one turn.
  private static let period = 0.8
  private static let faintest: Float = 0.25
  private static let animationKey = "UIActivityIndicatorView.turn"

  private let copies = CAReplicatorLayer()
  private let spoke = CALayer()

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    isOpaque = false
    copies.instanceCount = Self.spokes
    copies.instanceTransform = CATransform3DMakeRotation(2 * .pi / CGFloat(Self.spokes), 0, 0, 1)
    copies.instanceDelay = Self.period / Double(Self.spokes)
    spoke.opacity = Self.faintest
    copies.addSublayer(spoke)
    layer.addSublayer(copies)
    isHidden = true
    arrange()
  }

  public convenience init(style: Style) {
    let side = style.side
    self.init(frame: CGRect(x: 0, y: 0, width: side, height: side))
    self.style = style
    arrange()
  }

  public required init?(coder: NSCoder) { nil }

  open var style = Style.medium {
    didSet {
      invalidateIntrinsicContentSize()
      arrange()
    }
  }

  /// Nil stands for the default.
  open var color: UIColor! = .secondaryLabel { didSet { paint() } }

  open var hidesWhenStopped = true { didSet { isHidden = hidesWhenStopped && !isAnimating } }

  open private(set) var isAnimating = false

  open func startAnimating() {
    guard !isAnimating else { return }
    isAnimating = true
    isHidden = false
    let turn = CABasicAnimation(keyPath: "opacity")
    turn.fromValue = 1
    turn.toValue = Self.faintest
    turn.duration = Self.period
    turn.repeatCount = .infinity
    turn.isRemovedOnCompletion = false
    spoke.add(turn, forKey: Self.animationKey)
  }

  open func stopAnimating() {
    guard isAnimating else { return }
    isAnimating = false
    spoke.removeAnimation(forKey: Self.animationKey)
    isHidden = hidesWhenStopped
  }

  open override var intrinsicContentSize: CGSize { CGSize(width: style.side, height: style.side) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  open override func layoutSubviews() {
    super.layoutSubviews()
    arrange()
  }

  private func arrange() {
    let side = style.side, width = side * 0.11, length = side * 0.28
    UIView.withoutActions {
      copies.bounds = CGRect(x: 0, y: 0, width: side, height: side)
      copies.position = CGPoint(x: bounds.midX, y: bounds.midY)
      spoke.frame = CGRect(x: (side - width) / 2, y: 0, width: width, height: length)
      spoke.cornerRadius = width / 2
    }
    paint()
  }

  private func paint() {
    let color = (color ?? .secondaryLabel).resolvedColor(with: traitCollection)
    UIView.withoutActions { spoke.backgroundColor = color.cgColor }
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    paint()
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    paint()
  }
}

extension UIActivityIndicatorView.Style {
  /// Points.
  fileprivate var side: CGFloat {
    switch self {
    case .medium: 20
    case .large: 37
    }
  }
}
