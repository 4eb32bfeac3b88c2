import Geometry

/// A path under construction.
///
/// Elements that are not finite, and lines and curves before the first `move`, are ignored with a
/// warning.
public final class CGMutablePath: CGPath, @unchecked Sendable {
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

  public func addPath(_ other: CGPath, transform t: CGAffineTransform = .identity) {
    addWhole(other.path.roundedRect, transform: t) {
      for element in other.path.elements { append(element.applying(t)) }
    }
  }

  /// Adds a shape that may be all there is in the path. Then the path remembers what it is, as
  /// long as the transform keeps rectangles and circles what they are.
  func addWhole(
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

  func append(_ element: Path.Element) {
    guard element.isFinite else { return refuse() }
    if path.isEmpty {
      switch element {
      case .move: break
      case .close: return
      case .line, .quad, .cubic:
        Warnings.once("CGPath.noPoint", "a path element without a current point was ignored")
        return
      }
    }
    path.elements.append(element)
    path.roundedRect = nil
  }

  func refuse() {
    Warnings.once(
      "CGPath.notFinite",
      "a path element that is not finite, or an arc of negative radius, was ignored")
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
