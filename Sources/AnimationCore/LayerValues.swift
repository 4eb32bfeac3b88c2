import Geometry

/// Every property of one layer that decides what it looks like.
///
/// The model's committed copy on the application's side, the source of `presentation()`, and the
/// rows of dumps and tests. Defaults are the API's.
package struct LayerValues: Hashable, Sendable {
  package var bounds = Rect.zero
  package var position = Point.zero
  package var zPosition = 0.0
  package var anchorPoint = Point(0.5, 0.5)
  package var anchorPointZ = 0.0
  package var transform = Matrix4.identity
  package var sublayerTransform = Matrix4.identity

  package var opacity = 1.0
  package var isHidden = false
  package var isDoubleSided = true
  package var isGeometryFlipped = false
  package var masksToBounds = false
  package var allowsGroupOpacity = true

  package var backgroundColor: Color?
  package var cornerRadius = 0.0
  package var maskedCorners = CornerBits.all
  package var borderWidth = 0.0
  package var borderColor: Color? = .black

  package var contents: Contents?
  package var contentsRect = Rect.unit
  package var contentsCenter = Rect.unit
  package var contentsScale = 1.0
  package var contentsGravity = ContentsGravity.resize
  package var minificationFilter = ContentsFilter.linear
  package var magnificationFilter = ContentsFilter.linear
  package var contentsTint: Color?

  package var shadowColor: Color? = .black
  package var shadowOpacity = 0.0
  package var shadowOffset = Size(0, -3)
  package var shadowRadius = 3.0
  package var shadowPath: Path?

  package var allowsEdgeAntialiasing = false
  package var edgeAntialiasingMask: UInt8 = 15

  package init() {}
}
