import CoreGraphicsAPI
import Foundation
import Geometry
import Locks
import TestSupport
import Testing
import UIKit

@Suite("Images")
struct ImageTests {
  static func file(_ name: String) throws -> Data {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/Images/\(name)")
    return try Data(contentsOf: url)
  }

  @Test("PNG, JPEG and WebP become images of the size their headers say, in points")
  func kinds() throws {
    let png = try ImageContextTests.picture().pngData()
    for data in [try #require(png), try Self.file("color-420.jpg"), try Self.file("lossless.webp")]
    {
      let image = try #require(UIImage(data: data, scale: 2))
      let cgImage = try #require(image.cgImage)
      #expect(image.size.width * 2 == CGFloat(cgImage.width))
      #expect(image.size.height * 2 == CGFloat(cgImage.height))
      #expect(image.cgImage === cgImage)
    }
  }

  @Test("The scale is in the file's name")
  func fileScale() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      UUID().uuidString, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, scale) in [("a.jpg", 1), ("a@2x.jpg", 2), ("a@3x.jpg", 3)] {
      let url = folder.appendingPathComponent(name)
      try Self.file("gray.jpg").write(to: url)
      let image = try #require(UIImage(contentsOfFile: url.path))
      #expect(image.scale == CGFloat(scale) && image.size.width == 32 / CGFloat(scale))
    }
    let said = Warnings.collect {
      #expect(UIImage(contentsOfFile: folder.path) == nil)
      #expect(UIImage(contentsOfFile: "/dev/zero") == nil)
    }
    #expect(said.count == 2)
  }

  @Test("An orientation turns the size, and the pixels stay as they are stored")
  func orientation() throws {
    let exif: [UInt8] =
      Array("MM\0*\0\0\0\u{8}\0\u{1}".utf8) + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    let data = Array("Exif\0\0".utf8) + exif + [0, 0, 0, 0]
    let jpeg = try [UInt8](Self.file("color-420.jpg"))
    let turned =
      jpeg.prefix(2) + [0xFF, 0xE1, 0, UInt8(data.count + 2)] + data + jpeg.dropFirst(2)
    let image = try #require(UIImage(data: Data(turned)))
    #expect(image.imageOrientation == .right)
    #expect(image.cgImage?.width == 32)
    // Red, green / blue, white; turned clockwise blue is at the top left.
    let thumbnail = try #require(image.preparingThumbnail(of: CGSize(width: 16, height: 16)))
    #expect(thumbnail.imageOrientation == .up)
    let bitmap = try ImageContextTests.bitmap(thumbnail)
    #expect(bitmap[4, 4].z > 200 && bitmap[4, 4].x < 50)
    #expect(bitmap[12, 4].x > 200 && bitmap[12, 4].z < 50)
  }

  @Test("What only the header is right of has a size, and no pixels, with one warning")
  func damaged() throws {
    let whole = try #require(ImageContextTests.picture().pngData())
    let cut = Data(whole.prefix(whole.count - 20))
    let said = Warnings.collect {
      let image = UIImage(data: cut)
      #expect(image?.size == CGSize(width: 40, height: 30))
      #expect(image?.cgImage == nil && image?.preparingForDisplay() == nil)
      #expect(image?.preparingThumbnail(of: CGSize(width: 5, height: 5)) == nil)
      image?.draw(at: .zero)
    }
    #expect(said.count == 1)
    let refused = Warnings.collect { #expect(UIImage(data: Data([1, 2, 3])) == nil) }
    #expect(refused.count == 1)
  }

  @Test("Preparing decodes on another thread, and the image is the same")
  func preparing() async throws {
    let image = try #require(UIImage(data: try Self.file("color-420.jpg")))
    let prepared = try #require(await image.byPreparingForDisplay())
    #expect(prepared === image)
    let thumbnail = await image.byPreparingThumbnail(ofSize: CGSize(width: 8, height: 4))
    #expect(thumbnail?.size == CGSize(width: 8, height: 4))
    let isMain = await withCheckedContinuation { continuation in
      image.prepareForDisplay { _ in continuation.resume(returning: Thread.isMainThread) }
    }
    #expect(!isMain)
    for size in [CGSize.zero, CGSize(width: 1e9, height: 1), CGSize(width: CGFloat.nan, height: 1)]
    {
      #expect(await image.byPreparingThumbnail(ofSize: size) == nil)
    }
  }

  @Test("An image without pixels draws and gives nothing")
  func empty() {
    let image = UIImage()
    #expect(image.size == .zero && image.cgImage == nil && image.pngData() == nil)
    image.draw(in: CGRect(x: 0, y: 0, width: 5, height: 5))
  }
}
