extension Path {
  /// Whether the two have the same number and kinds of elements, so that they can be interpolated.
  package func hasSameStructure(as other: Path) -> Bool {
    guard elements.count == other.elements.count else { return false }
    for i in elements.indices {
      switch (elements[i], other.elements[i]) {
      case (.move, .move), (.line, .line), (.quad, .quad), (.cubic, .cubic), (.close, .close): break
      case (.move, _), (.line, _), (.quad, _), (.cubic, _), (.close, _): return false
      }
    }
    return true
  }

  /// Every point on the straight line to the other path's; nil when the structures differ. `t` may
  /// leave 0…1.
  package func interpolated(to other: Path, at t: Double) -> Path? {
    guard elements.count == other.elements.count else { return nil }
    var result = Path()
    result.elements.reserveCapacity(elements.count)
    func mix(_ a: Point, _ b: Point) -> Point { a.interpolated(to: b, at: t) }
    for i in elements.indices {
      switch (elements[i], other.elements[i]) {
      case (.move(let a), .move(let b)): result.elements.append(.move(mix(a, b)))
      case (.line(let a), .line(let b)): result.elements.append(.line(mix(a, b)))
      case (.quad(let c, let a), .quad(let d, let b)):
        result.elements.append(.quad(control: mix(c, d), to: mix(a, b)))
      case (.cubic(let c1, let c2, let a), .cubic(let d1, let d2, let b)):
        result.elements.append(.cubic(control1: mix(c1, d1), control2: mix(c2, d2), to: mix(a, b)))
      case (.close, .close): result.elements.append(.close)
      case (.move, _), (.line, _), (.quad, _), (.cubic, _), (.close, _): return nil
      }
    }
    if let a = roundedRect, let b = other.roundedRect {
      result.roundedRect = a.interpolated(to: b, at: t)
    }
    return result
  }

  package var isFinite: Bool {
    elements.allSatisfy { element in
      switch element {
      case .move(let p), .line(let p): p.isFinite
      case .quad(let c, let p): c.isFinite && p.isFinite
      case .cubic(let c1, let c2, let p): c1.isFinite && c2.isFinite && p.isFinite
      case .close: true
      }
    }
  }
}

extension RoundedRect {
  /// Nil when the rectangle would turn inside out, which only the path itself can show.
  fileprivate func interpolated(to other: RoundedRect, at t: Double) -> RoundedRect? {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
    let r = Rect(
      mix(rect.minX, other.rect.minX), mix(rect.minY, other.rect.minY),
      mix(rect.size.width, other.rect.size.width), mix(rect.size.height, other.rect.size.height))
    let newRadius = mix(radius, other.radius)
    guard r.size.width >= 0, r.size.height >= 0, newRadius >= 0 else { return nil }
    return RoundedRect(rect: r, radius: newRadius)
  }
}
