import AnimationCore
import Geometry
import LayerCommit
import RenderServer
import Testing

/// Masks are in the server's tree in time, and not among what is drawn.
@Suite struct MaskTreeTests {
  private static func harness() -> Harness {
    let h = Harness(40, 20)
    func fill(_ id: UInt64, _ x: Double) -> NewLayer {
      var values = LayerValues()
      values.frame(x, 0, 10, 10)
      values.backgroundColor = .white
      return NewLayer(LayerID(raw: id), values: values)
    }
    h.commit([
      .createLayers([fill(1, 0), fill(2, 10), fill(3, 0), fill(4, 0)]),
      .setSublayers(LayerID(raw: 1), [LayerID(raw: 2)]),
      .setSublayers(LayerID(raw: 3), [LayerID(raw: 4)]),
      .setMask(LayerID(raw: 2), LayerID(raw: 3)), .setRoot(LayerID(raw: 1)),
    ])
    return h
  }

  private static func move(_ id: UInt64, begin: Double = 0) -> LayerAnimation {
    basic(
      id, .position, from: .point(Point(0, 0)), to: .point(Point(8, 0)), begin: begin, duration: 1)
  }

  /// Quads of the last pass: what is drawn aside counts as one.
  private static func quadsOnSurface(_ h: Harness, at time: Double) -> Int {
    h.renderer.drawList(at: time, full: true).passes.last?.batches.reduce(0) {
      $0 + $1.instances.count
    } ?? 0
  }

  @Test(
    "A mask and all below it are sampled in their layer's time and drawn in a pass of their own")
  func inTime() throws {
    let h = Self.harness()
    var timing = LayerTiming()
    timing.speed = 0.5
    h.commit([
      .setAnimations(LayerID(raw: 4), [Self.move(1)]), .setTiming(LayerID(raw: 2), timing),
    ])
    #expect(h.renderer.layerValues(of: LayerID(raw: 4), at: 1)?.position == Point(4, 0))
    var events: [ServerEvent] = []
    h.renderer.advance(to: 1, events: &events)
    #expect(h.renderer.nextEventTime == 2)
    #expect(Self.quadsOnSurface(h, at: 1) == 2)
    #expect(h.renderer.isAnimating)
    let dump = h.renderer.dumpTree(at: 1).split(separator: "\n").dropFirst().map {
      $0.prefix { $0 != "b" && $0 != "p" }
    }
    #expect(
      dump.map { $0.trimmingPrefix { $0 == " " } }.map { $0.prefix(7) } == [
        "layer 1", "layer 2", "mask 3 ", "layer 4",
      ])
  }

  @Test("A mask that becomes a sublayer appears, and the other way round disappears")
  func changes() throws {
    let h = Self.harness()
    _ = try h.draw(at: 0)
    h.commit([
      .setMask(LayerID(raw: 2), nil), .setSublayers(LayerID(raw: 2), [LayerID(raw: 3)]),
    ])
    #expect(Self.quadsOnSurface(h, at: 0) == 4)
    #expect(try h.draw(at: 0) == .drawn)
    h.commit([
      .setSublayers(LayerID(raw: 2), []), .setMask(LayerID(raw: 2), LayerID(raw: 3)),
    ])
    #expect(try h.draw(at: 0) == .drawn)
    #expect(Self.quadsOnSurface(h, at: 0) == 2)
  }

  @Test("Of several masks in one commit the last is meant, and takes nothing from the lists")
  func lastMask() {
    let h = Self.harness()
    h.commit([
      .setMask(LayerID(raw: 2), LayerID(raw: 3)), .setMask(LayerID(raw: 2), nil),
      .setSublayers(LayerID(raw: 2), [LayerID(raw: 3)]),
    ])
    #expect(Self.quadsOnSurface(h, at: 0) == 4)
    h.commit([.setMask(LayerID(raw: 2), LayerID(raw: 4)), .setMask(LayerID(raw: 2), nil)])
    #expect(Self.quadsOnSurface(h, at: 0) == 4)
    h.commit([.setMask(LayerID(raw: 2), nil), .setMask(LayerID(raw: 2), LayerID(raw: 4))])
    #expect(Self.quadsOnSurface(h, at: 0) == 2)
  }

  @Test("What cannot be a mask counts as none")
  func nonsense() {
    let h = Self.harness()
    h.commit([.setMask(LayerID(raw: 2), LayerID(raw: 1)), .setMask(LayerID(raw: 9), nil)])
    h.commit([.setMask(LayerID(raw: 4), LayerID(raw: 4)), .setMask(LayerID(raw: 4), nil)])
    #expect(!h.renderer.dumpTree(at: 0).contains("mask"))
    h.commit([.setMask(LayerID(raw: 2), LayerID(raw: 3)), .destroy(LayerID(raw: 2))])
    h.commit([.destroy(LayerID(raw: 3)), .create(LayerID(raw: 5))])
    #expect(!h.renderer.dumpTree(at: 0).contains("mask"))
  }

  @Test("Masks of masks in any number end no thread")
  func deep() {
    let h = Self.harness()
    let ids = (10..<20_010).map { LayerID(raw: UInt64($0)) }
    var ops: [CommitOp] = [.createLayers(ids.map { NewLayer($0, animations: [Self.move($0.raw)]) })]
    ops += zip(ids, ids.dropFirst()).map { .setMask($0, $1) }
    ops.append(.setMask(LayerID(raw: 4), ids[0]))
    var timing = LayerTiming()
    timing.timeOffset = 0.5
    ops.append(.setTiming(LayerID(raw: 2), timing))
    h.commit(ops)
    #expect(h.renderer.layerValues(of: ids[2], at: 0)?.position == Point(4, 0))
    #expect(h.renderer.dumpTree(at: 0).contains("mask 12 "))
  }
}
