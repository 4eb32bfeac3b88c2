import Geometry
import Renderer
import Testing

@testable import VulkanBackend

@Suite("Planning passes")
struct PassPlanTests {
  private static let area = PixelRect(0, 0, 8, 8)

  private func plan(_ passes: [DrawList.Pass]) -> PassPlan {
    var list = DrawList(8, 8)
    list.passes = passes
    var plan = PassPlan()
    plan.make(for: list)
    return plan
  }

  private func pass(
    _ target: DrawList.Pass.Target = .offscreen(area: area), _ start: DrawList.Pass.Start = .clear,
    reads: [DrawList.TextureSource] = [], kind: DrawList.Kind = .pass, backdrop: Int32 = -1
  ) -> DrawList.Pass {
    .init(
      target: target, start: start,
      batches: reads.map {
        .init(kind: kind, texture: $0, backdrop: backdrop, instances: 0..<1)
      })
  }

  @Test("What leads to nothing seen or kept is not drawn, however many passes long")
  func needed() {
    let id = ImageID(raw: 7)
    let plan = plan([
      pass(), pass(reads: [.pass(0)]),
      pass(), pass(.image(id, size: PixelSize(4, 4)), reads: [.coverage(2)]),
      pass(), pass(.surface, reads: [.pass(4)]), pass(),
    ])
    #expect((0..<7).map { plan[$0].isNeeded } == [false, false, true, true, true, true, false])
  }

  @Test("A target is kept to its last reader, whichever of its passes is read and in which way")
  func lifetimes() {
    let plan = plan([
      pass(), pass(Self.offscreen, .copy(0)), pass(Self.offscreen, .resume(0), reads: [.pass(1)]),
      pass(Self.offscreen, .blur(2, sigma: .one, edge: .transparent)),
      pass(.surface, reads: [.pass(3)], kind: .blend, backdrop: 2),
    ])
    #expect((0..<5).map { plan[$0].first } == [0, 1, 0, 3, 4])
    #expect(plan[0].lastUse == 4)
    #expect(plan[1].lastUse == 2)
    #expect(plan[3].lastUse == 4)
  }

  @Test("What is blurred or scaled is drawn whole, with all that goes on in its target")
  func whole() {
    let plan = plan([
      pass(), pass(Self.offscreen, .resume(0)), pass(Self.offscreen, .copy(0)),
      pass(Self.offscreen, .blur(1, sigma: .one, edge: .transparent)),
      pass(.surface, reads: [.pass(2), .pass(3)]),
      pass(), pass(.surface, reads: [.pass(5)], kind: .image),
    ])
    #expect((0..<7).map { plan[$0].isWhole } == [true, true, false, false, false, true, false])
    #expect((0..<7).map { plan.coversArea($0) } == [true, true, false, false, false, true, false])
  }

  @Test("Passes that come later, or nowhere, are none")
  func wrongIndices() {
    let plan = plan([
      pass(Self.offscreen, .resume(5)), pass(Self.offscreen, .copy(-4), reads: [.pass(0)]),
      pass(.surface, .blur(2, sigma: .one, edge: .extended), reads: [.pass(1), .pass(99)]),
      pass(.image(ImageID(raw: 3), size: PixelSize(2, 2)), .resume(1)),
    ])
    #expect((0..<4).map { plan[$0].first } == [0, 1, 2, 3])
    #expect((0..<4).allSatisfy { plan[$0].isNeeded })
    #expect(plan.first(of: 3, before: 3) == nil)
  }

  private static let offscreen = DrawList.Pass.Target.offscreen(area: area)
}
