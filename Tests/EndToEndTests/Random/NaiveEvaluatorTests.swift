import CoreGraphics
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("A second evaluator agrees with the product")
struct NaiveEvaluatorTests {
  /// Graphs that share one stage and its sample times.
  private static let batchSize = 50

  private struct Graph {
    var index: Int
    var naive: NaiveLayer
    var layer: CALayer
  }

  @Test("On random animation graphs, the server and presentation() show what the rules say")
  func randomGraphs() throws {
    let random = SeededGenerator.printed("random animation graphs")
    let seed = random.seed
    let total = SeededGenerator.isDeepRun ? 20_000 : 1_000
    var graphs = RandomAnimations(random: random)
    var compared = 0
    var failures = 0
    var failed: Set<Int> = []
    for first in stride(from: 0, to: total, by: Self.batchSize) {
      let stage = try TestStage(width: 16, height: 16)
      // Away from zero, so that begin times in the past and in the future both occur.
      stage.at(1.5)
      var batch = (first..<min(first + Self.batchSize, total)).map { index in
        let naive = graphs.layer()
        return Graph(index: index, naive: naive, layer: naive.makeLayer(on: stage))
      }
      stage.mark()
      for i in batch.indices {
        begin(&batch[i], in: graphs.transaction())
      }
      stage.commit()
      var milliseconds = 0
      for sample in 0..<6 {
        milliseconds += Int.random(in: 1...1_600, using: &graphs.random)
        if sample == 3 {
          // Between the samples, so that none lies exactly one duration later.
          stage.at((Double(milliseconds) - 0.19) / 1_000)
          for i in batch.indices where graphs.random.chance(0.6) { change(&batch[i], &graphs) }
          stage.commit()
        }
        // Off the grid of begins and ends: at a boundary the last bit of a sum would decide whether
        // an animation is over. The vector tables, exact in binary, cover boundaries.
        stage.at((Double(milliseconds) + 0.37) / 1_000)
        for graph in batch {
          let differences = try self.differences(of: graph, on: stage)
          compared += 1
          guard !differences.isEmpty else { continue }
          failures += 1
          guard failed.count < 5, failed.insert(graph.index).inserted else { continue }
          let place = "graph \(graph.index) of seed \(seed), \(milliseconds) ms after the commit"
          Issue.record(
            "\(place):\n\(differences.joined(separator: "\n"))\n\(culprits(graph.naive))")
        }
      }
    }
    print("random animation graphs: \(total) graphs, \(compared) comparisons, \(failures) differ")
    #expect(failures == 0)
  }

  /// The layer has been committed with its model values: those are what is on screen.
  private func begin(_ graph: inout Graph, in transaction: NaiveTransaction) {
    graph.layer.apply(graph.naive.animations.map { .add($0) }, in: transaction)
    graph.naive.commit(
      atMediaTime: CACurrentMediaTime(), duration: transaction.duration, curve: transaction.curve)
  }

  private func change(_ graph: inout Graph, _ graphs: inout RandomAnimations) {
    let changes = graphs.changes(of: graph.naive)
    let transaction = graphs.transaction()
    graph.layer.apply(changes, in: transaction)
    graph.naive.apply(changes, in: transaction, atMediaTime: CACurrentMediaTime())
  }

  private func differences(of graph: Graph, on stage: TestStage) throws -> [String] {
    var expected = graph.naive.presented(atMediaTime: CACurrentMediaTime())
    if let parts = expected["transform"], parts.count == 9 {
      expected["transform"] = NaiveMatrix.made(of: parts)
    }
    let served = ShownValues.served(try stage.served(graph.layer))
    let presented = graph.layer.presentation().map(ShownValues.presented) ?? [:]
    return expected.keys.sorted().flatMap { property in
      let wanted = expected[property] ?? []
      let range = wanted.reduce(graph.naive.range(of: property)) { max($0, abs($1)) }
      let tolerance = range * (graph.naive.isPaced(property) ? 1e-4 : 1e-9)
      // In single precision in the API.
      let coarse = property == "opacity" ? max(tolerance, 1e-6 * range) : tolerance
      let sides = [("served", served, tolerance), ("presented", presented, coarse)]
      return sides.compactMap { side, values, allowed in
        let got = values[property] ?? []
        let isEqual =
          wanted.count == got.count && zip(wanted, got).allSatisfy { abs($0 - $1) <= allowed }
        return isEqual ? nil : "\(property): \(side) \(got) instead of \(wanted)"
      }
    }
  }

  /// What a reader has to look at.
  private func culprits(_ layer: NaiveLayer) -> String {
    (["\(layer.times)"] + layer.animations.map { "\($0)" }).joined(separator: "\n")
  }
}
