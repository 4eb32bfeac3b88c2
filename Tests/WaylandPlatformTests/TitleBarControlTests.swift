import Geometry
import Testing

@testable import WaylandPlatform

@Suite("Title bar of our own")
struct TitleBarControlTests {
  private let layout = TitleBarLayout(width: 400)
  private let bar = Point(100, 18)

  private func center(_ button: TitleBarLook.Button) throws -> Point {
    try #require(layout.center(of: button))
  }

  @Test(
    "A button acts when it is released where it was pressed",
    arguments: [
      (.minimize, .minimize), (.maximize, .toggleMaximized), (.close, .close),
    ] as [(TitleBarLook.Button, TitleBarControl.Action)])
  func buttons(button: TitleBarLook.Button, action: TitleBarControl.Action) throws {
    var control = TitleBarControl()
    let center = try center(button)
    #expect(control.moved(to: center, in: layout) == nil)
    #expect(control.hovered == button)
    #expect(control.pressed(at: center, time: 1, in: layout) == nil)
    #expect(control.pressed == button)
    #expect(control.released(at: center, in: layout) == action)
    #expect(control.pressed == nil)
    // Let go elsewhere: nothing.
    _ = control.pressed(at: center, time: 2, in: layout)
    #expect(control.moved(to: bar, in: layout) == nil)
    #expect(control.released(at: bar, in: layout) == nil)
  }

  @Test("A drag moves the window once it is more than a shaky click")
  func drags() {
    var control = TitleBarControl()
    #expect(control.pressed(at: bar, time: 1, in: layout) == nil)
    #expect(control.moved(to: bar + Point(3, 0), in: layout) == nil)
    #expect(control.moved(to: bar + Point(3, 3), in: layout) == .move)
    #expect(control.moved(to: bar + Point(30, 3), in: layout) == nil)
    control.left()
    #expect(control.moved(to: bar + Point(90, 3), in: layout) == nil)
  }

  @Test("Two quick clicks in one place toggle; slow, distant or third ones do not")
  func doubleClick() {
    func second(at point: Point, after seconds: Double) -> TitleBarControl.Action? {
      var control = TitleBarControl()
      _ = control.pressed(at: bar, time: 1, in: layout)
      _ = control.released(at: bar, in: layout)
      return control.pressed(at: point, time: 1 + seconds, in: layout)
    }
    #expect(second(at: bar + Point(2, 2), after: 0.3) == .toggleMaximized)
    #expect(second(at: bar, after: 0.5) == nil)
    #expect(second(at: bar, after: -5) == nil)
    #expect(second(at: bar + Point(20, 0), after: 0.3) == nil)
    var control = TitleBarControl()
    let actions = [1, 1.1, 1.2].map { control.pressed(at: bar, time: $0, in: layout) }
    #expect(actions == [nil, .toggleMaximized, nil])
  }

  @Test("The second button opens the window's menu, but not over a button")
  func menu() throws {
    var control = TitleBarControl()
    #expect(control.pressedSecondary(at: bar, in: layout) == .showMenu(bar))
    #expect(control.pressedSecondary(at: try center(.close), in: layout) == nil)
  }

  @Test("Buttons that do not fit or are not wanted are not there, and never overlap the title")
  func narrow() {
    #expect(TitleBarLayout(width: 10).buttons == [])
    #expect(TitleBarLayout(width: 45).buttons == [.close])
    #expect(TitleBarLayout(width: 75).buttons == [.maximize, .close])
    #expect(TitleBarLayout(width: 400, buttons: [.close]).center(of: .minimize) == nil)
    for width in stride(from: 1.0, to: 400, by: 7) {
      let layout = TitleBarLayout(width: width)
      for button in layout.buttons {
        let place = layout.center(of: button) ?? .zero
        #expect(layout.button(at: place) == button)
        #expect(!layout.titleBox.contains(place))
      }
    }
  }
}

@Suite("Surfaces around a window")
struct FrameLayoutTests {
  private let layout = FrameLayout(content: Size(300, 200))

  @Test("The window is the content and the bar above it; strips surround it without overlap")
  func places() {
    let bar = TitleBarLayout.height
    #expect(layout.geometry == Rect(0, -bar, 300, 200 + bar))
    let rects = WindowStrip.allCases.map(layout.rect(of:)) + [layout.geometry]
    let around = layout.geometry.insetBy(-FrameLayout.stripWidth, -FrameLayout.stripWidth)
    let area = rects.reduce(0) { $0 + $1.size.width * $1.size.height }
    #expect(area == around.size.width * around.size.height)
    #expect(rects.allSatisfy { around.union($0) == around })
  }

  @Test(
    "Strips mean their side, and the corner near its ends",
    arguments: [
      (.top, Point(3, 3), .topLeft), (.top, Point(150, 3), .top), (.top, Point(312, 3), .topRight),
      (.bottom, Point(20, 3), .bottomLeft), (.bottom, Point(150, 3), .bottom),
      (.bottom, Point(300, 3), .bottomRight), (.left, Point(3, 5), .topLeft),
      (.left, Point(3, 100), .left), (.left, Point(3, 230), .bottomLeft),
      (.right, Point(3, 5), .topRight), (.right, Point(3, 100), .right),
      (.right, Point(3, 230), .bottomRight),
    ] as [(WindowStrip, Point, WindowEdge)])
  func edges(strip: WindowStrip, point: Point, edge: WindowEdge) {
    #expect(layout.edge(of: strip, at: point) == edge)
  }
}
