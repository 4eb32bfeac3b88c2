import CoreGraphics
import Foundation
import Geometry
import QuartzCore
import Raster
import TestSupport
import Testing

/// What the layers draw against what Skia draws from the same descriptions (tools/oracle).
@MainActor
@Suite("Scenes drawn by an independent renderer", .serialized)
struct OracleTests {
  /// One scene of Tests/Fixtures/Oracle.
  nonisolated struct OracleScene: CustomTestStringConvertible, Sendable {
    let topic: String
    let value: VectorValue

    var id: String { value["id"].string ?? "?" }
    var testDescription: String { "\(topic)/\(id)" }

    /// A picture beside the description.
    func picture(_ suffix: String) throws -> Bitmap {
      try ImageCodec.decode(bytes: [UInt8](Data(contentsOf: file(suffix))))
    }

    func file(_ suffix: String) -> URL {
      VectorValue.fixtures.appending(path: "Oracle/\(topic)/\(id)\(suffix).png")
    }
  }

  nonisolated static let topics = [
    "shapes", "gradients", "transforms", "clips", "masks", "groups", "shadows", "blends",
  ]

  nonisolated static let scenes = topics.flatMap { topic in
    let file = (try? VectorValue(fixture: "Oracle/\(topic).json")) ?? .null
    return file["scenes"].array.map { OracleScene(topic: topic, value: $0) }
  }

  @Test("Each topic has eight scenes", arguments: topics)
  func count(topic: String) {
    #expect(Self.scenes.count { $0.topic == topic } == 8)
  }

  @Test("A scene looks as the oracle draws it", arguments: scenes)
  func scene(_ scene: OracleScene) throws {
    let stage = try TestStage(scene: scene.value)
    defer { stage.stage.close() }
    let actual = stage.image().pixelImage.bitmap
    let expected = try scene.picture(""), edges = try scene.picture(".edges")
    try #require(actual.size == expected.size)
    let comparison = OracleComparison(
      actual, expected: expected, edges: edges,
      tolerance: scene.value["blurs"].bool == true ? 5 : 2)
    guard let problem = comparison.problem else { return }
    let files = write(actual, expected, scene)
    Issue.record("\(scene.testDescription): \(problem); see \(files)")
  }

  /// The drawing, the oracle's and 16 times their difference.
  private func write(_ actual: Bitmap, _ expected: Bitmap, _ scene: OracleScene) -> String {
    let base = GoldenImage.outputFolder().appending(path: "oracle/\(scene.topic)/\(scene.id)")
    let pictures = [
      ("actual", actual), ("expected", expected), ("diff", actual.differenceImage(from: expected)),
    ]
    do {
      try FileManager.default.createDirectory(
        at: base.deletingLastPathComponent(), withIntermediateDirectories: true)
      for (kind, bitmap) in pictures {
        try Data(ImageCodec.encodePNG(bitmap)).write(
          to: URL(filePath: "\(base.path).\(kind).png"))
      }
    } catch {
      return "nothing: the images could not be written: \(error)"
    }
    return "\(base.path).{actual,expected,diff}.png"
  }
}

extension TestStage {
  /// Shows a described scene at rest.
  convenience init(scene: VectorValue) throws {
    let size = scene["size"].doubles
    try self.init(
      width: CGFloat(size[0]), height: CGFloat(size[1]),
      background: .straight(scene["background"].doubles),
      scale: CGFloat(scene["scale"].double ?? 1))
    withoutActions {
      for (key, value) in scene["root"].fields { SceneLayers.set(key, value, on: root) }
      for layer in scene["layers"].array { root.addSublayer(SceneLayers.make(layer)) }
    }
    commit()
    at(0.1)
  }
}
