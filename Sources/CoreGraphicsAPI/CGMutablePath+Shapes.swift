import Foundation
import Geometry

/// A quarter circle as a cubic: control points at this share of the radius,
/// 4/3·(√2 − 1).
private let kappa = 0.552284749830793

extension CGMutablePath {
  public func addRect(_ rect: CGRect, transform t: CGAffineTransform = .identity) {
    let r = Rect(rect.standardized)
    guard r.isFinite else { return refuse() }
    addWhole(RoundedRect(rect: r, radius: 0), transform: t) {
      let corners = r.corners.map { CGPoint($0) }
      move(to: corners[0], transform: t)
      for corner in corners.dropFirst() { addLine(to: corner, transform: t) }
      closeSubpath()
    }
  }

  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Radii larger than half a side are reduced to it; negative ones count as 0.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform t: CGAffineTransform = .identity
  ) {
    let r = Rect(rect.standardized)
    guard r.isFinite else { return refuse() }
    let rx = min(max(0, Double(cornerWidth)), r.size.width / 2)
    let ry = min(max(0, Double(cornerHeight)), r.size.height / 2)
    let hint = rx == ry ? RoundedRect(rect: r, radius: rx) : nil
    addWhole(hint, transform: t) {
      let kx = rx * (1 - kappa), ky = ry * (1 - kappa)
      func corner(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double)
      {
        addCurve(
          to: CGPoint(x: x, y: y), control1: CGPoint(x: x1, y: y1),
          control2: CGPoint(x: x2, y: y2), transform: t)
      }
      move(to: CGPoint(x: r.maxX, y: r.midY), transform: t)
      addLine(to: CGPoint(x: r.maxX, y: r.maxY - ry), transform: t)
      corner(r.maxX, r.maxY - ky, r.maxX - kx, r.maxY, r.maxX - rx, r.maxY)
      addLine(to: CGPoint(x: r.minX + rx, y: r.maxY), transform: t)
      corner(r.minX + kx, r.maxY, r.minX, r.maxY - ky, r.minX, r.maxY - ry)
      addLine(to: CGPoint(x: r.minX, y: r.minY + ry), transform: t)
      corner(r.minX, r.minY + ky, r.minX + kx, r.minY, r.minX + rx, r.minY)
      addLine(to: CGPoint(x: r.maxX - rx, y: r.minY), transform: t)
      corner(r.maxX - kx, r.minY, r.maxX, r.minY + ky, r.maxX, r.minY + ry)
      closeSubpath()
    }
  }

  public func addEllipse(in rect: CGRect, transform t: CGAffineTransform = .identity) {
    let r = Rect(rect.standardized)
    guard r.isFinite else { return refuse() }
    let isCircle = r.size.width == r.size.height
    let hint = isCircle ? RoundedRect(rect: r, radius: r.size.width / 2) : nil
    addWhole(hint, transform: t) {
      let kx = r.size.width / 2 * kappa, ky = r.size.height / 2 * kappa
      func quarter(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double)
      {
        addCurve(
          to: CGPoint(x: x, y: y), control1: CGPoint(x: x1, y: y1),
          control2: CGPoint(x: x2, y: y2), transform: t)
      }
      move(to: CGPoint(x: r.maxX, y: r.midY), transform: t)
      quarter(r.maxX, r.midY + ky, r.midX + kx, r.maxY, r.midX, r.maxY)
      quarter(r.midX - kx, r.maxY, r.minX, r.midY + ky, r.minX, r.midY)
      quarter(r.minX, r.midY - ky, r.midX - kx, r.minY, r.midX, r.minY)
      quarter(r.midX + kx, r.minY, r.maxX, r.midY - ky, r.maxX, r.midY)
      closeSubpath()
    }
  }
}
