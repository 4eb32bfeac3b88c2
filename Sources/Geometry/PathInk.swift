import Glibc

/// What is drawn of a path: its inside, or a line along it.
package enum PathInk: Hashable, Sendable {
  case fill(FillRule)
  case stroke(PathStroke)
}

/// A line along a path, or along a part of it, whole or in dashes.
package struct PathStroke: Hashable, Sendable {
  package var style: StrokeStyle
  /// Shares of the length of all subpaths, 0…1, between which the line is drawn.
  package var start = 0.0
  package var end = 1.0
  /// They lie as they do along the whole path, of however little a part is drawn.
  package var dashes: DashPattern?

  package init(
    _ style: StrokeStyle, start: Double = 0, end: Double = 1, dashes: DashPattern? = nil
  ) {
    self.style = style
    self.start = start
    self.end = end
    self.dashes = dashes
  }

  /// Nothing is drawn of any path.
  package var isEmpty: Bool {
    !(style.width > 0 && style.width.isFinite && start < end && end > 0 && start < 1)
  }

  /// What the line covers, by the non-zero rule. Nil where its dashes are too many.
  package func outline(of path: Path) -> Path? {
    guard !isEmpty else { return Path() }
    if let dashes {
      return path.dashed(dashes, from: start, to: end)?.stroked(style)
    }
    return path.trimmed(from: start, to: end).stroked(style)
  }

  /// How far from the path the line reaches, at most.
  package func reach(of path: Path) -> Double {
    guard !isEmpty else { return 0 }
    var factor = style.cap == .square ? 2.0.squareRoot() : 1
    if style.join == .miter { factor = max(factor, path.longestMiter(limit: style.miterLimit)) }
    // The outline of a curve strays a little.
    return style.width / 2 * factor * 1.002
  }
}

extension Path {
  /// Of the miters at corners, in half widths; 1 where none is longer.
  fileprivate func longestMiter(limit: Double) -> Double {
    var least = 1.0
    for subpath in subpaths {
      var first: Point?
      var last: Point?
      for segment in subpath.segments {
        guard let direction = segment.direction(at: 0), let end = segment.direction(at: 1) else {
          continue
        }
        if let last { least = Self.sharper(least, last.dot(direction), limit) }
        if first == nil { first = direction }
        last = end
      }
      if subpath.isClosed, let first, let last {
        least = Self.sharper(least, last.dot(first), limit)
      }
    }
    return 1 / least
  }

  /// The cosine of half the turn, if it is the least so far and the miter is within the limit.
  private static func sharper(_ least: Double, _ cosine: Double, _ limit: Double) -> Double {
    let half = max((1 + cosine) / 2, 0).squareRoot()
    return half < least && half * limit >= 1 - 1e-9 ? half : least
  }
}
