import AnimationCore
import CoreGraphicsAPI

/// Where contents stand in the bounds. Top and bottom are those of a y-up space: where
/// `contentsAreFlipped()` is true, as it is by default, `top` is at the visual bottom.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let resize = CALayerContentsGravity(rawValue: "resize")
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
  public static let center = CALayerContentsGravity(rawValue: "center")
  public static let top = CALayerContentsGravity(rawValue: "top")
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  public static let left = CALayerContentsGravity(rawValue: "left")
  public static let right = CALayerContentsGravity(rawValue: "right")
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")

  private static let names: [(ContentsGravity, CALayerContentsGravity)] = [
    (.resize, .resize), (.resizeAspect, .resizeAspect), (.resizeAspectFill, .resizeAspectFill),
    (.center, .center), (.top, .top), (.bottom, .bottom), (.left, .left), (.right, .right),
    (.topLeft, .topLeft), (.topRight, .topRight), (.bottomLeft, .bottomLeft),
    (.bottomRight, .bottomRight),
  ]

  /// Nil for an unknown name.
  var gravity: ContentsGravity? { Self.names.first { $0.1 == self }?.0 }
  init(_ gravity: ContentsGravity) { self = Self.names.first { $0.0 == gravity }?.1 ?? .resize }
}

public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let linear = CALayerContentsFilter(rawValue: "linear")
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")

  /// Nil for an unknown name.
  var filter: ContentsFilter? {
    switch self {
    case .linear: .linear
    case .nearest: .nearest
    case .trilinear: .trilinear
    default: nil
    }
  }

  init(_ filter: ContentsFilter) {
    switch filter {
    case .linear: self = .linear
    case .nearest: self = .nearest
    case .trilinear: self = .trilinear
    }
  }
}

/// The format of drawn backing stores. Stored; drawing uses 8 bits per component for now.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
  public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
  public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
}

/// The shape of rounded corners. Stored; corners are drawn circular for now.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let circular = CALayerCornerCurve(rawValue: "circular")
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// The corners that `cornerRadius` rounds.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
}

/// The edges that are antialiased. The bottom edge is the one with the least y.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)
}

/// The key under which a layer keeps its transition.
public let kCATransition = "transition"
/// The event when a layer enters a visible tree.
public let kCAOnOrderIn = "onOrderIn"
/// The event when a layer leaves a visible tree.
public let kCAOnOrderOut = "onOrderOut"
/// The event when a layer lays out its sublayers.
public let kCAOnLayout = "onLayout"

extension LayerProperty {
  /// By index. The tint of contents is how a text layer's colour arrives.
  private static let keys = allCases.map { $0 == .contentsTint ? "foregroundColor" : $0.name }

  /// The API's key of the property, by which actions are looked up.
  var key: String { Self.keys[index] }

  /// What a change of this property starts by itself.
  var implicitAction: ImplicitAction {
    switch self {
    case .bounds, .position, .zPosition, .anchorPoint, .anchorPointZ, .transform,
      .sublayerTransform, .opacity, .backgroundColor, .cornerRadius, .borderWidth, .borderColor,
      .contents, .contentsRect, .contentsCenter, .contentsScale, .contentsTint, .shadowColor,
      .shadowOpacity, .shadowOffset, .shadowRadius:
      .basic
    case .hidden, .geometryFlipped, .masksToBounds, .maskedCorners: .transition
    case .doubleSided, .allowsGroupOpacity, .contentsGravity, .minificationFilter,
      .magnificationFilter, .shadowPath, .allowsEdgeAntialiasing, .edgeAntialiasingMask:
      .none
    case .extra(let property): property.traits.implicitAction
    }
  }
}

extension ExtraProperty {
  /// The API's type is `Float`.
  var isSinglePrecision: Bool {
    switch self {
    case .minificationFilterBias, .instanceRedOffset, .instanceGreenOffset, .instanceBlueOffset,
      .instanceAlphaOffset, .birthRate, .lifetime, .velocity, .scale, .spin:
      true
    default: false
    }
  }
}
