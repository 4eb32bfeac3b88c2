import CoreGraphics
import Demos
import Geometry
import LayerStage
import QuartzCore
import TestSupport
import Testing

/// What a demo shows, against a picture that somebody has looked at.
@MainActor
@Suite("Demo goldens", .serialized)
struct DemoGoldenTests {
  @Test("Each demo draws what was reviewed", arguments: DemoCatalog.all.map(\.name))
  func picture(name: String) throws {
    let demo = try #require(DemoCatalog.demo(named: name))
    var configuration = LayerStage.Configuration(size: CGSize(width: 880, height: 560))
    configuration.validatesVulkan = true
    let stage = try LayerStage(configuration)
    defer { stage.close() }
    let window = show(demo, on: stage)
    defer { window.close() }
    stage.commit()
    stage.advance(to: demo.photographTimes[1])
    GoldenImage.expect(try stage.snapshot().pixelImage.bitmap, matches: "demos/\(name)")
    #expect(try stage.validationMessages() == [])
  }

  @Test(
    "A frame is the same whatever was drawn before it",
    arguments: ["carousel", "card-flip", "custom-properties", "gallery"])
  func history(name: String) throws {
    let demo = try #require(DemoCatalog.demo(named: name))
    let times = [0.05, 0.117, 0.367, 0.617, 0.8]
    let one = try pictures(of: demo, at: times)
    for (time, picture) in zip(times, one).dropFirst() {
      #expect(try pictures(of: demo, at: [time]) == [picture], "\(name) at \(time)")
    }
  }

  /// Small, where antialiased rims make up much of the picture.
  private func pictures(of demo: Demo, at times: [Double]) throws -> [Bitmap] {
    let stage = try LayerStage(LayerStage.Configuration(size: CGSize(width: 276, height: 165)))
    defer { stage.close() }
    let window = show(demo, on: stage)
    defer { window.close() }
    stage.commit()
    return try times.map { time in
      stage.advance(to: time)
      return try stage.snapshot().pixelImage.bitmap
    }
  }

  @Test("A demo's times lie within its duration", arguments: DemoCatalog.all.map(\.name))
  func times(name: String) throws {
    let demo = try #require(DemoCatalog.demo(named: name))
    #expect(demo.photographTimes.count == 3)
    #expect(demo.photographTimes.allSatisfy { $0 > 0 && $0 < demo.duration })
  }
}
