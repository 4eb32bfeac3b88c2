import CoreGraphicsAPI
import QuartzCore

/// Chooses a number between two others by a thumb on a track.
@MainActor
open class UISlider: UIControl {
  private static let thumbSide: CGFloat = 28, trackHeight: CGFloat = 4
  /// How far from the thumb a finger still takes it; points.
  private static let slack: CGFloat = 12

  private let track = UIView(frame: .zero)
  private let minimumTrack = UIView(frame: .zero)
  private let thumb = UIView(frame: .zero)
  /// From the finger to the middle of the thumb.
  private var grip: CGFloat = 0

  public override init(frame: CGRect) {
    super.init(frame: frame)
    for part in [track, minimumTrack, thumb] {
      part.isUserInteractionEnabled = false
      addSubview(part)
    }
    thumb.layer.shadowOpacity = 0.15
    thumb.layer.shadowRadius = 4
    thumb.layer.shadowOffset = CGSize(width: 0, height: 2)
    isOpaque = false
    paint()
  }

  public required init?(coder: NSCoder) { nil }

  private var storedValue: Float = 0

  /// Kept between `minimumValue` and `maximumValue`.
  open var value: Float {
    get { storedValue }
    set { setValue(newValue, animated: false) }
  }

  open var minimumValue: Float = 0 {
    didSet {
      if maximumValue < minimumValue { maximumValue = minimumValue }
      value = storedValue
      setNeedsLayout()
    }
  }

  open var maximumValue: Float = 1 {
    didSet {
      if minimumValue > maximumValue { minimumValue = maximumValue }
      value = storedValue
      setNeedsLayout()
    }
  }

  /// False: events are sent when the thumb is let go only.
  open var isContinuous = true

  /// Sends no event.
  open func setValue(_ value: Float, animated: Bool) {
    guard value.isFinite else {
      return Warnings.once("slider.value", "a slider's value must be finite, not \(value)")
    }
    storedValue = min(max(value, minimumValue), maximumValue)
    guard animated, window != nil else { return arrange() }
    UIView.animate(
      withDuration: 0.25, delay: 0, options: [.allowUserInteraction, .beginFromCurrentState],
      animations: arrange)
  }

  open var minimumTrackTintColor: UIColor? { didSet { paint() } }
  open var maximumTrackTintColor: UIColor? { didSet { paint() } }
  open var thumbTintColor: UIColor? { didSet { paint() } }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: Self.thumbSide + 6)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: Self.thumbSide + 6)
  }

  open func trackRect(forBounds bounds: CGRect) -> CGRect {
    CGRect(
      x: bounds.minX + 2, y: bounds.midY - Self.trackHeight / 2, width: max(bounds.width - 4, 0),
      height: Self.trackHeight)
  }

  /// The thumb stays within the track's ends.
  open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
    let room = max(rect.width + 4 - Self.thumbSide, 0)
    return CGRect(
      x: rect.minX - 2 + room * fraction(of: value), y: bounds.midY - Self.thumbSide / 2,
      width: Self.thumbSide, height: Self.thumbSide)
  }

  private func fraction(of value: Float) -> CGFloat {
    let span = maximumValue - minimumValue
    return span > 0 ? CGFloat((value - minimumValue) / span) : 0
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    arrange()
  }

  private func arrange() {
    let rect = trackRect(forBounds: bounds)
    track.frame = rect
    let thumbRect = thumbRect(forBounds: bounds, trackRect: rect, value: value)
    minimumTrack.frame = CGRect(
      x: rect.minX, y: rect.minY, width: max(thumbRect.midX - rect.minX, 0), height: rect.height)
    thumb.frame = thumbRect
    for part in [track, minimumTrack, thumb] { part.layer.cornerRadius = part.bounds.height / 2 }
    focusShapeChanged()
  }

  private func paint() {
    track.backgroundColor = maximumTrackTintColor ?? .systemFill
    minimumTrack.backgroundColor = minimumTrackTintColor ?? tintColor
    thumb.backgroundColor = thumbTintColor ?? .white
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    paint()
  }

  override func stateChanged() {
    super.stateChanged()
    alpha = isEnabled ? 1 : 0.5
  }

  override var focusShape: (rect: CGRect, cornerRadius: CGFloat) {
    (thumb.frame, thumb.frame.height / 2)
  }

  // MARK: Touches and keys

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let x = touch.location(in: self)
    guard thumb.frame.insetBy(dx: -Self.slack, dy: -Self.slack).contains(x) else { return false }
    grip = thumb.frame.midX - x.x
    return true
  }

  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let rect = trackRect(forBounds: bounds)
    let first = thumbRect(forBounds: bounds, trackRect: rect, value: minimumValue).midX
    let last = thumbRect(forBounds: bounds, trackRect: rect, value: maximumValue).midX
    let x = touch.location(in: self).x + grip
    let fraction = last > first ? min(max((x - first) / (last - first), 0), 1) : 0
    change(to: minimumValue + Float(fraction) * (maximumValue - minimumValue), tells: isContinuous)
    return true
  }

  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    super.endTracking(touch, with: event)
    if !isContinuous { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
  }

  private func change(to new: Float, tells: Bool) {
    let old = value
    value = new
    if tells, value != old { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
  }

  override func pressedByKey() {}

  /// Arrows move the thumb of a slider that has the focus, by a twentieth.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard isEnabled, isFocused, let direction = presses.first?.sliderDirection else {
      return super.pressesBegan(presses, with: event)
    }
    change(to: value + direction * (maximumValue - minimumValue) / 20, tells: true)
  }
}

extension UIPress {
  fileprivate var sliderDirection: Float? {
    switch type {
    case .rightArrow, .upArrow: 1
    case .leftArrow, .downArrow: -1
    case .select, .menu, .playPause, .keyboard: nil
    }
  }
}
