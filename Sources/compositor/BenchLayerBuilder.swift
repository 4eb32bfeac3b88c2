import CoreGraphics
import Geometry
import QuartzCore

/// Makes the layers of a scene, as an application would.
@MainActor
struct BenchLayerBuilder {
  let softensEdges: Bool
  private let textures: [CGImage?]

  init(softensEdges: Bool) {
    self.softensEdges = softensEdges
    textures = (0..<BenchTexture.count).map { CGImage(BenchTexture.bitmap($0)) }
  }

  func build(_ layers: [BenchScene.Layer], in parent: CALayer) {
    for description in layers {
      let layer = make(description.content)
      layer.bounds = CGRect(
        x: 0, y: 0, width: description.size.width, height: description.size.height)
      layer.position = CGPoint(x: description.position.x, y: description.position.y)
      if let color = description.color { layer.backgroundColor = make(color) }
      if let color = description.borderColor { layer.borderColor = make(color) }
      if case .arc(let radius, _) = description.content, let shape = layer as? CAShapeLayer {
        let circle = CGMutablePath()
        circle.addArc(
          center: CGPoint(x: layer.bounds.midX, y: layer.bounds.midY), radius: radius,
          startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: false)
        shape.path = circle
      }
      if let texture = description.texture { layer.contents = textures[texture] }
      if !softensEdges { layer.edgeAntialiasingMask = [] }
      for (keyPath, value) in description.values { layer.setValue(value, forKeyPath: keyPath) }
      for animation in description.animations { layer.add(make(animation), forKey: nil) }
      build(description.sublayers, in: layer)
      parent.addSublayer(layer)
    }
  }

  private func make(_ color: SIMD4<Double>) -> CGColor {
    CGColor(red: color.x, green: color.y, blue: color.z, alpha: color.w)
  }

  /// A layer of the class that shows the content; circles are drawn once its size is known.
  private func make(_ content: BenchScene.Content?) -> CALayer {
    switch content {
    case nil:
      return CALayer()
    case .gradient(let colors):
      let gradient = CAGradientLayer()
      gradient.colors = colors.map { make($0) }
      return gradient
    case .arc(_, let width):
      let shape = CAShapeLayer()
      (shape.fillColor, shape.strokeColor) = (nil, make(SIMD4(repeating: 1)))
      (shape.lineWidth, shape.lineCap) = (width, .round)
      return shape
    case .text(let string, let size):
      let text = CATextLayer()
      (text.string, text.font, text.fontSize) = (string, "DejaVu Sans", size)
      text.foregroundColor = make(SIMD4(238 / 255, 238 / 255, 238 / 255, 1))
      return text
    }
  }

  private func make(_ description: BenchScene.Animation) -> CAAnimation {
    let animation: CAAnimation
    switch description.content {
    case .basic(let from, let to):
      let basic = CABasicAnimation(keyPath: description.keyPath)
      (basic.fromValue, basic.toValue) = (from, to)
      animation = basic
    case .spring(let physics, let from, let to):
      let spring = CASpringAnimation(keyPath: description.keyPath)
      (spring.fromValue, spring.toValue) = (from, to)
      (spring.mass, spring.stiffness) = (physics.mass, physics.stiffness)
      (spring.damping, spring.initialVelocity) = (physics.damping, physics.velocity)
      spring.duration = spring.settlingDuration
      animation = spring
    case .keyframes(let values):
      let keyframes = CAKeyframeAnimation(keyPath: description.keyPath)
      keyframes.values = values
      animation = keyframes
    case .group(let members):
      let group = CAAnimationGroup()
      group.animations = members.map(make)
      animation = group
    }
    if let duration = description.duration { animation.duration = duration }
    animation.repeatCount = Float(description.repeatCount)
    animation.autoreverses = description.autoreverses
    (animation as? CAPropertyAnimation)?.isAdditive = description.isAdditive
    if let timing = description.timing {
      animation.timingFunction = CAMediaTimingFunction(
        name: CAMediaTimingFunctionName(rawValue: timing))
    }
    return animation
  }
}
