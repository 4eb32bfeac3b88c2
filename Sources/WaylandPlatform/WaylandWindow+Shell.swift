import CWayland
import Geometry
import LayerCommit

// What the server decides about the window: its size, its state and its scale.
extension WaylandWindow {
  fileprivate func configured(serial: UInt32) {
    let new = state.configure(serial: serial)
    add(
      .configure(
        size: new.size, scale: scaleState.scale, serial: serial, states: new.states))
    var status = status
    status.isActivated = new.states.contains(.activated)
    status.isMaximized = new.states.contains(.maximized)
    status.isFullscreen = new.states.contains(.fullscreen)
    setStatus(status)
    updateVisibility(hasOutputs: !connection.outputScales.isEmpty)
  }

  /// Nobody sees a window without outputs.
  private func updateVisibility(hasOutputs: Bool) {
    var status = status
    status.isVisible = hasOutputs
    setStatus(status)
  }

  private func entered(_ output: OpaquePointer) {
    scaleState.enter(output)
    outputsChanged(connection.outputScales)
  }

  func left(_ output: OpaquePointer) {
    scaleState.leave(output)
    outputsChanged(connection.outputScales)
  }

  func outputsChanged(_ outputs: [(output: OpaquePointer, scale: Int)]) {
    follow(scaleState.update(outputs: outputs))
    if state.isConfigured { updateVisibility(hasOutputs: !outputs.isEmpty) }
  }

  private func follow(_ action: ScaleState<OpaquePointer>.Action) {
    switch action {
    case .none: break
    case .changed(let scale):
      if state.isConfigured { add(.scaleChanged(scale)) }
      connection.updateCursors()
    }
  }

  /// The numbers in an array of the protocol.
  ///
  /// Safety: the array holds 32-bit numbers and lives until the callback returns.
  private static func numbers(in list: UnsafeMutablePointer<wl_array>?) -> [UInt32] {
    let bytes = UnsafeRawBufferPointer(start: list?.pointee.data, count: list?.pointee.size ?? 0)
    return Array(bytes.bindMemory(to: UInt32.self))
  }

  nonisolated(unsafe) static let surfaceListener: UnsafePointer<wl_surface_listener> = {
    var table = wl_surface_listener()
    table.enter = { data, _, output in
      let window: WaylandWindow = owner(data)
      // The output is nil when it was destroyed while the event was on its way.
      if let output { window.entered(output) }
    }
    table.leave = { data, _, output in
      let window: WaylandWindow = owner(data)
      if let output { window.left(output) }
    }
    return permanentTable(table)
  }()

  nonisolated(unsafe) static let shellSurfaceListener = permanentTable(
    xdg_surface_listener(configure: { data, _, serial in
      let window: WaylandWindow = owner(data)
      window.configured(serial: serial)
    }))

  nonisolated(unsafe) static let toplevelListener = permanentTable(
    xdg_toplevel_listener(
      configure: { data, _, width, height, list in
        let window: WaylandWindow = owner(data)
        var states: WindowStates = []
        for value in numbers(in: list) { states.insert(protocolValue: value) }
        window.state.propose(width: width, height: height, states: states)
      },
      close: { data, _ in
        let window: WaylandWindow = owner(data)
        window.add(.closeRequested)
      },
      configure_bounds: { data, _, width, height in
        let window: WaylandWindow = owner(data)
        window.state.proposeBounds(width: width, height: height)
      },
      wm_capabilities: { data, _, list in
        let window: WaylandWindow = owner(data)
        window.capabilities = []
        for value in numbers(in: list) { window.capabilities.insert(protocolValue: value) }
      }))

  nonisolated(unsafe) static let decorationListener = permanentTable(
    zxdg_toplevel_decoration_v1_listener(configure: { data, _, mode in
      let window: WaylandWindow = owner(data)
      let isServers = mode == ZXDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE.rawValue
      window.state.proposeDecoration(byServer: isServers)
    }))

  nonisolated(unsafe) static let fractionalScaleListener = permanentTable(
    wp_fractional_scale_v1_listener(preferred_scale: { data, _, parts in
      let window: WaylandWindow = owner(data)
      window.follow(window.scaleState.prefer(parts))
    }))

  nonisolated(unsafe) static let frameListener = permanentTable(
    wl_callback_listener(done: { data, _, _ in
      let window: WaylandWindow = owner(data)
      window.frameCallbackFired()
    }))
}
