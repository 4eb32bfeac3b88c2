import AnimationCore
import CoreGraphicsAPI
import Geometry

public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Along the line from the start to the end point.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// From the start point to an ellipse whose box has the end point as a corner.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// Around the start point, from the direction of the end point.
  public static let conic = CAGradientLayerType(rawValue: "conic")
}

/// A gradient over the bounds, cut off by their rounded corners.
open class CAGradientLayer: CALayer {
  /// While a list of another length is set.
  private var isResizingList = false

  public override init() { super.init() }
  public override init(layer: Any) { super.init(layer: layer) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// `CGColor`s. As many others are faded to; more or fewer are shown at once.
  open var colors: [Any]? {
    get { extraObject(.colors) as? [Any] }
    set { setList(.colors, newValue) }
  }

  /// Where each of the colours stands, 0…1 and never falling; nil for even steps. Other ones are
  /// moved to where there are as many.
  open var locations: [NSNumber]? {
    get { extraObject(.locations) as? [NSNumber] }
    set { setList(.locations, newValue) }
  }

  /// In unit coordinates of the bounds.
  open var startPoint: CGPoint {
    get { point(.startPoint) }
    set { setExtra(.startPoint, to: .point(Point(newValue))) }
  }

  open var endPoint: CGPoint {
    get { point(.endPoint) }
    set { setExtra(.endPoint, to: .point(Point(newValue))) }
  }

  open var type: CAGradientLayerType {
    get { CAGradientLayerType(rawValue: choice(.gradientType)) }
    set { setChoice(.gradientType, newValue.rawValue) }
  }

  /// Lists of different lengths do not mix: a change of the length is seen at once.
  private func setList(_ property: ExtraProperty, _ new: [Any]?) {
    isResizingList = !hasSameCount(property, as: new)
    defer { isResizingList = false }
    setExtra(property, object: new)
  }

  override func changesAtOnce(_ property: LayerProperty) -> Bool {
    isResizingList && (property == .extra(.colors) || property == .extra(.locations))
  }

  // MARK: Values by key

  private static let properties: [ExtraProperty] =
    extrasOfAnyLayer + [.colors, .locations, .startPoint, .endPoint, .gradientType]

  override class var extraProperties: [ExtraProperty] { properties }

  override func assign(_ new: ExtraInput, to property: ExtraProperty) {
    switch property {
    case .colors: colors = new.object()
    case .locations: locations = new.numbers
    case .startPoint: startPoint = new.object() ?? .zero
    case .endPoint: endPoint = new.object() ?? .zero
    case .gradientType: type = CAGradientLayerType(rawValue: new.name)
    default: super.assign(new, to: property)
    }
  }
}
