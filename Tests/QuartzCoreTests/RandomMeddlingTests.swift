import CoreGraphicsAPI
import QuartzCore
import TestSupport
import Testing

/// Layers whose actions and delegates change the tree at random while they are asked and told.
@MainActor
private final class MeddledTree {
  let stage: Stage
  let layers = (0..<8).map { _ in CALayer() }
  private var random: SeededGenerator
  private var depth = 0
  private var answerer: Answerer?

  init(_ stage: Stage, seed: UInt64) {
    self.stage = stage
    random = SeededGenerator(seed: seed)
    answerer = Answerer(self)
    for i in stride(from: 0, to: layers.count, by: 2) { layers[i].delegate = answerer }
  }

  func end() {
    for layer in layers { layer.delegate = nil }
    answerer = nil
    stage.host.rootLayer = nil
    stage.commit()
  }

  /// Whoever is asked or told meddles with this chance.
  func meddle(_ chance: Double) {
    if random.chance(chance) { change() }
  }

  private func anyLayer() -> CALayer { layers.randomElement(using: &random) ?? stage.root }

  func change() {
    guard depth < 3 else { return }
    depth += 1
    defer { depth -= 1 }
    let a = anyLayer(), b = anyLayer()
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: a.addSublayer(b)
    case 2: a.removeFromSuperlayer()
    case 3: a.mask = b
    case 4: a.mask = nil
    case 5: a.sublayers = (0..<3).map { _ in anyLayer() }
    case 6: a.insertSublayer(b, at: 0)
    case 7: if let first = a.sublayers?.first { a.replaceSublayer(first, with: b) }
    case 8:
      if random.chance(0.2) { stage.host.rootLayer = a } else { stage.root.addSublayer(a) }
    default: a.sublayers = a.sublayers?.reversed()
    }
  }

  /// What is no tree, or belongs to another host than its root.
  var complaint: String? {
    for layer in layers + [stage.root] {
      var top = layer
      for level in 0... {
        guard let above = top.superlayer else { break }
        if level > layers.count { return "a layer is inside itself" }
        top = above
      }
      let isShown = stage.host.rootLayer === top
      if (layer.host != nil) != isShown { return "shown \(isShown), and its host says otherwise" }
      let below = (layer.sublayers ?? []) + (layer.mask.map { [$0] } ?? [])
      if below.contains(where: { $0.superlayer !== layer }) { return "a stranger below a layer" }
      guard let parent = layer.superlayer else { continue }
      let places = (parent.sublayers ?? []) + (parent.mask.map { [$0] } ?? [])
      if places.filter({ $0 === layer }).count != 1 { return "a layer is not once in its parent" }
    }
    return nil
  }
}

@MainActor
private final class Answerer: @MainActor CALayerDelegate {
  unowned let tree: MeddledTree
  init(_ tree: MeddledTree) { self.tree = tree }

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    tree.meddle(1 / 6)
    return Meddler(tree)
  }
}

@MainActor
private final class Meddler: @MainActor CAAction {
  unowned let tree: MeddledTree
  init(_ tree: MeddledTree) { self.tree = tree }

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    tree.meddle(1 / 3)
  }
}

@MainActor
@Suite struct RandomMeddlingTests {
  @Test("However actions and delegates meddle with a tree, it stays one")
  func meddle() {
    var random = SeededGenerator.printed("RandomMeddlingTests.meddle")
    for _ in 0..<(SeededGenerator.isDeepRun ? 1000 : 40) {
      let seed = random.next()
      withStage { stage in
        let tree = MeddledTree(stage, seed: seed)
        for step in 0..<150 {
          tree.change()
          if let complaint = tree.complaint {
            Issue.record("\(complaint), step \(step) of tree \(seed)")
            break
          }
          if step % 3 == 0 { stage.commit() }
        }
        tree.end()
      }
    }
  }
}
