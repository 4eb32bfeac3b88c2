import CoreGraphics
import Demos
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
    demo.build(in: stage.rootLayer, size: stage.size, scale: stage.scale, theme: .dark)
    stage.commit()
    stage.advance(to: demo.photographTimes[1])
    GoldenImage.expect(try stage.snapshot().pixelImage.bitmap, matches: "demos/\(name)")
    #expect(try stage.validationMessages() == [])
  }

  @Test("A demo's times lie within its duration", arguments: DemoCatalog.all.map(\.name))
  func times(name: String) throws {
    let demo = try #require(DemoCatalog.demo(named: name))
    #expect(demo.photographTimes.count == 3)
    #expect(demo.photographTimes.allSatisfy { $0 > 0 && $0 < demo.duration })
  }
}
