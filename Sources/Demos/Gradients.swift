import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let gradients = Demo(
    name: "gradients", title: "Gradients and shimmer",
    summary: "Axial, radial and conic, evaluated per pixel; every part of them animates.",
    duration: 6, photographTimes: [0.6, 0.75, 2.2]
  ) { canvas in GradientsScene(canvas: canvas).build() }
}

@MainActor
private struct GradientsScene {
  let canvas: DemoCanvas

  func build() {
    let gap = Metrics.unit * 2
    let left = CGRect(x: 0, y: 0, width: 520, height: canvas.size.height)
    let cells = canvas.grid(columns: 2, rows: 2, in: left)
    buildColors(in: canvas.cell(cells[0], "colors"))
    buildStart(in: canvas.cell(cells[1], "startPoint"))
    buildRadial(in: canvas.cell(cells[2], "radial, endPoint"))
    buildConic(in: canvas.cell(cells[3], "conic"))
    buildSkeleton(
      in: canvas.cell(
        CGRect(
          x: left.width + gap, y: 0, width: canvas.size.width - left.width - gap,
          height: canvas.size.height),
        "locations"))
  }

  private func swatch(_ colors: [CGColor], _ frame: CGRect, on layer: CALayer) -> CAGradientLayer {
    let gradient = CAGradientLayer()
    gradient.frame = frame
    gradient.cornerRadius = 20
    gradient.colors = colors
    layer.addSublayer(gradient)
    return gradient
  }

  private func buildColors(in cell: DemoCanvas.Cell) {
    let theme = canvas.theme
    let gradient = swatch([theme.indigo, theme.cyan], cell.centered(188, 124), on: cell.layer)
    gradient.startPoint = .zero
    gradient.endPoint = CGPoint(x: 1, y: 1)
    gradient.add(
      swing(
        "colors", from: [theme.indigo, theme.cyan], to: [theme.coral, theme.amber], duration: 2,
        timing: .easeInEaseOut), forKey: "colors")
  }

  private func buildStart(in cell: DemoCanvas.Cell) {
    let theme = canvas.theme
    let gradient = swatch([theme.mint, theme.indigo], cell.centered(188, 124), on: cell.layer)
    gradient.startPoint = .zero
    gradient.endPoint = CGPoint(x: 1, y: 1)
    gradient.add(
      swing(
        "startPoint", from: CGPoint.zero, to: CGPoint(x: 1, y: 0), duration: 3,
        timing: .easeInEaseOut), forKey: "startPoint")
  }

  /// A sun that grows and shrinks.
  private func buildRadial(in cell: DemoCanvas.Cell) {
    let theme = canvas.theme
    let gradient = swatch(
      [theme.amber, theme.coral, theme.violet], cell.centered(188, 124), on: cell.layer)
    gradient.type = .radial
    gradient.locations = [0, 0.5, 1]
    gradient.startPoint = CGPoint(x: 0.5, y: 0.5)
    gradient.endPoint = CGPoint(x: 1, y: 1.25)
    gradient.add(
      swing(
        "endPoint", from: CGPoint(x: 0.9, y: 1.1), to: CGPoint(x: 1.3, y: 1.7), duration: 2,
        timing: .easeInEaseOut), forKey: "endPoint")
  }

  /// A ring of all accents: the first one again at its end, so that no seam shows.
  private func buildConic(in cell: DemoCanvas.Cell) {
    let theme = canvas.theme
    let ring = swatch(theme.accents + [theme.indigo], cell.centered(124, 124), on: cell.layer)
    ring.type = .conic
    ring.startPoint = CGPoint(x: 0.5, y: 0.5)
    ring.endPoint = CGPoint(x: 0.5, y: 0)
    ring.cornerRadius = 62
    canvas.dot(at: cell.center, diameter: 76, color: theme.surface, on: cell.layer)
    ring.add(turns(every: 6), forKey: "turn")
  }

  /// What waits for its contents: one gradient runs over all places, which are its mask.
  private func buildSkeleton(in cell: DemoCanvas.Cell) {
    let theme = canvas.theme
    let frame = cell.centered(200, 340)
    let shimmer = CAGradientLayer()
    shimmer.frame = frame
    shimmer.colors = [theme.well, theme.sheen, theme.well]
    shimmer.locations = [-1, -0.5, 0]
    shimmer.startPoint = CGPoint(x: 0, y: 0.5)
    shimmer.endPoint = CGPoint(x: 1, y: 0.56)
    let places = CALayer()
    places.frame = shimmer.bounds
    canvas.dot(at: CGPoint(x: 28, y: 28), diameter: 56, color: .black, on: places)
    let boxes = [
      CGRect(x: 72, y: 8, width: 128, height: 14), CGRect(x: 72, y: 34, width: 80, height: 14),
      CGRect(x: 0, y: 80, width: 200, height: 136), CGRect(x: 0, y: 240, width: 200, height: 14),
      CGRect(x: 0, y: 268, width: 200, height: 14), CGRect(x: 0, y: 296, width: 168, height: 14),
      CGRect(x: 0, y: 324, width: 112, height: 14),
    ]
    for box in boxes {
      canvas.box(box, color: .black, radius: box.height > 20 ? 14 : 7, on: places)
    }
    shimmer.mask = places
    cell.layer.addSublayer(shimmer)

    let run = CABasicAnimation(keyPath: "locations")
    run.fromValue = [-1, -0.5, 0]
    run.toValue = [1, 1.5, 2]
    run.duration = 1.5
    run.repeatCount = .infinity
    shimmer.add(run, forKey: "shimmer")
  }
}
