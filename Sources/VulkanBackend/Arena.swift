/// Memory for the structures of one creation call: everything that `pNext` chains and arrays point
/// to stays where it is until the arena goes.
///
/// Frames use nested `withUnsafePointer` instead, which allocates nothing.
final class Arena {
  private var blocks: [UnsafeMutableRawPointer] = []

  /// Runs `body` with an arena that outlives it.
  static func with<R, E: Error>(_ body: (Arena) throws(E) -> R) throws(E) -> R {
    let arena = Arena()
    defer { withExtendedLifetime(arena) {} }
    return try body(arena)
  }

  func place<T: BitwiseCopyable>(_ value: T) -> UnsafeMutablePointer<T> {
    place([value])!
  }

  /// Nil for an empty array.
  func place<T: BitwiseCopyable>(_ values: [T]) -> UnsafeMutablePointer<T>? {
    guard !values.isEmpty else { return nil }
    let pointer = UnsafeMutablePointer<T>.allocate(capacity: values.count)
    // Safety: freshly allocated for exactly this many elements, trivial, freed in deinit.
    pointer.initialize(from: values, count: values.count)
    blocks.append(UnsafeMutableRawPointer(pointer))
    return pointer
  }

  func place(_ strings: [String]) -> UnsafeMutablePointer<UnsafePointer<CChar>?>? {
    place(strings.map { place(string: $0) as UnsafePointer<CChar>? })
  }

  func place(string: String) -> UnsafePointer<CChar> {
    UnsafePointer(place(Array(string.utf8CString))!)
  }

  deinit {
    for block in blocks { block.deallocate() }
  }
}
