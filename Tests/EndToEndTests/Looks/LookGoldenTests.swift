import CoreGraphics
import Geometry
import QuartzCore
import TestSupport
import Testing

/// Every class and property of layers as somebody has looked at it: by itself, flipped, turned by 90
/// degrees, in a faded group, and at scales 1.5 and 2, on one sheet.
@MainActor
@Suite("How layers look", .serialized)
struct LookGoldenTests {
  nonisolated static let looks = Look.ofLayers + Look.ofClasses

  @Test("A look is the one that was reviewed, in all its variants", arguments: looks)
  func sheet(_ look: Look) throws {
    let row = try draw(look, LookVariant.allCases, scale: 1)
    let sheet = Bitmap(
      row: [row, try draw(look, [.plain], scale: 1.5), try draw(look, [.plain], scale: 2)])
    GoldenImage.expect(sheet, matches: "looks/\(look.name)")
  }

  @Test("Turned by 90 degrees, a look is its picture turned", arguments: looks)
  func turned(_ look: Look) throws {
    let plain = try draw(look, [.plain], scale: 1)
    let turned = try draw(look, [.turned], scale: 1)
    let difference = try #require(turned.difference(from: plain.turned))
    // Rims are softened by other sums; blurs count more than one pixel.
    #expect(difference.share(above: 3) <= 0.01, "\(difference)")
  }

  /// The variants side by side, each in its box.
  private func draw(_ look: Look, _ variants: [LookVariant], scale: CGFloat) throws -> Bitmap {
    let stage = try TestStage(
      width: Look.side * CGFloat(variants.count), height: Look.side,
      background: .opaque(0.93, 0.93, 0.9), scale: scale)
    defer { stage.stage.close() }
    withoutActions {
      for (i, variant) in variants.enumerated() {
        let box = CALayer()
        box.frame = CGRect(x: Look.side * CGFloat(i), y: 0, width: Look.side, height: Look.side)
        let stripe = CALayer()
        stripe.frame = CGRect(x: 0, y: 22, width: Look.side, height: 12)
        stripe.backgroundColor = .opaque(0.75, 0.75, 0.72)
        box.addSublayer(stripe)
        look.build(box)
        variant.apply(to: box)
        stage.root.addSublayer(box)
      }
    }
    stage.commit()
    stage.at(0.1)
    return stage.image().pixelImage.bitmap
  }
}

extension Bitmap {
  /// Side by side, the tops in line; nothing below the lower ones.
  fileprivate init(row: [Bitmap]) {
    let size = PixelSize(
      row.reduce(0) { $0 + $1.size.width }, row.map(\.size.height).max() ?? 0)
    self.init(size: size, format: .bgra8Premultiplied)
    var left = 0
    for bitmap in row {
      for y in 0..<bitmap.size.height {
        let from = y * bitmap.bytesPerRow, to = y * bytesPerRow + left * 4
        bytes.replaceSubrange(
          to..<(to + bitmap.bytesPerRow), with: bitmap.bytes[from..<(from + bitmap.bytesPerRow)])
      }
      left += bitmap.size.width
    }
  }

  /// The picture turned by 90 degrees, from +x to +y.
  fileprivate var turned: Bitmap {
    var result = Bitmap(size: PixelSize(size.height, size.width), format: format)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let from = (y * size.width + x) * 4
        let to = (x * size.height + size.height - 1 - y) * 4
        for i in 0..<4 { result.bytes[to + i] = bytes[from + i] }
      }
    }
    return result
  }
}
