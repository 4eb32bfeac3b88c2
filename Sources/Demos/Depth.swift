import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let depth = Demo(
    name: "depth", title: "Depth",
    summary: "A transform layer's cube, planes that cut each other, backs, and perspective.",
    duration: 8, photographTimes: [0.7, 1.5, 2.9]
  ) { canvas in DepthScene(canvas: canvas).build() }
}

@MainActor
private struct DepthScene {
  let canvas: DemoCanvas

  func build() {
    let cells = canvas.grid(columns: 2, rows: 2)
    buildCube(in: canvas.cell(cells[0], "CATransformLayer"))
    buildPlanes(in: canvas.cell(cells[1], "planes that intersect"))
    buildBacks(in: canvas.cell(cells[2], "isDoubleSided: true and false"))
    buildPerspectives(in: canvas.cell(cells[3], "m34: none, −1/600, −1/240"))
  }

  /// A place whose sublayers are seen from `distance` points away; from infinity by default.
  private func space(in cell: DemoCanvas.Cell, _ frame: CGRect, distance: CGFloat?) -> CALayer {
    let space = canvas.box(frame, color: nil, on: cell.layer)
    if let distance { space.sublayerTransform.m34 = -1 / distance }
    return space
  }

  private func transformLayer(_ side: CGFloat, on layer: CALayer) -> CATransformLayer {
    let group = CATransformLayer()
    group.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    group.position = CGPoint(x: layer.bounds.midX, y: layer.bounds.midY)
    layer.addSublayer(group)
    return group
  }

  private func panel(
    _ side: CGFloat, _ color: CGColor, _ transform: CATransform3D, radius: CGFloat = 0,
    on layer: CALayer
  ) {
    let panel = canvas.box(
      CGRect(x: 0, y: 0, width: side, height: side), color: color, radius: radius, on: layer)
    panel.borderColor = CGColor(gray: 1, alpha: 0.35)
    panel.borderWidth = 2
    panel.transform = transform
  }

  /// Six faces in one layer that does not flatten them, within another one that is tilted.
  private func buildCube(in cell: DemoCanvas.Cell) {
    let side: CGFloat = 92
    let space = space(in: cell, cell.centered(200, 164), distance: 600)
    let tilted = transformLayer(side, on: space)
    tilted.transform = CATransform3DMakeRotation(-0.5, 1, 0, 0)
    let cube = transformLayer(side, on: tilted)
    let quarter = CGFloat.pi / 2
    let faces = [
      CATransform3DIdentity, CATransform3DMakeRotation(quarter, 0, 1, 0),
      CATransform3DMakeRotation(2 * quarter, 0, 1, 0),
      CATransform3DMakeRotation(-quarter, 0, 1, 0), CATransform3DMakeRotation(quarter, 1, 0, 0),
      CATransform3DMakeRotation(-quarter, 1, 0, 0),
    ]
    for (index, face) in faces.enumerated() {
      panel(
        side, canvas.theme.accent(index), CATransform3DTranslate(face, 0, 0, side / 2), on: cube)
    }
    cube.add(turns(about: "y", every: 8), forKey: "turn")
  }

  /// Three squares through one centre: each hides a part of the others.
  private func buildPlanes(in cell: DemoCanvas.Cell) {
    let side: CGFloat = 112
    let space = space(in: cell, cell.centered(200, 164), distance: 600)
    let tilted = transformLayer(side, on: space)
    tilted.transform = CATransform3DMakeRotation(-0.45, 1, 0, 0)
    let planes = transformLayer(side, on: tilted)
    let theme = canvas.theme
    let quarter = CGFloat.pi / 2
    let squares = [
      (theme.indigo, CATransform3DIdentity),
      (theme.mint, CATransform3DMakeRotation(quarter, 0, 1, 0)),
      (theme.coral, CATransform3DMakeRotation(quarter, 1, 0, 0)),
    ]
    for (color, transform) in squares { panel(side, color, transform, radius: 10, on: planes) }
    planes.add(turns(about: "y", every: 8), forKey: "turn")
  }

  /// The same card twice: of one only the front is ever seen.
  private func buildBacks(in cell: DemoCanvas.Cell) {
    let space = space(in: cell, cell.centered(328, 152), distance: 700)
    for (index, color) in [canvas.theme.cyan, canvas.theme.amber].enumerated() {
      let frame = CGRect(x: 40 + CGFloat(index) * 144, y: 8, width: 104, height: 136)
      let place = canvas.box(
        frame.offsetBy(dx: space.frame.minX, dy: space.frame.minY), color: nil, radius: 16,
        on: cell.layer)
      place.zPosition = -1
      place.borderColor = canvas.theme.well
      place.borderWidth = 2
      let card = canvas.box(frame, color: color, radius: 16, on: space)
      card.isDoubleSided = index == 0
      canvas.text(
        "R", .display, CGRect(x: 0, y: 46, width: 104, height: 44), color: .white, weight: .bold,
        alignment: .center, on: card)
      card.add(turns(about: "y", every: 4), forKey: "turn")
    }
  }

  /// The same tilt, seen from far and near.
  private func buildPerspectives(in cell: DemoCanvas.Cell) {
    let places = canvas.grid(columns: 3, rows: 1, in: cell.centered(344, 136))
    let distances: [CGFloat?] = [nil, 600, 240]
    for (index, (place, distance)) in zip(places, distances).enumerated() {
      let space = space(in: cell, place, distance: distance)
      let card = canvas.box(
        CGRect(x: 4, y: 18, width: place.width - 8, height: 100),
        color: canvas.theme.accent(index + 3),
        radius: 14, on: space)
      canvas.dot(
        at: CGPoint(x: card.bounds.midX, y: 50), diameter: 40,
        color: CGColor(gray: 1, alpha: 0.35), on: card)
      card.add(
        swing("transform.rotation.y", from: -0.9, to: 0.9, duration: 2, timing: .easeInEaseOut),
        forKey: "tilt")
    }
  }
}
