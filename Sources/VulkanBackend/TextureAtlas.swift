import CVulkan
import Geometry
import Renderer

/// Large textures that small images share, so that drawing many of them binds one.
///
/// A page is cut into shelves of a few heights, a shelf into slots. Nothing lies between the slots: who
/// samples stays half a texel inside.
///
/// Pages are narrow and high, for images of one width or a little less: rows of an image that lie close
/// to each other in memory are read a fifth faster by the software driver.
final class TextureAtlas {
  /// Texels across pages, each for images up to that. No powers of two: see
  /// `TextureFactory.makeBitmap`.
  static let pageWidths = [132, 260, 516]
  static let pageHeight = 8100
  /// Images with a longer side have a texture of their own.
  static let longestSide = 512
  /// Per format and width; what does not fit has a texture of its own.
  static let mostPages = 2
  /// Of all pages, with one and with four bytes a texel.
  static let mostBytes = pageWidths.reduce(0, +) * pageHeight * mostPages * (1 + 4)

  /// Where an image lies.
  struct Slot {
    let page: Page
    let x: Int, y: Int
    fileprivate let width: Int
  }

  final class Page {
    let texture: Texture
    let format: Bitmap.Format
    /// A copy into it has been recorded: it has a layout and holds pixels.
    var isReady = false
    fileprivate var rows: FreeList
    fileprivate var shelves: [Shelf] = []
    fileprivate(set) var imageCount = 0

    func isLike(_ other: Page) -> Bool {
      format == other.format && texture.image.size == other.texture.image.size
    }

    fileprivate init(_ texture: Texture, _ format: Bitmap.Format) {
      self.texture = texture
      self.format = format
      rows = FreeList(size: texture.image.size.height)
    }
  }

  fileprivate struct Shelf {
    var y: Int, height: Int
    var columns: FreeList
  }

  private let factory: TextureFactory
  private let height: Int
  private(set) var pages: [Page] = []

  init(_ factory: TextureFactory) {
    self.factory = factory
    height = min(Self.pageHeight, Int(factory.device.limits.maxImageDimension2D) - 1)
  }

  /// Bytes of all pages.
  var bytes: Int {
    pages.reduce(0) {
      $0 + $1.texture.image.size.bounds.area * ($1.format == .alpha8 ? 1 : 4)
    }
  }

  /// A place for an image; nil for one that is too large, or when all pages are full.
  func take(_ size: PixelSize, _ format: Bitmap.Format) throws(BackendError) -> Slot? {
    guard max(size.width, size.height) <= Self.longestSide,
      let width = Self.pageWidths.first(where: { size.width <= $0 })
    else { return nil }
    var alike = 0
    for page in pages where page.format == format && page.texture.image.size.width == width {
      if let slot = Self.take(size, page) { return slot }
      alike += 1
    }
    guard alike < Self.mostPages else { return nil }
    let page = Page(
      try factory.makeBitmap(size: PixelSize(width, height), format: format), format)
    pages.append(page)
    return Self.take(size, page)
  }

  /// The device may still read the slot: whoever takes it next writes after a barrier.
  func give(_ slot: Slot, _ ring: FrameRing) {
    let page = slot.page
    guard let i = page.shelves.firstIndex(where: { $0.y == slot.y }) else { return }
    page.shelves[i].columns.give(slot.x, count: slot.width)
    if page.shelves[i].columns.isEntirelyFree {
      let shelf = page.shelves.remove(at: i)
      page.rows.give(shelf.y, count: shelf.height)
    }
    page.imageCount -= 1
    // One empty page is kept, so that a single image does not come and go with a page.
    if page.imageCount == 0, pages.contains(where: { $0 !== page && $0.isLike(page) }) {
      pages.removeAll { $0 === page }
      ring.retire(page.texture)
    }
  }

  private static func take(_ size: PixelSize, _ page: Page) -> Slot? {
    let height = (size.height + 15) & ~15
    for i in page.shelves.indices where page.shelves[i].height == height {
      if let x = page.shelves[i].columns.take(size.width, alignment: 1) {
        page.imageCount += 1
        return Slot(page: page, x: x, y: page.shelves[i].y, width: size.width)
      }
    }
    guard let y = page.rows.take(height, alignment: 1) else { return nil }
    var shelf = Shelf(
      y: y, height: height, columns: FreeList(size: page.texture.image.size.width))
    guard let x = shelf.columns.take(size.width, alignment: 1) else { return nil }
    page.shelves.append(shelf)
    page.imageCount += 1
    return Slot(page: page, x: x, y: y, width: size.width)
  }
}
