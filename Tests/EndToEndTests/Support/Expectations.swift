import Foundation
import Testing

/// Expects a number within `tolerance` of another; NaN never is.
func expect(
  _ value: Double?, near expected: Double, within tolerance: Double = 1e-4,
  _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let value else {
    Issue.record("no value instead of \(expected) \(comment())", sourceLocation: sourceLocation)
    return
  }
  if !(abs(value - expected) <= tolerance) {
    Issue.record(
      "\(value) instead of \(expected) ± \(tolerance) \(comment())", sourceLocation: sourceLocation)
  }
}

/// Expects the same number of components, each within `tolerance`.
func expect(
  _ values: [Double]?, near expected: [Double], within tolerance: Double = 1e-4,
  _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let values, values.count == expected.count,
    zip(values, expected).allSatisfy({ abs($0 - $1) <= tolerance })
  else {
    Issue.record(
      "\(values.map { "\($0)" } ?? "no value") instead of \(expected) ± \(tolerance) \(comment())",
      sourceLocation: sourceLocation)
    return
  }
}
