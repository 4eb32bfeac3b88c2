import AnimationCore
import Geometry

/// An opacity as it is drawn: limited to 0…1, and 1 when no 8-bit pixel could show the difference,
/// so that the last frames of a fade need no group and do not pop.
func drawnOpacity(_ opacity: Double) -> Double {
  opacity >= 1 - 1.0 / 510 ? 1 : (opacity > 0 ? opacity : 0)
}

/// One image, or one of the two of a cross-dissolve, as it lies in a layer.
struct ImagePiece {
  var id: ImageID
  /// Where it is drawn, in the layer's points with y running down from the visual top.
  var rect: Rect
  /// The part of the image that is shown, in unit coordinates.
  var texture: Rect
  /// The shown part in pixels.
  var pixels: Size
  /// How much of it is seen in the end, 0…1.
  var weight: Double
  var isOpaque: Bool
  /// The pixels are coverage; the colour comes from the layer.
  var isMask: Bool
  /// Inside this rectangle an opaque picture is painted over it with the weight `covering`; nil for
  /// none. There it is drawn at `o·weight / (1 − o·covering)` for a layer's opacity o, of which
  /// painting over leaves `o·weight`.
  var inner: Rect?
  var covering = 0.0
}

/// A blurred rounded rectangle below the layer.
struct ShadowPiece {
  var shape: RoundedBounds
  /// Premultiplied, shadowOpacity and the silhouette's alpha included.
  var color: SIMD4<Double>
  /// Standard deviation in points; 0 for a hard copy.
  var sigma: Double

  /// Everything that the blur may darken; beyond three deviations nothing is drawn.
  var extent: Rect { shape.outset(by: 3 * sigma).rect }
}

/// What one layer draws of its own, in its own points: worked out from its presented values alone.
struct LayerBody {
  var shape: RoundedBounds
  /// Premultiplied; zero for none.
  var fill = SIMD4<Double>.zero
  var border = SIMD4<Double>.zero
  var borderWidth = 0.0
  /// Drawn in this order.
  var firstImage: ImagePiece?
  var secondImage: ImagePiece?
  var shadow: ShadowPiece?
  /// An image was left out because it has no pixels or too many.
  var refusedImage: ImageID?

  var hasFill: Bool { fill.w > 0 }
  var hasBorder: Bool { border.w > 0 }
  var imageCount: Int { (firstImage == nil ? 0 : 1) + (secondImage == nil ? 0 : 1) }

  /// Takes all values and a slot: one layer's values are 300 bytes that must not be copied for
  /// every layer of every frame.
  init(_ values: [LayerValues], _ slot: Int, isYUp: Bool, maximumImageSize: Int) {
    let bounds = values[slot].bounds
    shape = RoundedBounds(values, slot)
    guard bounds.isFinite else { return }
    var fillAlpha = 0.0
    if !bounds.isEmpty {
      if let color = values[slot].backgroundColor { fill = Self.drawn(color) }
      fillAlpha = fill.w
      if values[slot].borderWidth > 0, let color = values[slot].borderColor {
        border = Self.drawn(color)
        borderWidth = min(
          values[slot].borderWidth, max(bounds.size.width, bounds.size.height))
      }
    }
    if let contents = values[slot].contents {
      placeImages(contents, values, slot, isYUp: isYUp, maximumImageSize: maximumImageSize)
    }
    if values[slot].shadowOpacity > 0, !values[slot].masksToBounds,
      let color = values[slot].shadowColor
    {
      shadow = Self.shadow(
        values, slot, color: color, shape: shape, fillAlpha: fillAlpha,
        image: opaqueImageRect(isYUp))
    }
    // What is covered completely is not drawn; at softened edges it would shine through.
    if hasFill, secondImage == nil, let image = firstImage, image.isOpaque, image.weight == 1,
      image.rect.minX <= bounds.minX, image.rect.minY <= bounds.minY,
      image.rect.maxX >= bounds.maxX, image.rect.maxY >= bounds.maxY
    {
      fill = .zero
    }
  }

  /// Premultiplied and limited; a colour that is not a number draws nothing.
  static func drawn(_ color: Color) -> SIMD4<Double> {
    let c = color.premultiplied
    return c.sum().isFinite ? c : .zero
  }

  /// How far inside the bounds, in points, what lies below the border may end, because an opaque one
  /// hides it there: at the softened edge it would shine through.
  func hiddenRim(_ placement: Placement, factor: SIMD4<Double>) -> Double {
    // Something is left to fill inside.
    let width = min(borderWidth, min(shape.rect.size.width, shape.rect.size.height) / 2)
    let pixels = width * placement.plane.pixelsPerPoint
    guard border.w * factor.w >= 1, !placement.clipsPass,
      pixels >= (placement.plane.isAxisAligned ? 2 : 3)
    else { return 0 }
    return width / 2
  }

  // MARK: - Contents

