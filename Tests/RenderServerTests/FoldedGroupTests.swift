import AnimationCore
import Geometry
import LayerCommit
import Renderer
import Testing

/// Groups that share the pass of the group they end.
@Suite("Folded groups")
struct FoldedGroupTests {
  private static let fill = Color(0.9, 0.2, 0.1, 0.8)

  private func plain(
    _ id: UInt64, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> Node {
    Node(id) {
      $0.frame(x, y, width, height)
      $0.backgroundColor = Self.fill
    }
  }

  /// A faded layer with a fill, and above it another faded one, both below what `change` makes of a
  /// layer.
  private func harness(
    _ optimizations: Optimizations, below change: (inout LayerValues) -> Void = { _ in }
  ) -> Harness {
    let top = Node(
      4,
      {
        $0.frame(25, 8, 40, 40)
        $0.opacity = 0.7
      }, [plain(5, 0, 0, 30, 30), plain(6, 10, 10, 30, 30)])
    let harness = Harness(90, 70)
    harness.renderer.optimizations = optimizations
    let group = Node(
      2,
      {
        $0.frame(5, 5, 80, 60)
        $0.opacity = 0.5
      }, [plain(3, 20, 20, 30, 10), top])
    harness.show([
      Node(
        8,
        {
          $0.frame(0, 0, 90, 70)
          change(&$0)
        }, [group])
    ])
    return harness
  }

  @Test("One pass serves both")
  func passes() {
    #expect(harness(.all).offscreenPasses == 1)
    #expect(harness(.all.subtracting(.foldedGroups)).offscreenPasses == 2)
  }

  @Test("They cast the same shadow in a plane that is stretched")
  func shadow() throws {
    var canvases = (ReferenceRasterizer(), ReferenceRasterizer())
    let stretch = { (values: inout LayerValues) in
      values.transform = .scale(1, 0.6, 1)
      values.shadowOpacity = 1
    }
    canvases.0.draw(harness(.all, below: stretch).list)
    canvases.1.draw(harness(.all.subtracting(.foldedGroups), below: stretch).list)
    #expect(try #require(worst(canvases)) < 1e-6)
  }

  private func worst(_ canvases: (ReferenceRasterizer, ReferenceRasterizer)) -> Double? {
    zip(canvases.0.pixels, canvases.1.pixels).map {
      let d = $0 - $1
      return max(d.max(), -d.min())
    }.max()
  }

  @Test("They look as with passes of their own, when a layer below turns too")
  func turning() throws {
    let folded = harness(.all), apart = harness(.all.subtracting(.foldedGroups))
    var canvases = (ReferenceRasterizer(), ReferenceRasterizer())
    for step in 0..<8 {
      let time = Double(step) * 0.1
      for harness in [folded, apart] where step == 2 {
        var turn = basic(7, .transform, from: .number(0), to: .number(1.5), begin: 0.2)
        turn.leaves[0].target = AnimationTarget(.transform, .rotationZ)
        harness.animate(3, [turn], at: time)
      }
      try folded.draw(at: time)
      try apart.draw(at: time)
      let lists = (try #require(folded.backend.lastList), try #require(apart.backend.lastList))
      canvases.0.draw(lists.0)
      canvases.1.draw(lists.1)
      // Turned fills are put below nothing.
      #expect(lists.0.passes.count == (step > 2 ? 3 : 2), "step \(step)")
      #expect(try #require(worst(canvases)) < 1e-6, "step \(step)")
    }
  }
}
