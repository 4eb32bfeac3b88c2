import CoreGraphics
import Foundation
import Geometry
import LayerCommit
import LayerStage
import QuartzCore
import Testing

/// Overlays in pixels, on the device.
@MainActor
@Suite("Overlays on a device")
struct OverlayTests {
  private let background = CGColor.opaque(0.2, 0.4, 0.6)

  /// A white square at a corner, drawn once.
  private func stage(_ overlays: Overlays) throws -> (TestStage, CALayer) {
    let s = try TestStage(width: 300, height: 160, background: background)
    let square = s.add(CALayer()) {
      $0.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      $0.backgroundColor = .opaque(1, 1, 1)
    }
    s.stage.send(.overlays(overlays))
    s.mark()
    return (s, square)
  }

  private func same(_ a: CGImage, _ b: CGImage) -> Bool {
    a.pixelImage.bitmap.bytes == b.pixelImage.bitmap.bytes
  }

  @Test("A tint lies over what changed, leaves with the next frame, and the rest is as without it")
  func damage() throws {
    // One headless stage at a time: this one's pictures first.
    var plain: [CGImage] = []
    let (bare, bareSquare) = try stage([])
    for x in [0, 100, 200] {
      withoutActions { bareSquare.frame.origin.x = CGFloat(x) }
      bare.commit()
      plain.append(bare.image())
    }
    bare.stage.close()

    let (s, square) = try stage(.damage)
    defer { s.stage.close() }
    _ = s.image()
    #expect(same(s.image(), plain[0]), "the whole first frame was tinted and cleaned")
    withoutActions { square.frame.origin.x = 100 }
    s.commit()
    let moved = s.pixels()
    let old = moved[10, 10], new = moved[110, 10]
    #expect(old != [51, 102, 153, 255] && new != [255, 255, 255, 255])
    // A quarter of the tint.
    for (channel, base) in zip(old, [51, 102, 153]) { #expect(abs(channel - base) <= 64) }
    #expect(moved[0, 10] != old, "outlined")
    moved.expect(50, 10, near: [51, 102, 153, 255], within: 1)
    moved.expect(10, 30, near: [51, 102, 153, 255], within: 1)
    // Straight on to the next place: only what changed now is tinted.
    withoutActions { square.frame.origin.x = 200 }
    s.commit()
    let next = s.pixels()
    next.expect(10, 10, near: [51, 102, 153, 255], within: 1)
    #expect(next[110, 10] != [51, 102, 153, 255])
    #expect(next[210, 10] != [255, 255, 255, 255])
    #expect(same(s.image(), plain[2]))
    #expect(try !s.stage.drawFrame(), "at rest nothing is drawn")
  }

  @Test("The panel shows at the top right and goes without a trace")
  func panel() throws {
    let (s, square) = try stage([])
    defer { s.stage.close() }
    let before = s.image()
    s.stage.send(.overlays(.fps))
    s.commit()
    let shown = s.pixels()
    #expect(shown[280, 20] != [51, 102, 153, 255])
    shown.expect(30, 30, near: [51, 102, 153, 255], within: 1)
    for i in 1...20 {
      withoutActions { square.opacity = i % 2 == 0 ? 1 : 0.5 }
      s.at(Double(i) / 60)
      _ = s.image()
    }
    s.stage.send(.overlays([]))
    s.commit()
    #expect(same(s.image(), before))
  }
}
