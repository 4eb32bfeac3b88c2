import CoreGraphicsAPI

/// Lays out views in a row or a column.
///
/// There are no constraints here: how large a view wants to be is its `intrinsicContentSize`, and where
/// it has none its own size. What has neither takes the room that is left.
@MainActor
open class UIStackView: UIView {
  public enum Axis: Int, Sendable {
    case horizontal, vertical
  }

  public enum Distribution: Int, Sendable {
    /// Fills the room: what has no length of its own grows, else the last view.
    case fill
    /// All as long as each other.
    case fillEqually
    /// All by the same factor.
    case fillProportionally
    /// The same space between all.
    case equalSpacing
    /// The same distance from middle to middle, with at least `spacing` between.
    case equalCentering
  }

  public enum Alignment: Int, Sendable {
    case fill, leading, firstBaseline, center, trailing, lastBaseline
    public static let top = Alignment.leading
    public static let bottom = Alignment.trailing
  }

  open private(set) var arrangedSubviews: [UIView] = []
  private var customSpacing: [UIView: CGFloat] = [:]

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
  }

  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  public required init?(coder: NSCoder) { nil }

  open var axis = Axis.horizontal { didSet { arrangementChanged() } }
  open var distribution = Distribution.fill { didSet { arrangementChanged() } }
  open var alignment = Alignment.fill { didSet { arrangementChanged() } }
  /// Points between two views.
  open var spacing: CGFloat = 0 { didSet { arrangementChanged() } }
  open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) {
    didSet { arrangementChanged() }
  }
  /// Views stay within `layoutMargins`.
  open var isLayoutMarginsRelativeArrangement = false { didSet { arrangementChanged() } }

  /// Lets the stack's own `spacing` count again.
  public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
  public static let spacingUseSystem: CGFloat = 8

  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    customSpacing[arrangedSubview] = spacing == Self.spacingUseDefault ? nil : spacing
    arrangementChanged()
  }

  open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    customSpacing[arrangedSubview] ?? Self.spacingUseDefault
  }

  // MARK: Views

  open func addArrangedSubview(_ view: UIView) {
    insertArrangedSubview(
      view, at: arrangedSubviews.count - (arrangedSubviews.contains(view) ? 1 : 0))
  }

  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arrangedSubviews.removeAll { $0 === view }
    precondition(
      stackIndex >= 0 && stackIndex <= arrangedSubviews.count,
      "a view can be inserted between the arranged subviews only, of which there are fewer")
    if view.superview !== self { addSubview(view) }
    arrangedSubviews.insert(view, at: stackIndex)
    arrangementChanged()
  }

  /// It stays a subview.
  open func removeArrangedSubview(_ view: UIView) {
    arrangedSubviews.removeAll { $0 === view }
    customSpacing[view] = nil
    arrangementChanged()
  }

  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    removeArrangedSubview(subview)
  }

  private func arrangementChanged() {
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  open override func invalidateIntrinsicContentSize() {
    super.invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  // MARK: Layout

  private var margins: UIEdgeInsets { isLayoutMarginsRelativeArrangement ? layoutMargins : .zero }
  private var shown: [UIView] { arrangedSubviews.filter { !$0.isHidden } }

  private func along(_ size: CGSize) -> CGFloat { axis == .horizontal ? size.width : size.height }
  private func across(_ size: CGSize) -> CGFloat { axis == .horizontal ? size.height : size.width }

  /// What a view wants: points, 0 for nothing of its own.
  private func wish(of view: UIView) -> CGSize {
    let own = view.intrinsicContentSize, size = view.sizeThatFits(view.bounds.size)
    return CGSize(
      width: own.width >= 0 ? own.width : size.width,
      height: own.height >= 0 ? own.height : size.height)
  }

  private func spaces(_ views: [UIView]) -> [CGFloat] {
    views.dropLast().map { customSpacing[$0] ?? spacing }
  }

  open override var intrinsicContentSize: CGSize {
    let views = shown, wishes = views.map(wish), lengths = wishes.map(along)
    let sum = lengths.reduce(0, +), longest = lengths.max() ?? 0
    let length =
      (distribution == .fillEqually ? longest * CGFloat(views.count) : sum)
      + spaces(views).reduce(0, +)
    let width = wishes.map(across).max() ?? 0, margins = margins
    let size =
      axis == .horizontal
      ? CGSize(width: length, height: width) : CGSize(width: width, height: length)
    return CGSize(
      width: size.width + margins.left + margins.right,
      height: size.height + margins.top + margins.bottom)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let views = shown
    guard !views.isEmpty else { return }
    let room = bounds.inset(by: margins)
    let wishes = views.map(wish)
    let parts = StackParts(
      lengths: wishes.map(along), spaces: spaces(views), room: max(along(room.size), 0),
      distribution)
    let width = max(across(room.size), 0)
    for (i, view) in views.enumerated() {
      let isFilled = alignment == .fill || across(wishes[i]) <= 0
      let own = isFilled ? width : across(wishes[i])
      let side =
        switch alignment {
        case .fill, .leading, .firstBaseline: CGFloat(0)
        case .center: (width - own) / 2
        case .trailing, .lastBaseline: width - own
        }
      let (start, length) = (parts.starts[i], parts.lengths[i])
      place(
        view,
        axis == .horizontal
          ? CGRect(x: room.minX + start, y: room.minY + side, width: length, height: own)
          : CGRect(x: room.minX + side, y: room.minY + start, width: own, height: length))
    }
  }

  /// A transform of the view's stays what it is.
  private func place(_ view: UIView, _ frame: CGRect) {
    let anchor = view.layer.anchorPoint
    view.bounds.size = frame.size
    view.center = CGPoint(
      x: frame.minX + frame.width * anchor.x, y: frame.minY + frame.height * anchor.y)
  }
}

/// Where the views of a stack lie along its axis.
private struct StackParts {
  private(set) var starts: [CGFloat] = []
  private(set) var lengths: [CGFloat]

  init(
    lengths wishes: [CGFloat], spaces: [CGFloat], room: CGFloat,
    _ distribution: UIStackView.Distribution
  ) {
    lengths = wishes
    var spaces = spaces
    let left = room - spaces.reduce(0, +), sum = wishes.reduce(0, +)
    let isTight = wishes.count < 2 || left < sum
    switch distribution {
    case .fill: fill(left - sum)
    case .equalSpacing where isTight: fill(left - sum)
    case .equalCentering where isTight: fill(left - sum)
    case .fillEqually:
      lengths = wishes.map { _ in max(left, 0) / CGFloat(wishes.count) }
    case .fillProportionally:
      lengths = sum > 0 ? wishes.map { $0 * max(left, 0) / sum } : wishes
    case .equalSpacing:
      spaces = spaces.map { $0 + (left - sum) / CGFloat(spaces.count) }
    case .equalCentering:
      let distance = (room - (wishes[0] + wishes[wishes.count - 1]) / 2) / CGFloat(spaces.count)
      let centred = spaces.indices.map { distance - (wishes[$0] + wishes[$0 + 1]) / 2 }
      let isRoomy = zip(centred, spaces).allSatisfy { $0 >= $1 }
      spaces = isRoomy ? centred : spaces.map { $0 + (left - sum) / CGFloat(spaces.count) }
    }
    var start: CGFloat = 0
    for (i, length) in lengths.enumerated() {
      starts.append(start)
      start += length + (i < spaces.count ? spaces[i] : 0)
    }
  }

  /// What is too much goes to those without a length of their own, or the last; what lacks is taken
  /// from all in proportion.
  private mutating func fill(_ rest: CGFloat) {
    if rest < 0 {
      let sum = lengths.reduce(0, +)
      if sum > 0 { for i in lengths.indices { lengths[i] *= max(sum + rest, 0) / sum } }
      return
    }
    let free = lengths.indices.filter { lengths[$0] <= 0 }
    if free.isEmpty {
      lengths[lengths.count - 1] += rest
    } else {
      for i in free { lengths[i] = rest / CGFloat(free.count) }
    }
  }
}
