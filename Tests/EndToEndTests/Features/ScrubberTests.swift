import CoreGraphics
import LayerCommit
import QuartzCore
import Testing
import UIKit

@testable import Demos

@Suite("Scrubber", .serialized)
@MainActor
struct ScrubberTests {
  private func scene(_ shown: ShownDemo) throws -> ScrubberScene {
    let page = try #require(shown.window.rootViewController as? DemoPageController)
    return try #require(page.page.scene.scene as? ScrubberScene)
  }

  private func thumb(_ scene: ScrubberScene) -> CGPoint {
    let slider = scene.slider, track = slider.trackRect(forBounds: slider.bounds)
    let thumb = slider.thumbRect(
      forBounds: slider.bounds, trackRect: track, value: slider.value)
    return slider.convert(CGPoint(x: thumb.midX, y: thumb.midY), to: nil)
  }

  @Test("S60: the slider takes both animators, the first by equal parts, in the same commit")
  func slider() throws {
    let shown = try ShownDemo("scrubber")
    defer { shown.close() }
    let scene = try scene(shown)
    shown.advance(by: 1)
    #expect(scene.playsItself && scene.progress > 0.2)
    shown.point(to: thumb(scene), .pressed(.primary))
    #expect(!scene.playsItself)
    let canvas = try #require(scene.boxes[0].superview)
    let target = canvas.convert(CGPoint(x: 535, y: 321), to: nil)
    shown.point(to: target)
    // 405 of 540 points.
    #expect(abs(scene.progress - 0.75) < 0.01)
    let places = scene.boxes.map { $0.layer.presentation()?.position.x ?? .nan }
    #expect(abs(places[0] - (130 + 540 * scene.progress)) < 1e-3)
    #expect(places[1] > places[0] + 50, "the curve is ahead there")
    #expect(scene.boxes[0].center.x == 670, "the model is at the end")
    shown.point(to: target, .released(.primary))
    shown.advance(by: 1)
    #expect(abs((scene.boxes[0].layer.presentation()?.position.x ?? .nan) - places[0]) < 1e-9)
  }

  @Test("Return plays on from where they are, to the end, and then back")
  func playing() throws {
    let shown = try ShownDemo("scrubber")
    defer { shown.close() }
    let scene = try scene(shown)
    shown.advance(by: 0.8)
    shown.type(Key.enter)
    #expect(scene.animators.map(\.isRunning) == [true, true])
    shown.advance(by: 2.1)
    #expect(scene.progress == 1 && !scene.animators[0].isRunning)
    #expect(scene.slider.value == 1)
    shown.type(Key.enter)
    shown.advance(by: 2.1)
    #expect(scene.progress == 0)
    #expect(scene.boxes[0].layer.presentation()?.position.x == 130)
  }
}
