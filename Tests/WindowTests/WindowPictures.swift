import CoreGraphicsAPI
import Geometry
import QuartzCore
import ScriptedCompositor
import Testing

extension PacingWindow {
  /// A new layer of one colour in the window.
  @discardableResult
  func addBox(_ frame: CGRect, _ color: CGColor, to parent: CALayer? = nil) -> CALayer {
    let layer = CALayer()
    withoutActions {
      layer.frame = frame
      layer.backgroundColor = color
      (parent ?? root).addSublayer(layer)
    }
    return layer
  }

  /// Makes every frame differ from the one before, for as long as anybody looks.
  func keepMoving(_ layer: CALayer) {
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.byValue = 2 * Double.pi
    turn.duration = 3
    turn.repeatCount = .infinity
    layer.add(turn, forKey: nil)
  }

  /// What the client has committed last, without title bar.
  func picture() throws -> Bitmap {
    try compositor.pixels(of: id, includingSubsurfaces: false)
  }

  /// Steps until there was another frame than the `count` so far; a frame that found no image to draw
  /// into is tried again at the next vblank.
  func stepUntilFrame(after count: Int) throws {
    for _ in 0..<5 {
      try step()
      if try window().frameCount > count { return }
    }
    Issue.record("no frame came")
  }
}

/// A picture whose neighbouring pixels are all different: black, white, black…
func checker(_ size: PixelSize) -> Bitmap {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(size.width * size.height * 4)
  for y in 0..<size.height {
    for x in 0..<size.width {
      let level: UInt8 = (x + y) % 2 == 0 ? 0 : 255
      bytes += [level, level, level, 255]
    }
  }
  return Bitmap(size: size, format: .bgra8Premultiplied, bytes: bytes)
}

extension Window {
  /// Whether every configuration was answered at most once and none after a later one.
  var acknowledgesInOrder: Bool {
    zip(acknowledged, acknowledged.dropFirst()).allSatisfy { $0 < $1 }
  }
}
