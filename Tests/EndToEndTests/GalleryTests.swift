@testable import Demos
import CoreGraphics
import Geometry
import LayerCommit
import QuartzCore
import Testing
import UIKit

@testable import LayerStage

/// What a user does in the gallery, and what becomes of the tiles meanwhile.
@MainActor @Suite("Gallery", .serialized)
struct GalleryTests {
  enum Way: String, CaseIterable, Sendable {
    case click, tap, enter, space, tab

    /// Opens the second tile.
    @MainActor func open(in shown: ShownDemo) throws {
      let place = try shown.tile("spring-lab")
      switch self {
      case .click: shown.click(place)
      case .tap: shown.tap(place)
      case .enter:
        shown.type(Key.right)
        shown.type(Key.right)
        shown.type(Key.enter)
      case .space:
        shown.type(Key.down)
        shown.type(Key.right)
        shown.type(Key.space, " ")
      case .tab:
        shown.type(Key.tab)
        shown.type(Key.tab)
        shown.type(Key.enter)
      }
    }
  }

  @Test("A tile opens into its page, which fills the window", arguments: Way.allCases)
  func opens(way: Way) throws {
    let shown = try ShownDemo("gallery")
    defer { shown.close() }
    try way.open(in: shown)
    let page = try #require(try shown.gallery.page)
    #expect(page.controller.demo.name == "spring-lab")
    shown.advance(by: 1)
    #expect(try shown.gallery.gallery.isCovered)
    let presented = try #require(page.container.layer.presentation())
    #expect(presented.frame == CGRect(x: 0, y: 0, width: 880, height: 560))
  }

  @Test("An opening page grows from its tile")
  func grows() throws {
    let shown = try ShownDemo("gallery")
    defer { shown.close() }
    let tile = try shown.gallery.gallery.tile("spring-lab")
    let face = tile.convert(tile.faceFrame, to: nil)
    try shown.gallery.open(1)
    shown.stage.commit()
    let container = try #require(try shown.gallery.page).container
    var width = face.width
    let first = try #require(container.layer.presentation()).frame
    #expect(abs(first.minX - face.minX) < 1e-6)
    #expect(abs(first.width - face.width) < 1e-6)
    for _ in 0..<6 {
      shown.advance(by: 0.05)
      let next = try #require(container.layer.presentation()).frame.width
      #expect(next > width)
      width = next
    }
  }

  @Test("Escape closes the page, and the next one the window")
  func escape() throws {
    let shown = try ShownDemo("gallery")
    defer { shown.close() }
    shown.click(try shown.tile("carousel"))
    shown.advance(by: 1)
    shown.type(Key.escape)
    shown.advance(by: 1)
    #expect(try shown.gallery.page == nil)
    #expect(try !shown.gallery.gallery.isCovered)
    #expect(shown.stage.ending == nil)
    shown.type(Key.escape)
    #expect(shown.stage.ending == .closed)
  }

  @Test("A page that is closed while it opens goes back, and another one may open meanwhile")
  func interrupted() throws {
    let shown = try ShownDemo("gallery")
    defer { shown.close() }
    let gallery = try shown.gallery
    shown.click(try shown.tile("carousel"))
    shown.advance(by: 0.15)
    shown.type(Key.escape)
    shown.advance(by: 0.05)
    #expect(gallery.page == nil)
    shown.click(try shown.tile("keyframes"))
    shown.advance(by: 1)
    #expect(gallery.page?.controller.demo.name == "keyframes")
    #expect(gallery.gallery.isCovered)
    #expect(gallery.gallery.subviews.count { $0 is PageContainer } == 1)
  }

  @Test("The close button closes the page", arguments: [Way.click, .tap])
  func closeButton(way: Way) throws {
    let shown = try ShownDemo("gallery")
    defer { shown.close() }
    shown.click(try shown.tile("carousel"))
    shown.advance(by: 1)
    let page = try #require(try shown.gallery.page).controller.page
    let button = try #require(page.closeButton)
    let frame = button.convert(button.bounds, to: nil)
    let place = CGPoint(x: frame.midX, y: frame.midY)
    if way == .tap { shown.tap(place) } else { shown.click(place) }
    #expect(try shown.gallery.page == nil)
  }

