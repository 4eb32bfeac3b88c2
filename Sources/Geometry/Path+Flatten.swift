extension Path {
  /// The path with lines for curves, which stray from them by no more than `tolerance`.
  package func flattened(tolerance: Double) -> Path {
    var result = Path()
    result.elements.reserveCapacity(elements.count)
    for var subpath in subpaths {
      subpath.segments = subpath.segments.flatMap { $0.flattened(tolerance: tolerance) }
      result.append(subpath)
    }
    return result
  }

  /// Every subpath from its end to its start, the last one first.
  package var reversed: Path {
    var result = Path()
    for subpath in subpaths.reversed() {
      var turned = subpath
      turned.start = subpath.segments.last?.end ?? subpath.start
      turned.segments = subpath.segments.reversed().map(\.reversed)
      result.append(turned)
    }
    return result
  }
}

extension PathSegment {
  private static let maximumLines = 10_000.0

  /// Lines between points at even parameters. A curve strays from such a line by an eighth of the
  /// largest second derivative times the square of the step.
  fileprivate func flattened(tolerance: Double) -> [PathSegment] {
    if case .line = self { return [self] }
    // It runs evenly from one end to the other, or stays the same.
    let bend = max(secondDerivative(at: 0).length, secondDerivative(at: 1).length)
    let count = (bend / (8 * tolerance)).squareRoot().rounded(.up)
    // Also what is no number.
    let lines = count < Self.maximumLines ? max(1, Int(count)) : Int(Self.maximumLines)
    var result: [PathSegment] = []
    result.reserveCapacity(lines)
    var from = start
    for i in 1...lines {
      let to = i == lines ? end : point(at: Double(i) / Double(lines))
      result.append(.line(from: from, to: to))
      from = to
    }
    return result
  }
}
