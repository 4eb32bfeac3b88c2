import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@Suite("Golden images")
struct GoldenImageTests {
  /// A folder for one test, gone after it.
  final class Folder {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("golden-\(UUID().uuidString)")
    deinit { try? FileManager.default.removeItem(at: url) }

    func golden(_ more: [String: String] = [:]) -> GoldenImage {
      var environment = ["COMPOSITOR_TEST_OUTPUT": url.appendingPathComponent("output").path]
      environment.merge(more) { $1 }
      return GoldenImage(goldens: url.appendingPathComponent("goldens"), environment: environment)
    }

    func exists(_ path: String) -> Bool {
      FileManager.default.fileExists(atPath: url.appendingPathComponent(path).path)
    }
  }

  static func gray(_ value: UInt8, width: Int = 50, height: Int = 40) -> Bitmap {
    Bitmap(
      size: PixelSize(width, height), format: .bgra8Premultiplied,
      bytes: (0..<(width * height)).flatMap { _ in [value, value, value, 255] })
  }

  @Test("What is recorded matches itself")
  func recorded() {
    let folder = Folder()
    let image = Self.gray(100)
    #expect(
      folder.golden(["COMPOSITOR_RECORD_GOLDENS": "1"]).compare(image, with: "a/b") == .recorded)
    #expect(folder.golden().compare(image, with: "a/b", tolerance: .exact) == .matches)
    #expect(!folder.exists("output"))
  }

  @Test("A mask matches its own golden")
  func mask() {
    let folder = Folder()
    let mask = Bitmap(size: PixelSize(2, 1), format: .alpha8, bytes: [3, 200])
    #expect(folder.golden(["COMPOSITOR_RECORD_GOLDENS": "1"]).compare(mask, with: "m") == .recorded)
    #expect(folder.golden().compare(mask, with: "m", tolerance: .exact) == .matches)
  }

  @Test("Nothing is recorded in CI")
  func ci() {
    let folder = Folder()
    let golden = folder.golden(["COMPOSITOR_RECORD_GOLDENS": "1", "CI": "true"])
    guard case .failed = golden.compare(Self.gray(1), with: "a") else {
      Issue.record("recorded in CI")
      return
    }
    #expect(!folder.exists("goldens/a.png"))
  }

  @Test("A missing golden fails and shows the drawing")
  func missing() {
    let folder = Folder()
    guard case .failed(let message) = folder.golden().compare(Self.gray(1), with: "a") else {
      Issue.record("a missing golden matched")
      return
    }
    #expect(folder.exists("output/a.actual.png"))
    #expect(message.contains("COMPOSITOR_RECORD_GOLDENS=1 swift test"))
  }

  @Test("A difference fails, with images and the command that accepts it")
  func different() throws {
    let folder = Folder()
    _ = folder.golden(["COMPOSITOR_RECORD_GOLDENS": "1"]).compare(Self.gray(100), with: "a")
    var image = Self.gray(100)
    image.bytes[(7 * 50 + 3) * 4] = 90
    guard case .failed(let message) = folder.golden().compare(image, with: "a") else {
      Issue.record("a difference matched")
      return
    }
    #expect(message.contains("pixel (3, 7) differs by 10"))
    #expect(
      message.contains(
        "COMPOSITOR_RECORD_GOLDENS=1 swift test --filter 'RasterTests.GoldenImageTests/different'"))
    for kind in ["actual", "expected", "diff"] { #expect(folder.exists("output/a.\(kind).png")) }
    let diff = try Data(contentsOf: folder.url.appendingPathComponent("output/a.diff.png"))
    let bitmap = try ImageCodec.decode(bytes: [UInt8](diff))
    #expect(bitmap[3, 7] == SIMD4(0, 0, 160, 255))
    #expect(bitmap[4, 7] == SIMD4(0, 0, 0, 255))
  }

  @Test("Another size fails")
  func size() {
    let folder = Folder()
    _ = folder.golden(["COMPOSITOR_RECORD_GOLDENS": "1"]).compare(Self.gray(100), with: "a")
    let outcome = folder.golden().compare(Self.gray(100, width: 49), with: "a")
    guard case .failed(let message) = outcome else {
      Issue.record("another size matched")
      return
    }
    #expect(message.contains("49 × 40"))
  }

  @Test(
    "By default every pixel may differ by 2, and one in a thousand by 3",
    arguments: [
      (2, 2_000, true), (3, 2, true), (3, 3, false), (4, 1, false), (0, 0, true),
    ])
  func tolerance(difference: Int, pixels: Int, accepted: Bool) throws {
    let expected = Self.gray(100)
    var actual = expected
    for i in 0..<pixels { actual.bytes[i * 4 + 1] += UInt8(difference) }
    let found = try #require(actual.difference(from: expected))
    #expect(found.largest == difference)
    #expect(found.share(above: 0) == (difference == 0 ? 0 : Double(pixels) / 2_000))
    #expect(BitmapTolerance.standard.accepts(found) == accepted)
    #expect(BitmapTolerance.exact.accepts(found) == (difference == 0))
  }
}
