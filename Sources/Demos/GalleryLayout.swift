import CoreGraphics

/// Where the gallery's heading and tiles lie, for any size of window. Points, from the top left.
///
/// Tiles become as large as they can. The heading stands beside the grid or above it, whichever
/// leaves the tiles more. Where even that makes them too small, the grid grows downwards instead.
struct GalleryLayout: Equatable {
  /// Beside the grid there is room for a column of text; above it for one line each.
  var headingIsBeside = false
  var heading = CGRect.zero
  /// The tiles' faces; each has its label below.
  var faces: [CGRect] = []
  var columns = 1
  /// Of everything; more than the window's where it scrolls.
  var contentHeight: CGFloat = 0

  /// From a face to the bottom of its label.
  static let labelHeight: CGFloat = 36
  static let gap = Metrics.unit * 3

  /// Smaller tiles show nothing that one could enjoy.
  private static let leastWidth: CGFloat = 144
  private static let besideWidth: CGFloat = 208
  private static let besideGap = Metrics.unit * 4
  private static let aboveHeight: CGFloat = 44 + 24 + Metrics.unit * 3
  /// A full last row looks better than somewhat larger tiles.
  private static let fullRowsFactor: CGFloat = 1.1

  init(count: Int, size: CGSize) {
    let margin = max(Metrics.unit * 2, (min(size.width, size.height) / 14).rounded())
    let area = CGRect(origin: .zero, size: size).insetBy(dx: margin, dy: margin)
    guard count > 0, area.width > 0, area.height > 0 else { return }
    let (grid, isBeside) = Self.bestGrid(count: count, in: area.size)
    guard grid.width >= Self.leastWidth else {
      layOutScrolling(count: count, area: area)
      return
    }
    headingIsBeside = isBeside
    columns = grid.columns
    contentHeight = size.height
    let block = CGSize(
      width: grid.size.width + (isBeside ? Self.besideWidth + Self.besideGap : 0),
      height: grid.size.height + (isBeside ? 0 : Self.aboveHeight))
    let origin = CGPoint(
      x: ((size.width - block.width) / 2).rounded(),
      y: ((size.height - block.height) / 2).rounded())
    heading = CGRect(
      origin: origin,
      size: isBeside
        ? CGSize(width: Self.besideWidth, height: block.height)
        : CGSize(width: block.width, height: Self.aboveHeight))
    faces = grid.faces(
      count: count,
      from: CGPoint(
        x: origin.x + block.width - grid.size.width, y: origin.y + block.height - grid.size.height))
  }

  /// As many columns as fit; the grid is as high as it becomes.
  private mutating func layOutScrolling(count: Int, area: CGRect) {
    let fitting = Int((area.width + Self.gap) / (Self.leastWidth + Self.gap))
    columns = min(max(1, fitting), count)
    let grid = Grid(
      count: count, columns: columns,
      width: (area.width - CGFloat(columns - 1) * Self.gap) / CGFloat(columns))
    heading = CGRect(
      x: area.minX, y: area.minY, width: area.width, height: Self.aboveHeight)
    faces = grid.faces(count: count, from: CGPoint(x: area.minX, y: heading.maxY))
    contentHeight = heading.maxY + grid.size.height + area.minY
  }

  private static func bestGrid(count: Int, in area: CGSize) -> (Grid, isBeside: Bool) {
    var best = (grid: Grid(count: count, columns: 1, width: 0), isBeside: false)
    var bestScore: CGFloat = 0
    for isBeside in [true, false] {
      let width = area.width - (isBeside ? besideWidth + besideGap : 0)
      let height = area.height - (isBeside ? 0 : aboveHeight)
      for columns in 1...count {
        let rows = CGFloat((count + columns - 1) / columns)
        let byWidth = (width - CGFloat(columns - 1) * gap) / CGFloat(columns)
        let byHeight = ((height - (rows - 1) * gap) / rows - labelHeight) / Grid.aspect
        let tile = min(byWidth, byHeight)
        let score = tile * (count.isMultiple(of: columns) ? fullRowsFactor : 1)
        if score > bestScore {
          best = (Grid(count: count, columns: columns, width: tile), isBeside)
          bestScore = score
        }
      }
    }
    return best
  }
}

/// Rows of tiles of one size.
private struct Grid {
  static let aspect = DemoCanvas.designSize.height / DemoCanvas.designSize.width

  let columns: Int
  /// Of a tile, in whole points.
  let width: CGFloat
  let height: CGFloat
  let size: CGSize

  init(count: Int, columns: Int, width: CGFloat) {
    self.columns = columns
    self.width = max(0, width.rounded(.down))
    height = (self.width * Self.aspect).rounded(.down)
    let gap = GalleryLayout.gap
    let rows = CGFloat((count + columns - 1) / columns)
    size = CGSize(
      width: CGFloat(columns) * (self.width + gap) - gap,
      height: rows * (height + GalleryLayout.labelHeight + gap) - gap)
  }

  func faces(count: Int, from origin: CGPoint) -> [CGRect] {
    (0..<count).map { index in
      CGRect(
        x: origin.x + CGFloat(index % columns) * (width + GalleryLayout.gap),
        y: origin.y
          + CGFloat(index / columns) * (height + GalleryLayout.labelHeight + GalleryLayout.gap),
        width: width, height: height)
    }
  }
}
