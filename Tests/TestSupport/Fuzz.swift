import Foundation

/// Random input, case after case. Each has a seed of its own, so that what one case finds comes again
/// without those before it.
///
/// A run has as many cases as its test says, twenty times that in deep runs, or goes on for the
/// seconds of `COMPOSITOR_FUZZ_SECONDS`. Such a long run leaves the seed of the case at hand in a
/// file, which is there after a crash.
package struct Fuzz {
  private let name: String
  private let first: UInt64
  private let count: Int
  private let seconds: Double?

  /// - Parameter cases: of a short run.
  package init(_ name: String, cases: Int) {
    self.name = name
    first = SeededGenerator.printed(name).seed
    count = SeededGenerator.isDeepRun ? cases * 20 : cases
    seconds = ProcessInfo.processInfo.environment["COMPOSITOR_FUZZ_SECONDS"].flatMap { Double($0) }
  }

  package func run(_ body: (inout SeededGenerator) throws -> Void) rethrows {
    guard let seconds else { return try runCases(count, body) }
    let end = Date(timeIntervalSinceNow: seconds)
    let seeds = SeedFile(name)
    var done = 0
    var slowest = (seconds: 0.0, seed: first)
    while Date() < end {
      let seed = first &+ UInt64(done)
      seeds.note(seed)
      let start = Date()
      try run(seed, body)
      done += 1
      let taken = -start.timeIntervalSinceNow
      if taken > slowest.seconds { slowest = (taken, seed) }
    }
    print("\(name): \(done) cases from seed \(first), \(slowest.seconds) s for \(slowest.seed)")
  }

  private func runCases(
    _ count: Int, _ body: (inout SeededGenerator) throws -> Void
  ) rethrows {
    for i in 0..<count { try run(first &+ UInt64(i), body) }
  }

  private func run(
    _ seed: UInt64, _ body: (inout SeededGenerator) throws -> Void
  ) rethrows {
    var random = SeededGenerator(seed: seed)
    try body(&random)
  }
}

/// Where a long run says which case it is at.
private struct SeedFile {
  private let handle: FileHandle?

  init(_ name: String) {
    let folder = GoldenImage.outputFolder()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent("\(name).seed")
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    handle = try? FileHandle(forWritingTo: url)
  }

  func note(_ seed: UInt64) {
    try? handle?.seek(toOffset: 0)
    try? handle?.write(contentsOf: Data("\(seed)                    \n".prefix(21).utf8))
  }
}
