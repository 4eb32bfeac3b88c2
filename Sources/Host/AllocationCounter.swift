import Glibc
import Profiling

/// Counts the heap allocations of the calling thread, where a library that does so was preloaded
/// (tools/bench/count-allocations.c).
enum AllocationCounter {
  private typealias Counter = @convention(c) (UnsafeMutablePointer<Int64>) -> Void

  /// Nil where nobody counts.
  static let counter: AllocationWatch.Counter? = {
    guard let symbol = dlsym(nil, "compositor_count_allocations") else { return nil }
    // Safety: the symbol is this project's own; the library that has it has it with this type.
    let count = unsafeBitCast(symbol, to: Counter.self)
    return {
      var counts: (ours: Int64, theirs: Int64) = (0, 0)
      // Safety: the call writes two numbers, which a tuple of two has side by side.
      withUnsafeMutablePointer(to: &counts) { pointer in
        pointer.withMemoryRebound(to: Int64.self, capacity: 2) { count($0) }
      }
      return AllocationCount(ours: Int(counts.ours), theirs: Int(counts.theirs))
    }
  }()
}
