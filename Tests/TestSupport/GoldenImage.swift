import Foundation
import Geometry
import Raster
import Testing

/// Compares drawings with PNG files under `Tests/Goldens`.
///
/// A difference writes `NAME.actual.png`, `NAME.expected.png` and `NAME.diff.png` to the folder
/// `COMPOSITOR_TEST_OUTPUT` (default: `compositor-goldens` in the temporary folder) and reports the
/// command that accepts the drawing. With `COMPOSITOR_RECORD_GOLDENS=1` drawings replace the files
/// instead, except where `CI` is set: there the test fails.
package struct GoldenImage {
  /// Where the golden files are.
  package var goldens: URL
  package var environment: [String: String]

  package init(
    goldens: URL = Self.standardFolder,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.goldens = goldens
    self.environment = environment
  }

  /// `Tests/Goldens` of the package.
  package static var standardFolder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Goldens")
  }

  /// Where images of failed comparisons go.
  package static func outputFolder(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    environment["COMPOSITOR_TEST_OUTPUT"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("compositor-goldens")
  }

  package enum Outcome: Hashable, Sendable {
    case matches
    case recorded
    /// The text says what is wrong and what to do.
    case failed(String)
  }

  /// Fails the running test unless `actual` matches the file `name`.png. `name` may have folders.
  package static func expect(
    _ actual: Bitmap, matches name: String, tolerance: BitmapTolerance = .standard,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let outcome = GoldenImage().compare(actual, with: name, tolerance: tolerance)
    switch outcome {
    case .matches: break
    case .recorded: print("recorded golden \(name).png: look at it before committing")
    case .failed(let message):
      Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
    }
  }

  package func compare(
    _ actual: Bitmap, with name: String, tolerance: BitmapTolerance = .standard
  ) -> Outcome {
    let file = goldens.appendingPathComponent("\(name).png")
    if environment["COMPOSITOR_RECORD_GOLDENS"] == "1" { return record(actual, name, to: file) }
    // Both sides went through a file, so that masks compare with masks.
    let encoded = ImageCodec.encodePNG(actual)
    guard let data = try? Data(contentsOf: file) else {
      let written = write([("actual", encoded)], name)
      return .failed("there is no golden \(name).png; \(written); \(acceptance(name))")
    }
    do throws(ImageError) {
      let expected = try ImageCodec.decode(bytes: [UInt8](data))
      let drawn = try ImageCodec.decode(bytes: encoded)
      guard let problem = Self.problem(drawn, expected, tolerance) else { return .matches }
      let written = write(
        [
          ("actual", encoded), ("expected", [UInt8](data)),
          ("diff", ImageCodec.encodePNG(drawn.differenceImage(from: expected))),
        ], name)
      return .failed("\(name): \(problem); \(written); \(acceptance(name))")
    } catch {
      return .failed("the golden \(name).png cannot be read: \(error)")
    }
  }

  private static func problem(
    _ actual: Bitmap, _ expected: Bitmap, _ tolerance: BitmapTolerance
  ) -> String? {
    guard let difference = actual.difference(from: expected) else {
      return "drawn \(actual.size.width) × \(actual.size.height) pixels, "
        + "expected \(expected.size.width) × \(expected.size.height)"
    }
    if tolerance.accepts(difference) { return nil }
    let (x, y) = difference.worstPixel
    let share = difference.share(above: tolerance.everywhere) * 100
    return "pixel (\(x), \(y)) differs by \(difference.largest) of 255 (at most "
      + "\(tolerance.rare)), and \(share) % of the pixels by more than \(tolerance.everywhere) "
      + "(at most \(tolerance.rareShare * 100) %)"
  }

  private func record(_ actual: Bitmap, _ name: String, to file: URL) -> Outcome {
    if let ci = environment["CI"], !ci.isEmpty {
      return .failed("goldens are never recorded in CI: unset COMPOSITOR_RECORD_GOLDENS")
    }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(ImageCodec.encodePNG(actual)).write(to: file)
      return .recorded
    } catch {
      return .failed("cannot write the golden \(name).png: \(error)")
    }
  }

  /// Says where the images are.
  private func write(_ images: [(kind: String, png: [UInt8])], _ name: String) -> String {
    let base = Self.outputFolder(environment).appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(
        at: base.deletingLastPathComponent(), withIntermediateDirectories: true)
      for (kind, png) in images {
        try Data(png).write(to: URL(fileURLWithPath: "\(base.path).\(kind).png"))
      }
    } catch {
      return "its images could not be written: \(error)"
    }
    return "see \(base.path).{\(images.map(\.kind).joined(separator: ","))}.png"
  }

  /// The command that accepts the drawing.
  private func acceptance(_ name: String) -> String {
    var filter = ""
    if let test = Test.current {
      // Module.Suite/function() without the source location that follows.
      let parts = "\(test.id)".split(separator: "/").prefix { !$0.contains(".swift:") }
      let name = parts.joined(separator: "/").prefix { $0 != "(" }
      filter = " --filter '\(name)'"
    }
    return "to accept the drawing: COMPOSITOR_RECORD_GOLDENS=1 swift test\(filter)"
  }
}
