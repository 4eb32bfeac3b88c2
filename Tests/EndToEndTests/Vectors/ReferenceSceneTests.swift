import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Whole scenes against an independent renderer's colours")
struct ReferenceSceneTests {
  @Test(
    "Every scene shows the expected colours at its sample points")
  func scenes() throws {
    let cases = try VectorCases("reference-scenes")
    for item in cases.selected {
      let stage = try TestStage(scene: item["scene"])
      defer { stage.stage.close() }
      let pixels = stage.pixels()
      let tolerance = cases.tolerance(item)
      for sample in item["samples"].array.map(\.doubles) {
        let pixel = pixels[Int(sample[0]), Int(sample[1])].map { Double($0) / 255 }
        expect(
          Array(pixel[0..<3]), near: Array(sample[2..<5]), within: tolerance,
          "\(item.id) at (\(sample[0]), \(sample[1]))")
      }
    }
    cases.printSummary()
  }
}
