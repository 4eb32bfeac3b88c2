import CoreGraphicsAPI
import Geometry
import LayerCommit
import QuartzCore
import Testing

@testable import Host
@testable import LayerStage
@testable import ScriptedCompositor
@testable import WaylandPlatform

extension ScriptedCompositor {
  /// The surfaces of a window with our own title bar, bottom to top.
  fileprivate enum Part: Int {
    case content, titleBar, top, bottom, left, right
  }

  fileprivate func pointerEnter(_ id: WindowID, _ part: Part, at point: Point) throws {
    try perform { loop throws(ScriptError) in
      let tree = try loop.server.window(id).surface.tree
      loop.server.seat?.pointerEnter(tree[part.rawValue], at: point)
      loop.server.seat?.pointerFrame()
    }
  }

  fileprivate func touchDown(
    _ finger: Int32, _ id: WindowID, _ part: Part, at point: Point, time: UInt32
  ) throws {
    try perform { loop throws(ScriptError) in
      let tree = try loop.server.window(id).surface.tree
      loop.server.seat?.touchDown(finger, tree[part.rawValue], at: point, time: time)
      loop.server.seat?.touchFrame()
    }
  }

  /// Points of the surfaces that are shown, content first.
  fileprivate func sizes(of id: WindowID) throws -> [Size] {
    try perform { loop throws(ScriptError) in
      try loop.server.window(id).surface.tree.map { $0.size ?? .zero }
    }
  }
}

@Suite("A title bar of our own", .serialized)
@MainActor
struct DecorationTests {
  private let bar = TitleBarLayout.height

  private func start(
    _ decoration: ScriptedCompositor.Decoration = .none, width: CGFloat = 240, scale: UInt32 = 120
  ) throws -> PacingWindow {
    let window = try PacingWindow(size: CGSize(width: width, height: 100)) {
      $0.decoration = decoration
      $0.scale120 = scale
    }
    let box = window.addBox(
      CGRect(x: 10, y: 10, width: 30, height: 20), CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    try window.start()
    window.keepMoving(box)
    try window.turn()
    return window
  }

  private func milliseconds(_ window: PacingWindow) -> UInt32 {
    UInt32(truncatingIfNeeded: Int(window.time * 1000))
  }

  private func center(_ button: TitleBarLook.Button, _ window: PacingWindow) throws -> Point {
    try #require(TitleBarLayout(width: Double(window.stage.size.width)).center(of: button))
  }

  @Test("It moves, maximizes, minimizes and closes by the pointer")
  func pointer() throws {
    let window = try start()
    let compositor = window.compositor
    var closes = 0
    window.stage.onCloseRequest = {
      closes += 1
      return false
    }
    var inputs = 0
    window.stage.onInput = { _ in
      inputs += 1
      return false
    }
    func press(_ isPressed: Bool) throws {
      try compositor.pointerButton(isPressed: isPressed, time: milliseconds(window))
      try window.settle()
    }
    func click(_ point: Point) throws {
      try compositor.pointerMotion(to: point, time: milliseconds(window))
      try press(true)
      try press(false)
    }
    try compositor.pointerEnter(window.id, .titleBar, at: Point(60, 10))
    // A drag.
    try press(true)
    try compositor.pointerMotion(to: Point(90, 14), time: milliseconds(window))
    try press(false)
    #expect(try window.window().requests == [.move])
    try window.move(to: window.time + 1)
    // A double click, and another to return.
    for _ in 0..<2 {
      try click(Point(60, 12))
      try window.move(to: window.time + 0.1)
      try click(Point(61, 12))
      try window.move(to: window.time + 1)
      try window.step()
      try window.step()
    }
    #expect(try window.window().requests == [.move, .maximize, .unmaximize])
    #expect(try window.window().size == Size(240, 100))
    try click(try center(.minimize, window))
    try click(try center(.maximize, window))
    try window.step()
    #expect(try window.window().requests.suffix(2) == [.minimize, .maximize])
    #expect(try window.window().size == Size(1920, 1080 - bar))
    try click(try center(.close, window))
    try window.turn()
    #expect(closes == 1 && inputs == 0)
    #expect(try window.window().stretchedFrames == [])
    try window.close()
  }

  @Test("It does the same for a finger")
  func touch() throws {
    let window = try start()
    let compositor = window.compositor
    var closes = 0
    window.stage.onCloseRequest = {
      closes += 1
      return false
    }
    func down(_ point: Point) throws {
      try compositor.touchDown(1, window.id, .titleBar, at: point, time: milliseconds(window))
      try window.settle()
    }
    func up() throws {
      try compositor.touchUp(1, time: milliseconds(window))
      try window.settle()
    }
    try down(Point(60, 10))
    try compositor.touchMotion(1, to: Point(80, 30), time: milliseconds(window))
    try up()
    #expect(try window.window().requests == [.move])
    try window.move(to: window.time + 1)
    for _ in 0..<2 {
      try down(Point(60, 10))
      try up()
      try window.move(to: window.time + 0.1)
    }
    try window.step()
    #expect(try window.window().requests == [.move, .maximize])
    try window.step()
    try down(try center(.close, window))
    try up()
    try window.turn()
    #expect(closes == 1)
    // A finger that leaves the button changes its mind.
    try down(try center(.close, window))
    try compositor.touchMotion(1, to: Point(20, 10), time: milliseconds(window))
    try up()
    try window.turn()
    #expect(closes == 1)
    try window.close()
  }

  @Test("The strips around the window resize it, unless its size is not the user's to choose")
  func edges() throws {
    let window = try start()
    let compositor = window.compositor
    let places: [(ScriptedCompositor.Part, Point, WindowEdge)] = [
      (.top, Point(2, 2), .topLeft), (.top, Point(128, 2), .top), (.top, Point(254, 2), .topRight),
      (.left, Point(2, 70), .left), (.right, Point(2, 70), .right),
      (.bottom, Point(2, 2), .bottomLeft), (.bottom, Point(128, 2), .bottom),
      (.bottom, Point(254, 2), .bottomRight),
    ]
    for (part, point, edge) in places {
      try compositor.pointerEnter(window.id, part, at: point)
      try compositor.pointerButton(isPressed: true)
      try compositor.pointerButton(isPressed: false)
      try window.settle()
      #expect(try window.window().requests.last == .resize(edges: edge.rawValue))
    }
    #expect(try window.window().requests.count == places.count)
    try compositor.configure(window.id, 300, 200, states: [.activated, .maximized])
    try window.settle()
    for _ in 0..<2 { try window.step() }
    #expect(try compositor.sizes(of: window.id) == [Size(300, 200 - bar), Size(300, bar)])
    window.stage.send(.sizeLimits(minimum: Size(50, 50), maximum: Size(50, 50)))
    try window.step()
    try compositor.configure(window.id, 0, 0)
    try window.settle()
    for _ in 0..<2 { try window.step() }
    #expect(try compositor.sizes(of: window.id).count == 2)
    try window.close()
  }

  @Test(
    "While the window is resized each picture has a title bar as wide as the content",
    arguments: [true, false])
  func resize(answers: Bool) throws {
    let window = try start(scale: 180)
    var widths: Set<Double> = []
    for step in 0..<40 {
      try window.compositor.configure(
        window.id, Double(200 + step * 13 % 150), Double(120 + step), states: [.resizing])
      // At the vblank, and whenever something was committed before it.
      for _ in 0..<4 {
        try window.move(to: window.time + window.interval / 5)
        if answers { try window.turn() }
        let sizes = try window.compositor.sizes(of: window.id)
        #expect(sizes[1] == Size(sizes[0].width, bar))
        #expect(
          try window.window().geometry
            == PixelRect(0, -Int(bar), Int(sizes[0].width), Int(sizes[0].height + bar)))
        widths.insert(sizes[0].width)
      }
      try window.vblank(at: window.time + window.interval / 5)
    }
    #expect(widths.count >= (answers ? 30 : 5))
    #expect(try window.window().stretchedFrames == [])
    try window.close()
  }

