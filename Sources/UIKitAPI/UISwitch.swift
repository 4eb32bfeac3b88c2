import CoreGraphicsAPI
import QuartzCore

/// Turns something on and off, by a touch or a drag to the side.
@MainActor
open class UISwitch: UIControl {
  private static let size = CGSize(width: 51, height: 31)
  private static let inset: CGFloat = 2
  /// How much wider the thumb is while it is held; points.
  private static let stretch: CGFloat = 7

  private let track = UIView(frame: .zero)
  private let thumb = UIView(frame: .zero)
  private var isStretched = false
  /// The switch was turned by the drag under way.
  private var wasDragged = false

  /// Always 51 × 31 points.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: Self.size))
    for part in [track, thumb] {
      part.isUserInteractionEnabled = false
      addSubview(part)
    }
    let layer = thumb.layer
    layer.shadowOpacity = 0.15
    layer.shadowRadius = 4
    layer.shadowOffset = CGSize(width: 0, height: 3)
    isOpaque = false
    arrange()
  }

  public required init?(coder: NSCoder) { nil }

  open override var intrinsicContentSize: CGSize { Self.size }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }
  open override var frame: CGRect {
    get { super.frame }
    set { super.frame = CGRect(origin: newValue.origin, size: Self.size) }
  }

  open var isOn = false { didSet { if isOn != oldValue { arrange() } } }

  /// Sends no event.
  open func setOn(_ on: Bool, animated: Bool) {
    guard on != isOn else { return }
    change(animated) { isOn = on }
  }

  open var onTintColor: UIColor? { didSet { arrange() } }
  open var thumbTintColor: UIColor? { didSet { arrange() } }

  override func stateChanged() {
    super.stateChanged()
    alpha = isEnabled ? 1 : 0.5
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    arrange()
  }

  override var focusShape: (rect: CGRect, cornerRadius: CGFloat) {
    (bounds, bounds.height / 2)
  }

  private func change(_ isAnimated: Bool, _ change: () -> Void) {
    guard isAnimated, window != nil else { return change() }
    UIView.animate(
      withDuration: 0.35, delay: 0, usingSpringWithDamping: 0.85, initialSpringVelocity: 0,
      options: [.allowUserInteraction, .beginFromCurrentState], animations: change)
  }

  private func arrange() {
    let bounds = CGRect(origin: .zero, size: Self.size)
    track.frame = bounds
    track.layer.cornerRadius = bounds.height / 2
    track.backgroundColor = isOn ? onTintColor ?? .systemGreen : .secondarySystemFill
    let side = bounds.height - 2 * Self.inset
    let width = side + (isStretched ? Self.stretch : 0)
    thumb.frame = CGRect(
      x: isOn ? bounds.width - Self.inset - width : Self.inset, y: Self.inset, width: width,
      height: side)
    thumb.layer.cornerRadius = side / 2
    thumb.backgroundColor = thumbTintColor ?? .white
  }

  // MARK: Touches

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    wasDragged = false
    stretch(true)
    return super.beginTracking(touch, with: event)
  }

  /// The thumb goes over when the finger has.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let x = touch.location(in: self).x
    let wantsOn = isOn ? x > bounds.width * 0.2 : x > bounds.width * 0.8
    if wantsOn != isOn {
      wasDragged = true
      turn()
    }
    return super.continueTracking(touch, with: event)
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    super.endTracking(touch, with: event)
    stretch(false)
    if !wasDragged, isTouchInside { turn() }
  }

  open override func cancelTracking(with event: UIEvent?) {
    super.cancelTracking(with: event)
    stretch(false)
  }

  override func pressedByKey() { turn() }

  private func stretch(_ isStretched: Bool) {
    guard self.isStretched != isStretched else { return }
    change(true) {
      self.isStretched = isStretched
      arrange()
    }
  }

  private func turn() {
    setOn(!isOn, animated: true)
    sendActions(for: [.valueChanged, .primaryActionTriggered])
  }
}
