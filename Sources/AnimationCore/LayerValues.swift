import Geometry

/// Every property of one layer that decides what it looks like.
///
/// The model's committed copy on the application's side, the source of `presentation()`, and the
/// rows of dumps and tests. Defaults are the API's.
///
/// What layers are placed and filled by lies here, the larger members first so that none is padded.
/// What most layers never set is one reference further away (`LayerValues+Rare.swift`).
@usableFromInline package struct LayerValues: Hashable, Sendable {
  package var transform = Matrix4.identity
  package var bounds = Rect.zero
  package var backgroundColor: Color?

  package var isHidden = false
  package var isDoubleSided = true
  package var isGeometryFlipped = false
  package var masksToBounds = false
  package var allowsGroupOpacity = true
  package var allowsEdgeAntialiasing = false
  package var edgeAntialiasingMask: UInt8 = 15
  package var maskedCorners = CornerBits.all

  package var position = Point.zero
  package var anchorPoint = Point(0.5, 0.5)
  package var zPosition = 0.0
  package var anchorPointZ = 0.0
  package var opacity = 1.0
  package var cornerRadius = 0.0
  package var borderWidth = 0.0
  package var shadowOpacity = 0.0

  @usableFromInline var rare = RareLayerValues.Store()

  package init() {}
}
