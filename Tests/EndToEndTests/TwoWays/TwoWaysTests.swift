import Geometry
import QuartzCore
import TestSupport
import Testing
import VulkanBackend

/// An optimised way of drawing shows what the general way shows.
@MainActor
@Suite("Drawn two ways", .serialized)
struct TwoWaysTests {
  /// Trees of a usual run.
  private static let count = SeededGenerator.isDeepRun ? 500 : 50

  @Test("A random tree looks the same whichever optimisation is off")
  func optimizations() throws {
    let device = try VulkanDevice(.init(validate: true))
    var random = RandomScene(SeededGenerator.printed("drawn two ways"))
    for number in 0..<Self.count {
      let scene = random.scene()
      guard try difference(scene, device) != nil else { continue }
      let smallest = try SceneShrinking.smallest(scene) { try difference($0, device) != nil }
      let problem = try difference(smallest, device) ?? "differs now and then"
      Issue.record("tree \(number): \(problem)\n\(smallest.text)")
      break
    }
    #expect(device.validationMessages.first == nil)
  }

  @Test("Trees in which something once differed look the same")
  func found() throws {
    let device = try VulkanDevice(.init(validate: true))
    for scene in try VectorValue(fixture: "TwoWays/found.json")["scenes"].array {
      let problem = try difference(scene, device)
      #expect(problem == nil, "\(scene["what"].string ?? "")")
    }
    #expect(device.validationMessages.first == nil)
  }

  /// What differs between the frames of a scene with everything on and with one thing off: at first,
  /// and after some layers have moved, which is when caches and damage count.
  private func difference(_ scene: VectorValue, _ device: VulkanDevice) throws -> String? {
    let tree = try CommittedTree(scene)
    defer { tree.close() }
    let reference = try tree.drawer(device)
    let others = try Optimization.all.map { ($0, try tree.drawer(device, without: $0)) }
    for step in 0..<3 {
      if step > 0 { withoutActions { Self.move(tree.stage.root, step) } }
      let commits = tree.takeCommits(), time = CACurrentMediaTime()
      let expected = try reference.draw(commits, at: time)
      for (optimization, other) in others {
        let actual = try other.draw(commits, at: time)
        let depth = BlendingDepth(other.renderer.drawList(at: time, full: true))
        let comparison = WaysComparison(
          actual, expected, depth: depth, blurs: Self.blurs(scene))
        if let problem = comparison.problem {
          return "without \(optimization), frame \(step): \(problem)"
        }
      }
      tree.stage.at(0.1 * Double(step + 1))
    }
    return nil
  }

  /// Every other layer of the tree moves, and some fade.
  private static func move(_ root: CALayer, _ step: Int) {
    for (i, layer) in (root.sublayers ?? []).enumerated() {
      if (i + step) % 2 == 0 {
        layer.position.x += 3.25
        layer.position.y += 2
      }
      if (i + step) % 5 == 1 { layer.opacity = layer.opacity == 1 ? 0.7 : 1 }
      move(layer, step + i)
    }
  }

  private static func blurs(_ value: VectorValue) -> Bool {
    switch value {
    case .object(let fields):
      fields["shadowOpacity"] != nil || fields["type"]?.string == "gaussianBlur"
        || fields.values.contains { blurs($0) }
    case .values(let list): list.contains { blurs($0) }
    case .null, .bool, .number, .string: false
    }
  }
}

/// Two drawings of one frame.
private struct WaysComparison {
  private var pixels = 0
  private var off = 0
  private var farOff = 0
  private var worst = 0
  private var worstPixel = (x: 0, y: 0)
  private let blurs: Bool

  /// One per blend and channel may go lost by rounding.
  init(_ a: Bitmap, _ b: Bitmap, depth: BlendingDepth, blurs: Bool) {
    self.blurs = blurs
    for y in 0..<a.size.height {
      for x in 0..<a.size.width {
        pixels += 1
        let d =
          SIMD4<Int16>(truncatingIfNeeded: a[x, y]) &- SIMD4<Int16>(truncatingIfNeeded: b[x, y])
        let difference = Int(max(d.max(), -d.min()))
        guard difference > depth[x, y] else { continue }
        off += 1
        if difference > 5 { farOff += 1 }
        if difference > worst { (worst, worstPixel) = (difference, (x, y)) }
      }
    }
  }

  var problem: String? {
    if off == 0 || (blurs && farOff == 0 && off * 100 <= pixels) { return nil }
    return "\(off) of \(pixels) pixels differ, (\(worstPixel.x), \(worstPixel.y)) by \(worst)"
  }
}
