import Foundation
import Geometry

/// An immutable path of lines and Bézier curves.
///
/// It may be shared between threads; its mutable subclass may not while it is being changed.
public class CGPath: Hashable, @unchecked Sendable {
  /// The elements, and the (rounded) rectangle the path was made from where it is nothing else.
  package fileprivate(set) var path: Path

  package init(_ path: Path) { self.path = path }

  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addRect(rect, transform: unsafe transform?.pointee ?? .identity)
    self.init(path.path)
  }

  /// Radii larger than half a side are reduced to it.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    let path = CGMutablePath()
    path.addRoundedRect(
      in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight,
      transform: unsafe transform?.pointee ?? .identity)
    self.init(path.path)
  }

  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addEllipse(in: rect, transform: unsafe transform?.pointee ?? .identity)
    self.init(path.path)
  }

  public func copy() -> CGPath? { CGPath(path) }

  public func mutableCopy() -> CGMutablePath? {
    let copy = CGMutablePath()
    copy.path = path
    return copy
  }

  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    let t = unsafe transform?.pointee ?? .identity
    let copy = CGMutablePath()
    copy.addPath(self, transform: t)
    return CGPath(copy.path)
  }

  public var isEmpty: Bool { path.isEmpty }

  /// Where the next element starts; the origin for an empty path.
  public var currentPoint: CGPoint {
    var start = Point.zero, current = Point.zero
    for element in path.elements {
      switch element {
      case .move(let p): (start, current) = (p, p)
      case .line(let p), .quad(_, let p), .cubic(_, _, let p): current = p
      case .close: current = start
      }
    }
    return CGPoint(current)
  }

  /// The smallest rectangle around all points, control points included; null for an empty path.
  public var boundingBox: CGRect {
    guard !path.isEmpty else { return .null }
    var points: [Point] = []
    for element in path.elements {
      switch element {
      case .move(let p), .line(let p): points.append(p)
      case .quad(let c, let p): points += [c, p]
      case .cubic(let c1, let c2, let p): points += [c1, c2, p]
      case .close: break
      }
    }
    return CGRect(Rect(bounding: points))
  }

  public static func == (a: CGPath, b: CGPath) -> Bool { a === b || a.path == b.path }
  public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// A path under construction.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  /// A quarter circle as a cubic: control points at this share of the radius,
  /// 4/3·(√2 − 1).
  private static let kappa = 0.552284749830793

  public init() { super.init(Path()) }

  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    append(.move(Point(point.applying(transform))))
  }

  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    append(.line(Point(point.applying(transform))))
  }

  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    move(to: first, transform: transform)
    for point in points.dropFirst() { addLine(to: point, transform: transform) }
  }

  public func addQuadCurve(
    to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity
  ) {
    append(
      .quad(control: Point(control.applying(transform)), to: Point(end.applying(transform))))
  }

  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint,
    transform: CGAffineTransform = .identity
  ) {
    append(
      .cubic(
        control1: Point(control1.applying(transform)),
        control2: Point(control2.applying(transform)), to: Point(end.applying(transform))))
  }

  public func closeSubpath() { append(.close) }

  public func addRect(_ rect: CGRect, transform t: CGAffineTransform = .identity) {
    let r = Rect(rect.standardized)
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
    let rx = min(max(0, Double(cornerWidth)), r.size.width / 2)
    let ry = min(max(0, Double(cornerHeight)), r.size.height / 2)
    let hint = rx == ry ? RoundedRect(rect: r, radius: rx) : nil
    addWhole(hint, transform: t) {
      let kx = rx * (1 - Self.kappa), ky = ry * (1 - Self.kappa)
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
    let isCircle = r.size.width == r.size.height
    let hint = isCircle ? RoundedRect(rect: r, radius: r.size.width / 2) : nil
    addWhole(hint, transform: t) {
      let kx = r.size.width / 2 * Self.kappa, ky = r.size.height / 2 * Self.kappa
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

  /// An arc of a circle, after a line from the current point where there is one. `clockwise` false
  /// goes through growing angles, true through falling ones.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let turn = 2 * Double.pi
    let start = Double(startAngle)
    var sweep = Double(endAngle) - start
    guard start.isFinite, sweep.isFinite else { return refuse() }
    // A full turn or more in the right direction is one full turn; anything else lies within one.
    if clockwise {
      if sweep <= -turn {
        sweep = -turn
      } else {
        sweep = sweep.truncatingRemainder(dividingBy: turn)
        if sweep > 0 { sweep -= turn }
      }
    } else if sweep >= turn {
      sweep = turn
    } else {
      sweep = sweep.truncatingRemainder(dividingBy: turn)
      if sweep < 0 { sweep += turn }
    }
    appendArc(
      center: Point(center), radius: Double(radius), from: start, sweep: sweep,
      transform: transform)
  }

  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    guard startAngle.isFinite, delta.isFinite else { return refuse() }
    let turn = 2 * Double.pi
    appendArc(
      center: Point(center), radius: Double(radius), from: Double(startAngle),
      sweep: min(max(Double(delta), -turn), turn), transform: transform)
  }

  public func addPath(_ other: CGPath, transform t: CGAffineTransform = .identity) {
    addWhole(other.path.roundedRect, transform: t) {
      for element in other.path.elements { append(element.applying(t)) }
    }
  }

  private func appendArc(
    center: Point, radius: Double, from start: Double, sweep: Double, transform t: CGAffineTransform
  ) {
    func on(_ angle: Double) -> Point {
      Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
    }
    let first = CGPoint(on(start))
    if path.isEmpty { move(to: first, transform: t) } else { addLine(to: first, transform: t) }
    let count = Int((abs(sweep) / (.pi / 2)).rounded(.up))
    guard count > 0 else { return }
    let step = sweep / Double(count)
    // Control points of a circular arc of this angle, along the tangents.
    let reach = 4.0 / 3.0 * tan(step / 4) * radius
    for i in 0..<count {
      let a = start + step * Double(i), b = a + step
      let p = on(a), q = on(b)
      addCurve(
        to: CGPoint(q), control1: CGPoint(x: p.x - reach * sin(a), y: p.y + reach * cos(a)),
        control2: CGPoint(x: q.x + reach * sin(b), y: q.y - reach * cos(b)), transform: t)
    }
  }

  /// Adds a shape that may be all there is in the path. Then the path remembers what it is, as
  /// long as the transform keeps rectangles and circles what they are.
  private func addWhole(
    _ shape: RoundedRect?, transform t: CGAffineTransform, _ add: () -> Void
  ) {
    let isAll = path.isEmpty
    add()
    guard isAll, let shape, t.b == 0, t.c == 0, t.a != 0, t.d != 0 else { return }
    let sx = abs(Double(t.a)), sy = abs(Double(t.d))
    guard shape.radius == 0 || sx == sy else { return }
    let box = Rect(CGRect(shape.rect).applying(t))
    guard box.isFinite else { return }
    path.roundedRect = RoundedRect(rect: box, radius: shape.radius * sx)
  }

  private func append(_ element: Path.Element) {
    guard element.isFinite else { return refuse() }
    if path.isEmpty {
      // A curve cannot start without a point: it starts where it would end without one.
      switch element {
      case .move: break
      case .line(let p), .quad(_, let p), .cubic(_, _, let p): path.elements.append(.move(p))
      case .close: return
      }
    }
    path.elements.append(element)
    path.roundedRect = nil
  }

  private func refuse() {
    Warnings.once("CGPath.notFinite", "a path element that is not finite was ignored")
  }
}

extension Path.Element {
  fileprivate var isFinite: Bool {
    switch self {
    case .move(let p), .line(let p): p.isFinite
    case .quad(let c, let p): c.isFinite && p.isFinite
    case .cubic(let c1, let c2, let p): c1.isFinite && c2.isFinite && p.isFinite
    case .close: true
    }
  }

  fileprivate func applying(_ t: CGAffineTransform) -> Path.Element {
    func map(_ p: Point) -> Point { Point(CGPoint(p).applying(t)) }
    return switch self {
    case .move(let p): .move(map(p))
    case .line(let p): .line(map(p))
    case .quad(let c, let p): .quad(control: map(c), to: map(p))
    case .cubic(let c1, let c2, let p): .cubic(control1: map(c1), control2: map(c2), to: map(p))
    case .close: .close
    }
  }
}
