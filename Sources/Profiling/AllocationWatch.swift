/// Heap allocations, by whose code asked for them.
package struct AllocationCount: Hashable, Sendable {
  /// This package and the runtime and libraries of its language.
  package var ours = 0
  /// Drivers and the other libraries of the machine.
  package var theirs = 0

  package init(ours: Int = 0, theirs: Int = 0) {
    self.ours = ours
    self.theirs = theirs
  }

  package static func + (a: AllocationCount, b: AllocationCount) -> AllocationCount {
    AllocationCount(ours: a.ours + b.ours, theirs: a.theirs + b.theirs)
  }

  package static func - (a: AllocationCount, b: AllocationCount) -> AllocationCount {
    AllocationCount(ours: a.ours - b.ours, theirs: a.theirs - b.theirs)
  }
}

/// Heap allocations of the render thread for one frame, by stage.
package struct FrameAllocations: Hashable, Sendable {
  package var apply = AllocationCount()
  package var sample = AllocationCount()
  package var build = AllocationCount()
  /// Recording, submitting and presenting.
  package var draw = AllocationCount()

  package init(apply: AllocationCount = AllocationCount()) { self.apply = apply }

  package var total: AllocationCount { apply + sample + build + draw }
}

/// Measures the calling thread's heap allocations as `Stopwatch` measures time. Without somebody who
/// counts it gives zeros.
package struct AllocationWatch {
  /// What the calling thread has allocated since it began.
  package typealias Counter = @Sendable () -> AllocationCount

  private let counter: Counter?
  private var start = AllocationCount()

  package init(_ counter: Counter?) {
    self.counter = counter
    if let counter { start = counter() }
  }

  /// Those since the last lap or since creation; starts the next lap.
  package mutating func lap() -> AllocationCount {
    guard let counter else { return AllocationCount() }
    let now = counter()
    defer { start = now }
    return now - start
  }
}
