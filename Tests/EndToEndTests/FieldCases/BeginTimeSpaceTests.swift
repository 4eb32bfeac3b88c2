import QuartzCore
import Testing

@MainActor @Suite("F32 h07: beginTime is in the layer's time")
struct BeginTimeSpaceTests {
  private func fastLayer(on stage: TestStage) -> CALayer {
    stage.add(CALayer()) {
      $0.speed = 2
      $0.position = CGPoint(x: 100, y: 0)
    }
  }

  private func slide(on layer: CALayer, _ fill: CAMediaTimingFillMode) {
    let slide = CABasicAnimation(keyPath: "position.x")
    slide.fromValue = 0.0
    slide.toValue = 100.0
    slide.duration = 1
    slide.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + 1
    slide.fillMode = fill
    layer.add(slide, forKey: "slide")
  }

  // At speed 2 one local second of waiting and one of sliding take half a second each.
  @Test("Before it begins the model shows, or the first value when it fills backwards")
  func waits() throws {
    let stage = try TestStage()
    let bare = fastLayer(on: stage), filled = fastLayer(on: stage)
    stage.mark()
    slide(on: bare, .removed)
    slide(on: filled, .backwards)
    stage.mark()

    func expectX(_ layer: CALayer, _ x: Double, _ why: String) throws {
      expect(layer.presentation().map { Double($0.position.x) }, near: x, why)
      expect(try stage.served(layer).position.x, near: x, why)
    }
    stage.at(0.25)
    try expectX(bare, 100, "waiting, no fill")
    try expectX(filled, 0, "waiting, filling backwards")
    stage.at(0.75)
    try expectX(bare, 50, "half way")
    try expectX(filled, 50, "half way")
    stage.at(1.01)
    try expectX(bare, 100, "over")
    #expect(bare.animation(forKey: "slide") == nil)
  }

  @Test("A time taken from the media clock is wrong by the layer's own speed")
  func unconverted() throws {
    let stage = try TestStage()
    stage.at(3)
    stage.mark()
    let layer = fastLayer(on: stage)
    stage.mark()
    let slide = CABasicAnimation(keyPath: "position.x")
    slide.fromValue = 0.0
    slide.toValue = 100.0
    slide.duration = 1
    // The layer's clock reads twice the media time, so this moment is long past.
    slide.beginTime = CACurrentMediaTime() + 0.25
    layer.add(slide, forKey: "slide")
    stage.mark()
    stage.at(0.1)
    expect(try stage.served(layer).position.x, near: 100, "over before it was seen")
    #expect(layer.animation(forKey: "slide") == nil)
  }
}
