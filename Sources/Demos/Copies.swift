import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let copies = Demo(
    name: "replicator-and-emitter", title: "Copies and particles",
    summary: "One layer, copied in space and time; one picture, born again and again.",
    duration: 6, photographTimes: [1.4, 2.1, 3.3]
  ) { canvas in CopiesScene(canvas: canvas).build() }
}

/// Replicators above, emitters below.
@MainActor
private struct CopiesScene {
  let canvas: DemoCanvas

  func build() {
    let cells = canvas.grid(columns: 3, rows: 2)
    buildActivity(in: canvas.cell(cells[0], "instanceTransform, instanceDelay"))
    buildBars(in: canvas.cell(cells[1], "instanceColor and its offsets"))
    buildRipple(in: canvas.cell(cells[2], "a replicator of replicators"))
    let particles = Particles(canvas: canvas)
    particles.buildFire(in: canvas.cell(cells[3], "renderMode additive"))
    particles.buildSnow(in: canvas.cell(cells[4], "emitterShape line"))
    particles.buildConfetti(in: canvas.cell(cells[5], "velocity, spin, yAcceleration"))
  }

  private func replicator(
    _ count: Int, delay: Double, _ transform: CATransform3D, _ frame: CGRect, on layer: CALayer
  ) -> CAReplicatorLayer {
    let replicator = CAReplicatorLayer()
    replicator.frame = frame
    replicator.instanceCount = count
    replicator.instanceDelay = delay
    replicator.instanceTransform = transform
    layer.addSublayer(replicator)
    return replicator
  }

  /// Dots in a circle, lit one after the other.
  private func buildActivity(in cell: DemoCanvas.Cell) {
    let count = 12, turn = 1.2
    let ring = replicator(
      count, delay: turn / Double(count),
      CATransform3DMakeRotation(2 * .pi / CGFloat(count), 0, 0, 1), cell.centered(128, 128),
      on: cell.layer)
    let dot = canvas.dot(
      at: CGPoint(x: 64, y: 10), diameter: 20, color: canvas.theme.indigo, on: ring)
    dot.opacity = 0.15
    dot.transform = CATransform3DMakeScale(0.5, 0.5, 1)
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 1
    fade.toValue = 0.15
    let shrink = CABasicAnimation(keyPath: "transform.scale")
    shrink.fromValue = 1
    shrink.toValue = 0.5
    for animation in [fade, shrink] { animation.duration = turn }
    dot.add(loop([fade, shrink], every: turn), forKey: "pulse")
  }

  /// A wave through bars whose colours go over into each other.
  private func buildBars(in cell: DemoCanvas.Cell) {
    let count = 9
    let bars = replicator(
      count, delay: 0.12, CATransform3DMakeTranslation(22, 0, 0), cell.centered(186, 112),
      on: cell.layer)
    bars.instanceColor = CGColor(red: 0.27, green: 0.86, blue: 0.65, alpha: 1)
    bars.instanceRedOffset = 0.02
    bars.instanceGreenOffset = -0.035
    bars.instanceBlueOffset = 0.045
    let bar = canvas.box(
      CGRect(x: 0, y: 48, width: 10, height: 16), color: .white, radius: 5, on: bars)
    bar.add(
      swing("bounds.size.height", from: 16, to: 104, duration: 0.6, timing: .easeInEaseOut),
      forKey: "wave")
  }

  /// Rows of dots, each dot a little later than its neighbours.
  private func buildRipple(in cell: DemoCanvas.Cell) {
    let pitch: CGFloat = 24
    let rows = replicator(
      5, delay: 0.1, CATransform3DMakeTranslation(0, pitch, 0), cell.centered(164, 116),
      on: cell.layer)
    let row = replicator(
      7, delay: 0.1, CATransform3DMakeTranslation(pitch, 0, 0), rows.bounds, on: rows)
    let dot = canvas.dot(
      at: CGPoint(x: 10, y: 10), diameter: 18, color: canvas.theme.cyan, on: row)
    dot.transform = CATransform3DMakeScale(0.35, 0.35, 1)
    dot.add(
      swing("transform.scale", from: 0.35, to: 1, duration: 0.7, timing: .easeInEaseOut),
      forKey: "pulse")
  }
}
