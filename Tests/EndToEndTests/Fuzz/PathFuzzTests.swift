import CoreGraphics
import Geometry
import QuartzCore
import TestSupport
import Testing
import UIKit

@MainActor @Suite("Fuzz: paths")
struct PathFuzzTests {
  @Test("Any path is measured, outlined and drawn with finite results, and harms nothing beside it")
  func anyPaths() throws {
    let stage = try FuzzStage()
    defer { stage.close() }
    try Fuzz("paths", cases: 60).run { random in
      let path = random.anyPath()
      measure(path, &random)
      try draw(path, &random)
      stage.show(shape(path, &random))
      try stage.step(random.chance(0.5) ? 0 : 0.3, "seed \(random.seed)")
    }
  }

  private func measure(_ path: CGPath, _ random: inout SeededGenerator) {
    let lengths = (0..<Int.random(in: 0...4, using: &random)).map { _ in random.anyLength() }
    let transform = random.anyAffineTransform()
    let results = [
      path, path.flattened(threshold: random.anyLength()),
      path.copy(dashingWithPhase: random.anyLength(), lengths: lengths, transform: .identity),
      path.copy(
        strokingWithWidth: random.anyLength(), lineCap: random.pick([.butt, .round, .square]),
        lineJoin: random.pick([.miter, .round, .bevel]), miterLimit: random.anyLength()),
      UIBezierPath(cgPath: path).reversing().cgPath, random.anyPath(),
    ]
    for result in results {
      for box in [result.boundingBox, result.boundingBoxOfPath] where !box.isNull {
        // From one end of all numbers to the other a size may be infinite.
        let sides = [box.minX, box.minY, box.width, box.height]
        #expect(!sides.contains { $0.isNaN }, "seed \(random.seed): \(box)")
      }
      _ = result.contains(random.anyPoint(), using: .evenOdd)
      _ = result.contains(random.anyPoint(), using: .winding, transform: transform)
    }
    #expect(path.copy() == path)
  }

  private func draw(_ path: CGPath, _ random: inout SeededGenerator) throws {
    let context = try #require(CGContext(pixelSize: PixelSize(32, 32), scale: 1))
    context.saveGState()
    if random.chance(0.3) { context.concatenate(random.anyAffineTransform()) }
    context.setLineWidth(random.anyLength())
    context.setMiterLimit(random.anyLength())
    context.setLineDash(
      phase: random.anyLength(),
      lengths: (0..<Int.random(in: 0...3, using: &random)).map { _ in random.anyLength() })
    if random.chance(0.2) {
      // Large ones take long.
      let blur = random.chance(0.05) ? random.anyLength() : CGFloat(random.number(-1...20))
      context.setShadow(offset: random.anySize(), blur: blur, color: random.anyColor())
    }
    context.addPath(path)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: context.clip(using: .evenOdd)
    case 1: context.replacePathWithStrokedPath()
    case 2: context.drawPath(using: .eoFillStroke)
    default: context.strokePath()
    }
    context.fill(random.anyRect())
    if let gradient = CGGradient(colors: [random.anyColor(), random.anyColor()]) {
      context.drawRadialGradient(
        gradient, startCenter: random.anyPoint(), startRadius: random.anyLength(),
        endCenter: random.anyPoint(), endRadius: random.anyLength(),
        options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    }
    if let image = random.anyImage() { context.draw(image, in: random.anyRect()) }
    context.restoreGState()
    // Whatever that was, the next drawing is right.
    context.setBlendMode(.copy)
    context.setFillColor(.opaque(1, 0, 0))
    context.fill(CGRect(x: 0, y: 0, width: 32, height: 32))
    let image = try #require(context.makeImage())
    Pixels(image).expect(16, 16, near: [255, 0, 0, 255], within: 0, "seed \(random.seed)")
  }

  private func shape(_ path: CGPath, _ random: inout SeededGenerator) -> CALayer {
    let layer = CAShapeLayer()
    layer.path = path
    layer.fillColor = random.anyColor()
    layer.strokeColor = random.chance(0.6) ? random.anyColor() : nil
    layer.fillRule = random.pick([.nonZero, .evenOdd])
    layer.lineWidth = random.anyLength()
    layer.miterLimit = random.anyLength()
    layer.lineCap = random.pick([.butt, .round, .square])
    layer.lineJoin = random.pick([.miter, .round, .bevel])
    layer.strokeStart = random.chance(0.3) ? random.anyLength() : 0
    layer.strokeEnd = random.chance(0.3) ? random.anyLength() : 1
    if random.chance(0.3) {
      layer.lineDashPattern = (0..<3).map { _ in NSNumber(value: random.anyNumber()) }
      layer.lineDashPhase = random.anyLength()
    }
    if random.chance(0.3) { layer.transform = random.anyTransform() }
    if random.chance(0.3) {
      layer.shadowPath = random.anyPath()
      layer.shadowOpacity = 1
      layer.shadowRadius = random.anyLength()
      layer.shadowOffset = random.anySize()
    }
    if random.chance(0.3) {
      let morph = CABasicAnimation(keyPath: random.pick(["path", "shadowPath"]))
      morph.fromValue = random.chance(0.5) ? path : random.anyPath()
      morph.toValue = random.anyPath()
      morph.duration = 0.5
      layer.add(morph, forKey: nil)
    }
    return layer
  }
}
