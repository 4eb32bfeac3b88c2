import Geometry

// MARK: Waiting

extension ScriptedCompositor {
  /// The window that is the `index`-th ever created.
  @discardableResult package func waitForWindow(
    _ index: Int = 0, pump: (() throws -> Void)? = nil
  ) throws -> WindowID {
    let id = WindowID(raw: index)
    return try wait("window \(index)", pump: pump) { $0[id]?.id }
  }

  /// Waits for a frame: a commit that brings a buffer. `count` such have been there before.
  @discardableResult package func waitForCommit(
    _ id: WindowID, after count: Int, pump: (() throws -> Void)? = nil
  ) throws -> Window {
    try wait("frame \(count + 1) of window \(id.raw)", pump: pump) { snapshot in
      snapshot[id].flatMap { $0.frameCount > count ? $0 : nil }
    }
  }

  /// Waits until every client has handled all that was sent to it: each answers a ping. What a
  /// client does of its own accord afterwards is not waited for.
  package func waitForIdle(pump: (() throws -> Void)? = nil) throws {
    try perform { $0.server.pingAll() }
    _ = try wait("the answers to pings", pump: pump) { $0.isWaitingForPong ? nil : true }
  }
}

// MARK: The display

extension ScriptedCompositor {
  /// The display takes a new picture: frames committed before are seen, and their clients learn of
  /// it, frame callbacks last. For stepped pacing. Frozen, it happens unseen.
  ///
  /// `time` is in seconds on the announced clock, by default one step after the vblank before; the
  /// timeline begins at the clock's time when the compositor was made.
  @discardableResult package func vblank(at time: Double? = nil) throws(ScriptError) -> Vblank {
    try perform { loop in
      if case .timed = loop.server.configuration.pacing {
        preconditionFailure("The timer makes the vblanks here.")
      }
      let nanoseconds = time.map { Int64(($0 * 1e9).rounded()) }
      return loop.server.vblank(at: nanoseconds, isSeen: !loop.isFrozen)
    }
  }

  /// The vblanks since the last call, at most the latest 50,000.
  package func takeVblanks() throws(ScriptError) -> [Vblank] {
    try perform { $0.server.takeVblanks() }
  }

  /// Of the latest vblank, or when the compositor was made. Seconds on the announced clock.
  package var displayTime: Double {
    get throws(ScriptError) { try perform { Double($0.server.timeline.time) / 1e9 } }
  }

  /// Changes what can be changed while it runs: pacing, feedback, claims about the display, checks,
  /// and what windows and devices made later are told. Globals stay as they are.
  package func reconfigure(
    _ change: @escaping @Sendable (inout Configuration) -> Void
  ) throws(ScriptError) {
    try perform { loop in
      var new = loop.server.configuration
      change(&new)
      loop.server.configuration = new
      loop.setPacing(new.pacing)
    }
  }

  @discardableResult package func addOutput(
    _ description: OutputDescription
  ) throws(ScriptError) -> OutputID {
    try perform { $0.server.addOutput(description) }
  }

  /// Those that exist, in order.
  package var outputs: [OutputID] {
    get throws(ScriptError) { try perform { $0.server.outputs.map(\.id) } }
  }

  package func updateOutput(
    _ id: OutputID, _ change: @escaping @Sendable (inout OutputDescription) -> Void
  ) throws(ScriptError) {
    try perform { loop throws(ScriptError) in
      let output = try loop.server.output(id)
      var description = output.description
      change(&description)
      output.update(description)
    }
  }

  /// Unplugs it. Windows are told that they have left it, unless the compositor forgets to.
  package func removeOutput(
    _ id: OutputID, tellsWindows: Bool = true
  ) throws(ScriptError) {
    try perform { loop throws(ScriptError) in
      try loop.server.removeOutput(id, tellsWindows: tellsWindows)
    }
  }
}

// MARK: Windows

extension ScriptedCompositor {
  /// Proposes a size in points, zero for the client's choice, and states. Returns the serial.
  @discardableResult package func configure(
    _ id: WindowID, _ width: Double, _ height: Double, states: Set<WindowState> = [.activated]
  ) throws(ScriptError) -> UInt32 {
    try perform { loop throws(ScriptError) in
      try loop.server.window(id).configure(Size(width, height), states: states)
    }
  }

  /// The room there is; tells nothing until the next `configure`.
  package func sendConfigureBounds(
    _ id: WindowID, _ width: Double, _ height: Double
  ) throws(ScriptError) {
    try perform { loop throws(ScriptError) in
      try loop.server.window(id).sendBounds(Size(width, height))
    }
  }

  /// From now on the window takes no part in vblanks: no frame of it is seen, no frame callback
  /// answered, no feedback given.
  package func hide(_ id: WindowID) throws(ScriptError) {
    try perform { loop throws(ScriptError) in try loop.server.window(id).isHidden = true }
  }

  package func show(_ id: WindowID) throws(ScriptError) {
    try perform { loop throws(ScriptError) in try loop.server.window(id).isHidden = false }
  }

  /// As if the user had closed the window.
  package func requestClose(_ id: WindowID) throws(ScriptError) {
    try perform { loop throws(ScriptError) in try loop.server.window(id).sendClose() }
  }

  /// Asks the window's client whether it lives; `Window.unansweredPings` has what it owes.
  package func ping(_ id: WindowID) throws(ScriptError) {
    try perform { loop throws(ScriptError) in try loop.server.window(id).ping() }
  }

  /// Changes who draws the title bar of a window that has asked about it.
  package func decorate(_ id: WindowID, byServer isServerSide: Bool) throws(ScriptError) {
    try perform { loop throws(ScriptError) in
      try loop.server.window(id).decorate(byServer: isServerSide)
    }
  }

  /// Pixels per point times 120, for a window that has asked for a fractional scale, and its
  /// subsurfaces.
  package func preferScale(_ id: WindowID, _ scale120: UInt32) throws(ScriptError) {
    try perform { loop throws(ScriptError) in
      for surface in try loop.server.window(id).surface.tree {
        surface.fractionalScale?.prefer(scale120)
      }
    }
  }

  package func enterOutput(_ id: WindowID, _ output: OutputID) throws(ScriptError) {
    try perform { loop throws(ScriptError) in
      let output = try loop.server.output(output)
      for surface in try loop.server.window(id).surface.tree { surface.enter(output) }
    }
  }

  package func leaveOutput(_ id: WindowID, _ output: OutputID) throws(ScriptError) {
    try perform { loop throws(ScriptError) in
      let output = try loop.server.output(output)
      for surface in try loop.server.window(id).surface.tree { surface.leave(output) }
    }
  }
}
