import CoreGraphics
import Geometry
import QuartzCore
import Testing

@MainActor @Suite("F26: how full an emitter is at its first frame")
struct EmitterStartTests {
  @Test(
    "Its particles began with its time: long ago, or now where beginTime says so",
    arguments: [false, true])
  func firstFrame(beginsNow: Bool) throws {
    let stage = try TestStage(width: 160, height: 40, background: .opaque(0, 0, 0))
    defer { stage.stage.close() }
    let white = Bitmap(
      size: PixelSize(4, 4), format: .bgra8Premultiplied,
      bytes: [UInt8](repeating: 255, count: 64))
    let cell = CAEmitterCell()
    cell.contents = CGImage(white)
    cell.birthRate = 100
    cell.lifetime = 1
    cell.velocity = 100
    stage.add(CAEmitterLayer()) {
      $0.frame = CGRect(x: 0, y: 0, width: 160, height: 40)
      $0.emitterPosition = CGPoint(x: 20, y: 20)
      $0.emitterCells = [cell]
      if beginsNow { $0.beginTime = CACurrentMediaTime() }
    }
    stage.mark()
    stage.at(0.05)
    let pixels = stage.pixels()
    let lit = (0..<160).filter { pixels[$0, 20][0] > 127 }
    // A particle goes 100 points a second and lives for one: the oldest is the farthest.
    let farthest = try #require(lit.last)
    #expect(beginsNow ? farthest < 28 : farthest > 115, "lit up to \(farthest)")
    // One every point, four points wide.
    #expect(beginsNow ? lit.count < 12 : lit.count > 95, "\(lit.count) columns")
  }
}
