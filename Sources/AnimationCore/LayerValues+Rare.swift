import Geometry

/// Properties that most layers leave as they are.
@usableFromInline struct RareLayerValues: Hashable, Sendable {
  @usableFromInline var sublayerTransform = Matrix4.identity
  @usableFromInline var borderColor: Color? = .black

  @usableFromInline var contents: Contents?
  @usableFromInline var contentsRect = Rect.unit
  @usableFromInline var contentsCenter = Rect.unit
  @usableFromInline var contentsScale = 1.0
  @usableFromInline var contentsGravity = ContentsGravity.resize
  @usableFromInline var minificationFilter = ContentsFilter.linear
  @usableFromInline var magnificationFilter = ContentsFilter.linear
  @usableFromInline var contentsTint: Color?

  @usableFromInline var shadowColor: Color? = .black
  @usableFromInline var shadowOffset = Size(0, -3)
  @usableFromInline var shadowRadius = 3.0
  var shadowPath: Path?

  var extras = ExtraValues()

  /// One of these, copied on write, or none where all have their defaults: an array, because that
  /// is the library's own copy-on-write, and because reading an element counts no reference.
  @usableFromInline struct Store: Hashable, Sendable {
    @usableFromInline var element: [RareLayerValues] = []

    init() {}

    private var values: RareLayerValues { element.first ?? RareLayerValues() }

    /// None is the same as one with the defaults.
    @usableFromInline static func == (a: Store, b: Store) -> Bool {
      a.element.isEmpty && b.element.isEmpty || a.values == b.values
    }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(values) }

    @usableFromInline mutating func change(_ body: (inout RareLayerValues) -> Void) {
      if element.isEmpty { element.append(RareLayerValues()) }
      body(&element[0])
    }
  }
}

/// Setters do nothing where the value is there already, so that defaults need no storage.
extension LayerValues {
  @inlinable package var sublayerTransform: Matrix4 {
    @inline(__always) get { rare.element.isEmpty ? .identity : rare.element[0].sublayerTransform }
    set { if newValue != sublayerTransform { rare.change { $0.sublayerTransform = newValue } } }
  }

  @inlinable package var borderColor: Color? {
    @inline(__always) get { rare.element.isEmpty ? .black : rare.element[0].borderColor }
    set { if newValue != borderColor { rare.change { $0.borderColor = newValue } } }
  }

  @inlinable package var contents: Contents? {
    @inline(__always) get { rare.element.isEmpty ? nil : rare.element[0].contents }
    set { if newValue != contents { rare.change { $0.contents = newValue } } }
  }

  @inlinable package var contentsRect: Rect {
    @inline(__always) get { rare.element.isEmpty ? .unit : rare.element[0].contentsRect }
    set { if newValue != contentsRect { rare.change { $0.contentsRect = newValue } } }
  }

  @inlinable package var contentsCenter: Rect {
    @inline(__always) get { rare.element.isEmpty ? .unit : rare.element[0].contentsCenter }
    set { if newValue != contentsCenter { rare.change { $0.contentsCenter = newValue } } }
  }

  @inlinable package var contentsScale: Double {
    @inline(__always) get { rare.element.isEmpty ? 1 : rare.element[0].contentsScale }
    set { if newValue != contentsScale { rare.change { $0.contentsScale = newValue } } }
  }

  @inlinable package var contentsGravity: ContentsGravity {
    @inline(__always) get { rare.element.isEmpty ? .resize : rare.element[0].contentsGravity }
    set { if newValue != contentsGravity { rare.change { $0.contentsGravity = newValue } } }
  }

  @inlinable package var minificationFilter: ContentsFilter {
    @inline(__always) get { rare.element.isEmpty ? .linear : rare.element[0].minificationFilter }
    set { if newValue != minificationFilter { rare.change { $0.minificationFilter = newValue } } }
  }

  @inlinable package var magnificationFilter: ContentsFilter {
    @inline(__always) get { rare.element.isEmpty ? .linear : rare.element[0].magnificationFilter }
    set {
      if newValue != magnificationFilter { rare.change { $0.magnificationFilter = newValue } }
    }
  }

  @inlinable package var contentsTint: Color? {
    @inline(__always) get { rare.element.isEmpty ? nil : rare.element[0].contentsTint }
    set { if newValue != contentsTint { rare.change { $0.contentsTint = newValue } } }
  }

  @inlinable package var shadowColor: Color? {
    @inline(__always) get { rare.element.isEmpty ? .black : rare.element[0].shadowColor }
    set { if newValue != shadowColor { rare.change { $0.shadowColor = newValue } } }
  }

  @inlinable package var shadowOffset: Size {
    @inline(__always) get { rare.element.isEmpty ? Size(0, -3) : rare.element[0].shadowOffset }
    set { if newValue != shadowOffset { rare.change { $0.shadowOffset = newValue } } }
  }

  @inlinable package var shadowRadius: Double {
    @inline(__always) get { rare.element.isEmpty ? 3 : rare.element[0].shadowRadius }
    set { if newValue != shadowRadius { rare.change { $0.shadowRadius = newValue } } }
  }

  /// Whether any extra property differs from its default.
  package var hasExtras: Bool { !rare.element.isEmpty && !rare.element[0].extras.entries.isEmpty }

  /// Without those that have their defaults.
  package var extras: ExtraValues {
    @inline(__always) get {
      rare.element.isEmpty ? ExtraValues() : rare.element[0].extras
    }
  }

  /// Setting a value of the wrong kind, or one that is not finite, changes nothing.
  package subscript(extra property: ExtraProperty) -> PropertyValue {
    get { extras[property] }
    set { if newValue != extras[property] { rare.change { $0.extras[property] = newValue } } }
  }

  package var shadowPath: Path? {
    @inline(__always) get { rare.element.isEmpty ? nil : rare.element[0].shadowPath }
    set { if newValue != shadowPath { rare.change { $0.shadowPath = newValue } } }
  }
}
