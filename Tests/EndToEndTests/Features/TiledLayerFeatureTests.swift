import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

/// Draws a checkerboard of 50 points, slowly and not equally slowly.
private final class Board: CATiledLayer {
  override class func fadeDuration() -> CFTimeInterval { 0.2 }

  override func draw(in ctx: CGContext) {
    let box = ctx.boundingBoxOfClipPath
    Thread.sleep(forTimeInterval: Double(Int(box.minX + box.minY) % 3) * 0.002)
    for row in 0..<16 {
      for column in 0..<16 {
        let isRed = (row + column) % 2 == 0
        ctx.setFillColor(.opaque(isRed ? 1 : 0, 0, isRed ? 0 : 1))
        ctx.fill(CGRect(x: 50 * column, y: 50 * row, width: 50, height: 50))
      }
    }
  }
}

/// The same, as a view draws it.
private final class BoardView: UIView {
  override class var layerClass: AnyClass { CATiledLayer.self }

  override func draw(_ rect: CGRect) {
    UIColor(red: 1, green: 0, blue: 0, alpha: 1).setFill()
    UIRectFill(rect)
  }
}

@MainActor @Suite("Tiled layers on screen")
struct TiledLayerFeatureTests {
  private func expectBoard(_ pixels: Pixels, scale: Int = 1, share: Double = 1) {
    for y in stride(from: 10, to: 300, by: 35) {
      for x in stride(from: 10, to: 300, by: 35) {
        let isRed = (x / 50 + y / 50) % 2 == 0
        let level = Int((255 * share).rounded())
        pixels.expect(
          x * scale, y * scale, near: [isRed ? level : 0, 0, isRed ? 0 : level, 255], within: 3)
      }
    }
  }

  private func stage(scale: CGFloat = 1) throws -> (TestStage, Board) {
    let stage = try TestStage(
      width: 300, height: 300, background: .opaque(0, 0, 0), scale: scale)
    let board = stage.add(Board()) {
      $0.tileSize = CGSize(width: 64, height: 64)
      $0.levelsOfDetail = 3
      $0.levelsOfDetailBias = 1
      $0.frame = CGRect(x: 0, y: 0, width: 800, height: 800)
    }
    stage.mark()
    return (stage, board)
  }

  @Test("Tiles are blank first and fade in, all at the same time", arguments: [1, 2])
  func fading(scale: Int) throws {
    let (stage, _) = try stage(scale: CGFloat(scale))
    expectBoard(stage.pixels(), scale: scale, share: 0)
    stage.at(0.1)
    expectBoard(stage.pixels(), scale: scale, share: 0.5)
    stage.at(0.2)
    expectBoard(stage.pixels(), scale: scale)
  }

  @Test("However long drawing takes, the same program gives the same pixels")
  func deterministic() throws {
    func run() throws -> [CGImage] {
      let (stage, board) = try stage()
      var images: [CGImage] = []
      board.position.x -= 150
      for i in 1...8 {
        stage.at(Double(i) * 0.05)
        images.append(stage.image())
      }
      return images
    }
    let first = try run(), second = try run()
    for (a, b) in zip(first, second) { #expect(a.pixelImage.bitmap == b.pixelImage.bitmap) }
  }

  @Test("Tiles stay sharp as the layer grows, and nothing is blank on the way")
  func zoom() throws {
    let (stage, board) = try stage()
    stage.at(0.3)
    withoutActions {
      board.anchorPoint = .zero
      board.position = .zero
      board.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
    }
    for step in 0...6 {
      stage.at(0.3 + Double(step) * 0.05)
      let pixels = stage.pixels()
      for y in stride(from: 20, to: 300, by: 70) {
        for x in stride(from: 20, to: 300, by: 70) {
          let isRed = (x / 100 + y / 100) % 2 == 0
          pixels.expect(x, y, near: [isRed ? 255 : 0, 0, isRed ? 0 : 255, 255], within: 3)
        }
      }
    }
    // An edge between squares lies on whole pixels now.
    let pixels = stage.pixels()
    pixels.expect(99, 50, near: [255, 0, 0, 255], within: 3)
    pixels.expect(100, 50, near: [0, 0, 255, 255], within: 3)
  }

  @Test("A view whose layer is tiled draws in tiles")
  func view() throws {
    let stage = try TestStage(width: 200, height: 200)
    let window = UIWindow(stage: stage.stage)
    defer { window.close() }
    window.makeKeyAndVisible()
    let view = BoardView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    window.addSubview(view)
    stage.mark()
    stage.at(0.5)
    let pixels = stage.pixels()
    pixels.expect(100, 50, near: [255, 0, 0, 255], within: 2)
  }
}
