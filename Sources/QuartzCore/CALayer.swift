import AnimationCore
import CoreGraphicsAPI
import Geometry

/// One node of the tree that is shown: geometry, looks, contents, sublayers and animations.
///
/// A layer is a *model* object: it holds what the application set, and animations never change it.
/// Changes gather in the layer until the thread's transaction commits; what is on screen is read
/// through `presentation()`. A tree reaches a screen through the root of a `LayerHost`. Layers may
/// be used on any thread by one thread at a time; `CATransaction.lock()` arranges that.
///
/// What can be overridden stands in this file; the work is done in the extensions beside it.
open class CALayer: CAMediaTiming {
  // MARK: State, seen by the extensions

  /// What the application set; on a presentation layer, what is shown.
  final var values = LayerValues()
  final var objects = LayerObjects()
  final var timing = LayerTiming.identity
  final var storedSublayers: [CALayer] = []
  final var storedMask: CALayer?
  /// The superlayer keeps this layer and clears the reference before it goes.
  final unowned(unsafe) var storedSuperlayer: CALayer?
  final var attached: [AttachedAnimation] = []
  /// Values under keys that are no properties.
  final var customValues: [String: Any] = [:]
  /// On a presentation layer: the layer it shows.
  final var presented: CALayer?
  /// On a presentation layer that draws: contents that are set are the model's.
  final var drawsForModel = false

  /// The host whose root this layer is below, committed or not.
  package internal(set) final var host: LayerHost?
  /// What the server knows of this layer; nil until a commit with the layer in a hosted tree.
  final var committed: CommittedLayer?
  final var changes: LayerChanges = []
  /// Properties set at any time: those that may differ from the defaults.
  final var touched: LayerChanges = []
  /// The host in whose list of changed layers this one stands.
  final var queuedIn: LayerHost?
  final var layoutIsNeeded = false
  final var displayIsNeeded = false
  /// The contents were drawn, not set.
  final var showsDrawing = false
  /// Belongs to what its superlayer draws: not among the sublayers that others see.
  final var isPrivate = false

  // MARK: Life

  public init() {}

  /// A layer that shows what `layer` shows. `presentation()` makes its layers with it; subclasses
  /// override it to copy their own properties.
  public init(layer: Any) {
    if let layer = layer as? CALayer { copyState(of: layer) }
  }

  /// Archives of layers are not read: nil.
  public required init?(coder: NSCoder) { nil }

  /// Those who wait for the animations of a layer that goes are told.
  deinit {
    for animation in attached { animation.end(finished: false) }
    releaseSublayers()
  }

  // MARK: Hierarchy

  open var superlayer: CALayer? {
    guard let presented else { return storedSuperlayer }
    return presented.committed?.superlayer?.presentation()
  }
  open var sublayers: [CALayer]? {
    get {
      if let presented { return presented.committed?.shownSublayers }
      return storedSublayers.isEmpty ? nil : storedSublayers
    }
    set { replaceSublayers(newValue ?? []) }
  }

  /// Where it is transparent, so are the layer and its sublayers. It has its place in this layer's
  /// space and time, and is no sublayer.
  open var mask: CALayer? {
    get { shownMask }
    set { setMask(newValue) }
  }

