import Glibc

/// Heap allocations of the calling thread since it began, where a library that counts them was
/// preloaded (tools/bench/count-allocations.c); otherwise nobody counts.
enum AllocationCounter {
  private typealias Counter = @convention(c) () -> Int64

  // Safety: the symbol is this project's own; the library that has it has it with this type.
  private static let counter: Counter? = dlsym(nil, "compositor_thread_allocations").map {
    unsafeBitCast($0, to: Counter.self)
  }

  static var count: Int? { counter.map { Int($0()) } }
}
