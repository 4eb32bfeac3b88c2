import AnimationCore
import Geometry

/// Where an image lies in a layer's bounds: the arithmetic of contentsGravity and contentsCenter.
package enum ContentsPlacement {
  /// The image's rectangle. `bounds` and the result have y running down from the edge that is
  /// visually at the top; `image` is the size in points of the part that is shown.
  ///
  /// The vertical names follow the y-up convention: where contents are flipped, as they are in an
  /// ordinary y-down layer, `top` is at the visual bottom.
  package static func rect(
    for gravity: ContentsGravity, image: Size, in bounds: Rect, contentsAreFlipped: Bool = true
  ) -> Rect {
    let w = bounds.size.width, h = bounds.size.height
    var size = image
    switch gravity {
    case .resize:
      return bounds
    case .resizeAspect, .resizeAspectFill:
      guard !image.isEmpty else { return Rect(bounds.midX, bounds.midY, 0, 0) }
      let sx = w / image.width, sy = h / image.height
      let s = gravity == .resizeAspect ? min(sx, sy) : max(sx, sy)
      size = Size(image.width * s, image.height * s)
    case .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight:
      break
    }
    let x: Double
    switch gravity {
    case .left, .topLeft, .bottomLeft: x = 0
    case .right, .topRight, .bottomRight: x = w - size.width
    case .resize, .resizeAspect, .resizeAspectFill, .center, .top, .bottom:
      x = (w - size.width) / 2
    }
    let y: Double
    switch gravity {
    case .top, .topLeft, .topRight: y = contentsAreFlipped ? h - size.height : 0
    case .bottom, .bottomLeft, .bottomRight: y = contentsAreFlipped ? 0 : h - size.height
    case .resize, .resizeAspect, .resizeAspectFill, .center, .left, .right:
      y = (h - size.height) / 2
    }
    return Rect(bounds.minX + x, bounds.minY + y, size.width, size.height)
  }

  /// One axis of a nine-part stretch: where the three parts begin and end.
  package struct Slices: Hashable, Sendable {
    /// Fractions of the shown part of the image.
    package var source: SIMD4<Double>
    /// Points from the start of the image's rectangle.
    package var destination: SIMD4<Double>
  }

  /// The three parts along one axis. `start` and `length` are those of contentsCenter in unit
  /// coordinates, `image` the shown length and `target` the drawn one in points, `pixels` the shown
  /// length in pixels.
  ///
  /// A centre without length is one pixel wide. Where the fixed parts do not fit, they shrink in
  /// proportion.
  package static func slices(
    start: Double, length: Double, image: Double, pixels: Double, target: Double
  ) -> Slices {
    var a = min(max(start, 0), 1)
    var b = min(max(start + length, a), 1)
    if b <= a {
      let half = pixels > 0 ? 0.5 / pixels : 0.5
      (a, b) = (max(a - half, 0), min(a + half, 1))
    }
    let near = a * image, far = (1 - b) * image
    var slices = Slices(
      source: SIMD4(0, a, b, 1), destination: SIMD4(0, near, target - far, target))
    if near + far > target {
      let split = near / (near + far) * target
      slices.destination = SIMD4(0, split, split, target)
    }
    return slices
  }
}
