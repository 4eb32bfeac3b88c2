import CoreGraphicsAPI
import QuartzCore

/// A bar that tells how much of something is done.
@MainActor
open class UIProgressView: UIView {
  public enum Style: Int, Sendable {
    case `default`
    /// Without rounded ends, for an edge of something else.
    case bar
  }

  private let bar = UIView(frame: .zero)

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    isOpaque = false
    layer.masksToBounds = true
    addSubview(bar)
    paint()
  }

  public convenience init(progressViewStyle style: Style) {
    self.init(frame: CGRect(x: 0, y: 0, width: 0, height: style.height))
    progressViewStyle = style
  }

  public required init?(coder: NSCoder) { nil }

  open var progressViewStyle = Style.default {
    didSet {
      invalidateIntrinsicContentSize()
      setNeedsLayout()
    }
  }

  private var storedProgress: Float = 0

  /// 0…1; values outside are clamped.
  open var progress: Float {
    get { storedProgress }
    set { setProgress(newValue, animated: false) }
  }

  open func setProgress(_ progress: Float, animated: Bool) {
    guard progress.isFinite else {
      return Warnings.once("progress", "progress must be finite, not \(progress)")
    }
    storedProgress = min(max(progress, 0), 1)
    guard animated, window != nil else { return arrange() }
    UIView.animate(
      withDuration: 0.25, delay: 0, options: .beginFromCurrentState, animations: arrange)
  }

  open var progressTintColor: UIColor? { didSet { paint() } }
  open var trackTintColor: UIColor? { didSet { paint() } }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: progressViewStyle.height)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: progressViewStyle.height)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    arrange()
  }

  private func arrange() {
    let radius = progressViewStyle == .bar ? 0 : bounds.height / 2
    bar.frame = CGRect(
      x: bounds.minX, y: bounds.minY, width: bounds.width * CGFloat(progress),
      height: bounds.height)
    layer.cornerRadius = radius
    bar.layer.cornerRadius = min(radius, bar.bounds.width / 2)
  }

  private func paint() {
    backgroundColor = trackTintColor ?? .systemFill
    bar.backgroundColor = progressTintColor ?? tintColor
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    paint()
  }
}

extension UIProgressView.Style {
  /// Points.
  fileprivate var height: CGFloat {
    switch self {
    case .default: 4
    case .bar: 2.5
    }
  }
}
