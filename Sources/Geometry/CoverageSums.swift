/// By how much the coverage of each pixel of a row differs from that of the one before.
struct CoverageSums {
  /// Two more than there are columns.
  var differences: [Double] = []

  mutating func prepare(columns: Int) {
    if differences.count < columns + 2 {
      differences = [Double](repeating: 0, count: columns + 2)
    }
  }

  /// Covers what lies to the right of a line across `height` of a row; less than zero uncovers it.
  @inline(__always) static func add(
    _ a: Double, _ b: Double, _ height: Double, to differences: inout MutableSpan<Double>
  ) {
    let x0 = a < b ? a : b, x1 = a < b ? b : a
    let first = Int(x0)
    let base = Double(first)
    if x1 <= base + 1 {
      let beside = ((x0 + x1) * 0.5 - base) * height
      differences[first] += height - beside
      differences[first + 1] += beside
      return
    }
    // Of the line, per column.
    let slope = height / (x1 - x0)
    let left = base + 1 - x0
    var before = slope * left * left / 2
    differences[first] += before
    var covered = slope * left
    var column = first + 1
    while Double(column) + 1 < x1 {
      let area = covered + slope / 2
      differences[column] += area - before
      before = area
      covered += slope
      column += 1
    }
    let right = x1 - Double(column)
    // All but the part to the left of the line.
    let area = height - slope * right * right / 2
    differences[column] += area - before
    differences[column + 1] += height - area
  }

  @inline(__always) static func byte(_ sum: Double) -> UInt8 {
    let value = sum * 255 + 0.5
    return value <= 0 ? 0 : value >= 255 ? 255 : UInt8(truncatingIfNeeded: Int(value))
  }
}
