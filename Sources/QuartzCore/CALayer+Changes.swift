import AnimationCore
import CoreGraphicsAPI
import Geometry
import Synchronization

/// Every change of a property passes here: checked, animated where that is due, noted for the
/// commit.
extension CALayer {
  /// Runs `store`, which sets the property, unless nothing changes or the value is no good.
  ///
  /// The action is looked up before the value changes and run after it, as delegates read the old
  /// value.
  final func change(
    _ property: LayerProperty, isNew: Bool, isValid: Bool = true, _ store: () -> Void
  ) {
    guard isValid else {
      Warnings.once(
        "layer.\(property.key)",
        "a value of \(property.key) that cannot be shown was ignored: not finite, or out of range")
      return
    }
    guard isNew, mayChange() else { return }
    let action = actionForChange(of: property.key)
    store()
    mark(LayerChanges(property))
    action?.run(forKey: property.key, object: self, arguments: nil)
  }

  /// As `change`, without looking for an action.
  final func changeQuietly(_ property: LayerProperty, _ store: () -> Void) {
    guard mayChange() else { return }
    store()
    mark(LayerChanges(property))
  }

  /// False, after reporting it, for a presentation layer.
  final func mayChange() -> Bool {
    if presented != nil { misuse("a presentation layer cannot be changed: \(self)") }
    return presented == nil
  }

  /// Puts changes into the next commit of the calling thread's transaction.
  final func mark(_ new: LayerChanges) {
    changes.formUnion(new)
    touched.formUnion(new)
    enqueue()
    TransactionStack.current.touch(host)
  }

  /// Puts the layer on its host's list for the next commit.
  final func enqueue() {
    guard let host, queuedIn !== host else { return }
    queuedIn = host
    host.enqueue(self)
  }

  // Inlined where the property is known: a path that is no constant is followed step by step.

  @inline(__always) final func set<T: Equatable>(
    _ property: LayerProperty, _ path: WritableKeyPath<LayerValues, T>, _ new: T
  ) {
    change(property, isNew: values[keyPath: path] != new) { values[keyPath: path] = new }
  }

  @inline(__always) final func set<T: Equatable & Measured>(
    _ property: LayerProperty, _ path: WritableKeyPath<LayerValues, T>, _ new: T
  ) {
    change(property, isNew: values[keyPath: path] != new, isValid: new.isFinite) {
      values[keyPath: path] = new
    }
  }

  /// `new` is nil for a name that is not known.
  @inline(__always) final func setChoice<T: Equatable>(
    _ property: LayerProperty, _ path: WritableKeyPath<LayerValues, T>, _ new: T?, _ name: String
  ) {
    guard let new else {
      Warnings.once("layer.\(property.key).\(name)", "unknown \(property.key) \"\(name)\"")
      return
    }
    set(property, path, new)
  }

  @inline(__always) final func setColor(
    _ property: LayerProperty, _ path: WritableKeyPath<LayerValues, Color?>,
    _ object: WritableKeyPath<LayerObjects, CGColor?>, _ new: CGColor?
  ) {
    change(property, isNew: objects[keyPath: object] != new) {
      values[keyPath: path] = new?.color
      objects[keyPath: object] = new
    }
  }

  /// The colour of contents that are a mask. Without one nothing is seen of them.
  final func setTint(_ new: CGColor?) {
    change(.contentsTint, isNew: objects.foregroundColor != new) {
      values.contentsTint = new?.color ?? .clear
      objects.foregroundColor = new
      tintChanged()
    }
  }

  final func setContents(_ new: Any?) {
    let image = new as? CGImage
    if let new, image == nil {
      Warnings.once(
        "layer.contents.type", "contents of a layer must be a CGImage, not \(type(of: new))")
      return
    }
    guard !drawsForModel else {
      presented?.show(image)
      return
    }
    change(.contents, isNew: image !== objects.contents) {
      values.contents = image.map { Contents($0.pixelImage) }
      objects.contents = image
      showsDrawing = false
    }
  }

