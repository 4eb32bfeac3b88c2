import CoreGraphicsAPI
import QuartzCore

/// A rectangle of a window that draws, lays out subviews and answers touches.
///
/// A view owns a layer, made from `layerClass`, and is its delegate: geometry and looks are the
/// layer's, and changes of them animate inside `UIView.animate` only. Views are used on the main
/// actor.
///
/// What can be overridden stands in this file; the work is done in the extensions beside it.
@MainActor
open class UIView: UIResponder, @MainActor CALayerDelegate {
  /// The class of the layers of these views: `CALayer` or a subclass.
  open class var layerClass: AnyClass { CALayer.self }

  public let layer: CALayer

  // MARK: State, seen by the extensions

  // Safety: used on the main actor only, and in `deinit`, when nobody else knows the view.
  nonisolated(unsafe) final var storedSubviews: [UIView] = []
  final weak var storedSuperview: UIView?
  final weak var storedWindow: UIWindow?
  /// The controller whose view this is.
  final weak var controller: UIViewController?
  final var ownColor: UIColor?
  final var ownTintColor: UIColor?
  final var recognizers: [UIGestureRecognizer] = []
  /// What the views around this one say: light, dark or nothing.
  final var surroundingStyle = UIUserInterfaceStyle.unspecified
  /// Contents have been drawn, or found not to be drawn, since the view came to a window.
  final var hasDisplayed = false
  /// Running block animations that keep touches away.
  final var touchBlocks = 0
  /// Running animations of animators that want touches where the view is seen.
  final var seenHits = 0

  // MARK: Life

  public init(frame: CGRect) {
    layer = (Self.layerClass as? CALayer.Type ?? CALayer.self).makeEmpty()
    super.init()
    layer.contentsScale = UIScreen.main.scale
    layer.frame = frame
    layer.isOpaque = true
    layer.setNeedsLayout()
    layer.delegate = self
  }

  public override convenience init() { self.init(frame: .zero) }

  /// Archives of views are not read: nil.
  public required init?(coder: NSCoder) { nil }

  deinit { releaseSubviews() }

  open override var next: UIResponder? { controller ?? storedSuperview }

  // MARK: Geometry

  /// The place in the superview. With a `transform` it is the bounding box: set `bounds` and `center`
  /// then.
  open var frame: CGRect {
    get { layer.frame }
    set { resizing { layer.frame = newValue } }
  }

  open var bounds: CGRect {
    get { layer.bounds }
    set { resizing { layer.bounds = newValue } }
  }

