/// A property of a layer as it crosses from the application to the server.
///
/// Key paths are parsed once, at the API's edge, into an `AnimationTarget`; below it only these
/// cases exist.
package enum LayerProperty: Hashable, Sendable {
  // Geometry.
  case bounds, position, zPosition, anchorPoint, anchorPointZ, transform, sublayerTransform
  // Visibility and grouping.
  case opacity, hidden, doubleSided, geometryFlipped, masksToBounds, allowsGroupOpacity
  // Body.
  case backgroundColor, cornerRadius, maskedCorners, borderWidth, borderColor
  // Contents.
  case contents, contentsRect, contentsCenter, contentsScale, contentsGravity
  case minificationFilter, magnificationFilter
  /// Colour of contents that are an alpha mask (plain text).
  case contentsTint
  // Shadow.
  case shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath
  // Edges.
  case allowsEdgeAntialiasing, edgeAntialiasingMask
  /// All others.
  case extra(ExtraProperty)

  /// What a value of this property is made of, and so how two of them interpolate.
  package enum Kind: Sendable {
    case number, integer, flag, choice, point, size, rect, color, matrix, path, contents
    /// Lists of numbers and of colours.
    case numbers, colors
    /// Filters and emitter cells.
    case records
  }

  package var kind: Kind {
    switch self {
    case .bounds, .contentsRect, .contentsCenter: .rect
    case .position, .anchorPoint: .point
    case .shadowOffset: .size
    case .transform, .sublayerTransform: .matrix
    case .zPosition, .anchorPointZ, .opacity, .cornerRadius, .borderWidth, .contentsScale,
      .shadowOpacity, .shadowRadius:
      .number
    case .hidden, .doubleSided, .geometryFlipped, .masksToBounds, .allowsGroupOpacity,
      .allowsEdgeAntialiasing:
      .flag
    case .maskedCorners, .contentsGravity, .minificationFilter, .magnificationFilter,
      .edgeAntialiasingMask:
      .choice
    case .backgroundColor, .borderColor, .shadowColor, .contentsTint: .color
    case .contents: .contents
    case .shadowPath: .path
    case .extra(let property): property.traits.kind
    }
  }
}

/// The part of a property that an animation reads and writes, as in `position.x`.
package enum PropertyComponent: UInt8, CaseIterable, Sendable {
  case whole
  /// Of a point; also the parts of a rectangle's `origin` and of an offset.
  case x, y
  case width, height
  case origin, size
  case originX, originY, sizeWidth, sizeHeight
  case rotationX, rotationY, rotationZ
  /// All three scales at once.
  case scale
  case scaleX, scaleY, scaleZ
  /// The x and y translation as a size.
  case translation
  case translationX, translationY, translationZ
}

/// A parsed key path.
package struct AnimationTarget: Hashable, Sendable {
  package var property: LayerProperty
  package var component: PropertyComponent
  /// Of the object in the property that is meant; nil for the property itself.
  package var field: RecordField?

  package init(
    _ property: LayerProperty, _ component: PropertyComponent = .whole, field: RecordField? = nil
  ) {
    self.property = property
    self.component = component
    self.field = field
  }
}

/// How the image is placed in the bounds. Names are those of the API, in y-up terms.
@usableFromInline package enum ContentsGravity: UInt8, CaseIterable, Sendable {
  case resize, resizeAspect, resizeAspectFill
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
}

/// How an image is sampled when its pixels and the screen's differ in size.
@usableFromInline package enum ContentsFilter: UInt8, CaseIterable, Sendable {
  case linear, nearest, trilinear
}

/// Corner and edge masks share the API's bit values.
package enum CornerBits {
  package static let minXMinY: UInt8 = 1
  package static let maxXMinY: UInt8 = 2
  package static let minXMaxY: UInt8 = 4
  package static let maxXMaxY: UInt8 = 8
  package static let all: UInt8 = 15
}
