import CoreGraphics
import Geometry
import QuartzCore
import Testing

@MainActor @Suite("F92: where a picture lies by the name of its gravity")
struct GravityNameTests {
  /// Left and top of a 20 × 10 picture in 80 × 60 points, y down; "top" is where y is greatest.
  private static let places: [(name: String, x: Int, y: Int)] = [
    ("center", 30, 25), ("top", 30, 50), ("bottom", 30, 0), ("left", 0, 25), ("right", 60, 25),
    ("topLeft", 0, 50), ("topRight", 60, 50), ("bottomLeft", 0, 0), ("bottomRight", 60, 0),
    ("upsideDown", 30, 25),
  ]

  @Test("Names count upwards, so top lies at the bottom; one that is not known is the middle")
  func names() throws {
    for (name, x, y) in Self.places {
      let pixels = try draw(CALayerContentsGravity(rawValue: name))
      expect(pixels, covers: CGRect(x: x, y: y, width: 20, height: 10), name)
    }
  }

  @Test("The names that stretch fill, fit and overflow")
  func stretching() throws {
    expect(try draw(.resize), covers: CGRect(x: 0, y: 0, width: 80, height: 60), "resize")
    expect(try draw(.resizeAspect), covers: CGRect(x: 0, y: 10, width: 80, height: 40), "fit")
    expect(
      try draw(.resizeAspectFill), covers: CGRect(x: -20, y: 0, width: 120, height: 60), "fill")
  }

  /// A white picture in a layer 25 points inside a black stage.
  private func draw(_ gravity: CALayerContentsGravity) throws -> Pixels {
    let stage = try TestStage(width: 130, height: 110, background: .opaque(0, 0, 0))
    defer { stage.stage.close() }
    let white = Bitmap(
      size: PixelSize(20, 10), format: .bgra8Premultiplied,
      bytes: [UInt8](repeating: 255, count: 800))
    stage.add(CALayer()) {
      $0.frame = CGRect(x: 25, y: 25, width: 80, height: 60)
      $0.contents = CGImage(white)
      $0.contentsGravity = gravity
    }
    stage.commit()
    stage.at(0.1)
    return stage.pixels()
  }

  /// White in the rectangle, counted from the layer's corner, and black everywhere else.
  private func expect(_ pixels: Pixels, covers rect: CGRect, _ name: String) {
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        let inside = rect.contains(CGPoint(x: Double(x) - 24.5, y: Double(y) - 24.5))
        let expected = inside ? 255 : 0
        if pixels[x, y][0] != expected {
          Issue.record("\(name): pixel (\(x), \(y)) is \(pixels[x, y]), not \(expected)")
          return
        }
      }
    }
  }
}
