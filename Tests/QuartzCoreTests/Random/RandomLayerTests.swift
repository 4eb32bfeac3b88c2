import QuartzCore
import TestSupport
import Testing

/// Random changes through the API, with the real server behind it.
@MainActor @Suite("Random operations on layers")
struct RandomLayerTests {
  /// Many short lives find more than a long one: what goes wrong shows soon, and a list of few
  /// steps is easy to read.
  private static let stepsPerRun = 200

  /// The same ones every time; in the deep run more, new ones each time.
  nonisolated private static let seeds: [UInt64] = {
    var g = SeededGenerator.printed("random operations on layers")
    let runs = SeededGenerator.isDeepRun ? 500 : 50
    return [g.seed] + (1..<runs).map { _ in g.next() }
  }()

  @Test("Commits add up, all sides agree, calls come once, nothing is left", arguments: seeds)
  func randomOperations(seed: UInt64) {
    var g = SeededGenerator(seed: seed)
    let steps = (0..<Self.stepsPerRun).map { _ in Step.random(&g) }
    guard let failure = failure(of: steps) else { return }
    let shortest = Self.shrink(Array(steps.prefix(failure.step + 1))) {
      self.failure(of: $0) != nil
    }
    let complaints = self.failure(of: shortest)?.complaints ?? failure.complaints
    Issue.record(
      """
      repeat with COMPOSITOR_SEED=\(seed)
      \(complaints.prefix(10).joined(separator: "\n"))
      after
      \(shortest.map(\.description).joined(separator: "\n"))
      """)
  }

  /// The first step after which something is wrong, counted from 0.
  private func failure(of steps: [Step]) -> (step: Int, complaints: [String])? {
    let world = LayerWorld()
    var failure: (step: Int, complaints: [String])?
    for (i, step) in steps.enumerated() where failure == nil {
      world.perform(step)
      if !world.complaints.isEmpty { failure = (i, world.complaints) }
    }
    world.finish()
    return failure ?? (world.complaints.isEmpty ? nil : (steps.count - 1, world.complaints))
  }

  /// Leaves out what is not needed for `fails` to stay true: first large parts, then single steps.
  static func shrink(_ steps: [Step], while fails: ([Step]) -> Bool) -> [Step] {
    var steps = steps
    var size = max(steps.count / 2, 1)
    // Each try is a run: in the end a list that is a little too long is better than none.
    var tries = 300
    while tries > 0 {
      var start = 0
      var isShorter = false
      while start < steps.count && tries > 0 {
        let rest = Array(steps[..<start] + steps[min(start + size, steps.count)...])
        tries -= 1
        if !rest.isEmpty && fails(rest) {
          steps = rest
          isShorter = true
        } else {
          start += size
        }
      }
      if size == 1 && !isShorter { break }
      size = max(size / 2, 1)
    }
    return steps
  }

  @Test("A failing list of steps is cut down to those that matter")
  func shrinks() {
    let steps = (0..<100).map { Step(op: .drain, seed: $0, isTurn: false) }
    let shortest = Self.shrink(steps) { tried in
      tried.contains { $0.seed == 17 } && tried.contains { $0.seed == 80 }
    }
    #expect(shortest.map(\.seed) == [17, 80])
  }
}
