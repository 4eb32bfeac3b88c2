import CoreGraphics
import QuartzCore
import Testing
import UIKit

@MainActor @Suite("Views, their layers, and how a layer looks")
struct LayerLookFeatureTests {
  @Test("S30: what is set on a view is read from its layer, the other way round, and served")
  func viewAndLayer() throws {
    let test = try ViewStage()
    let view = test.add(UIView(), .zero), layer = view.layer
    view.backgroundColor = UIColor(red: 1, green: 0.5, blue: 0.25, alpha: 1)
    view.frame = CGRect(x: 40, y: 30, width: 120, height: 80)
    view.alpha = 0.5
    view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(layer.backgroundColor == CGColor(red: 1, green: 0.5, blue: 0.25, alpha: 1))
    #expect(layer.position == CGPoint(x: 100, y: 70))
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 120, height: 80))
    #expect(layer.opacity == 0.5)
    #expect(layer.affineTransform() == view.transform)
    test.stage.commit()
    try ValueProbe.position.expect(layer, on: test.stage, near: [100, 70])
    try ValueProbe.backgroundColor.expect(layer, on: test.stage, near: [1, 0.5, 0.25, 1])
    try ValueProbe.keyPath("transform.rotation").expect(layer, on: test.stage, near: [.pi / 2])

    layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
    layer.position = CGPoint(x: 10, y: 20)
    layer.opacity = 0.25
    #expect(view.backgroundColor?.cgColor == layer.backgroundColor)
    #expect(view.transform == CGAffineTransform(scaleX: 2, y: 2))
    #expect(view.center == CGPoint(x: 10, y: 20))
    #expect(view.alpha == 0.25)
    #expect(view.frame == CGRect(x: -110, y: -60, width: 240, height: 160))
    #expect(layer.animationKeys() == nil)
  }

  @Test(
    "S31: the border lies inside the edge, the corner is cut, the shadow falls outside, below",
    arguments: [4.0, 5])
  func look(shadowRadius: Double) throws {
    let stage = try TestStage(width: 200, height: 200, background: .opaque(1, 1, 1))
    let layer = stage.add(CALayer()) {
      $0.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
      $0.backgroundColor = .opaque(1, 1, 0)
      $0.cornerRadius = 10
      $0.borderWidth = 2
      $0.borderColor = .opaque(0, 0, 1)
      $0.shadowColor = .opaque(0, 0, 0)
      $0.shadowOpacity = 0.5
      $0.shadowOffset = CGSize(width: 0, height: 2)
      $0.shadowRadius = CGFloat(shadowRadius)
    }
    stage.mark()
    stage.at(0.1)
    let blue = [0, 0, 255, 255], yellow = [255, 255, 0, 255], white = [255, 255, 255, 255]
    var pixels = stage.pixels()
    for edge in [(50, 100), (51, 100), (149, 100), (148, 100), (100, 50), (100, 149)] {
      pixels.expect(edge.0, edge.1, near: blue, within: 1, "the border")
    }
    for inside in [(52, 100), (147, 100), (100, 52), (56, 56), (100, 100)] {
      pixels.expect(inside.0, inside.1, near: yellow, within: 1, "inside the border")
    }
    #expect(pixels[50, 50][2] == pixels[50, 50][0], "the corner is cut: grey of the shadow")
    // The blur's integral at the pixel's centre, half a pixel inside the shadow's own edge.
    func shade(_ distance: Double) -> Int {
      Int((255 * (1 - 0.25 * (1 + erf(distance / (shadowRadius * 2.0.squareRoot()))))).rounded())
    }
    for (y, distance) in [(150, 1.5), (151, 0.5), (155, -3.5)] {
      let grey = shade(distance)
      pixels.expect(100, y, near: [grey, grey, grey, 255], within: 4, "the shadow below")
    }
    let above = shade(-2.5)
    pixels.expect(100, 49, near: [above, above, above, 255], within: 4, "the shadow above")
    pixels.expect(100, 190, near: white, within: 0, "far away")

    withoutActions { layer.shadowOpacity = 0 }
    stage.commit()
    stage.at(0.2)
    pixels = stage.pixels()
    for outside in [(50, 50), (100, 49), (100, 150), (49, 100)] {
      pixels.expect(outside.0, outside.1, near: white, within: 0, "no shadow")
    }
    pixels.expect(50, 100, near: blue, within: 1)
  }
}
