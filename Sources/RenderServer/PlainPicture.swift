import AnimationCore
import Geometry
import Renderer

/// What a layer draws of its own where that is nothing but one image or mask, drawn alike at any
/// scale: what of its quad stays the same wherever the layer lies. Its rectangle and edges are in
/// `PlainBody`.
struct PlainPicture {
  var texture: DrawList.TextureSource
  var image: ImageID
  /// The part that is drawn, in unit coordinates.
  var part: SIMD4<Float>
  /// Premultiplied.
  var color: SIMD4<Float>

  /// Nil for a layer that is anything else. As it is drawn where y runs down.
  init?(_ values: [LayerValues], _ slot: Int, maximumImageSize: Int, body: inout PlainBody) {
    guard let contents = values[slot].contents, !(values[slot].shadowOpacity > 0),
      !values[slot].masksToBounds, !values[slot].hasExtras,
      values[slot].contentsCenter == .unit,
      values[slot].minificationFilter == values[slot].magnificationFilter
    else { return nil }
    let filter: DrawList.ImageFilter
    switch values[slot].minificationFilter {
    case .linear: filter = .linear
    case .nearest: filter = .nearest
    case .trilinear: return nil
    }
    let all = LayerBody(values, slot, isYUp: false, maximumImageSize: maximumImageSize)
    guard !all.hasFill, !all.hasBorder, let piece = all.firstImage, all.secondImage == nil,
      piece.weight == 1, piece.inner == nil, piece.id == contents.image.id
    else { return nil }
    let tint =
      piece.isMask ? (values[slot].contentsTint ?? .black).premultiplied : SIMD4(repeating: 1)
    guard tint.sum().isFinite else { return nil }
    texture = .image(piece.id, filter)
    image = piece.id
    part = SIMD4<Float>(piece.texture)
    color = SIMD4<Float>(tint)
    body.rect = piece.rect
    body.edges = values[slot].edgeAntialiasingMask & 15
  }
}

/// The plain pictures of all layers that are one.
struct PlainPictures {
  private var pictures: [PlainPicture] = []
  private var free: [Int32] = []

  subscript(place: Int32) -> PlainPicture { pictures[Int(place)] }

  mutating func add(_ picture: PlainPicture) -> Int32 {
    guard let place = free.popLast() else {
      pictures.append(picture)
      return Int32(pictures.count - 1)
    }
    pictures[Int(place)] = picture
    return place
  }

  /// A negative place is none.
  mutating func remove(_ place: Int32) {
    if place >= 0 { free.append(place) }
  }
}
