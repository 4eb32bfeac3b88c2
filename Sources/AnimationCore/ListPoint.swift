/// A list of numbers or colours as one point of a spline.
struct ListPoint: SplinePoint {
  var entries: [SIMD4<Double>]

  /// Nil where these are no lists, or not of one length: such lists do not mix.
  static func through(_ values: [PropertyValue]) -> [ListPoint]? {
    var points: [ListPoint] = []
    for value in values {
      guard case .list(let entries) = value,
        entries.count == points.first?.entries.count ?? entries.count
      else { return nil }
      points.append(ListPoint(entries: entries))
    }
    return points
  }

  static func + (a: ListPoint, b: ListPoint) -> ListPoint { a.zipped(b, +) }
  static func - (a: ListPoint, b: ListPoint) -> ListPoint { a.zipped(b, -) }
  static func * (a: ListPoint, s: Double) -> ListPoint {
    ListPoint(entries: a.entries.map { $0 * s })
  }

  /// All entries count alike.
  var length: Double { entries.reduce(0) { $0 + ($1 * $1).sum() }.squareRoot() }

  private func zipped(
    _ other: ListPoint, _ join: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>
  ) -> ListPoint {
    ListPoint(entries: zip(entries, other.entries).map(join))
  }
}
