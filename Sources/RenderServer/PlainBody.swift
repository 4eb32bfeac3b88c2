import AnimationCore
import Geometry

/// What a layer draws of its own where that is nothing but a square fill, as most do: kept until
/// its values change, because there are many of those to look through.
struct PlainBody {
  var rect = Rect.zero
  /// Premultiplied; zero for none.
  var fill = SIMD4<Double>.zero
  /// The antialiased ones, as `edgeAntialiasingMask`.
  var edges: UInt8 = 0
  /// Off for a layer with corners, border, contents, shadow, clip, mask or anything rarer; nothing
  /// else counts then.
  var isPlain = false
  /// The layer is nothing but a picture, which is at this place in `PlainPictures`, in `rect` and with
  /// `edges`; negative for others.
  var picture: Int32 = -1

  init() {}

  /// Of a layer that draws nothing.
  static let nothing: PlainBody = {
    var body = PlainBody()
    body.isPlain = true
    return body
  }()

  init(_ values: [LayerValues], _ slot: Int) {
    guard values[slot].contents == nil, !(values[slot].shadowOpacity > 0),
      !values[slot].masksToBounds, !values[slot].hasExtras
    else { return }
    let body = LayerBody(values, slot, isYUp: false, maximumImageSize: 0)
    guard !body.hasBorder, !body.shape.isRounded else { return }
    rect = body.shape.rect
    fill = body.fill
    edges = values[slot].edgeAntialiasingMask & 15
    isPlain = true
  }
}
