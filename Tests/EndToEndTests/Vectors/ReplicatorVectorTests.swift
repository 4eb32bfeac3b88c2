import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Replicators by numbers")
struct ReplicatorVectorTests {
  @Test("Each copy is where its matrix takes it, in its colour")
  func copies() throws {
    let cases = try VectorCases("rendering-numbers", kinds: ["replicator"])
    for item in cases.selected {
      let stage = try TestStage(width: 200, height: 200, background: .opaque(0, 0, 0))
      defer { stage.stage.close() }
      // From the replicator's centre; far enough for turned copies not to meet.
      let place = CGPoint(x: -60, y: 0)
      stage.add(CAReplicatorLayer()) {
        $0.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
        configure($0, item)
        let source = CALayer()
        source.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
        source.position = CGPoint(x: 100 + place.x, y: 100 + place.y)
        source.backgroundColor = .opaque(1, 1, 1)
        $0.addSublayer(source)
      }
      stage.commit()
      stage.at(0.1)
      let pixels = stage.pixels()
      for copy in item["instances"].array {
        let m = copy["matrix2d"].doubles, color = copy["color"].doubles
        let moved = place.applying(
          CGAffineTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5]))
        expect(
          pixels[Int(100 + moved.x), Int(100 + moved.y)][0..<3].map { Double($0) / 255 },
          near: color[0..<3].map { $0 * color[3] }, within: 1.1 / 255,
          "\(item.id), copy \(copy["instance"])")
      }
    }
    cases.printSummary()
  }

  private func configure(_ layer: CAReplicatorLayer, _ item: VectorCase) {
    layer.instanceCount = item["instanceCount"].int ?? 0
    let step = item["instanceTransform"]
    layer.instanceTransform = CATransform3DConcat(
      CATransform3DMakeRotation(step["rotationZ"].double ?? 0, 0, 0, 1),
      CATransform3DMakeTranslation(step["thenTranslateX"].double ?? 0, 0, 0))
    layer.instanceDelay = item["instanceDelay"].double ?? 0
    layer.instanceColor = .straight(item["instanceColor"].doubles)
    layer.instanceRedOffset = Float(item["redOffset"].double ?? 0)
    layer.instanceGreenOffset = Float(item["greenOffset"].double ?? 0)
    layer.instanceBlueOffset = Float(item["blueOffset"].double ?? 0)
    layer.instanceAlphaOffset = Float(item["alphaOffset"].double ?? 0)
  }
}
