import QuartzCore
import Testing

@MainActor @Suite("F05 h02: a new anchor point moves the layer, not its position")
struct AnchorPointTests {
  private func expectFrame(
    of layer: CALayer, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let frame = layer.frame
    expect(
      [frame.minX, frame.minY, frame.width, frame.height].map(Double.init),
      near: [x, y, width, height], "frame", sourceLocation: sourceLocation)
  }

  @Test("The frame shifts by the change of the anchor times the size")
  func frameFollows() throws {
    let stage = try TestStage()
    let card = stage.add(CALayer()) { $0.frame = CGRect(x: 50, y: 50, width: 100, height: 60) }
    stage.commit()

    withoutActions { card.anchorPoint = .zero }
    expect([card.position.x, card.position.y].map(Double.init), near: [100, 80], "position")
    expectFrame(of: card, 100, 80, 100, 60)

    withoutActions { card.frame = CGRect(x: 50, y: 50, width: 100, height: 60) }
    expect([card.position.x, card.position.y].map(Double.init), near: [50, 50], "position")

    // A quarter turn about (50, 50) takes the far corner (100, 60) to (−60, 100) from there.
    withoutActions { card.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1) }
    expectFrame(of: card, -10, 50, 60, 100)
  }

  @Test("The pixels move with the frame")
  func pixelsFollow() throws {
    let stage = try TestStage(width: 200, height: 120, background: .opaque(0, 0, 0))
    let card = stage.add(CALayer()) {
      $0.frame = CGRect(x: 20, y: 20, width: 60, height: 40)
      $0.backgroundColor = .opaque(1, 0, 0)
    }
    stage.commit()
    withoutActions { card.anchorPoint = .zero }
    stage.commit()
    stage.at(1)
    let pixels = stage.pixels()
    pixels.expect(30, 30, near: [0, 0, 0, 255], within: 0, "where it was")
    pixels.expect(55, 45, near: [255, 0, 0, 255], within: 0, "just inside the new frame")
    pixels.expect(105, 75, near: [255, 0, 0, 255], within: 0, "its far corner")
    pixels.expect(112, 75, near: [0, 0, 0, 255], within: 0, "beyond it")
  }
}
