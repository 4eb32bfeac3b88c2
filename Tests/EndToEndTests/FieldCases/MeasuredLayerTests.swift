import CoreGraphics
import QuartzCore
import Testing

/// Rules that held where layers of Apple's systems were measured. The layers are in no window.
@MainActor @Suite("F86 h13: what fresh objects say, and what is derived")
struct MeasuredLayerTests {
  @Test("A fresh layer is two-sided, lasts for ever and has a black border without width")
  func freshLayer() {
    let layer = CALayer()
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(Double(layer.contentsScale) == 1 && layer.contentsGravity == .resize)
    #expect(layer.sublayers == nil, "no array before the first one")
    #expect(layer.duration.isInfinite && layer.repeatCount == 0 && layer.speed == 1)
    #expect(layer.fillMode == .removed)
    #expect(layer.isDoubleSided && layer.allowsGroupOpacity)
    #expect(
      layer.maskedCorners == [
        .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
      ])
    #expect(layer.cornerCurve == .circular)
    #expect(layer.borderColor == CGColor.black && layer.borderWidth == 0)
    #expect(layer.model() === layer)
  }

  @Test(
    "A fresh shape fills black without a stroke, a fresh gradient runs downwards without colours")
  func freshContent() {
    let shape = CAShapeLayer()
    #expect(shape.fillColor?.color == CGColor.black.color && shape.strokeColor == nil)
    #expect(shape.lineWidth == 1 && shape.miterLimit == 10)
    #expect(shape.strokeStart == 0 && shape.strokeEnd == 1)
    #expect(shape.lineCap == .butt && shape.lineJoin == .miter && shape.fillRule == .nonZero)
    let gradient = CAGradientLayer()
    #expect(gradient.startPoint == CGPoint(x: 0.5, y: 0))
    #expect(gradient.endPoint == CGPoint(x: 0.5, y: 1))
    #expect(gradient.colors == nil && gradient.locations == nil)
  }

  @Test("A fresh animation is linear, takes its duration from outside and goes when it is done")
  func freshAnimation() {
    let basic = CABasicAnimation(keyPath: "opacity")
    #expect(basic.duration == 0 && basic.repeatCount == 0)
    #expect(basic.isRemovedOnCompletion && basic.timingFunction == nil)
    #expect(CAKeyframeAnimation(keyPath: "opacity").calculationMode == .linear)
    let spring = CASpringAnimation(keyPath: "opacity")
    #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10)
    #expect(spring.initialVelocity == 0)
    expect(spring.settlingDuration, near: 1.4727, within: 1e-3)
  }

  private func expectFrame(
    _ frame: CGRect, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ why: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(
      [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height].map { Double($0) },
      near: [x, y, width, height], within: 1e-3, why, sourceLocation: sourceLocation)
  }

  private func layer(
    _ bounds: CGRect, at position: CGPoint = .zero, _ configure: (CALayer) -> Void = { _ in }
  ) -> CALayer {
    let layer = CALayer()
    layer.bounds = bounds
    layer.position = position
    configure(layer)
    return layer
  }

  @Test("The frame follows from bounds, position, anchor point and transform")
  func derivedFrames() {
    let plain = layer(
      CGRect(x: 7, y: -3, width: 80, height: 40), at: CGPoint(x: 100, y: 200))
    expectFrame(plain.frame, 60, 180, 80, 40, "the origin of the bounds has no say")
    let far = layer(CGRect(x: 0, y: 0, width: 80, height: 40)) {
      $0.anchorPoint = CGPoint(x: 2, y: -1)
    }
    expectFrame(far.frame, -160, 40, 80, 40, "an anchor outside the unit square")
    let turned = layer(CGRect(x: 0, y: 0, width: 100, height: 50)) {
      $0.transform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
    }
    expectFrame(
      turned.frame, -55.80127, -46.65064, 111.60254, 93.30127, "a turned layer's bounding box")
  }

  @Test("A frame that is set gives bounds and position, the transform taken out")
  func setFrames() {
    let frame = CGRect(x: 30, y: 10, width: 90, height: 40)
    let scaled = CALayer()
    scaled.transform = CATransform3DMakeScale(3, 2, 1)
    scaled.frame = frame
    expectFrame(scaled.bounds, 0, 0, 30, 20, "under a scale the bounds shrink")
    #expect(scaled.position == CGPoint(x: 75, y: 30), "and the centre lands where asked")
    let moved = CALayer()
    moved.transform = CATransform3DMakeTranslation(10, 20, 0)
    moved.frame = frame
    #expect(moved.position == CGPoint(x: 65, y: 10), "the shift is taken out of the position")
  }

  @Test("Negative sizes are standardised")
  func negativeSizes() {
    let bounds = layer(CGRect(x: 0, y: 0, width: -80, height: -40)).bounds
    expectFrame(bounds, -80, -40, 80, 40, "bounds")
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: -80, height: -40)
    expectFrame(layer.bounds, 0, 0, 80, 40, "a frame's size")
    #expect(layer.position == CGPoint(x: -40, y: -20), "a frame's place")
  }

  @Test("A layer has one parent, as a sublayer or as a mask, which is no sublayer")
  func oneParent() {
    let one = CALayer(), two = CALayer(), child = CALayer()
    one.addSublayer(child)
    two.addSublayer(child)
    #expect((one.sublayers ?? []).isEmpty && child.superlayer === two)
    one.mask = child
    #expect(child.superlayer === one && (two.sublayers ?? []).isEmpty)
    #expect(one.mask === child && (one.sublayers ?? []).isEmpty)
  }
}
