import CoreGraphics
import Foundation
import Geometry
import LayerStage
import QuartzCore
import Testing

/// Values that a layer class draws itself, the whole way to pixels and costs.
@MainActor
@Suite("Custom properties on a stage", .serialized)
struct CustomPropertyStageTests {
  /// As wide as its level says.
  private final class Bar: CALayer {
    var level: CGFloat {
      get { value(forKey: "level") as? CGFloat ?? 0 }
      set { setValue(newValue, forKey: "level") }
    }

    override class func needsDisplay(forKey key: String) -> Bool {
      key == "level" || super.needsDisplay(forKey: key)
    }

    override func draw(in ctx: CGContext) {
      ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
      ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * level, height: bounds.height))
    }
  }

  private func bar(on stage: TestStage, y: CGFloat = 0) -> Bar {
    stage.add(Bar()) {
      $0.frame = CGRect(x: 0, y: y, width: 120, height: 10)
      $0.setNeedsDisplay()
    }
  }

  private func animate(_ layer: CALayer, _ keyPath: String, to end: Double, _ duration: Double) {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.duration) = (0, end, duration)
    layer.add(animation, forKey: keyPath)
  }

  @Test("What a copy draws is in step with what the server animates")
  func inStep() throws {
    let stage = try TestStage(width: 120, height: 20, background: CGColor(gray: 0, alpha: 1))
    defer { stage.stage.close() }
    let drawn = bar(on: stage)
    let plain = stage.add(CALayer()) {
      $0.anchorPoint = .zero
      $0.frame = CGRect(x: 0, y: 10, width: 0, height: 10)
      $0.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    }
    stage.commit()
    animate(drawn, "level", to: 1, 1)
    animate(plain, "bounds.size.width", to: 120, 1)
    stage.mark()
    for frame in [1, 2, 7, 30, 59] {
      stage.at(Double(frame) / 60)
      let image = stage.image().pixelImage.bitmap
      for row in [5, 15] {
        let width = (0..<120).count { image[$0, row].x > 128 }
        #expect(width == frame * 2, "row \(row) of frame \(frame)")
      }
    }
    stage.at(1.1)
    #expect(stage.image().pixelImage.bitmap[0, 5].x == 0, "the model's level")
  }

  @Test("While a value animates there is a commit for every frame; at rest there is nothing")
  func costs() throws {
    let stage = try TestStage(width: 120, height: 20, draws: false)
    defer { stage.stage.close() }
    let drawn = bar(on: stage)
    stage.commit()
    stage.stage.recordCommits()
    animate(drawn, "level", to: 1, 0.5)
    stage.mark()
    let begun = stage.stage.commits.count
    for frame in 1...29 {
      stage.at(Double(frame) / 60)
      #expect(try stage.stage.drawFrame(), "frame \(frame)")
    }
    #expect(stage.stage.commits.count == begun + 29)
    stage.at(0.6)
    #expect(try stage.stage.drawFrame())
    let ended = stage.stage.commits.count
    for frame in 40...80 {
      stage.at(Double(frame) / 60)
      #expect(try !stage.stage.drawFrame())
    }
    #expect(stage.stage.commits.count == ended)
  }

  @Test("Layers without values of their own get no ticks from those with them")
  func others() throws {
    let stage = try TestStage(width: 120, height: 20, draws: false)
    defer { stage.stage.close() }
    let plain = stage.add(CALayer()) { $0.frame = CGRect(x: 0, y: 0, width: 9, height: 9) }
    stage.commit()
    stage.stage.recordCommits()
    animate(plain, "position.x", to: 50, 1)
    stage.mark()
    let begun = stage.stage.commits.count
    stage.at(0.9)
    #expect(stage.stage.commits.count == begun)
  }
}