  @Test("Covered tiles stand still and go on where they stood")
  func pausing() throws {
    let shown = try ShownDemo("gallery")
    defer { shown.close() }
    let scene = try shown.gallery.gallery.tile("carousel").scene
    let panel = try #require(firstAnimated(in: scene.layer))
    func angle() throws -> Double {
      let presented = try #require(panel.presentation()).transform
      let served = try #require(try shown.stage.serverValues(of: panel)).transform
      #expect(abs(served.r0.x - Double(presented.m11)) < 1e-9)
      return atan2(-Double(presented.m13), Double(presented.m11))
    }
    // A turn takes 12 s.
    func turn(from a: Double, to b: Double) -> Double {
      (b - a + 2 * .pi).truncatingRemainder(dividingBy: 2 * .pi) / (2 * .pi) * 12
    }
    let running = try angle()
    shown.advance(by: 0.5)
    #expect(abs(turn(from: running, to: try angle()) - 0.5) < 1e-6)

    try shown.gallery.open(0)
    shown.advance(by: 0.5)
    #expect(scene.isPaused)
    let paused = try angle()
    shown.advance(by: 3)
    #expect(abs(try angle() - paused) < 1e-9)

    shown.type(Key.escape)
    #expect(!scene.isPaused)
    #expect(abs(try angle() - paused) < 1e-9, "no jump")
    shown.advance(by: 0.25)
    #expect(abs(turn(from: paused, to: try angle()) - 0.25) < 1e-6)
  }

  private func firstAnimated(in layer: CALayer) -> CALayer? {
    if layer.animationKeys() != nil { return layer }
    for sublayer in layer.sublayers ?? [] {
      if let found = firstAnimated(in: sublayer) { return found }
    }
    return nil
  }

  @Test("Tiles out of sight stand still; the wheel and dragging bring them in")
  func scrolling() throws {
    let shown = try ShownDemo("gallery", size: CGSize(width: 420, height: 300))
    defer { shown.close() }
    let gallery = try shown.gallery.gallery
    let first = try gallery.tile("property-animations").scene
    let last = try gallery.tile("main-thread-stall").scene
    #expect(!first.isPaused)
    #expect(last.isPaused)

    shown.send(
      .scroll(
        ScrollEvent(
          source: .wheel, dx: 0, dy: 60, position: Point(200, 150),
          time: CACurrentMediaTime())))
    #expect(gallery.offset == 60)
    shown.send(
      .scroll(
        ScrollEvent(
          source: .wheel, dx: 0, dy: 1e6, position: Point(200, 150),
          time: CACurrentMediaTime())))
    #expect(first.isPaused)
    #expect(!last.isPaused)

    let end = gallery.offset
    for (index, y) in [100.0, 120, 160, 200].enumerated() {
      shown.send(
        .touch(
          TouchEvent(
            id: 1, phase: index == 0 ? .began : .moved, position: Point(200, y),
            time: CACurrentMediaTime())))
      shown.advance(by: 1.0 / 60)
    }
    #expect(gallery.offset == end - 100)
    #expect(try shown.gallery.page == nil, "a drag is no tap")
  }

  @Test("The focus is revealed by keys and scrolls into sight")
  func focus() throws {
    let shown = try ShownDemo("gallery", size: CGSize(width: 420, height: 300))
    defer { shown.close() }
    let gallery = try shown.gallery.gallery
    #expect(gallery.focus == nil)
    for _ in gallery.tiles { shown.type(Key.tab) }
    #expect(gallery.focus == gallery.tiles.count - 1)
    let tile = try #require(gallery.tiles.last)
    #expect(tile.hasFocusRing)
    #expect(gallery.bounds.contains(tile.convert(tile.bounds, to: gallery)))
    shown.type(Key.tab)
    #expect(gallery.focus == 0)
    #expect(gallery.offset == 0)
  }

  @Test("The pointer lifts a tile and shows a hand over it")
  func hover() throws {
    let shown = try ShownDemo("gallery")
    defer { shown.close() }
    let tile = try shown.gallery.gallery.tile("keyframes")
    shown.point(to: try shown.tile("keyframes"), .entered)
    #expect(tile.isHovered)
    #expect(requests(shown).last == .cursor(.pointingHand))
    shown.point(to: CGPoint(x: 5, y: 5))
    #expect(!tile.isHovered)
    #expect(requests(shown).last == .cursor(.arrow))
  }

  @Test("F shows and hides the frame rate, in the gallery and on a page")
  func frameRate() throws {
    let shown = try ShownDemo("gallery")
    defer { shown.close() }
    shown.type(Key.f, "f")
    #expect(requests(shown).last == .overlays(.fps))
    try shown.gallery.open(0)
    shown.advance(by: 1)
    shown.type(Key.f, "f")
    #expect(requests(shown).last == .overlays([]))
  }

