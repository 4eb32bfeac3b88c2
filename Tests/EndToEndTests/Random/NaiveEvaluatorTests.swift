import CoreGraphics
import QuartzCore
import Testing
import TestSupport

@MainActor @Suite("A second evaluator agrees with the product")
struct NaiveEvaluatorTests {
  /// Graphs that share one stage and its sample times.
  private static let batchSize = 50

  @Test("On random animation graphs, the server and presentation() show what the rules say")
  func randomGraphs() throws {
    let random = SeededGenerator.printed("random animation graphs")
    let seed = random.seed
    let total = SeededGenerator.isDeepRun ? 20_000 : 1_000
    var graphs = RandomAnimations(random: random)
    var compared = 0
    var failures = 0
    for first in stride(from: 0, to: total, by: Self.batchSize) {
      let stage = try TestStage(width: 16, height: 16)
      // Away from zero, so that begin times in the past and in the future both occur.
      stage.at(1.5)
      let batch = (first..<min(first + Self.batchSize, total)).map { index in
        (index: index, naive: graphs.layer())
      }
      let layers = batch.map { $0.naive.makeLayer(on: stage) }
      stage.mark()
      let committed = CACurrentMediaTime()
      var milliseconds = 0
      for _ in 0..<6 {
        milliseconds += Int.random(in: 1...1_600, using: &graphs.random)
        // Multiples of 125 ms lie on the grid of begins and ends, where one rounding decides.
        if milliseconds.isMultiple(of: 125) { milliseconds += 1 }
        stage.at(Double(milliseconds) / 1_000)
        let now = CACurrentMediaTime()
        for (graph, layer) in zip(batch, layers) {
          var expected = graph.naive.presented(atMediaTime: now, committedAt: committed)
          expected["transform"] = expected["transform"].map(NaiveEvaluator.matrix)
          let where_ = "graph \(graph.index) of seed \(seed), \(milliseconds) ms after the commit"
          let differences =
            differences(
              ShownValues.served(try stage.served(layer)), expected, singlePrecision: []
            )
            .map { "\(where_), served \($0)" }
            + differences(
              layer.presentation().map(ShownValues.presented) ?? [:], expected,
              singlePrecision: ["opacity"]
            ).map { "\(where_), presented \($0)" }
          compared += 1
          if !differences.isEmpty {
            failures += 1
            if failures <= 5 {
              Issue.record("\(differences.joined(separator: "\n"))\n\(graph.naive)")
            }
          }
        }
      }
    }
    print("random animation graphs: \(total) graphs, \(compared) comparisons, \(failures) differ")
    #expect(failures == 0)
  }

  private func differences(
    _ shown: [String: [Double]], _ expected: [String: [Double]], singlePrecision: Set<String>
  ) -> [String] {
    expected.keys.sorted().compactMap { property in
      let wanted = expected[property] ?? [], got = shown[property] ?? []
      let tolerance = singlePrecision.contains(property) ? 1e-6 : 1e-9
      let isEqual =
        wanted.count == got.count
        && zip(wanted, got).allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($0)) }
      return isEqual ? nil : "\(property): \(got) instead of \(wanted)"
    }
  }
}