  /// Puts `layer` in front of the other sublayers.
  open func addSublayer(_ layer: CALayer) { insert(layer, at: .max) }
  open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }
  /// Behind `sibling`; at the back where that is nil, or no sublayer.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer, at: 0, nextTo: sibling, offset: 0)
  }

  /// In front of `sibling`; at the front where that is nil, or no sublayer.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer, at: .max, nextTo: sibling, offset: 1)
  }

  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    replace(oldLayer, with: newLayer)
  }
  open func removeFromSuperlayer() { detach() }

  // MARK: Geometry

  open var bounds: CGRect {
    get { CGRect(values.bounds) }
    set { setBounds(Rect(newValue.standardized)) }
  }
  /// Where the anchor point lies in the superlayer.
  open var position: CGPoint {
    get { CGPoint(values.position) }
    set { set(.position, \.position, Point(newValue)) }
  }
  open var zPosition: CGFloat {
    get { CGFloat(values.zPosition) }
    set { set(.zPosition, \.zPosition, Double(newValue)) }
  }
  /// In unit coordinates of the bounds.
  open var anchorPoint: CGPoint {
    get { CGPoint(values.anchorPoint) }
    set { set(.anchorPoint, \.anchorPoint, Point(newValue)) }
  }
  open var anchorPointZ: CGFloat {
    get { CGFloat(values.anchorPointZ) }
    set { set(.anchorPointZ, \.anchorPointZ, Double(newValue)) }
  }

  /// About the anchor point.
  open var transform: CATransform3D {
    get { CATransform3D(values.transform) }
    set { set(.transform, \.transform, newValue.matrix) }
  }

  /// Applied to all sublayers, about this layer's anchor point.
  open var sublayerTransform: CATransform3D {
    get { CATransform3D(values.sublayerTransform) }
    set { set(.sublayerTransform, \.sublayerTransform, newValue.matrix) }
  }

  open func affineTransform() -> CGAffineTransform { CGAffineTransform(values.transform) }
  open func setAffineTransform(_ m: CGAffineTransform) {
    transform = CATransform3DMakeAffineTransform(m)
  }

  /// The bounding box in the superlayer. Derived: setting it sets `bounds` and `position`.
  open var frame: CGRect {
    get { CGRect(values.frame) }
    set { setFrame(Rect(newValue.standardized)) }
  }

  /// The size that the layer takes up in its superlayer.
  open func preferredFrameSize() -> CGSize { frame.size }

  /// Mirrors the vertical axis of the sublayers' space.
  open var isGeometryFlipped: Bool {
    get { values.isGeometryFlipped }
    set { setFlipped(newValue) }
  }

  /// The layer's space has y growing downwards, as it does by default.
  open func contentsAreFlipped() -> Bool { hasEvenFlips() }

  open func contains(_ p: CGPoint) -> Bool { values.bounds.contains(Point(p)) }

  /// The part of the bounds that the closest scroll layer around this one shows.
  open var visibleRect: CGRect { rectInScrollLayer }
  /// Brings a point of this layer to the origin of the closest scroll layer around it.
  open func scroll(_ p: CGPoint) { scrollAncestor(to: p) }
  /// Scrolls the closest scroll layer around this one as little as it takes to show `r`.
  open func scrollRectToVisible(_ r: CGRect) { scrollAncestor(toShow: r) }

  /// The frontmost layer of this subtree at `p`, which is in the superlayer's space.
  open func hitTest(_ p: CGPoint) -> CALayer? { layer(at: Point(p)) }

  open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { mapped(p, from: l, to: self) }
  open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { mapped(p, from: self, to: l) }
  open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { mapped(r, from: l, to: self) }
  open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { mapped(r, from: self, to: l) }

  /// From the time of another layer, or from media time where that is nil.
  open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    mappedTime(t, from: l, to: self)
  }
  open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    mappedTime(t, from: self, to: l)
  }

  // MARK: Looks

  /// 0…1; values outside are clamped when drawn.
  open var opacity: Float {
    get { Float(values.opacity) }
    set { set(.opacity, \.opacity, Double(newValue)) }
  }
  open var isHidden: Bool {
    get { values.isHidden }
    set { set(.hidden, \.isHidden, newValue) }
  }

  /// A promise that drawn contents cover the bounds. Stored; drawing finds out by itself.
  open var isOpaque = false { didSet { if !mayChange() { isOpaque = oldValue } } }
  /// False: not drawn when seen from behind.
  open var isDoubleSided: Bool {
    get { values.isDoubleSided }
    set { set(.doubleSided, \.isDoubleSided, newValue) }
  }
  open var masksToBounds: Bool {
    get { values.masksToBounds }
    set { set(.masksToBounds, \.masksToBounds, newValue) }
  }
  /// The layer and its sublayers fade as one picture.
  open var allowsGroupOpacity: Bool {
    get { values.allowsGroupOpacity }
    set { set(.allowsGroupOpacity, \.allowsGroupOpacity, newValue) }
  }
  open var backgroundColor: CGColor? {
    get { objects.backgroundColor }
    set { setColor(.backgroundColor, \.backgroundColor, \.backgroundColor, newValue) }
  }
  open var cornerRadius: CGFloat {
    get { CGFloat(values.cornerRadius) }
    set { set(.cornerRadius, \.cornerRadius, Double(newValue)) }
  }
  open var maskedCorners: CACornerMask {
    get { CACornerMask(rawValue: UInt(values.maskedCorners)) }
    set { set(.maskedCorners, \.maskedCorners, UInt8(newValue.rawValue & 15)) }
  }
  open var cornerCurve: CALayerCornerCurve {
    get { CALayerCornerCurve(rawValue: choice(.cornerCurve)) }
    set { setChoice(.cornerCurve, newValue.rawValue) }
  }

  /// By how much corners of this curve reach further along the sides than a circle of the radius.
  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? 1.528665 : 1
  }
  /// Drawn inside the bounds.
  open var borderWidth: CGFloat {
    get { CGFloat(values.borderWidth) }
    set { set(.borderWidth, \.borderWidth, Double(newValue)) }
  }
  open var borderColor: CGColor? {
    get { objects.borderColor }
    set { setColor(.borderColor, \.borderColor, \.borderColor, newValue) }
  }
  open var shadowColor: CGColor? {
    get { objects.shadowColor }
    set { setColor(.shadowColor, \.shadowColor, \.shadowColor, newValue) }
  }
  open var shadowOpacity: Float {
    get { Float(values.shadowOpacity) }
    set { set(.shadowOpacity, \.shadowOpacity, Double(newValue)) }
  }
  open var shadowOffset: CGSize {
    get { CGSize(values.shadowOffset) }
    set { set(.shadowOffset, \.shadowOffset, Size(newValue)) }
  }
  /// The standard deviation of the blur, in points.
  open var shadowRadius: CGFloat {
    get { CGFloat(values.shadowRadius) }
    set { set(.shadowRadius, \.shadowRadius, Double(newValue)) }
  }
  /// Casts the shadow in place of the layer's own silhouette.
  open var shadowPath: CGPath? {
    get { objects.shadowPath }
    set { setShadowPath(newValue) }
  }
  open var allowsEdgeAntialiasing: Bool {
    get { values.allowsEdgeAntialiasing }
    set { set(.allowsEdgeAntialiasing, \.allowsEdgeAntialiasing, newValue) }
  }
  open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { CAEdgeAntialiasingMask(rawValue: UInt32(values.edgeAntialiasingMask)) }
    set { set(.edgeAntialiasingMask, \.edgeAntialiasingMask, UInt8(newValue.rawValue & 15)) }
  }

  /// `CAFilter`s through which the layer with its sublayers is seen.
  open var filters: [Any]? {
    get { extraObject(.filters) as? [Any] }
    set { setExtra(.filters, object: newValue) }
  }
  /// `CAFilter`s through which what is behind the layer is seen, within its bounds.
  open var backgroundFilters: [Any]? {
    get { extraObject(.backgroundFilters) as? [Any] }
    set { setExtra(.backgroundFilters, object: newValue) }
  }
  /// How the layer is blended with what is behind it: the name of a blend mode, or a `CAFilter`.
  open var compositingFilter: Any? {
    get { extraObject(.compositingFilter) }
    set { setExtra(.compositingFilter, object: newValue) }
  }

  /// The layer with its sublayers is drawn into a bitmap that is used again while nothing in it
  /// changes.
  open var shouldRasterize: Bool {
    get { flag(.shouldRasterize) }
    set { setExtra(.shouldRasterize, to: .flag(newValue)) }
  }
  /// Pixels of that bitmap per point.
  open var rasterizationScale: CGFloat {
    get { CGFloat(number(.rasterizationScale)) }
    set { setExtra(.rasterizationScale, to: .number(Double(newValue))) }
  }

  // MARK: Contents

  /// A `CGImage`.
  open var contents: Any? {
    get { objects.contents }
    set { setContents(newValue) }
  }

  /// The part of the image that is shown, in unit coordinates.
  open var contentsRect: CGRect {
    get { CGRect(values.contentsRect) }
    set { set(.contentsRect, \.contentsRect, Rect(newValue.standardized)) }
  }

  /// The part of the image that stretches both ways, in unit coordinates.
  open var contentsCenter: CGRect {
    get { CGRect(values.contentsCenter) }
    set { set(.contentsCenter, \.contentsCenter, Rect(newValue.standardized)) }
  }
  /// Pixels of the contents per point. Above 0.
  open var contentsScale: CGFloat {
    get { CGFloat(values.contentsScale) }
    set { setContentsScale(Double(newValue)) }
  }
  open var contentsGravity: CALayerContentsGravity {
    get { CALayerContentsGravity(values.contentsGravity) }
    set { setGravity(newValue) }
  }
  open var contentsFormat = CALayerContentsFormat.RGBA8Uint {
    didSet { if !mayChange() { contentsFormat = oldValue } }
  }
  open var minificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(values.minificationFilter) }
    set { setFilter(.minificationFilter, \.minificationFilter, newValue) }
  }
  open var magnificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(values.magnificationFilter) }
    set { setFilter(.magnificationFilter, \.magnificationFilter, newValue) }
  }

  /// Added to the level of detail of trilinear minification.
  open var minificationFilterBias: Float {
    get { Float(number(.minificationFilterBias)) }
    set { setExtra(.minificationFilterBias, to: .number(Double(newValue))) }
  }

  // MARK: Display and layout

  open weak var delegate: (any CALayerDelegate)? {
    didSet { if !mayChange() { delegate = oldValue } }
  }

  /// A changed size of the bounds draws the contents again.
  open var needsDisplayOnBoundsChange = false {
    didSet { if !mayChange() { needsDisplayOnBoundsChange = oldValue } }
  }

  /// Stored; drawing is never deferred.
  open var drawsAsynchronously = false {
    didSet { if !mayChange() { drawsAsynchronously = oldValue } }
  }
  /// The contents are drawn again before the next commit: all of them, whatever the rectangle.
  open func setNeedsDisplay() { markNeedsDisplay() }
  open func setNeedsDisplay(_ r: CGRect) { setNeedsDisplay() }
  open func needsDisplay() -> Bool { displayIsNeeded }

  /// The contents show values under `key`, one of the application's own: new ones draw them again,
  /// and so does every frame of their animations.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  open func displayIfNeeded() { displayNow() }

  /// Provides the contents: asks the delegate, by default draws them with `draw(in:)`.
  open func display() {
    if let delegate { delegate.display(self) } else { drawContents() }
  }

  /// Draws the contents into a context in the layer's space.
  open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

  /// The sublayers are laid out before the next commit.
  open func setNeedsLayout() { markNeedsLayout() }
  open func needsLayout() -> Bool { layoutIsNeeded }
  open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

  /// Lays out now: from the outermost superlayer that needs it downwards.
  open func layoutIfNeeded() { layoutTreeIfNeeded() }

  // MARK: Time

  /// In the superlayer's time, in seconds.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { setTiming(\.beginTime, newValue) }
  }
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { setTiming(\.timeOffset, newValue) }
  }
  open var speed: Float {
    get { Float(timing.speed) }
    set { setTiming(\.speed, Double(newValue)) }
  }

  // Stored: a layer shows itself at all times.

  open var duration = CFTimeInterval.infinity { didSet { if !mayChange() { duration = oldValue } } }
  open var repeatCount: Float = 0 { didSet { if !mayChange() { repeatCount = oldValue } } }
  open var repeatDuration = 0.0 { didSet { if !mayChange() { repeatDuration = oldValue } } }
  open var autoreverses = false { didSet { if !mayChange() { autoreverses = oldValue } } }
  open var fillMode = CAMediaTimingFillMode.removed {
    didSet { if !mayChange() { fillMode = oldValue } }
  }

  // MARK: Actions and animations

  /// Actions of this layer by key.
  open var actions: [String: any CAAction]? { didSet { if !mayChange() { actions = oldValue } } }

  /// Values of keys of the application's own, and under "actions" and "style" more of both.
  open var style: [AnyHashable: Any]? { didSet { if !mayChange() { style = oldValue } } }

  /// What to do about a change of `event`: the delegate's answer, `actions`, `style`, the class's
  /// default, or the built-in animation, the first there is. `NSNull` among these ends the search:
  /// nil, no action.
  open func action(forKey event: String) -> (any CAAction)? { lookUpAction(event) }
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }
  /// A key that is no property has the built-in action all the same.
  class func animatesImplicitly(_ key: String) -> Bool { false }

  /// The number of flipped superlayers may have changed.
  func flipsChanged() {}
  /// `contentsTint` was set.
  func tintChanged() {}
  /// Layers below the sublayers that show a part of the contents; their superlayer is always this.
  var privateSublayers: [CALayer] { [] }
  /// The server of `host` knows the layer with the commit that is being made.
  func joins(_ host: LayerHost) {}

  /// What a key path names on a layer of this class; nil for nothing that can be animated.
  func animationTarget(keyPath: String) -> AnimationTarget? {
    Self.target(keyPath: keyPath) ?? fieldTarget(keyPath: keyPath)
  }

  /// The extra properties that layers of this class have.
  class var extraProperties: [ExtraProperty] { extrasOfAnyLayer }
  /// Sets one of them by key; `new` fits it.
  func assign(_ new: ExtraInput, to property: ExtraProperty) { assignToAnyLayer(new, property) }

  /// The change of a property that is under way does not animate by itself.
  func changesAtOnce(_ property: LayerProperty) -> Bool { false }

  /// Keeps a copy of `anim`, in place of the one already under `key`.
  open func add(_ anim: CAAnimation, forKey key: String?) { attach(anim, key: key) }

  open func removeAnimation(forKey key: String) { detachAnimation(key) }
  open func removeAllAnimations() { detachAllAnimations() }

  /// In the order in which the animations apply.
  open func animationKeys() -> [String]? { shownAnimationKeys }
  /// The stored copy, which cannot be changed.
  open func animation(forKey key: String) -> CAAnimation? {
    shownAnimations.first { $0.key == key }?.animation
  }

  // MARK: Presentation

  /// A copy with the values on screen now; nil until the layer was committed in a hosted tree.
  open func presentation() -> Self? {
    makePresentation().map { unsafe unsafeDowncast($0, to: Self.self) }
  }

  /// The layer that a presentation layer shows; a model layer itself.
  open func model() -> Self {
    // Safety: `presented` made this layer and has its class.
    presented.map { unsafe unsafeDowncast($0, to: Self.self) } ?? self
  }

  // MARK: Values by key

  open var name: String? { didSet { if !mayChange() { name = oldValue } } }

  open class func defaultValue(forKey key: String) -> Any? { builtInDefault(forKey: key) }
  open func value(forKey key: String) -> Any? { storedValue(key) }
  open func setValue(_ value: Any?, forKey key: String) { store(value, key: key) }
  /// Archives of layers are not written.
  open func shouldArchiveValue(forKey key: String) -> Bool { true }

  /// As `value(forKey:)`, with parts as in `position.x`, `frame.size.width` and
  /// `transform.rotation.z`; further words lead on into layers and, by `name`, lists of them.
  open func value(forKeyPath keyPath: String) -> Any? { storedValue(path: keyPath) }
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { store(value, path: keyPath) }
}
