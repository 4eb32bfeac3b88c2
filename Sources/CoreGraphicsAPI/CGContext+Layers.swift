import Foundation
import Geometry
import Raster

/// Shadows, and drawings that are composited as one.
extension CGContext {
  /// Everything drawn from now on casts a shadow in black of a third of full alpha.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }

  /// Everything drawn from now on casts a shadow; none where `color` is nil.
  ///
  /// - Parameters:
  ///   - offset: in points, y down; the transform does not change it.
  ///   - blur: twice the standard deviation, in points; nor that.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard offset.width.isFinite, offset.height.isFinite, blur.isFinite, blur >= 0 else {
      return Self.refuse("a shadow")
    }
    canvas.state.shadow = color.map {
      CanvasShadow(
        offset: Point(Double(offset.width) * scale, Double(offset.height) * scale),
        deviation: Double(blur) / 2 * scale, color: $0.color)
    }
  }

  /// What is drawn until `endTransparencyLayer()` is composited as one drawing, with the alpha, the
  /// blend mode and the shadow in force now. `auxiliaryInfo` is not looked at.
  public func beginTransparencyLayer(auxiliaryInfo: [String: Any]?) {
    if !canvas.beginLayer() {
      // Ended by as many calls as it was begun by.
      refusedLayers += 1
      Warnings.once("CGContext.layers", "too many transparency layers lie in each other")
    }
  }

  /// As above; what lies outside `rect` is cut off.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: [String: Any]?) {
    beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
    if refusedLayers == 0, let rect = Self.checked(rect) { canvas.clip(to: rect) }
  }

  public func endTransparencyLayer() {
    if refusedLayers > 0 {
      refusedLayers -= 1
    } else if !canvas.endLayer() {
      Warnings.once(
        "CGContext.endLayer", "endTransparencyLayer() without beginTransparencyLayer() ignored")
    }
  }

  /// Draws an image over a rectangle, its top row at the rectangle's least y: upright where y runs
  /// down. `orientation` is how the picture lies in its pixels, 1…8 as EXIF counts it.
  package func drawUpright(_ image: CGImage, in rect: CGRect, orientation: Int = 1) {
    guard let rect = Self.checked(rect), !rect.isEmpty else { return }
    let before = canvas.transform
    canvas.transform = Self.turn(orientation)
      .concat(.scale(rect.size.width, rect.size.height))
      .concat(.translation(rect.minX, rect.minY)).concat(before)
    canvas.draw(image.pixelImage.bitmap, in: Rect(0, 0, 1, 1))
    canvas.transform = before
  }

  /// From the unit square of the pixels to that of the picture.
  private static func turn(_ orientation: Int) -> Matrix4 {
    let transposed = CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0).matrix
    let mirroredX = Matrix4.scale(-1, 1).concat(.translation(1, 0))
    let mirroredY = Matrix4.scale(1, -1).concat(.translation(0, 1))
    switch orientation {
    case 2: return mirroredX
    case 3: return mirroredX.concat(mirroredY)
    case 4: return mirroredY
    case 5: return transposed
    case 6: return transposed.concat(mirroredX)
    case 7: return transposed.concat(mirroredX).concat(mirroredY)
    case 8: return transposed.concat(mirroredY)
    default: return .identity
    }
  }
}
