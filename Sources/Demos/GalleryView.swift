import CoreGraphics
import QuartzCore
import UIKit

/// The heading and the grid of tiles: lays them out, scrolls them, moves the focus, and stops the
/// time of tiles that nobody sees.
final class GalleryView: UIView {
  let tiles: [GalleryTile]
  private let heading: GalleryHeading
  /// What scrolls.
  private let content = UIView(frame: .zero)
  private let thumb = UIView(frame: .zero)
  private let open: (Int) -> Void
  private var layout = GalleryLayout(count: 0, size: .zero)
  /// Points between the top of the content and the top of the view.
  private(set) var offset: CGFloat = 0
  private(set) var focus: Int?
  private var hovered: Int?

  /// Takes what the user does; not while a page is open or opens.
  var isActive = true {
    didSet {
      if !isActive { hover(over: nil) }
      updateDragging()
    }
  }

  /// A page hides all of it.
  var isCovered = false {
    didSet {
      content.isHidden = isCovered
      updatePausing()
    }
  }

  /// - Parameter open: Opens the tile of that index.
  init(theme: Theme, open: @escaping (Int) -> Void) {
    tiles = DemoCatalog.tiles.map { GalleryTile($0, theme: theme) }
    heading = GalleryHeading(theme: theme)
    self.open = open
    super.init(frame: .zero)
    backgroundColor = UIColor(cgColor: theme.background)
    addSubview(content)
    content.addSubview(heading)
    for (index, tile) in tiles.enumerated() {
      tile.addGestureRecognizer(UITapGestureRecognizer { _ in open(index) })
      content.addSubview(tile)
    }
    thumb.layer.backgroundColor = theme.well
    thumb.layer.cornerRadius = Self.thumbWidth / 2
    thumb.isUserInteractionEnabled = false
    addSubview(thumb)
    addGestureRecognizer(dragging)
    let hover = UIHoverGestureRecognizer { [weak self] hover in
      guard let self else { return }
      let isOver = hover.state == .began || hover.state == .changed
      self.hover(at: isOver ? hover.location(in: self) : nil)
    }
    addGestureRecognizer(hover)
  }

  /// Galleries are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  // MARK: Layout

  private static let thumbWidth: CGFloat = 4

  override func layoutSubviews() {
    super.layoutSubviews()
    layout = GalleryLayout(count: tiles.count, size: bounds.size)
    heading.isBeside = layout.headingIsBeside
    heading.frame = layout.heading
    heading.rasterScale = displayScale
    for (tile, face) in zip(tiles, layout.faces) {
      tile.frame = CGRect(
        x: face.minX, y: face.minY, width: face.width,
        height: face.height + GalleryLayout.labelHeight)
      tile.rasterScale = displayScale
    }
    updateDragging()
    scroll(to: offset)
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    setNeedsLayout()
  }

  // MARK: Scrolling

  /// Where the last row ends at the bottom; 0 where everything fits.
  private var furthestOffset: CGFloat { max(0, layout.contentHeight - bounds.height) }

  private lazy var dragging = UIPanGestureRecognizer { [weak self] pan in
    guard let self, pan.state == .began || pan.state == .changed else { return }
    scroll(to: offset - pan.translation(in: self).y)
    pan.setTranslation(.zero, in: self)
  }

  private func updateDragging() { dragging.isEnabled = isActive && furthestOffset > 0 }

  override func scroll(_ scroll: UIScroll, with event: UIEvent?) {
    if isActive { self.scroll(to: offset + scroll.translation.y) }
  }

  /// As far as the content goes.
  func scroll(to target: CGFloat) {
    offset = min(max(0, target), furthestOffset)
    content.frame = CGRect(
      x: 0, y: -offset, width: bounds.width, height: max(layout.contentHeight, bounds.height))
    thumb.isHidden = furthestOffset == 0
    if furthestOffset > 0 {
      let height = max(24, bounds.height * bounds.height / layout.contentHeight)
      thumb.frame = CGRect(
        x: bounds.width - Self.thumbWidth - 4,
        y: offset / furthestOffset * (bounds.height - height), width: Self.thumbWidth,
        height: height)
    }
    updatePausing()
  }

  private func updatePausing() {
    let shown = CGRect(x: 0, y: offset, width: bounds.width, height: bounds.height)
    for (tile, face) in zip(tiles, layout.faces) {
      tile.scene.isPaused = isCovered || !face.intersects(shown)
    }
  }

  // MARK: Focus and pointer

  func handle(_ key: DemoKey) -> Bool {
    switch key {
    case .left: moveFocus(by: -1)
    case .right: moveFocus(by: 1)
    case .up: moveFocus(by: -layout.columns)
    case .down: moveFocus(by: layout.columns)
    case .next: moveFocus(by: 1, wraps: true)
    case .previous: moveFocus(by: -1, wraps: true)
    case .first: setFocus(0)
    case .last: setFocus(tiles.count - 1)
    case .activate:
      guard let focus else { return false }
      open(focus)
    case .escape, .overlay: return false
    }
    return true
  }

  private func moveFocus(by step: Int, wraps: Bool = false) {
    guard let focus else {
      setFocus(wraps && step < 0 ? tiles.count - 1 : 0)
      return
    }
    let next = focus + step
    if tiles.indices.contains(next) {
      setFocus(next)
    } else if wraps {
      setFocus((next + tiles.count) % tiles.count)
    }
  }

  private func setFocus(_ index: Int) {
    if let focus { tiles[focus].hasFocusRing = false }
    focus = index
    tiles[index].hasFocusRing = true
    reveal(index)
  }

  private func reveal(_ index: Int) {
    guard layout.faces.indices.contains(index) else { return }
    let room = GalleryLayout.gap
    let face = layout.faces[index]
    let top = face.minY - room, bottom = face.maxY + GalleryLayout.labelHeight + room
    if top < offset {
      scroll(to: index < layout.columns ? 0 : top)
    } else if bottom > offset + bounds.height {
      scroll(to: bottom - bounds.height)
    }
  }

  /// The tile opens: the focus, where it shows, goes there.
  func opens(_ index: Int) {
    isActive = false
    if focus != nil { setFocus(index) }
  }

  /// The pointer is at a point of this view, or left it.
  func hover(at point: CGPoint?) {
    guard isActive else { return }
    hover(
      over: point.flatMap { point in
        tiles.firstIndex { $0.faceFrame.contains($0.convert(point, from: self)) }
      })
  }

  private func hover(over index: Int?) {
    guard index != hovered else { return }
    if let hovered { tiles[hovered].isHovered = false }
    if let index { tiles[index].isHovered = true }
    hovered = index
    window?.stage?.send(.cursor(index == nil ? .arrow : .pointingHand))
  }
}
