import CoreGraphics
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Fuzz: values of properties")
struct PropertyFuzzTests {
  @Test("Any value under any key of any layer leaves finite values and the layers beside it alone")
  func anyValues() throws {
    try Fuzz("properties", cases: 25).run { random in
      // The same on the device that only counts, and on one that draws.
      for draws in [false, true] {
        var random = random
        let stage = try FuzzStage(draws: draws)
        defer { stage.close() }
        let root = random.anyLayer()
        stage.show(root)
        for _ in 0..<8 {
          change(root, &random)
          if random.chance(0.6) { try stage.step(random.number(0...0.4), "seed \(random.seed)") }
        }
        try stage.step(1, "seed \(random.seed)")
        #expect(root.presentation() != nil, "seed \(random.seed)")
        for layer in everyLayer(of: root) {
          let shown = layer.presentation().map { ShownValues.presented($0).values.joined() }
          #expect(shown?.allSatisfy(\.isFinite) ?? true, "seed \(random.seed)")
        }
      }
    }
  }

  private func change(_ root: CALayer, _ random: inout SeededGenerator) {
    let layer = random.pick(everyLayer(of: root))
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<5:
      let keyPath = random.anyKeyPath()
      let value = random.fitting(keyPath)
      if random.chance(0.5) {
        withoutActions { layer.setValue(value, forKeyPath: keyPath) }
      } else {
        layer.setValue(value, forKeyPath: keyPath)
      }
      _ = layer.value(forKeyPath: keyPath)
    case 5, 6: layer.add(random.anyAnimation(), forKey: random.chance(0.5) ? "a" : nil)
    default:
      let point = random.anyPoint()
      _ = layer.hitTest(point)
      _ = layer.convert(point, to: root)
      _ = layer.convertTime(random.anyNumber(), from: root)
      layer.setNeedsDisplay(random.anyRect())
      (layer as? CAScrollLayer)?.scroll(to: random.anyRect())
    }
  }

  private func everyLayer(of layer: CALayer) -> [CALayer] {
    let below = (layer.sublayers ?? []) + [layer.mask].compactMap { $0 }
    return [layer] + below.flatMap { everyLayer(of: $0) }
  }
}
