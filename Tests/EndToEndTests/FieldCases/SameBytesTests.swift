import Foundation
import Geometry
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("F82: the same pictures here, nearly the same elsewhere")
struct SameBytesTests {
  @Test("On one machine the same layers give the same bytes", arguments: OracleTests.topics)
  func sameBytes(topic: String) throws {
    for scene in OracleTests.scenes where scene.topic == topic {
      let pictures = try (0..<2).map { _ in
        let stage = try TestStage(scene: scene.value)
        defer { stage.stage.close() }
        return stage.image().pixelImage.bitmap
      }
      #expect(pictures[0] == pictures[1], "\(scene.testDescription)")
    }
  }

  @Test("Goldens allow what another maker's processor changes, and no more")
  func tolerance() throws {
    let size = PixelSize(100, 100)
    let golden = Bitmap(
      size: size, format: .bgra8Premultiplied, bytes: [UInt8](repeating: 100, count: 40_000))
    func changed(_ pixels: Int, by step: UInt8) -> Bitmap {
      var bitmap = golden
      for i in 0..<pixels { bitmap.bytes[i * 4] += step }
      return bitmap
    }
    func isAccepted(_ bitmap: Bitmap) throws -> Bool {
      BitmapTolerance.standard.accepts(try #require(bitmap.difference(from: golden)))
    }
    #expect(try isAccepted(changed(10_000, by: 2)))
    #expect(try isAccepted(changed(10, by: 3)))
    #expect(try !isAccepted(changed(11, by: 3)))
    #expect(try !isAccepted(changed(1, by: 4)))
  }
}
