import Geometry
import QuartzCore
import TestSupport
import Testing
import VulkanBackend

/// A frame that draws only what has changed is the frame drawn as a whole.
@MainActor
@Suite("Partial redraw", .serialized)
struct PartialRedrawTests {
  /// Steps of one tree, and trees.
  private static let steps = 40
  private static let trees = SeededGenerator.isDeepRun ? 50 : 5

  @Test("After any change and at any time, the kept pixels are those of a whole frame")
  func steps() throws {
    let device = try VulkanDevice(.init(validate: true))
    var generator = SeededGenerator.printed("partial redraw")
    for _ in 0..<Self.trees {
      let seed = generator.next()
      var random = RandomScene(SeededGenerator(seed: seed))
      let scene = random.scene()
      guard try difference(scene, seed, device) != nil else { continue }
      let smallest = try SceneShrinking.smallest(scene) { try difference($0, seed, device) != nil }
      let problem = try difference(smallest, seed, device) ?? "differs now and then"
      Issue.record("seed \(seed): \(problem)\n\(smallest.text)")
      break
    }
    #expect(device.validationMessages.first == nil)
  }

  /// What differs between a surface that draws only what changes and one that draws all, while
  /// `steps` changes are made to the scene.
  private func difference(_ scene: VectorValue, _ seed: UInt64, _ device: VulkanDevice) throws
    -> String?
  {
    var random = RandomScene(SeededGenerator(seed: seed))
    let tree = try CommittedTree(scene)
    defer { tree.close() }
    let partial = try tree.drawer(device)
    let whole = try tree.drawer(device, without: .damage)
    var log: [String] = []
    var time = 0.0
    for step in 0..<Self.steps {
      if step > 0 { log.append(Self.change(tree.stage.root, &random)) }
      time += random.g.pick([0, 0.016, 0.05, 0.13])
      tree.stage.at(time)
      let commits = tree.takeCommits(), now = CACurrentMediaTime()
      let kept = try partial.draw(commits, at: now)
      let expected = try whole.draw(commits, at: now)
      guard let difference = kept.difference(from: expected) else { return "the sizes differ" }
      if difference.largest > 0 {
        return "step \(step): pixel \(difference.worstPixel) is off by \(difference.largest) after "
          + log.joined(separator: "; ")
      }
    }
    return nil
  }

  /// Changes something somewhere in the tree and says what.
  private static func change(_ root: CALayer, _ random: inout RandomScene) -> String {
    let layers = subtree(of: root).dropFirst()
    guard let layer = layers.randomElement(using: &random.g) else {
      root.addSublayer(SceneLayers.make(random.layer(depth: 2, in: 80, 64)))
      return "a first layer"
    }
    switch Int(random.g.number(0...9.99)) {
    case 0:
      layer.addSublayer(SceneLayers.make(random.layer(depth: 3, in: 40, 40)))
      return "a new sublayer"
    case 1:
      layer.removeFromSuperlayer()
      return "a layer less"
    case 2:
      return animate(layer, &random)
    case 3:
      layer.superlayer?.insertSublayer(layer, at: 0)
      return "a layer at the back"
    case 4:
      return "nothing"
    default:
      let key = random.g.pick(RandomScene.keys + ["position", "position", "position"])
      let size = (Double(layer.bounds.width), Double(layer.bounds.height))
      let value = random.value(key, size)
      // With actions on, many of these animate by themselves.
      CATransaction.setDisableActions(random.g.chance(0.5))
      SceneLayers.set(key, value, on: layer)
      CATransaction.setDisableActions(false)
      return "\(key) = \(value.text)"
    }
  }

  private static func subtree(of layer: CALayer) -> [CALayer] {
    [layer] + (layer.sublayers ?? []).flatMap { subtree(of: $0) }
      + (layer.mask.map { subtree(of: $0) } ?? [])
  }

  private static func animate(_ layer: CALayer, _ random: inout RandomScene) -> String {
    let key = random.g.pick([
      "position.x", "opacity", "transform.rotation.z", "bounds.size.width", "cornerRadius",
      "transform.rotation.y", "strokeEnd",
    ])
    let animation = CABasicAnimation(keyPath: key)
    animation.byValue = random.g.pick([0.3, 1, 8])
    animation.duration = random.g.pick([0.1, 0.5])
    animation.autoreverses = random.g.chance(0.3)
    layer.add(animation, forKey: nil)
    return "an animation of \(key)"
  }
}
