import CoreGraphics
import Foundation
import Geometry
import LayerStage
import QuartzCore
import Testing
import UIKit

@MainActor @Suite("Emitters on screen")
struct EmitterFeatureTests {
  private let start = 100.0

  private func square(_ side: Int) -> CGImage {
    CGImage(
      PixelImage(
        Bitmap(
          size: PixelSize(side, side), format: .bgra8Premultiplied,
          bytes: [UInt8](repeating: 255, count: side * side * 4))))
  }

  private func cell(_ name: String, _ color: CGColor, rate: Float, lifetime: Float)
    -> CAEmitterCell
  {
    let cell = CAEmitterCell()
    cell.name = name
    cell.contents = square(10)
    cell.color = color
    cell.birthRate = rate
    cell.lifetime = lifetime
    return cell
  }

  private func emitter(_ stage: TestStage, _ cells: [CAEmitterCell]) -> CAEmitterLayer {
    stage.add(CAEmitterLayer()) {
      $0.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
      $0.emitterPosition = CGPoint(x: 50, y: 100)
      $0.beginTime = CACurrentMediaTime()
      $0.emitterCells = cells
    }
  }

  @Test("Particles are on the device where their lines take them, and rates change by key path")
  func places() throws {
    let stage = try TestStage(width: 200, height: 200, background: .opaque(0, 0, 0))
    let red = cell("red", .opaque(1, 0, 0), rate: 1, lifetime: 9)
    red.velocity = 40
    red.yAcceleration = -20
    let layer = emitter(stage, [red])
    stage.mark()
    stage.at(0.9)
    stage.pixels().expect(50, 100, near: [0, 0, 0, 255], within: 0, "before the first birth")
    stage.at(3)
    let pixels = stage.pixels()
    // Aged 2 and 1.
    pixels.expect(130, 60, near: [255, 0, 0, 255], within: 1)
    pixels.expect(90, 90, near: [255, 0, 0, 255], within: 1)
    pixels.expect(130, 68, near: [0, 0, 0, 255], within: 1)
    withoutActions { layer.setValue(0, forKeyPath: "emitterCells.red.birthRate") }
    stage.commit()
    stage.at(4)
    let later = stage.pixels()
    later.expect(170, 10, near: [255, 0, 0, 255], within: 1, "aged 3")
    later.expect(90, 90, near: [0, 0, 0, 255], within: 1, "none was born at 3.x")
  }

  @Test("Additive particles add up on the device")
  func additive() throws {
    let stage = try TestStage(width: 200, height: 200, background: .opaque(0, 0, 0))
    let layer = emitter(
      stage,
      [
        cell("a", .opaque(0.4, 0, 0), rate: 1, lifetime: 9),
        cell("b", .opaque(0, 0.2, 0.8), rate: 1, lifetime: 9),
      ])
    withoutActions { layer.renderMode = .additive }
    stage.mark()
    stage.at(1.5)
    stage.pixels().expect(50, 100, near: [102, 51, 204, 255], within: 1)
  }

  /// All that a frame shows depends on its moment alone.
  @Test("The same program gives the same pixels at every frame rate")
  func rates() throws {
    func pictures(_ rate: Double) throws -> [Bitmap] {
      let stage = try TestStage(
        width: 200, height: 200, background: .opaque(0, 0, 0), startTime: start, rate: rate)
      let spark = cell("spark", .opaque(1, 1, 0), rate: 30, lifetime: 0.4)
      spark.scale = 0.3
      spark.velocity = 20
      spark.emissionRange = 2 * .pi
      let fire = cell("fire", .opaque(1, 0.4, 0.1), rate: 40, lifetime: 1)
      fire.lifetimeRange = 0.4
      fire.velocity = 70
      fire.velocityRange = 30
      fire.emissionLongitude = -.pi / 2
      fire.emissionRange = 1
      fire.spinRange = 4
      fire.scaleSpeed = -0.7
      fire.alphaSpeed = -0.8
      fire.emitterCells = [spark]
      let layer = emitter(stage, [fire])
      stage.mark()
      stage.at(0.5)
      let first = stage.image()
      // With its own animations of a quarter of a second.
      layer.emitterPosition = CGPoint(x: 150, y: 150)
      layer.birthRate = 3
      stage.commit()
      stage.at(1.5)
      return [first.pixelImage.bitmap, stage.image().pixelImage.bitmap]
    }
    let often = try pictures(60)
    #expect(try pictures(60) == often)
    #expect(try pictures(10) == often)
    if let folder = ProcessInfo.processInfo.environment["EMITTER_PICTURES"] {
      for (i, b) in often.enumerated() {
        try CGImage(PixelImage(b)).pngData().write(to: URL(filePath: "\(folder)/fire\(i).png"))
      }
    }
  }
}
