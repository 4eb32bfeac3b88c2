import AnimationCore
import CoreGraphicsAPI

/// Shows its sublayers several times, each copy moved, coloured and delayed a step further.
open class CAReplicatorLayer: CALayer {
  public override init() {
    super.init()
    values.sublayerMode = .replicated
    changes.insert(LayerChanges(.extra(.sublayerMode)))
    touched.insert(LayerChanges(.extra(.sublayerMode)))
  }

  public override init(layer: Any) { super.init(layer: layer) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// How often the sublayers are shown, themselves included.
  open var instanceCount: Int {
    get { integer(.instanceCount) }
    set { setExtra(.instanceCount, to: .number(Double(newValue))) }
  }

  /// The copies keep their depth instead of lying in the layer's plane.
  open var preservesDepth: Bool {
    get { flag(.preservesDepth) }
    set { setExtra(.preservesDepth, to: .flag(newValue)) }
  }

  /// By how many seconds the time of each copy is behind that of the one before.
  open var instanceDelay: CFTimeInterval {
    get { number(.instanceDelay) }
    set { setExtra(.instanceDelay, to: .number(newValue)) }
  }

  /// From each copy to the next, about the anchor point.
  open var instanceTransform: CATransform3D {
    get { matrix(.instanceTransform) }
    set { setExtra(.instanceTransform, to: .matrix(newValue.matrix)) }
  }

  /// The first copy's colours are multiplied by it.
  open var instanceColor: CGColor? {
    get { extraObject(.instanceColor) as? CGColor }
    set { setExtra(.instanceColor, object: newValue) }
  }

  /// What is added to the component of the colour from each copy to the next.
  open var instanceRedOffset: Float {
    get { Float(number(.instanceRedOffset)) }
    set { setExtra(.instanceRedOffset, to: .number(Double(newValue))) }
  }

  open var instanceGreenOffset: Float {
    get { Float(number(.instanceGreenOffset)) }
    set { setExtra(.instanceGreenOffset, to: .number(Double(newValue))) }
  }

  open var instanceBlueOffset: Float {
    get { Float(number(.instanceBlueOffset)) }
    set { setExtra(.instanceBlueOffset, to: .number(Double(newValue))) }
  }

  open var instanceAlphaOffset: Float {
    get { Float(number(.instanceAlphaOffset)) }
    set { setExtra(.instanceAlphaOffset, to: .number(Double(newValue))) }
  }

  // MARK: Values by key

  private static let properties: [ExtraProperty] =
    extrasOfAnyLayer + [
      .instanceCount, .preservesDepth, .instanceDelay, .instanceTransform, .instanceColor,
      .instanceRedOffset, .instanceGreenOffset, .instanceBlueOffset, .instanceAlphaOffset,
    ]

  override class var extraProperties: [ExtraProperty] { properties }

  override func assign(_ new: ExtraInput, to property: ExtraProperty) {
    switch property {
    case .instanceCount: instanceCount = new.integer()
    case .preservesDepth: preservesDepth = new.flag
    case .instanceDelay: instanceDelay = new.number
    case .instanceTransform: instanceTransform = new.matrix
    case .instanceColor: instanceColor = new.object()
    case .instanceRedOffset: instanceRedOffset = new.float
    case .instanceGreenOffset: instanceGreenOffset = new.float
    case .instanceBlueOffset: instanceBlueOffset = new.float
    case .instanceAlphaOffset: instanceAlphaOffset = new.float
    default: super.assign(new, to: property)
    }
  }
}