  @Test("It is gone while the window fills the screen")
  func fullscreen() throws {
    let window = try start()
    window.stage.send(.fullscreen(true))
    for _ in 0..<3 { try window.step() }
    #expect(try window.compositor.sizes(of: window.id) == [Size(1920, 1080)])
    #expect(try window.window().geometry == PixelRect(0, 0, 1920, 1080))
    window.stage.send(.fullscreen(false))
    for _ in 0..<3 { try window.step() }
    let sizes = try window.compositor.sizes(of: window.id)
    #expect(sizes.prefix(2) == [Size(240, 100), Size(240, bar)])
    #expect(try window.window().stretchedFrames == [])
    try window.close()
  }

  @Test(
    "It comes and goes when the desktop changes its mind",
    arguments: [Size.zero, Size(260, 150)])
  func modeChanges(proposed: Size) throws {
    let window = try PacingWindow(size: CGSize(width: 240, height: 100)) {
      $0.initialSize = proposed
    }
    // Nothing else asks for a frame.
    try window.start()
    let whole = proposed == .zero ? Size(240, 100) : proposed
    #expect(try window.compositor.sizes(of: window.id) == [whole])
    for isServers in [false, true, false] {
      try window.compositor.decorate(window.id, byServer: isServers)
      try window.settle()
      for _ in 0..<2 { try window.step() }
      let sizes = try window.compositor.sizes(of: window.id)
      let content = Size(whole.width, whole.height - (isServers || proposed == .zero ? 0 : bar))
      #expect(sizes[0] == content)
      #expect(isServers ? sizes.count == 1 : sizes[1] == Size(content.width, bar))
      #expect(window.stage.size == CGSize(width: content.width, height: content.height))
    }
    #expect(try window.window().stretchedFrames == [])
    try window.close()
  }

  @Test("Title, activity and the pointer show in the bar at once, without a frame of the content")
  func looks() throws {
    let window = try PacingWindow(size: CGSize(width: 420, height: 100)) { $0.decoration = .client }
    try window.start()
    let before = try window.window().frameCount
    var pictures = [try window.compositor.pixels(of: window.id)]
    window.stage.send(.title("Another title"))
    try window.turn()
    pictures.append(try window.compositor.pixels(of: window.id))
    try window.compositor.configure(window.id, 0, 0, states: [])
    try window.settle()
    pictures.append(try window.compositor.pixels(of: window.id))
    try window.compositor.pointerEnter(window.id, .titleBar, at: try center(.close, window))
    try window.settle()
    pictures.append(try window.compositor.pixels(of: window.id))
    #expect(Set(pictures).count == 4)
    #expect(try window.window().frameCount == before)
    try window.close()
  }
}