  private func requests(_ shown: ShownDemo) -> [SurfaceRequest] {
    shown.stage.commits.flatMap(\.ops).compactMap { op in
      if case .request(let request) = op { request } else { nil }
    }
  }

  @Test(
    "A closed page lets go of its views, layers and links", arguments: DemoCatalog.tiles.indices)
  func release(index: Int) throws {
    let shown = try ShownDemo("gallery")
    defer { shown.close() }
    weak var controller: DemoPageController?
    weak var scene: SceneView?
    weak var layer: CALayer?
    try shown.gallery.open(index)
    controller = try shown.gallery.page?.controller
    scene = controller?.page.scene
    layer = scene?.layer
    shown.advance(by: 1)
    #expect(scene != nil)
    shown.type(Key.escape)
    shown.advance(by: 1)
    #expect(controller == nil)
    #expect(scene == nil)
    #expect(layer == nil)
  }

  @Test("A closed window lets go of all of it")
  func releaseAll() throws {
    weak var gallery: GalleryView?
    do {
      let shown = try ShownDemo("gallery")
      gallery = try shown.gallery.gallery
      try shown.gallery.open(8)
      shown.advance(by: 0.2)
      shown.close()
    }
    #expect(gallery == nil)
  }

  @Test("Another size lays out anew and restarts nothing", arguments: ["carousel", "gallery"])
  func resizing(name: String) throws {
    let shown = try ShownDemo(name)
    defer { shown.close() }
    let view = try #require(shown.window.rootViewController?.view)
    let panel = try #require(firstAnimated(in: view.layer))
    let key = try #require(panel.animationKeys()?.first)
    let before = panel.animation(forKey: key)
    shown.advance(by: 0.3)
    shown.window.frame = CGRect(x: 0, y: 0, width: 1200, height: 700)
    shown.stage.commit()
    #expect(view.bounds.size == CGSize(width: 1200, height: 700))
    #expect(panel.animation(forKey: key) === before)
    if name == "gallery" {
      let tiles = try shown.gallery.gallery.tiles
      let layout = GalleryLayout(count: tiles.count, size: CGSize(width: 1200, height: 700))
      #expect(tiles.map(\.frame.minX) == layout.faces.map(\.minX))
    }
  }
}

@Suite("Gallery layout")
struct GalleryLayoutTests {
  @Test(
    "Tiles lie beside each other within the window, or below each other where it scrolls",
    arguments: [
      CGSize(width: 880, height: 560), CGSize(width: 1280, height: 720),
      CGSize(width: 1920, height: 1080), CGSize(width: 400, height: 900),
      CGSize(width: 420, height: 300), CGSize(width: 1600, height: 420),
      CGSize(width: 276, height: 165), CGSize(width: 700, height: 700),
    ])
  func places(size: CGSize) {
    let layout = GalleryLayout(count: 9, size: size)
    #expect(layout.faces.count == 9)
    let content = CGRect(
      x: 0, y: 0, width: size.width, height: max(size.height, layout.contentHeight))
    let blocks =
      layout.faces.map {
        CGRect(
          x: $0.minX, y: $0.minY, width: $0.width, height: $0.height + GalleryLayout.labelHeight)
      } + [layout.heading]
    for (index, block) in blocks.enumerated() {
      #expect(content.contains(block))
      // Blocks may touch.
      let inside = block.insetBy(dx: 0.5, dy: 0.5)
      for other in blocks[..<index] { #expect(!inside.intersects(other)) }
    }
    #expect(Set(layout.faces.map(\.size.width)).count == 1)
  }

  @Test("Nine tiles are three by three beside the heading in a window of the usual shape")
  func usual() {
    for size in [CGSize(width: 880, height: 560), CGSize(width: 1280, height: 720)] {
      let layout = GalleryLayout(count: 9, size: size)
      #expect(layout.columns == 3)
      #expect(layout.headingIsBeside)
      #expect(layout.contentHeight == size.height)
    }
  }

  @Test("A window with no room has no tiles")
  func nothing() {
    #expect(GalleryLayout(count: 9, size: CGSize(width: 20, height: 20)).faces.isEmpty)
    #expect(GalleryLayout(count: 9, size: .zero).faces.isEmpty)
  }
}
