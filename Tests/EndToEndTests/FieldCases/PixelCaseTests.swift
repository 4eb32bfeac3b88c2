import QuartzCore
import Testing

@MainActor @Suite("Field cases given as pixels")
struct PixelCaseTests {
  @Test("F33 h08: opacity fades the finished subtree as one picture")
  func groupOpacity() throws {
    try PixelCase.run("h08-group-opacity")
  }

  @Test("F62 h11: a rounded clip inside a rounded clip, and nothing covered leaks at the edges")
  func nestedRoundedClip() throws {
    try PixelCase.run("h11-nested-rounded-clip") { pixels in
      for y in 0..<pixels.height {
        for x in 0..<pixels.width {
          let pixel = pixels[x, y]
          if pixel[0] - pixel[1] > 2 {
            Issue.record("red shows at (\(x), \(y)): \(pixel)")
            return
          }
        }
      }
    }
  }

  @Test(
    "F91 h14: a replicator repeats its sublayers, each copy moved and coloured one step further")
  func replicator() throws {
    try PixelCase.run("h14-replicator")
  }

  @Test("F91 h14: copies are late by the delay, and show the model until their time has come")
  func replicatorDelay() throws {
    let stage = try TestStage(width: 220, height: 60, background: .opaque(0, 0, 0))
    defer { stage.stage.close() }
    let source = CALayer()
    stage.add(CAReplicatorLayer()) {
      $0.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
      $0.instanceCount = 3
      $0.instanceTransform = CATransform3DMakeTranslation(60, 0, 0)
      $0.instanceDelay = 0.5
      source.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      source.backgroundColor = .opaque(1, 1, 1)
      $0.addSublayer(source)
    }
    stage.commit()
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 1
    fade.toValue = 0
    fade.duration = 1
    source.add(fade, forKey: nil)
    stage.mark()
    stage.at(0.75)
    let pixels = stage.pixels()
    for (x, opacity) in [(20, 0.25), (80, 0.75), (140, 1)] {
      expect(Double(pixels[x, 20][0]) / 255, near: opacity, within: 1.0 / 255, "copy at \(x)")
    }
  }

  @Test("F14: clipping cuts the layer's own shadow away, an outer layer keeps its own")
  func clippedShadow() throws {
    let stage = try TestStage(width: 260, height: 140, background: .opaque(1, 1, 1))
    func card(at x: CGFloat) -> CALayer {
      let layer = CALayer()
      layer.frame = CGRect(x: x, y: 30, width: 80, height: 80)
      layer.cornerRadius = 16
      layer.backgroundColor = .opaque(0, 0, 1)
      layer.shadowOpacity = 1
      layer.shadowRadius = 4
      layer.shadowOffset = CGSize(width: 0, height: 6)
      return layer
    }
    func overhang() -> CALayer {
      let layer = CALayer()
      layer.frame = CGRect(x: -10, y: 60, width: 100, height: 40)
      layer.backgroundColor = .opaque(0, 1, 0)
      return layer
    }
    withoutActions {
      let clipped = card(at: 20)
      clipped.masksToBounds = true
      clipped.addSublayer(overhang())
      stage.root.addSublayer(clipped)

      let outer = card(at: 150), inner = card(at: 0)
      inner.frame = outer.bounds
      inner.shadowOpacity = 0
      inner.masksToBounds = true
      inner.addSublayer(overhang())
      outer.addSublayer(inner)
      stage.root.addSublayer(outer)
    }
    stage.commit()
    stage.at(0.1)
    let pixels = stage.pixels()
    pixels.expect(
      60, 113, near: [255, 255, 255, 255], within: 0, "no shadow below the clipped card")
    pixels.expect(60, 100, near: [0, 255, 0, 255], within: 0, "its overhanging child, inside")
    pixels.expect(21, 109, near: [255, 255, 255, 255], within: 0, "its corner is cut")
    // Two and a half points inside the shadow's lower edge, by a Gaussian of four points.
    pixels.expect(190, 113, near: [68, 68, 68, 255], within: 5, "the outer card's shadow below it")
    pixels.expect(190, 100, near: [0, 255, 0, 255], within: 0, "the inner child, inside")
    // By the same Gaussian over the rounded card, summed up numerically.
    pixels.expect(151, 109, near: [172, 172, 172, 255], within: 5, "shadow in the cut corner")
  }

  @Test("F34: the edges of a rotated layer are antialiased and keep its area")
  func rotatedEdges() throws {
    let stage = try TestStage(width: 160, height: 120, background: .opaque(0, 0, 0))
    stage.add(CALayer()) {
      $0.bounds = CGRect(x: 0, y: 0, width: 100, height: 60)
      $0.position = CGPoint(x: 80, y: 60)
      $0.backgroundColor = .opaque(1, 1, 1)
      $0.transform = CATransform3DMakeRotation(7 * .pi / 180, 0, 0, 1)
    }
    stage.commit()
    stage.at(0.1)
    let pixels = stage.pixels()
    var grey = 0
    var covered = 0.0
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        let value = pixels[x, y][0]
        if value > 8 && value < 247 { grey += 1 }
        covered += Double(value) / 255
      }
    }
    // Each pixel of the 320 along the rim is cut by an edge; a few are cut so little that they count
    // as full or empty.
    #expect(grey > 250, "\(grey) grey pixels")
    expect(covered, near: 6000, within: 60, "the area in pixels")
  }
}
