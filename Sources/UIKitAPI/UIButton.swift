import CoreGraphicsAPI
import QuartzCore

/// A control with a title, an image or both, pressed to do something.
///
/// With a `configuration` that says how it looks; otherwise what is set for its states does.
@MainActor
open class UIButton: UIControl {
  public enum ButtonType: Int, Sendable {
    case custom
    case system
  }

  /// Not for `custom`, as `init(frame:)` makes them: title in the tint colour, faint while pressed.
  public let buttonType: ButtonType
  private let label = UILabel(frame: .zero)
  private let picture = UIImageView(frame: .zero)
  private let background = UIImageView(frame: .zero)

  private var titles: [State: String] = [:]
  private var attributedTitles: [State: NSAttributedString] = [:]
  private var titleColors: [State: UIColor] = [:]
  private var images: [State: UIImage] = [:]
  private var backgroundImages: [State: UIImage] = [:]

  public override init(frame: CGRect) {
    buttonType = .custom
    super.init(frame: frame)
    assemble()
  }

  private init(frame: CGRect, type: ButtonType) {
    buttonType = type
    super.init(frame: frame)
    assemble()
  }

  public convenience init(type buttonType: ButtonType) {
    self.init(frame: .zero, type: buttonType)
  }

  public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero, type: buttonType)
    adopt(primaryAction)
  }

  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero, type: .system)
    self.configuration = configuration
    adopt(primaryAction)
    // Observers are not called by initialisers.
    update()
  }

  public required init?(coder: NSCoder) { nil }

  /// The action gives a title and an image to a button that has none.
  private func adopt(_ action: UIAction?) {
    guard let action else { return }
    addAction(action, for: .primaryActionTriggered)
    if configuration == nil {
      if !action.title.isEmpty { setTitle(action.title, for: .normal) }
      if let image = action.image { setImage(image, for: .normal) }
    } else {
      if configuration?.title == nil, !action.title.isEmpty { configuration?.title = action.title }
      if configuration?.image == nil { configuration?.image = action.image }
    }
  }

  private func assemble() {
    isOpaque = false
    label.textAlignment = .center
    label.font = .systemFont(ofSize: buttonType == .system ? 15 : 18)
    for view in [background, picture, label] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    update()
  }

  // MARK: Looks

  /// How the button looks, in place of what is set for its states.
  open var configuration: Configuration? { didSet { update() } }

  /// Changes the button, its configuration among others, when its state has become another.
  open var configurationUpdateHandler: (@MainActor (UIButton) -> Void)? {
    didSet { configurationUpdateHandler?(self) }
  }

  open func setNeedsUpdateConfiguration() { configurationUpdateHandler?(self) }

  open var titleLabel: UILabel? { label }
  open var imageView: UIImageView? { picture }

  /// Around title and image, where there is no configuration; points.
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { sizeChanged() } }

  open func setTitle(_ title: String?, for state: State) {
    titles[state] = title
    update()
  }

  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    attributedTitles[state] = title
    update()
  }

  open func setTitleColor(_ color: UIColor?, for state: State) {
    titleColors[state] = color
    update()
  }

  open func setImage(_ image: UIImage?, for state: State) {
    images[state] = image
    update()
  }

  open func setBackgroundImage(_ image: UIImage?, for state: State) {
    backgroundImages[state] = image
    update()
  }

  open func title(for state: State) -> String? { titles[state] }
  open func attributedTitle(for state: State) -> NSAttributedString? { attributedTitles[state] }
  open func titleColor(for state: State) -> UIColor? { titleColors[state] }
  open func image(for state: State) -> UIImage? { images[state] }
  open func backgroundImage(for state: State) -> UIImage? { backgroundImages[state] }

  open var currentTitle: String? { current(titles) }
  open var currentAttributedTitle: NSAttributedString? { current(attributedTitles) }
  open var currentTitleColor: UIColor {
    if let color = current(titleColors), titleColors[state] != nil || isEnabled { return color }
    if buttonType == .custom { return current(titleColors) ?? .white }
    return isEnabled ? tintColor : .tertiaryLabel
  }
  open var currentImage: UIImage? { current(images) }
  open var currentBackgroundImage: UIImage? { current(backgroundImages) }

  /// Of the state, without being focused if nothing is set for that, else of the normal one.
  private func current<Value>(_ values: [State: Value]) -> Value? {
    values[state] ?? values[state.subtracting(.focused)] ?? values[.normal]
  }

  override func stateChanged() {
    super.stateChanged()
    configurationUpdateHandler?(self)
    update()
    fade()
  }

  private func update() {
    if let configuration {
      configuration.show(in: label, picture, button: self)
      background.image = nil
    } else {
      if let text = currentAttributedTitle {
        label.attributedText = text
      } else {
        label.text = currentTitle
        label.textColor = currentTitleColor
      }
      picture.image = currentImage
      background.image = currentBackgroundImage
    }
    sizeChanged()
  }

  /// Pressed, the contents of a system button are faint at once, and come back slowly.
  private func fade() {
    guard buttonType == .system else { return }
    let alpha: CGFloat = isHighlighted ? configuration == nil ? 0.2 : 0.75 : 1
    let change = {
      self.label.alpha = alpha; self.picture.alpha = alpha
    }
    guard !isHighlighted, window != nil, label.alpha != alpha else { return change() }
    UIView.animate(
      withDuration: 0.25, delay: 0, options: [.allowUserInteraction, .beginFromCurrentState],
      animations: change)
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    update()
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    update()
  }

  // MARK: Layout

  private func sizeChanged() {
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  private var insets: UIEdgeInsets { configuration?.contentInsets ?? contentEdgeInsets }
  private var padding: CGFloat {
    configuration?.imagePadding ?? 0
  }

  private var contentSize: CGSize {
    let text = label.intrinsicContentSize, image = picture.image?.size ?? .zero
    let gap = text.width > 0 && image.width > 0 ? padding : 0
    return CGSize(width: text.width + gap + image.width, height: max(text.height, image.height))
  }

  open override var intrinsicContentSize: CGSize {
    let content = contentSize, insets = insets
    return CGSize(
      width: content.width + insets.left + insets.right,
      height: content.height + insets.top + insets.bottom)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// Image and title stand side by side in the middle.
  open override func layoutSubviews() {
    super.layoutSubviews()
    background.frame = bounds
    let room = bounds.inset(by: insets), image = picture.image?.size ?? .zero
    let content = contentSize
    let gap = image.width > 0 && content.width > image.width ? padding : 0
    let scale = contentScaleFactor
    func whole(_ x: CGFloat) -> CGFloat { (x * scale).rounded() / scale }
    var x = room.midX - min(content.width, max(room.width, 0)) / 2
    if image.width > 0 {
      picture.frame = CGRect(
        x: whole(x), y: whole(room.midY - image.height / 2), width: image.width,
        height: image.height)
      x += image.width + gap
    }
    let width = max(min(label.intrinsicContentSize.width, room.maxX - x), 0)
    label.frame = CGRect(x: whole(x), y: room.minY, width: width, height: max(room.height, 0))
    if let configuration { layer.cornerRadius = configuration.radius(in: bounds.size) }
  }

  // MARK: Events

  override func sendActions(for events: Event, _ event: UIEvent?) {
    super.sendActions(for: events.isPress ? [events, .primaryActionTriggered] : events, event)
  }
}

extension UIControl.Event {
  fileprivate var isPress: Bool { contains(.touchUpInside) }
}
