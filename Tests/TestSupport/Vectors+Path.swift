import Geometry

extension Path {
  /// From a table: rows of M, L, Q, C and Z with their coordinates.
  package init(_ rows: VectorValue) {
    self.init(
      rows.array.map { row in
        let n = row.array.compactMap(\.double)
        func p(_ i: Int) -> Point { Point(n[2 * i], n[2 * i + 1]) }
        return switch row[0].string {
        case "M": .move(p(0))
        case "L": .line(p(0))
        case "Q": .quad(control: p(0), to: p(1))
        case "C": .cubic(control1: p(0), control2: p(1), to: p(2))
        case _: .close
        }
      })
  }
}
