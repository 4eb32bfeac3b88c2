import AnimationCore
import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@MainActor @Suite("F13, F17: what a view's animation block takes along")
struct PathPropertyTests {
  @Test(
    "F13: a shadow's path jumps while the bounds glide, unless it has an animation of its own",
    arguments: [false, true])
  func shadowPath(glides: Bool) throws {
    let stage = try TestStage(width: 300, height: 140, background: .opaque(1, 1, 1))
    defer { stage.stage.close() }
    let window = UIWindow(stage: stage.stage)
    defer { window.close() }
    let view = UIView(frame: CGRect(x: 100, y: 20, width: 100, height: 40))
    view.layer.shadowPath = CGPath(rect: view.bounds, transform: nil)
    view.layer.shadowOpacity = 1
    view.layer.shadowRadius = 4
    view.layer.shadowOffset = CGSize(width: 0, height: 50)
    window.addSubview(view)
    window.makeKeyAndVisible()
    stage.mark()
    let wide = CGRect(x: 0, y: 0, width: 200, height: 40)
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      view.bounds = wide
      view.layer.shadowPath = CGPath(rect: wide, transform: nil)
    }
    if glides {
      let glide = CABasicAnimation(keyPath: "shadowPath")
      glide.fromValue = CGPath(rect: CGRect(x: 0, y: 0, width: 100, height: 40), transform: nil)
      glide.duration = 1
      view.layer.add(glide, forKey: "shadowPath")
    }
    stage.at(0.5)
    let served = try stage.served(view.layer)
    expect(served.bounds.size.width, near: 150, "the bounds glide")
    expect(served.shadowPath?.bounds?.size.width, near: glides ? 150 : 200)
    // The layer's left edge is at 75 by now; its shadow fades out as a Gaussian of four points.
    let edge = glides ? 225.0 : 275
    let pixels = stage.pixels()
    for distance in [-8.5, -4.5, -1.5, 0.5, 2.5, 5.5, 9.5] {
      let covered = erfc(distance / (4 * 2.0.squareRoot())) / 2
      expect(
        Double(pixels[Int(edge + distance), 90][0]), near: 255 * (1 - covered), within: 5,
        "\(distance) from the edge")
    }
  }

  @Test(
    "F13: so does the path of a shape, and its edge is where the path is")
  func shapePath() throws {
    let stage = try TestStage(width: 240, height: 60, background: .opaque(0, 0, 0))
    defer { stage.stage.close() }
    let window = UIWindow(stage: stage.stage)
    defer { window.close() }
    window.makeKeyAndVisible()
    func box(_ width: CGFloat) -> CGPath {
      CGPath(rect: CGRect(x: 0, y: 0, width: width, height: 40), transform: nil)
    }
    let shape = CAShapeLayer()
    shape.frame = CGRect(x: 10, y: 10, width: 100, height: 40)
    shape.path = box(100)
    shape.fillColor = .opaque(1, 1, 1)
    withoutActions { window.layer.addSublayer(shape) }
    stage.mark()
    UIView.animate(withDuration: 1) { shape.path = box(200) }
    stage.at(0.5)
    var pixels = stage.pixels()
    pixels.expect(205, 30, near: [255, 255, 255, 255], within: 0, "the path has jumped")

    let glide = CABasicAnimation(keyPath: "path")
    glide.fromValue = box(100)
    glide.duration = 1
    shape.add(glide, forKey: "path")
    stage.mark()
    stage.at(0.5)
    pixels = stage.pixels()
    pixels.expect(158, 30, near: [255, 255, 255, 255], within: 0, "left of the edge at half time")
    pixels.expect(162, 30, near: [0, 0, 0, 255], within: 0, "right of the edge at half time")
  }

  @Test("F17: a gradient without a view keeps to a quarter of a second, whatever the block says")
  func gradientColors() throws {
    let stage = try ViewStage()
    let view = stage.add(UIView(), CGRect(x: 0, y: 0, width: 100, height: 100))
    let gradient = CAGradientLayer()
    gradient.frame = view.bounds
    gradient.colors = [CGColor.opaque(0, 0, 0), CGColor.opaque(0, 0, 0)]
    withoutActions { view.layer.addSublayer(gradient) }
    stage.stage.mark()
    UIView.animate(withDuration: 2) {
      gradient.colors = [CGColor.opaque(1, 1, 1), CGColor.opaque(1, 1, 1)]
    }
    stage.at(0.125)
    let early = try #require(first(try stage.stage.served(gradient)))
    // Half way of a quarter of a second, by the default curve.
    expect(early.x, near: 0.8024, within: 1e-3)
    stage.at(0.25)
    #expect(first(try stage.stage.served(gradient)) == SIMD4(1, 1, 1, 1))
  }

  @Test(
    "F17: from two colours to three is a jump, in a block and animated, and draws")
  func otherCount() throws {
    let stage = try TestStage(width: 90, height: 30, background: .opaque(0, 0, 0))
    defer { stage.stage.close() }
    let gradient = stage.add(CAGradientLayer()) {
      $0.frame = CGRect(x: 0, y: 0, width: 90, height: 30)
      $0.startPoint = CGPoint(x: 0, y: 0.5)
      $0.endPoint = CGPoint(x: 1, y: 0.5)
      $0.colors = [CGColor.opaque(1, 0, 0), CGColor.opaque(1, 0, 0)]
    }
    stage.mark()
    let three = [CGColor.opaque(0, 1, 0), CGColor.opaque(0, 0, 1), CGColor.opaque(0, 1, 0)]
    gradient.colors = three
    stage.at(0.1)
    // The pixel's middle is a thirtieth of the way from green to blue.
    stage.pixels().expect(1, 15, near: [0, 247, 8, 255], within: 1, "the new colours at once")
    let fade = CABasicAnimation(keyPath: "colors")
    fade.fromValue = [CGColor.opaque(1, 1, 1), CGColor.opaque(1, 1, 1)]
    fade.toValue = three
    fade.duration = 1
    gradient.add(fade, forKey: nil)
    stage.mark()
    stage.at(0.5)
    // Which of the two counts is a choice; a picture of one of them it is.
    let pixel = stage.pixels()[1, 15]
    #expect(pixel[1] > 240, "\(pixel)")
  }

  private func first(_ values: LayerValues) -> SIMD4<Double>? {
    guard case .list(let colors) = values[.extra(.colors)] else { return nil }
    return colors.first
  }
}
