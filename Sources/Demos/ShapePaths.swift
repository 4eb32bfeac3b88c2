import CoreGraphics
import UIKit

extension UIBezierPath {
  /// From the notch down the left side to the tip, and up the right one.
  @MainActor
  static func heart(in rect: CGRect) -> UIBezierPath {
    func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
      CGPoint(x: rect.minX + x * rect.width, y: rect.minY + y * rect.height)
    }
    let heart = UIBezierPath()
    heart.move(to: point(0.5, 0.21))
    heart.addCurve(
      to: point(0.26, 0), controlPoint1: point(0.46, 0.08), controlPoint2: point(0.37, 0))
    heart.addCurve(
      to: point(0, 0.3), controlPoint1: point(0.11, 0), controlPoint2: point(0, 0.13))
    heart.addCurve(
      to: point(0.5, 1), controlPoint1: point(0, 0.56), controlPoint2: point(0.24, 0.78))
    heart.addCurve(
      to: point(1, 0.3), controlPoint1: point(0.76, 0.78), controlPoint2: point(1, 0.56))
    heart.addCurve(
      to: point(0.74, 0), controlPoint1: point(1, 0.13), controlPoint2: point(0.89, 0))
    heart.addCurve(
      to: point(0.5, 0.21), controlPoint1: point(0.63, 0), controlPoint2: point(0.54, 0.08))
    heart.close()
    return heart
  }

  /// Points on an outer and an inner circle by turns, the first one above the centre.
  @MainActor
  static func star(
    corners: Int, center: CGPoint, outer: CGFloat, inner: CGFloat
  ) -> UIBezierPath {
    let star = UIBezierPath()
    for index in 0..<2 * corners {
      let angle = CGFloat(index) / CGFloat(corners) * .pi - .pi / 2
      let radius = index.isMultiple(of: 2) ? outer : inner
      let point = CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
      if index == 0 { star.move(to: point) } else { star.addLine(to: point) }
    }
    star.close()
    return star
  }
}
