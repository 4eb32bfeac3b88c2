import CWayland
import Geometry

/// Title bar and resize strips of a window that the server does not decorate.
///
/// A change of size appears together with the content's frame of that size; everything else, such
/// as a button under the pointer, at once.
final class WindowFrame {
  /// All that the picture depends on, apart from where the pointer is.
  struct State: Equatable {
    var content: Size
    var scale: Double
    var title: String
    var states: WindowStates
    var isResizable: Bool
    var buttons: [TitleBarLook.Button]
  }

  private let painter: any TitleBarPainter
  private let bar: ChildSurface
  private let strips: [(strip: WindowStrip, child: ChildSurface)]
  private var shownLook: TitleBarLook?
  private var shownStrips: FrameLayout?
  /// As last shown together with the content.
  private(set) var state: State?
  var control = TitleBarControl()

  init?(parent: OpaquePointer, globals: WaylandGlobals, painter: any TitleBarPainter) {
    self.painter = painter
    guard let bar = ChildSurface(parent: parent, globals: globals) else { return nil }
    self.bar = bar
    var strips: [(WindowStrip, ChildSurface)] = []
    for strip in WindowStrip.allCases {
      guard let child = ChildSurface(parent: parent, globals: globals) else { return nil }
      strips.append((strip, child))
    }
    self.strips = strips
  }

  /// Which part this is the surface of.
  func part(of surface: OpaquePointer) -> WindowPart? {
    if surface == bar.surface { return .titleBar }
    return strips.first { $0.child.surface == surface }.map { .strip($0.strip) }
  }

  var layout: TitleBarLayout? { shownLook?.layout }

  /// The edge meant by a place in a strip.
  func edge(of strip: WindowStrip, at point: Point) -> WindowEdge? {
    shownStrips?.edge(of: strip, at: point)
  }

  /// The content's next frame has this state.
  func prepare(_ state: State) {
    let layout = FrameLayout(content: state.content)
    if state != self.state {
      self.state = state
      bar.setSynchronized(true)
      bar.move(to: layout.titleBar.origin)
      paint(state)
    }
    let isAtEdge = !state.states.isDisjoint(with: .sizeIsImposed)
    showStrips(state.isResizable && !isAtEdge ? layout : nil)
  }

  private func showStrips(_ layout: FrameLayout?) {
    guard layout != shownStrips else { return }
    shownStrips = layout
    for (strip, child) in strips {
      guard let rect = layout?.rect(of: strip) else {
        child.hide()
        continue
      }
      child.move(to: rect.origin)
      child.showTransparent(points: rect.size)
    }
  }

  /// The content's next frame comes without title bar.
  func hide() {
    guard state != nil else { return }
    state = nil
    shownLook = nil
    control = TitleBarControl()
    bar.setSynchronized(true)
    bar.hide()
    showStrips(nil)
  }

  /// Shows the pointer's whereabouts and what is given at once, at the size there is.
  func refresh(
    title: String? = nil, states: WindowStates? = nil, buttons: [TitleBarLook.Button]? = nil
  ) {
    guard var state else { return }
    state.title = title ?? state.title
    state.states = states ?? state.states
    state.buttons = buttons ?? state.buttons
    self.state = state
    guard look(state) != shownLook else { return }
    bar.setSynchronized(false)
    paint(state)
  }

  private func look(_ state: State) -> TitleBarLook {
    TitleBarLook(
      title: state.title,
      layout: TitleBarLayout(width: state.content.width, buttons: state.buttons),
      scale: state.scale, isActive: state.states.contains(.activated),
      isMaximized: state.states.contains(.maximized),
      hasRoundedCorners: state.states.isDisjoint(with: .sizeIsImposed),
      hovered: control.hovered, pressed: control.pressed)
  }

  private func paint(_ state: State) {
    let look = look(state)
    guard look != shownLook else { return }
    shownLook = look
    guard let picture = painter.paint(look), picture.size == look.pixelSize else { return }
    bar.show(picture, points: look.layout.size, scale: look.scale)
  }
}
