import CoreGraphics
import QuartzCore
import Testing
import UIKit

@MainActor @Suite("Images rounded beforehand")
struct RoundedImageTests {
  @Test("S59: an image rounded at its scale is shown with clear corners, the rest as it was")
  func shown() throws {
    let size = CGSize(width: 60, height: 40)
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    let original = UIGraphicsImageRenderer(size: size, format: format).image { context in
      UIColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1).setFill()
      context.fill(CGRect(origin: .zero, size: size))
      UIColor(red: 1, green: 0.8, blue: 0, alpha: 1).setFill()
      context.fill(CGRect(x: 20, y: 10, width: 20, height: 20))
    }
    UIGraphicsBeginImageContextWithOptions(size, false, original.scale)
    let rect = CGRect(origin: .zero, size: size)
    UIBezierPath(roundedRect: rect, cornerRadius: 10).addClip()
    original.draw(in: rect)
    let rounded = try #require(UIGraphicsGetImageFromCurrentImageContext())
    UIGraphicsEndImageContext()
    #expect(rounded.size == size)
    #expect(rounded.scale == 2)

    let stage = try TestStage(width: 80, height: 60, background: .opaque(1, 1, 1), scale: 2)
    defer { stage.stage.close() }
    stage.add(CALayer()) {
      $0.frame = CGRect(x: 10, y: 10, width: 60, height: 40)
      $0.contents = rounded.cgImage
      $0.contentsScale = rounded.scale
    }
    stage.mark()
    stage.at(0.1)
    let pixels = stage.pixels()
    #expect(pixels.width == 160)
    let white = [255, 255, 255, 255], blue = [51, 102, 153, 255], yellow = [255, 204, 0, 255]
    for (x, y) in [(20, 20), (139, 20), (20, 99), (139, 99), (22, 22)] {
      pixels.expect(x, y, near: white, within: 0, "a corner")
    }
    for (x, y) in [(80, 20), (80, 99), (20, 60), (139, 60), (58, 60), (101, 60), (30, 30)] {
      pixels.expect(x, y, near: blue, within: 0, "the image")
    }
    for (x, y) in [(60, 40), (99, 79), (80, 60)] { pixels.expect(x, y, near: yellow, within: 0) }
    pixels.expect(19, 60, near: white, within: 0, "beside the image")
  }
}