  /// Of the bounds, in the superview.
  open var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }

  /// About the centre.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }

  /// Pixels per point of drawn contents. That of the screen, unless set.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set {
      guard newValue != layer.contentsScale else { return }
      layer.contentsScale = newValue
      setNeedsDisplay()
    }
  }

  // MARK: Looks

  open var backgroundColor: UIColor? {
    get {
      guard let shown = layer.backgroundColor else { return nil }
      // What was set on the layer counts as well.
      if let color = ownColor, color.isDynamic || color.cgColor == shown { return color }
      return UIColor(cgColor: shown)
    }
    set {
      ownColor = newValue
      layer.backgroundColor = newValue?.resolvedColor(with: traitCollection).cgColor
    }
  }

  /// 0…1; values outside are clamped.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(min(max(newValue, 0), 1)) }
  }

  open var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }

  /// A promise that what is drawn covers the bounds.
  open var isOpaque: Bool {
    get { layer.isOpaque }
    set { layer.isOpaque = newValue }
  }

  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// Lets this view be seen where that one is drawn, as far as that is opaque. It lies in this view's
  /// space and in no other view.
  open var mask: UIView? { didSet { layer.mask = mask?.layer } }

  /// What happens to drawn contents when the size changes.
  open var contentMode = ContentMode.scaleToFill {
    didSet { contentModeChanged() }
  }

  /// The colour of things that can be touched: the view's own, or the superview's.
  open var tintColor: UIColor! {
    get { inheritedTint }
    set { changeTint(to: newValue) }
  }

  open func tintColorDidChange() {}

  /// Light or dark, for this view and those in it that say nothing else.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
    didSet { styleChanged(from: oldValue) }
  }

  open var traitCollection: UITraitCollection { inheritedTraits }

  /// The traits are others than before: `previousTraitCollection`.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  open var tag = 0

  // Stored, for tests that look for views and for whoever reads them out.
  open var isAccessibilityElement = false
  open var accessibilityIdentifier: String?
  open var accessibilityLabel: String?
  open var accessibilityHint: String?
  open var accessibilityValue: String?

  // MARK: Hierarchy

  open var superview: UIView? { storedSuperview }
  /// Back to front.
  open var subviews: [UIView] { storedSubviews }
  open var window: UIWindow? { storedWindow }

  /// Puts `view` in front of the other subviews.
  open func addSubview(_ view: UIView) { insert(view, at: .max) }
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view, nextTo: siblingSubview, offset: 0)
  }

  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view, nextTo: siblingSubview, offset: 1)
  }

  open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) { exchange(index1, index2) }

  open func bringSubviewToFront(_ view: UIView) {
    if view.storedSuperview === self { insert(view, at: .max) }
  }

  open func sendSubviewToBack(_ view: UIView) {
    if view.storedSuperview === self { insert(view, at: 0) }
  }

  open func removeFromSuperview() { detach() }

  open func isDescendant(of view: UIView) -> Bool { isInside(view) }

  open func viewWithTag(_ tag: Int) -> UIView? { subtree().first { $0.tag == tag } }

  open func didAddSubview(_ subview: UIView) {}
  open func willRemoveSubview(_ subview: UIView) {}
  open func willMove(toSuperview newSuperview: UIView?) {}
  open func didMoveToSuperview() {}
  open func willMove(toWindow newWindow: UIWindow?) {}
  open func didMoveToWindow() {}

  // MARK: Layout

  /// How the frame follows a change of the superview's size.
  open var autoresizingMask: AutoresizingMask = []
  open var autoresizesSubviews = true

  /// Room that bars of the system take: there are none.
  open var safeAreaInsets: UIEdgeInsets { .zero }

  open func setNeedsLayout() { layer.setNeedsLayout() }

  /// Lays out now. Inside an animation block the frames that layout changes animate.
  open func layoutIfNeeded() { layer.layoutIfNeeded() }

  /// Gives the subviews their places.
  open func layoutSubviews() {}

  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
  open func sizeToFit() { fitSize() }

  /// A width or height that the view does not care about.
  public class var noIntrinsicMetric: CGFloat { -1 }

  open var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }

  open func invalidateIntrinsicContentSize() { storedSuperview?.setNeedsLayout() }

  // MARK: Drawing

  /// `draw(_:)` is called before the next frame.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }
  /// All of the contents are drawn, whatever `rect`.
  open func setNeedsDisplay(_ rect: CGRect) { setNeedsDisplay() }

  /// Draws the contents into `UIGraphicsGetCurrentContext()`. A view that does not ask for the context
  /// has no contents.
  open func draw(_ rect: CGRect) {}

  // MARK: Events

  open var isUserInteractionEnabled = true
  /// False: of several touches in the view only the first is told.
  open var isMultipleTouchEnabled = false
  /// While this view is touched no other view of the window is, and the other way round.
  open var isExclusiveTouch = false

  /// The frontmost view of this subtree that takes touches at `point`, which is in this view's space.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { view(at: point, event) }
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  open var gestureRecognizers: [UIGestureRecognizer]? {
    get { recognizers.isEmpty ? nil : recognizers }
    set { replaceRecognizers(newValue ?? []) }
  }

  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    attach(gestureRecognizer)
  }

  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    detach(gestureRecognizer)
  }

  open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

  // MARK: Focus

  /// Whether the Tab key reaches this view; who answers yes shows that it `isFocused`.
  open var canBecomeFocused: Bool { false }
  open var isFocused: Bool { storedWindow?.focus.view === self }

  /// Where the focus goes when it comes to this view and it cannot have it.
  open var preferredFocusEnvironments: [any UIFocusEnvironment] { [] }
  open func setNeedsFocusUpdate() { storedWindow?.focus.setNeedsUpdate() }
  open func updateFocusIfNeeded() { storedWindow?.focus.updateFocusIfNeeded() }
  /// False keeps the focus where it is. Asked of both views and of all around them.
  open func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool { true }
  /// The focus has come, gone, or moved from one view in this one to another.
  open func didUpdateFocus(
    in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
  ) {}

  // MARK: Spaces

  /// From the space of another view; from that of the window where `view` is nil.
  open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: (view ?? topmost).layer)
  }

  open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    layer.convert(point, to: (view ?? topmost).layer)
  }

  open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    layer.convert(rect, from: (view ?? topmost).layer)
  }

  open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    layer.convert(rect, to: (view ?? topmost).layer)
  }

  // MARK: The layer's delegate

  open func display(_ layer: CALayer) { displayContents(of: layer) }
  open func draw(_ layer: CALayer, in ctx: CGContext) { drawContents(of: layer, in: ctx) }
  open func layerWillDraw(_ layer: CALayer) {}
  open func layoutSublayers(of layer: CALayer) { if layer === self.layer { layOutNow() } }

  /// `NSNull`, no animation, outside animation blocks.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    animationAction(for: layer, event)
  }
}

extension UIView: @MainActor CustomStringConvertible {
  public var description: String { "<\(type(of: self)) frame \(frame)>" }
}
