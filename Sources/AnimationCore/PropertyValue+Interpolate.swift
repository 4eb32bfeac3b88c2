import Geometry

extension PropertyValue {
  /// The numbers of a number (in x) or a vector; nil for everything else.
  package var numbers: SIMD4<Double>? {
    switch self {
    case .number(let n): SIMD4(n, 0, 0, 0)
    case .vector(let v): v
    case .none, .matrix, .path, .contents, .list, .records: nil
    }
  }

  /// No NaN and no infinity in it.
  package var isFinite: Bool {
    switch self {
    case .number(let n): n.isFinite
    case .vector(let v): v.isFinite
    case .matrix(let m): m.isFinite
    case .path(let p): p.isFinite
    case .list(let list): list.allSatisfy(\.isFinite)
    case .records(let records): records.allSatisfy(\.isFinite)
    case .none, .contents: true
    }
  }

  /// The value at `t` on the way from `self` to `end`, by the rule of the kind. Beyond 0…1 it goes
  /// on along the same way where that means something. Values that cannot be interpolated show the
  /// first until `t` reaches one half.
  package func interpolated(to end: PropertyValue, at t: Double, kind: LayerProperty.Kind)
    -> PropertyValue
  {
    switch (kind, self, end) {
    case (.flag, _, _): return t > 0 ? end : self
    case (.number, .number(let a), .number(let b)): return .number(a + (b - a) * t)
    case (.integer, .number(let a), .number(let b)): return .number((a + (b - a) * t).rounded())
    case (.point, .vector(let a), .vector(let b)), (.size, .vector(let a), .vector(let b)),
      (.rect, .vector(let a), .vector(let b)), (.color, .vector(let a), .vector(let b)):
      return .vector(a + (b - a) * t)
    case (.matrix, .matrix(let a), .matrix(let b)):
      return .matrix(MatrixBlend(from: a, to: b).value(at: t))
    case (.path, .path(let a), .path(let b)):
      if let path = a.interpolated(to: b, at: t) { return .path(path) }
    case (.contents, .contents(let a), .contents(let b)):
      return .contents(a.dissolved(into: b, at: t))
    case (.numbers, .list(let a), .list(let b)) where a.count == b.count,
      (.colors, .list(let a), .list(let b)) where a.count == b.count:
      return .list(zip(a, b).map { $0 + ($1 - $0) * t })
    case (.number, _, _), (.integer, _, _), (.choice, _, _), (.point, _, _), (.size, _, _),
      (.rect, _, _), (.color, _, _), (.matrix, _, _), (.path, _, _), (.contents, _, _),
      (.numbers, _, _), (.colors, _, _), (.records, _, _):
      break
    }
    return t < 0.5 ? self : end
  }

  /// How far apart two values are, for keyframes at constant speed; 1 where that has no meaning.
  func distance(to other: PropertyValue) -> Double {
    switch (self, other) {
    case (.number(let a), .number(let b)): return abs(b - a)
    case (.vector(let a), .vector(let b)): return (b - a).length
    case (.matrix(let a), .matrix(let b)):
      let (d0, d1, d2, d3) = (b.r0 - a.r0, b.r1 - a.r1, b.r2 - a.r2, b.r3 - a.r3)
      return (d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3).sum().squareRoot()
    case (.list(let a), .list(let b)) where a.count == b.count:
      return zip(a, b).reduce(0) { $0 + (($1.1 - $1.0) * ($1.1 - $1.0)).sum() }.squareRoot()
    case (.none, _), (.number, _), (.vector, _), (.matrix, _), (.path, _), (.contents, _),
      (.list, _), (.records, _):
      return 1
    }
  }
}

extension SIMD4<Double> {
  var length: Double { (self * self).sum().squareRoot() }
  var isFinite: Bool { sum().isFinite }
}

extension Contents {
  /// The cross-dissolve into `end`. Only two images can be drawn at once: when `self` is itself a
  /// dissolve between two others, its fainter image is dropped, and going back to the image it
  /// came from runs without a jump.
  package func dissolved(into end: Contents, at t: Double) -> Contents {
    if !(t > 0) { return self }
    if t >= 1 { return end }
    let target = end.dominantImage
    guard let previous, progress < 1 else {
      return image == target
        ? Contents(target) : Contents(target, previous: image, progress: t)
    }
    if target == image {
      return Contents(image, previous: previous, progress: 1 - (1 - progress) * (1 - t))
    }
    if target == previous {
      return Contents(image, previous: previous, progress: progress * (1 - t))
    }
    return Contents(target, previous: dominantImage, progress: t)
  }

  /// The image of which more is seen.
  private var dominantImage: PixelImage {
    if let previous, progress < 0.5 { return previous }
    return image
  }
}
