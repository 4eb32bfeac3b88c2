import CoreGraphics
import QuartzCore
import UIKit

/// Three emitters, each before a night of its own.
@MainActor
struct Particles {
  let canvas: DemoCanvas

  /// Seconds for which they run already when they are first seen.
  private static let head = 4.0

  private func emitter(in cell: DemoCanvas.Cell) -> CAEmitterLayer {
    let emitter = CAEmitterLayer()
    emitter.frame = cell.room
    emitter.backgroundColor = Theme.dark.background
    emitter.cornerRadius = 14
    emitter.masksToBounds = true
    emitter.beginTime = CACurrentMediaTime() - Self.head
    cell.layer.addSublayer(emitter)
    return emitter
  }

  /// A picture of the side 32, at two pixels a point.
  private func picture(_ draw: (CGContext) -> Void) -> CGImage? {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    let size = CGSize(width: 32, height: 32)
    return UIGraphicsImageRenderer(size: size, format: format).image { draw($0.cgContext) }.cgImage
  }

  /// White in the middle, clear at the rim.
  ///
  /// - Parameter alphas: On the way there, at equal distances.
  private func glow(_ alphas: [CGFloat]) -> CGImage? {
    picture { context in
      let colors = alphas.map { CGColor(gray: 1, alpha: $0) }
      guard let gradient = CGGradient(colors: colors) else { return }
      let center = CGPoint(x: 16, y: 16)
      context.drawRadialGradient(
        gradient, startCenter: center, startRadius: 0, endCenter: center, endRadius: 16,
        options: [])
    }
  }

  /// Flames, and sparks that leave them.
  func buildFire(in cell: DemoCanvas.Cell) {
    let fire = emitter(in: cell)
    let size = fire.bounds.size
    fire.emitterShape = .line
    fire.emitterMode = .outline
    fire.emitterPosition = CGPoint(x: size.width / 2, y: size.height - 28)
    fire.emitterSize = CGSize(width: 40, height: 0)
    fire.renderMode = .additive

    let flame = CAEmitterCell()
    let light = glow([1, 0.62, 0.32, 0.12, 0.03, 0])
    flame.contents = light
    flame.contentsScale = 2
    flame.birthRate = 120
    flame.lifetime = 1
    flame.lifetimeRange = 0.6
    flame.color = CGColor(red: 0.95, green: 0.4, blue: 0.14, alpha: 0.3)
    flame.greenRange = 0.1
    flame.greenSpeed = -0.2
    flame.alphaSpeed = -0.26
    flame.velocity = 96
    flame.velocityRange = 50
    flame.emissionLongitude = -.pi / 2
    flame.emissionRange = 0.4
    flame.yAcceleration = -24
    flame.scale = 1.7
    flame.scaleRange = 0.6
    flame.scaleSpeed = -1.2

    let spark = CAEmitterCell()
    spark.contents = light
    spark.contentsScale = 2
    spark.birthRate = 9
    spark.lifetime = 1.6
    spark.lifetimeRange = 0.8
    spark.color = CGColor(red: 1, green: 0.75, blue: 0.35, alpha: 1)
    spark.alphaSpeed = -0.55
    spark.velocity = 105
    spark.velocityRange = 50
    spark.emissionLongitude = -.pi / 2
    spark.emissionRange = 0.9
    spark.scale = 0.16
    spark.scaleRange = 0.08
    fire.emitterCells = [flame, spark]
  }

  /// Near flakes are larger and fall faster.
  func buildSnow(in cell: DemoCanvas.Cell) {
    let snow = emitter(in: cell)
    snow.emitterShape = .line
    snow.emitterPosition = CGPoint(x: snow.bounds.midX - 20, y: -12)
    snow.emitterSize = CGSize(width: snow.bounds.width + 80, height: 0)
    let soft = glow([1, 1, 0.8, 0.35, 0.08, 0])
    func flakes(_ rate: Float, scale: CGFloat, velocity: CGFloat, alpha: CGFloat) -> CAEmitterCell {
      let flake = CAEmitterCell()
      flake.contents = soft
      flake.contentsScale = 2
      flake.birthRate = rate
      flake.lifetime = Float((snow.bounds.height + 40) / velocity)
      flake.color = CGColor(gray: 1, alpha: alpha)
      flake.velocity = velocity
      flake.velocityRange = velocity * 0.3
      flake.emissionLongitude = .pi / 2
      flake.emissionRange = 0.5
      flake.xAcceleration = 3
      flake.scale = scale
      flake.scaleRange = scale * 0.5
      return flake
    }
    snow.emitterCells = [
      flakes(14, scale: 0.16, velocity: 26, alpha: 0.45),
      flakes(9, scale: 0.26, velocity: 40, alpha: 0.75),
      flakes(4, scale: 0.42, velocity: 58, alpha: 1),
    ]
  }

  /// Paper of all colours, thrown up and on its way down.
  func buildConfetti(in cell: DemoCanvas.Cell) {
    let confetti = emitter(in: cell)
    let size = confetti.bounds.size
    confetti.emitterPosition = CGPoint(x: size.width / 2, y: size.height + 8)
    let paper = picture { context in
      context.setFillColor(.white)
      context.fill(CGRect(x: 6, y: 10, width: 20, height: 12))
    }
    let disc = picture { context in
      context.setFillColor(.white)
      context.fillEllipse(in: CGRect(x: 8, y: 8, width: 16, height: 16))
    }
    confetti.emitterCells = Theme.dark.accents.enumerated().map { index, color in
      let piece = CAEmitterCell()
      piece.contents = index.isMultiple(of: 2) ? paper : disc
      piece.contentsScale = 2
      piece.birthRate = 7
      piece.lifetime = 3
      piece.color = color
      piece.velocity = 190
      piece.velocityRange = 110
      piece.emissionLongitude = -.pi / 2
      piece.emissionRange = 1
      piece.yAcceleration = 120
      piece.scale = 0.38
      piece.scaleRange = 0.2
      piece.spin = 0
      piece.spinRange = 9
      return piece
    }
  }
}
