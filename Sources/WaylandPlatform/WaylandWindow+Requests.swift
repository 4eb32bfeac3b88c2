import CWayland
import Geometry
import LayerCommit

// What the application and the user want of the window.
extension WaylandWindow {
  /// Does what is a window's to do. Bad sizes count as none.
  package func perform(_ request: SurfaceRequest) {
    guard !isClosed else { return }
    switch request {
    case .title(let title):
      setTitle(title)
    case .cursor(let shape):
      cursor = Cursor(shape)
      connection.updateCursors()
    case .sizeLimits(let minimum, let maximum):
      func whole(_ size: Size?) -> Size {
        Size(wholePoints(size?.width ?? 0), wholePoints(size?.height ?? 0))
      }
      state.setLimits(minimum: whole(minimum), maximum: whole(maximum))
      if !connection.postpone(.sizeLimits, of: self) { send(.sizeLimits) }
    case .fullscreen(true): xdg_toplevel_set_fullscreen(toplevel, nil)
    case .fullscreen(false): xdg_toplevel_unset_fullscreen(toplevel)
    case .maximized(true): xdg_toplevel_set_maximized(toplevel)
    case .maximized(false): xdg_toplevel_unset_maximized(toplevel)
    case .minimize: xdg_toplevel_set_minimized(toplevel)
    case .overlays: break
    }
  }

  func setTitle(_ title: String) {
    guard !isClosed else { return }
    self.title = title
    // A window that is being made is not known there yet.
    if !connection.postpone(.title, of: self) { send(.title) }
  }

  /// Tells the server how things stand.
  func send(_ requests: PostponedRequests) {
    guard !isClosed else { return }
    if requests.contains(.title) {
      xdg_toplevel_set_title(toplevel, fittingMessage(title))
      ownFrame?.refresh(title: title)
    }
    if requests.contains(.sizeLimits) {
      sendSizeLimits()
      commitWithoutFrame()
    }
  }

  /// The server limits the whole window.
  func sendSizeLimits() {
    let extra = state.extraHeight(in: state.acknowledged?.states ?? [])
    func send(_ size: Size, _ request: (OpaquePointer?, Int32, Int32) -> Void) {
      request(toplevel, Int32(size.width), Int32(size.height > 0 ? size.height + extra : 0))
    }
    let limits = [state.minimumSize, state.maximumSize, Size(0, extra)]
    guard limits != sentLimits else { return }
    sentLimits = limits
    send(state.minimumSize, xdg_toplevel_set_min_size)
    send(state.maximumSize, xdg_toplevel_set_max_size)
  }

  // MARK: Parts

  func part(of surface: OpaquePointer) -> WindowPart? {
    surface == self.surface ? .content : ownFrame?.part(of: surface)
  }

  func cursor(over part: WindowPart, at position: Point) -> Cursor {
    switch part {
    case .content: cursor
    case .titleBar: .arrow
    case .strip(let strip):
      ownFrame?.edge(of: strip, at: position).map(Cursor.init(edge:)) ?? .arrow
    }
  }

  /// Something was done to the content.
  func received(_ event: InputEvent) { add(.input(event)) }

  // MARK: The title bar

  var titleBarButtons: [TitleBarLook.Button] {
    TitleBarLook.Button.allCases.filter { button in
      switch button {
      case .minimize: capabilities.contains(.minimize)
      case .maximize: capabilities.contains(.maximize) && state.isResizable
      case .close: true
      }
    }
  }

  /// The pointer, or a finger that acts as one, does something with the title bar. Points of the
  /// bar; `serial` is that of the press.
  func titleBarPointer(_ event: PointerEvent, seat: OpaquePointer, serial: UInt32) {
    guard !isClosed, let ownFrame, let layout = ownFrame.layout else { return }
    var control = ownFrame.control
    var action: TitleBarControl.Action?
    switch event.phase {
    case .entered, .moved: action = control.moved(to: event.position, in: layout)
    case .left: control.left()
    case .pressed(.primary):
      titleBarSerial = serial
      action = control.pressed(at: event.position, time: event.time, in: layout)
    case .pressed(.secondary):
      titleBarSerial = serial
      action = control.pressedSecondary(at: event.position, in: layout)
    case .released(.primary): action = control.released(at: event.position, in: layout)
    case .pressed, .released: break
    }
    ownFrame.control = control
    ownFrame.refresh()
    if let action { perform(action, seat: seat) }
  }

  private func perform(_ action: TitleBarControl.Action, seat: OpaquePointer) {
    switch action {
    case .move: xdg_toplevel_move(toplevel, seat, titleBarSerial)
    case .showMenu(let place):
      guard capabilities.contains(.windowMenu) else { return }
      // The place is relative to the window, of which the bar is the top left.
      xdg_toplevel_show_window_menu(
        toplevel, seat, titleBarSerial, Int32(place.x), Int32(place.y))
    case .toggleMaximized:
      guard titleBarButtons.contains(.maximize) else { return }
      perform(.maximized(!status.isMaximized))
    case .minimize: perform(.minimize)
    case .close: add(.closeRequested)
    }
  }

  /// The user pressed on a strip, at a place in it.
  func resizeByUser(_ strip: WindowStrip, at place: Point, seat: OpaquePointer, serial: UInt32) {
    guard !isClosed, let edge = ownFrame?.edge(of: strip, at: place) else { return }
    xdg_toplevel_resize(toplevel, seat, serial, edge.rawValue)
  }
}
