import CoreGraphics
import Geometry
import Foundation
import QuartzCore
import Testing

@MainActor @Suite("F92: the names of gravity are those of a y-up space")
struct ContentsGravityTests {
  /// 20 × 10 pixels of white.
  private static func image() throws -> CGImage {
    let context = try #require(CGContext(pixelSize: PixelSize(20, 10), scale: 1))
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 10))
    return try #require(context.makeImage())
  }

  /// Where the image lies in 80 × 60 points, y down.
  private static let places: [(CALayerContentsGravity, CGRect)] = [
    (.center, CGRect(x: 30, y: 25, width: 20, height: 10)),
    (.top, CGRect(x: 30, y: 50, width: 20, height: 10)),
    (.bottom, CGRect(x: 30, y: 0, width: 20, height: 10)),
    (.left, CGRect(x: 0, y: 25, width: 20, height: 10)),
    (.right, CGRect(x: 60, y: 25, width: 20, height: 10)),
    (.topLeft, CGRect(x: 0, y: 50, width: 20, height: 10)),
    (.topRight, CGRect(x: 60, y: 50, width: 20, height: 10)),
    (.bottomLeft, CGRect(x: 0, y: 0, width: 20, height: 10)),
    (.bottomRight, CGRect(x: 60, y: 0, width: 20, height: 10)),
    (.resize, CGRect(x: 0, y: 0, width: 80, height: 60)),
    (.resizeAspect, CGRect(x: 0, y: 10, width: 80, height: 40)),
    (.resizeAspectFill, CGRect(x: 0, y: 0, width: 80, height: 60)),
    (CALayerContentsGravity(rawValue: "unknown"), CGRect(x: 30, y: 25, width: 20, height: 10)),
  ]

  @Test("Every name puts the image where it says, top and bottom the other way round")
  func places() throws {
    let stage = try TestStage(width: 80, height: 60, background: .opaque(0, 0, 0))
    let image = try Self.image()
    let layer = stage.add(CALayer()) {
      $0.contents = image
      $0.frame = CGRect(x: 0, y: 0, width: 80, height: 60)
      $0.masksToBounds = true
    }
    for (gravity, place) in Self.places {
      withoutActions { layer.contentsGravity = gravity }
      let pixels = stage.pixels()
      for y in stride(from: 2, to: 60, by: 5) {
        for x in stride(from: 2, to: 80, by: 5) {
          let isInside = place.contains(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
          let expected = isInside ? [255, 255, 255, 255] : [0, 0, 0, 255]
          pixels.expect(x, y, near: expected, within: 2, gravity.rawValue)
        }
      }
    }
  }
}