  final func setFilter(
    _ property: LayerProperty, _ path: WritableKeyPath<LayerValues, ContentsFilter>,
    _ new: CALayerContentsFilter
  ) {
    setChoice(property, path, new.filter, new.rawValue)
  }

  /// An unknown name puts the contents in the middle.
  final func setGravity(_ new: CALayerContentsGravity) {
    if new.gravity == nil {
      Warnings.once(
        "layer.contentsGravity.\(new.rawValue)", "unknown contentsGravity \"\(new.rawValue)\"")
    }
    set(.contentsGravity, \.contentsGravity, new.gravity ?? .center)
  }

  final func setContentsScale(_ new: Double) {
    change(.contentsScale, isNew: new != values.contentsScale, isValid: new.isFinite && new > 0) {
      values.contentsScale = new
    }
  }

  final func setShadowPath(_ new: CGPath?) {
    // A copy, so that a mutable path may change afterwards.
    let copy = new.map { CGPath($0.path) }
    change(.shadowPath, isNew: copy?.path != values.shadowPath) {
      values.shadowPath = copy?.path
      objects.shadowPath = copy
    }
  }

  final func setBounds(_ new: Rect) {
    let old = values.bounds
    change(.bounds, isNew: new != old, isValid: new.isFinite) {
      values.bounds = new
      guard new.size != old.size else { return }
      markNeedsLayout()
      storedSuperlayer?.markNeedsLayout()
      if needsDisplayOnBoundsChange { setNeedsDisplay() }
    }
  }

  final func setFrame(_ new: Rect) {
    guard new.isFinite else {
      Warnings.once("layer.frame", "a frame that is not finite was ignored")
      return
    }
    let fit = values.fitting(frame: new)
    bounds = CGRect(Rect(origin: values.bounds.origin, size: fit.size))
    position = CGPoint(fit.position)
  }

  /// Some layer was flipped at some time. Few programs do; the others walk no trees for it.
  private static let isAnyFlipped = Atomic<Bool>(false)

  final func setFlipped(_ new: Bool) {
    if new { Self.isAnyFlipped.store(true, ordering: .relaxed) }
    guard new != values.isGeometryFlipped else { return }
    set(.geometryFlipped, \.isGeometryFlipped, new)
    tellOfFlips()
  }

  /// Tells the subtree that there may be more or fewer flipped superlayers than before.
  final func tellOfFlips() {
    guard Self.isAnyFlipped.load(ordering: .relaxed) else { return }
    for layer in subtree() { layer.flipsChanged() }
  }

  final func setTiming(_ path: WritableKeyPath<LayerTiming, Double>, _ new: Double) {
    guard new.isFinite else {
      Warnings.once("layer.timing", "a layer's time values must be finite")
      return
    }
    guard timing[keyPath: path] != new, mayChange() else { return }
    timing[keyPath: path] = new
    mark(.timing)
  }

  /// Copies everything but place in a tree, animations and delegate.
  final func copyState(of other: CALayer) {
    values = other.values
    objects = other.objects
    timing = other.timing
    duration = other.duration
    repeatCount = other.repeatCount
    repeatDuration = other.repeatDuration
    autoreverses = other.autoreverses
    fillMode = other.fillMode
    touched = other.touched
    changes = other.touched
    customValues = other.customValues
    name = other.name
    style = other.style
    actions = other.actions
    isOpaque = other.isOpaque
    contentsFormat = other.contentsFormat
    needsDisplayOnBoundsChange = other.needsDisplayOnBoundsChange
    drawsAsynchronously = other.drawsAsynchronously
  }
}

/// What may be no number at all, and is refused then.
protocol Measured {
  var isFinite: Bool { get }
}

extension Double: Measured {}
extension Point: Measured {}
extension Size: Measured {}
extension Rect: Measured {}
extension Matrix4: Measured {}