  private mutating func placeImages(
    _ contents: Contents, _ values: [LayerValues], _ slot: Int, isYUp: Bool, maximumImageSize: Int
  ) {
    let new = Self.place(contents.image, values, slot, isYUp: isYUp, limit: maximumImageSize)
    if new == nil { refusedImage = contents.image.id }
    let progress = contents.progress
    guard let previous = contents.previous, progress < 1 else {
      firstImage = new
      return
    }
    let old = Self.place(previous, values, slot, isYUp: isYUp, limit: maximumImageSize)
    if old == nil { refusedImage = previous.id }
    let p = progress > 0 ? progress : 0
    (firstImage, secondImage) = Self.dissolve(from: old, to: new, at: p)
  }

  /// Nil when there is nothing to draw.
  private static func place(
    _ image: PixelImage, _ values: [LayerValues], _ slot: Int, isYUp: Bool, limit: Int
  ) -> ImagePiece? {
    let size = image.bitmap.size
    guard !size.isEmpty, size.width <= limit, size.height <= limit else { return nil }
    let texture = values[slot].contentsRect
    // Far beyond the image there is nothing but its stretched edge.
    guard abs(texture.minX) + abs(texture.maxX) + abs(texture.minY) + abs(texture.maxY) < 1e6
    else { return nil }
    let pixels = Size(
      Double(size.width) * texture.size.width, Double(size.height) * texture.size.height)
    let scale =
      values[slot].contentsScale > 0 && values[slot].contentsScale.isFinite
      ? values[slot].contentsScale : 1
    let rect = ContentsPlacement.rect(
      for: values[slot].contentsGravity, image: Size(pixels.width / scale, pixels.height / scale),
      in: values[slot].bounds, contentsAreFlipped: !isYUp)
    guard !rect.isEmpty, rect.isFinite, !pixels.isEmpty else { return nil }
    return ImagePiece(
      id: image.id, rect: rect, texture: texture, pixels: pixels, weight: 1,
      isOpaque: image.isOpaque, isMask: image.bitmap.format == .alpha8)
  }

  /// Two pictures drawn one over the other that come to `old·(1 − p) + new·p`.
  ///
  /// Drawing at p over something gives that something at 1 − p only where the upper picture is
  /// opaque; so an opaque one is drawn on top, and what lies beyond it is faded by itself. Two
  /// translucent pictures come out a little too faint in the middle, there is no exact way by
  /// painting over.
  private static func dissolve(from old: ImagePiece?, to new: ImagePiece?, at p: Double)
    -> (ImagePiece?, ImagePiece?)
  {
    guard var old, var new else {
      var single = old ?? new
      single?.weight = old == nil ? p : 1 - p
      return (single?.weight ?? 0 > 0 ? single : nil, nil)
    }
    if p <= 0 { return (old, nil) }
    old.weight = 1 - p
    new.weight = p
    func over(_ lower: ImagePiece, _ upper: ImagePiece) -> (ImagePiece?, ImagePiece?) {
      var lower = lower
      lower.inner = upper.rect
      lower.covering = upper.weight
      return (lower, upper)
    }
    if new.isOpaque { return over(old, new) }
    if old.isOpaque { return over(new, old) }
    return (old, new)
  }

  /// Of an image that casts a full shadow, in the layer's own space.
  private func opaqueImageRect(_ isYUp: Bool) -> Rect? {
    guard let image = firstImage, secondImage == nil, image.isOpaque else { return nil }
    guard isYUp else { return image.rect }
    let r = image.rect
    return Rect(
      r.minX, shape.rect.minY + shape.rect.maxY - r.maxY, r.size.width, r.size.height)
  }

  // MARK: - Shadow

  /// Nil when the silhouette is empty or is not a rounded rectangle.
  private static func shadow(
    _ values: [LayerValues], _ slot: Int, color: Color, shape: RoundedBounds, fillAlpha: Double,
    image: Rect?
  ) -> ShadowPiece? {
    var silhouette: RoundedBounds
    var alpha = 1.0
    if let path = values[slot].shadowPath {
      guard let rounded = path.roundedRect else { return nil }
      silhouette = RoundedBounds(rect: rounded.rect, radius: rounded.radius)
    } else if let image, fillAlpha < 1 || image.intersection(shape.rect) == shape.rect {
      // Its corners are square, whatever those of the fill below it are.
      silhouette = RoundedBounds(rect: image, radius: 0)
    } else if fillAlpha > 0 {
      silhouette = shape
      alpha = fillAlpha
    } else {
      return nil
    }
    let offset = values[slot].shadowOffset
    silhouette.rect = silhouette.rect.offsetBy(offset.width, offset.height)
    let drawn = drawn(color) * (min(values[slot].shadowOpacity, 1) * alpha)
    let sigma = values[slot].shadowRadius > 0 ? values[slot].shadowRadius : 0
    guard drawn.w > 0, !silhouette.rect.isEmpty, silhouette.rect.isFinite, sigma.isFinite else {
      return nil
    }
    return ShadowPiece(shape: silhouette, color: drawn, sigma: sigma)
  }
}
