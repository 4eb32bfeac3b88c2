import CoreGraphics
import QuartzCore

extension DemoCatalog {
  static let gallery = Demo(
    name: galleryName, title: "Gallery", summary: "Every demo at once, live.",
    duration: 6, photographTimes: [0.5, 1.2, 2.6]
  ) { canvas in GalleryScene(canvas: canvas).build() }
}

/// A heading and a grid of live tiles that fits any size.
@MainActor
private struct GalleryScene {
  let canvas: DemoCanvas

  private let labelHeight: CGFloat = 36

  func build() {
    let unit = Metrics.unit
    let margin = max(unit * 2, min(canvas.size.width, canvas.size.height) / 14)
    let headingHeight: CGFloat = 44 + 24 + unit * 3
    let area = CGRect(
      x: margin, y: margin + headingHeight, width: max(0, canvas.size.width - 2 * margin),
      height: max(0, canvas.size.height - 2 * margin - headingHeight))
    let grid = bestGrid(in: area)

    // Heading and grid are centred as one block; both start at the same left edge.
    let left = canvas.size.width / 2 - grid.size.width / 2
    let top = (canvas.size.height - headingHeight - grid.size.height) / 2
    canvas.text(
      "Compositor", .display, CGRect(x: left, y: top, width: grid.size.width, height: 44),
      weight: "Semi Bold")
    canvas.text(
      "Core Animation, composited by Vulkan", .body,
      CGRect(x: left, y: top + 46, width: grid.size.width, height: 22),
      color: canvas.theme.secondaryText)

    for (index, demo) in DemoCatalog.tiles.enumerated() {
      let column = CGFloat(index % grid.columns), row = CGFloat(index / grid.columns)
      build(
        demo,
        in: CGRect(
          x: left + column * (grid.tile.width + grid.gap),
          y: top + headingHeight + row * (grid.tile.height + labelHeight + grid.gap),
          width: grid.tile.width, height: grid.tile.height))
    }
  }

  private struct Grid {
    var columns: Int
    var tile: CGSize
    var gap: CGFloat
    var size: CGSize
  }

  /// The number of columns that makes the tiles largest.
  private func bestGrid(in area: CGRect) -> Grid {
    let count = DemoCatalog.tiles.count
    let gap = Metrics.unit * 3
    let aspect = DemoCanvas.designSize.height / DemoCanvas.designSize.width
    var best = Grid(columns: 1, tile: .zero, gap: gap, size: .zero)
    for columns in 1...count {
      let rows = CGFloat((count + columns - 1) / columns)
      let byWidth = (area.width - CGFloat(columns - 1) * gap) / CGFloat(columns)
      let byHeight = ((area.height - (rows - 1) * gap) / rows - labelHeight) / aspect
      let width = min(byWidth, byHeight).rounded(.down)
      if width > best.tile.width {
        let tile = CGSize(width: width, height: (width * aspect).rounded(.down))
        best = Grid(
          columns: columns, tile: tile, gap: gap,
          size: CGSize(
            width: CGFloat(columns) * (tile.width + gap) - gap,
            height: rows * (tile.height + labelHeight + gap) - gap))
      }
    }
    return best
  }

  private func build(_ demo: Demo, in frame: CGRect) {
    // The shadow needs a layer of its own: the tile clips, and clipping cuts its own shadow.
    let shadow = canvas.box(frame, color: canvas.theme.surface, radius: Metrics.cornerRadius)
    shadow.shadowOpacity = canvas.theme.shadowOpacity
    shadow.shadowRadius = 14
    shadow.shadowOffset = CGSize(width: 0, height: 8)

    let tile = canvas.box(frame, color: canvas.theme.surface, radius: Metrics.cornerRadius)
    tile.masksToBounds = true
    tile.borderColor = canvas.theme.hairline
    tile.borderWidth = 1
    demo.scene(
      DemoCanvas(
        fitting: CGRect(origin: .zero, size: frame.size).insetBy(dx: 10, dy: 6), of: tile,
        scale: canvas.contentsScale, theme: canvas.theme, style: .tile))
    canvas.text(
      demo.title, .body,
      CGRect(x: frame.minX, y: frame.maxY + 10, width: frame.width, height: 22), weight: "Medium")
  }
}
