/// What became of frames drawn one after the other.
package struct FrameRun: Sendable {
  /// How long each took, in nanoseconds of wall time, those that did not differ included.
  package private(set) var nanoseconds: [Int64] = []
  /// How many differed from the one before, and were drawn.
  package private(set) var drawn = 0

  /// - Parameter capacity: How many frames there may be.
  package init(capacity: Int = 0) { nanoseconds.reserveCapacity(capacity) }

  /// How many there were.
  package var count: Int { nanoseconds.count }

  package mutating func add(isDrawn: Bool, nanoseconds: Int64) {
    self.nanoseconds.append(nanoseconds)
    if isDrawn { drawn += 1 }
  }

  package mutating func add(_ later: FrameRun) {
    nanoseconds += later.nanoseconds
    drawn += later.drawn
  }
}
