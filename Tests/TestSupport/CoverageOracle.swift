import Geometry

/// Coverage found in another way: at many heights in each row of pixels, exact along each of them.
package struct CoverageOracle {
  private let lines: [(Point, Point)]

  /// Every point of the path must lie in front of the eye.
  package init(_ path: Path, mappedBy matrix: Matrix3 = .identity) {
    lines = path.subpaths.flatMap { subpath in
      var points = [subpath.start]
      for segment in subpath.segments {
        if case .line = segment {
          points.append(segment.end)
        } else {
          points += (1...100).map { segment.point(at: Double($0) / 100) }
        }
      }
      points.append(subpath.start)
      let seen = points.compactMap(matrix.project)
      return Array(zip(seen, seen.dropFirst()))
    }
  }

  /// Of the pixels of an area, row by row, 0…1.
  package func coverage(_ rule: FillRule, in area: PixelRect, heights: Int = 128) -> [Double] {
    var result = [Double](repeating: 0, count: area.area)
    for row in 0..<area.height {
      let top = Double(area.y + row)
      let near = lines.filter {
        min($0.0.y, $0.1.y) <= top + 1 && max($0.0.y, $0.1.y) >= top
      }
      for k in 0..<heights {
        let y = top + (Double(k) + 0.5) / Double(heights)
        for (from, to) in Self.spans(of: near, at: y, rule) {
          let a = max(from - Double(area.x), 0), b = min(to - Double(area.x), Double(area.width))
          guard a < b else { continue }
          for x in Int(a)..<min(area.width, Int(b) + 1) {
            let part = min(b, Double(x + 1)) - max(a, Double(x))
            result[row * area.width + x] += max(part, 0) / Double(heights)
          }
        }
      }
    }
    return result
  }

  private static func spans(
    of lines: [(Point, Point)], at y: Double, _ rule: FillRule
  ) -> [(Double, Double)] {
    var crossings: [(x: Double, winding: Int)] = []
    for (a, b) in lines where (a.y <= y) != (b.y <= y) {
      crossings.append((a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), b.y > a.y ? 1 : -1))
    }
    crossings.sort { $0.x < $1.x }
    var winding = 0
    var result: [(Double, Double)] = []
    for (left, right) in zip(crossings, crossings.dropFirst()) {
      winding += left.winding
      let isInside =
        switch rule {
        case .nonZero: winding != 0
        case .evenOdd: winding % 2 != 0
        }
      if isInside { result.append((left.x, right.x)) }
    }
    return result
  }
}

extension Path {
  /// By a rasterizer of its own.
  package func mask(
    mappedBy matrix: Matrix3 = .identity, _ rule: FillRule, within limit: PixelRect
  ) -> PathCoverage.Mask? {
    var coverage = PathCoverage()
    return coverage.mask(of: self, mappedBy: matrix, rule: rule, within: limit)
  }

  /// Of the pixels of an area, row by row, 0…1.
  package func coverage(
    mappedBy matrix: Matrix3 = .identity, _ rule: FillRule, in area: PixelRect
  ) -> [Double] {
    var result = [Double](repeating: 0, count: area.area)
    guard let mask = mask(mappedBy: matrix, rule, within: area) else { return result }
    for y in 0..<mask.box.height {
      for x in 0..<mask.box.width {
        let i = (y + mask.box.y - area.y) * area.width + x + mask.box.x - area.x
        result[i] = Double(mask.bitmap[x, y].w) / 255
      }
    }
    return result
  }
}
