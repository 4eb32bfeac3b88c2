import AnimationCore
import Geometry

/// Where a layer is seen and what it draws there: worked out from presented values, kept until they
/// change.
struct Placement {
  var plane = DevicePlane()
  /// The layer and all above it draw at all. What lies below an invisible layer is not looked at.
  var isVisible = false
  /// y runs up in this layer's space: an odd number of flipped geometries lies above.
  var isYUp = false
  /// Sublayers are cut by this layer or one above.
  var isClipped = false
  /// Height over the superlayer's plane, where `isFlat`.
  var height = 0.0
  /// Parallel to the superlayer's plane, or that of the nearest layer above that flattens.
  var isFlat = true
  /// The layer does not flatten its sublayers: see `DepthSpace`. It draws nothing, and its plane is
  /// that of its sublayers' space where z is 0.
  var isSpace = false

  /// The pixels that own drawing may touch, shadow included, limited by clips and the surface.
  var ownBox = PixelRect.zero
  /// What contents and sublayers are limited to.
  var clipBox = PixelRect.zero
  /// `ownBox` and that of everything below.
  var subtreeBox = PixelRect.zero

  /// Pieces of own drawing.
  var hasShadow = false
  var hasFill = false
  var hasBorder = false
  /// Images, gradients, shapes, and what is seen through the layer.
  var contentCount = 0
  /// Pieces of everything below.
  var piecesBelow = 0
  /// The subtree is drawn aside and then blended once.
  var needsPass = false
  /// Opacity fades each piece by itself: the layer makes no group.
  var fadesApart = false
  /// With `needsPass`: the rounded corners clip the finished picture instead of each piece.
  var clipsPass = false
  /// With `needsPass`: the last sublayer is a group too, and is drawn into this one's pass.
  var foldsLast = false
  /// Several pieces fade as one picture.
  var fadesAsOne = false
  /// `Scene.extras` has something for the layer.
  var hasExtras = false
  /// The layer with everything below it is drawn into a bitmap, and that shown.
  var isRasterized = false
  /// The slot of the nearest layer above that is; −1 for none.
  var rasterRoot: Int32 = -1
  /// Filters, a mask, a blend mode or a backdrop.
  var changesPicture = false
  /// A blend mode or a backdrop.
  var readsBehind = false
  /// The shadow is that of all that is drawn.
  var castsSilhouette = false
  /// How many pixels what is drawn here may be seen away from where it is drawn, by filters and
  /// shadows of this layer and those above; and by those above alone, now and before.
  var spread = 0
  var spreadAbove = 0
  var oldSpreadAbove = 0
  /// How many pixels beyond its clip drawing may be seen by the filters and the shadow of the layer
  /// itself, whether the shadow is taken from what is drawn or not.
  var reach = 0

  /// With `needsPass`: more is done to the picture than fading and cutting it.
  var hasEffects: Bool { changesPicture || castsSilhouette }
  /// What is seen is a picture made from what is drawn, and may reach further.
  var isPicture: Bool { hasEffects || isRasterized }

  /// Fill and border are one piece unless something is drawn between them or each fades by itself.
  @inline(__always) var ownPieces: Int {
    guard !ownBox.isEmpty else { return piecesBelow > 0 ? pictures : 0 }
    let body =
      contentCount == 0 && piecesBelow == 0 && !fadesApart
      ? (hasFill || hasBorder ? 1 : 0) : (hasFill ? 1 : 0) + (hasBorder ? 1 : 0)
    return body + contentCount + (hasShadow && !castsSilhouette ? 1 : 0) + pictures
  }

  /// Pieces that are made of all that is drawn. What mixes with what is behind, within the group of a
  /// layer above, counts twice, so that there is such a group.
  @inline(__always) private var pictures: Int { (castsSilhouette ? 1 : 0) + (readsBehind ? 1 : 0) }

  @inline(__always) var pieces: Int { ownPieces + piecesBelow }

  /// Lies where `matrix` takes it, depth included, in a plane whose matrix is `outside`.
  mutating func lie(under matrix: Matrix4, outside: Matrix3) {
    isFlat =
      abs(matrix.r0.z) < 1e-9 && abs(matrix.r1.z) < 1e-9 && abs(matrix.r0.w) < 1e-9
      && abs(matrix.r1.w) < 1e-9
    let height = matrix.r3.w == 1 ? matrix.r3.z : matrix.r3.z / matrix.r3.w
    self.height = height.isFinite ? height : 0
    plane = DevicePlane(matrix.homography.concat(outside))
  }
}

/// How the sublayers of one layer are drawn, where it is not simply in their order.
enum SublayerOrder: Hashable {
  /// In order of height.
  case sorted([Int32])
  /// In depth: some siblings are tilted. Items are slots.
  case depth([DepthSorter.Fragment])
  /// Pictures that are added to each other.
  case mixed([Share])

  struct Share: Hashable {
    var slot: Int32
    /// 0…1.
    var weight: Double
  }
}
