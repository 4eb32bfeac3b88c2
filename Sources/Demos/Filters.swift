import CoreGraphics
import QuartzCore
import UIKit

extension DemoCatalog {
  static let filters = Demo(
    name: "filters", title: "Filters and glass",
    summary: "Of a layer, of what lies behind it, and of how the two meet.",
    duration: 6, photographTimes: [0.7, 1.3, 2.4]
  ) { canvas in FiltersScene(canvas: canvas).build() }
}

@MainActor
private struct FiltersScene {
  let canvas: DemoCanvas

  func build() {
    let gap = Metrics.unit * 2
    let top: CGFloat = 284
    let glass = CGRect(x: 0, y: 0, width: 528, height: top)
    buildGlass(in: canvas.cell(glass, "backgroundFilters"))
    buildModes(
      in: canvas.cell(
        CGRect(
          x: glass.width + gap, y: 0, width: canvas.size.width - glass.width - gap, height: top),
        "compositingFilter"))
    let row = CGRect(
      x: 0, y: top + gap, width: canvas.size.width, height: canvas.size.height - top - gap)
    for (frame, filter) in zip(canvas.grid(columns: 6, rows: 1, in: row), Self.filters) {
      build(filter, in: canvas.cell(frame, filter.title))
    }
  }

  /// A picture with round corners.
  private func window(_ landscape: Landscape, _ frame: CGRect, on layer: CALayer) -> CALayer {
    let window = canvas.box(frame, color: nil, radius: 14, on: layer)
    window.masksToBounds = true
    window.addSublayer(landscape.layer(window.bounds))
    return window
  }

  // MARK: Behind

  private func buildGlass(in cell: DemoCanvas.Cell) {
    let frame = cell.room
    let window = window(.night, frame, on: cell.layer)
    let pane = canvas.box(
      CGRect(x: 0, y: 0, width: 200, height: 120), color: CGColor(gray: 1, alpha: 0.14),
      radius: 24, on: window)
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(10, forKey: "inputRadius")
    let saturate = CAFilter(type: "colorSaturate")
    saturate.setValue(1.5, forKey: "inputAmount")
    pane.backgroundFilters = [blur, saturate]
    pane.borderColor = CGColor(gray: 1, alpha: 0.35)
    pane.borderWidth = 1
    canvas.text(
      "Glass", .display, CGRect(x: 0, y: 38, width: 200, height: 44), color: .white,
      weight: .semibold, alignment: .center, on: pane)

    let (w, h) = (frame.width, frame.height)
    let way = CAKeyframeAnimation(keyPath: "position")
    way.values = [
      CGPoint(x: 0.26 * w, y: 0.36 * h), CGPoint(x: 0.5 * w, y: 0.62 * h),
      CGPoint(x: 0.74 * w, y: 0.4 * h), CGPoint(x: 0.5 * w, y: 0.34 * h),
      CGPoint(x: 0.26 * w, y: 0.36 * h),
    ]
    way.calculationMode = .cubicPaced
    way.duration = 6
    way.repeatCount = .infinity
    pane.add(way, forKey: "way")
  }

  // MARK: Both

  /// Three discs that turn, and meet by a blend mode each.
  private func buildModes(in cell: DemoCanvas.Cell) {
    let modes: [(String, CGColor, [CGColor])] = [
      ("multiply", Theme.light.surface, [Theme.dark.cyan, Theme.dark.coral, Theme.dark.amber]),
      ("screen", Theme.dark.background, [Theme.light.coral, Theme.light.mint, Theme.light.indigo]),
      (
        "plusLighter", Theme.dark.background,
        [Theme.light.violet, Theme.light.cyan, Theme.light.amber]
      ),
      ("difference", Theme.light.surface, [Theme.dark.mint, Theme.dark.violet, Theme.dark.coral]),
    ]
    for (frame, mode) in zip(canvas.grid(columns: 2, rows: 2, in: cell.room), modes) {
      let plate = canvas.box(frame, color: mode.1, radius: 14, on: cell.layer)
      plate.masksToBounds = true
      let wheel = canvas.box(plate.bounds, color: nil, on: plate)
      for (index, color) in mode.2.enumerated() {
        let angle = CGFloat(index) / 3 * 2 * .pi - .pi / 2
        let disc = canvas.dot(
          at: CGPoint(x: frame.width / 2 + 17 * cos(angle), y: frame.height / 2 + 17 * sin(angle)),
          diameter: 56, color: color, on: wheel)
        disc.compositingFilter = mode.0
      }
      wheel.add(turns(every: 6), forKey: "turn")
    }
  }

  // MARK: Of a layer

  private struct Filter {
    let title: String
    let type: String
    let input: String
    let from: Double, to: Double
  }

  private static let filters = [
    Filter(title: "blur", type: "gaussianBlur", input: "inputRadius", from: 0, to: 9),
    Filter(title: "saturate", type: "colorSaturate", input: "inputAmount", from: 0, to: 2),
    Filter(title: "hue", type: "colorHueRotate", input: "inputAngle", from: 0, to: 2 * .pi),
    Filter(title: "contrast", type: "colorContrast", input: "inputAmount", from: 0.4, to: 1.4),
    Filter(title: "monochrome", type: "colorMonochrome", input: "inputAmount", from: 0, to: 1),
    Filter(
      title: "brightness", type: "colorBrightness", input: "inputAmount", from: -0.35, to: 0.15),
  ]

  private func build(_ filter: Filter, in cell: DemoCanvas.Cell) {
    let window = window(.day, cell.room, on: cell.layer)
    guard let picture = window.sublayers?.first else { return }
    let named = CAFilter(type: filter.type)
    named.name = "demo"
    named.setValue(filter.from, forKey: filter.input)
    // A blur that takes the edges for the ends of the world does not fade there.
    if filter.type == "gaussianBlur" { named.setValue(true, forKey: "inputNormalizeEdges") }
    picture.filters = [named]
    picture.add(
      swing(
        "filters.demo.\(filter.input)", from: filter.from, to: filter.to, duration: 3,
        timing: .easeInEaseOut),
      forKey: filter.type)
  }
}
