import AnimationCore
import CoreGraphicsAPI
import Geometry

/// The shape from which particles come.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
  public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
  public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
  public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
  public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
  public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")
}

/// The part of the shape from which they come.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

/// In which order particles are drawn, and how they are blended.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
}

/// Emits particles of the kinds that its cells describe, over its background and border.
open class CAEmitterLayer: CALayer {
  public override init() { super.init() }
  public override init(layer: Any) { super.init(layer: layer) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// A cell's values are those that it had when it was set, or that were set since by key path:
  /// `setValue(20, forKeyPath: "emitterCells.NAME.birthRate")`. Such paths animate as well.
  open var emitterCells: [CAEmitterCell]? {
    get { extraObject(.emitterCells) as? [CAEmitterCell] }
    set { setExtra(.emitterCells, object: newValue) }
  }

  // Those of the cells are multiplied by these.

  open var birthRate: Float {
    get { Float(number(.birthRate)) }
    set { setExtra(.birthRate, to: .number(Double(newValue))) }
  }

  open var lifetime: Float {
    get { Float(number(.lifetime)) }
    set { setExtra(.lifetime, to: .number(Double(newValue))) }
  }

  open var velocity: Float {
    get { Float(number(.velocity)) }
    set { setExtra(.velocity, to: .number(Double(newValue))) }
  }

  open var scale: Float {
    get { Float(number(.scale)) }
    set { setExtra(.scale, to: .number(Double(newValue))) }
  }

  open var spin: Float {
    get { Float(number(.spin)) }
    set { setExtra(.spin, to: .number(Double(newValue))) }
  }

  /// The middle of the shape, in the layer's space.
  open var emitterPosition: CGPoint {
    get { point(.emitterPosition) }
    set { setExtra(.emitterPosition, to: .point(Point(newValue))) }
  }

  open var emitterZPosition: CGFloat {
    get { CGFloat(number(.emitterZPosition)) }
    set { setExtra(.emitterZPosition, to: .number(Double(newValue))) }
  }

  /// Of circles and spheres the width is the radius.
  open var emitterSize: CGSize {
    get { size(.emitterSize) }
    set { setExtra(.emitterSize, to: .size(Size(newValue))) }
  }

  open var emitterDepth: CGFloat {
    get { CGFloat(number(.emitterDepth)) }
    set { setExtra(.emitterDepth, to: .number(Double(newValue))) }
  }

  open var emitterShape: CAEmitterLayerEmitterShape {
    get { CAEmitterLayerEmitterShape(rawValue: choice(.emitterShape)) }
    set { setChoice(.emitterShape, newValue.rawValue) }
  }

  open var emitterMode: CAEmitterLayerEmitterMode {
    get { CAEmitterLayerEmitterMode(rawValue: choice(.emitterMode)) }
    set { setChoice(.emitterMode, newValue.rawValue) }
  }

  open var renderMode: CAEmitterLayerRenderMode {
    get { CAEmitterLayerRenderMode(rawValue: choice(.renderMode)) }
    set { setChoice(.renderMode, newValue.rawValue) }
  }

  /// Particles keep their depth instead of lying in the layer's plane.
  open var preservesDepth: Bool {
    get { flag(.preservesDepth) }
    set { setExtra(.preservesDepth, to: .flag(newValue)) }
  }

  /// What the random numbers start from: the same seed, the same particles.
  open var seed: UInt32 {
    get { integer(.seed) }
    set { setExtra(.seed, to: .number(Double(newValue))) }
  }

  // MARK: Values by key

  private static let properties: [ExtraProperty] =
    extrasOfAnyLayer + [
      .emitterCells, .birthRate, .lifetime, .velocity, .scale, .spin, .emitterPosition,
      .emitterZPosition, .emitterSize, .emitterDepth, .emitterShape, .emitterMode, .renderMode,
      .preservesDepth, .seed,
    ]

  override class var extraProperties: [ExtraProperty] { properties }

  override func assign(_ new: ExtraInput, to property: ExtraProperty) {
    switch property {
    case .emitterCells: emitterCells = new.object()
    case .birthRate: birthRate = new.float
    case .lifetime: lifetime = new.float
    case .velocity: velocity = new.float
    case .scale: scale = new.float
    case .spin: spin = new.float
    case .emitterPosition: emitterPosition = new.object() ?? .zero
    case .emitterZPosition: emitterZPosition = new.cgFloat
    case .emitterSize: emitterSize = new.object() ?? .zero
    case .emitterDepth: emitterDepth = new.cgFloat
    case .emitterShape: emitterShape = CAEmitterLayerEmitterShape(rawValue: new.name)
    case .emitterMode: emitterMode = CAEmitterLayerEmitterMode(rawValue: new.name)
    case .renderMode: renderMode = CAEmitterLayerRenderMode(rawValue: new.name)
    case .preservesDepth: preservesDepth = new.flag
    case .seed: seed = new.integer()
    default: super.assign(new, to: property)
    }
  }
}
