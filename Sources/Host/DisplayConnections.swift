import WaylandPlatform

/// What time it is for a surface: media time, or a time that a test sets.
package typealias RenderClock = DisplayClock

extension DisplayClock {
  /// Moves a clock that stands to `time`, in seconds, and lets what is due happen.
  package func move(to time: Double) {
    stand(at: time)
    RenderThread.shared.wake()
  }
}

/// The connections to display servers: one for each display's name and clock, shared by the windows
/// there. Lives on the render thread.
struct DisplayConnections {
  private var open: [(name: String?, connection: WaylandConnection)] = []

  /// - Parameter name: As for `WaylandConnection`.
  mutating func connection(
    to name: String?, clock: DisplayClock
  ) throws(WaylandError) -> WaylandConnection {
    for entry in open
    where entry.name == name && entry.connection.clock === clock && entry.connection.isAlive {
      return entry.connection
    }
    let connection = try WaylandConnection(
      displayName: name, clock: clock, titleBarPainter: TitleBarDrawing(),
      warn: { HostLog.warn($0) })
    open.append((name, connection))
    return connection
  }

  /// Lets what is due by itself happen, such as the repeat of a held key.
  func fireDue() {
    for entry in open { entry.connection.fireDue(now: entry.connection.clock.now) }
  }

  /// Calls `body` with the media time at which `fireDue` has something to do, for each connection.
  func forEachDue(_ body: (Double, DisplayClock) -> Void) {
    for entry in open { body(entry.connection.nextDue, entry.connection.clock) }
  }

  /// Ends the connections that nobody uses.
  mutating func keep(where isUsed: (WaylandConnection) -> Bool) {
    open.removeAll { !isUsed($0.connection) }
  }

  /// Writes what was requested, sleeps until something happens but at most for `seconds`, and reads.
  /// Appends the connections that were lost, each once.
  mutating func sleep(
    _ waiter: inout Waiter, seconds: Double,
    lost: inout [(connection: WaylandConnection, error: WaylandError)]
  ) {
    for index in open.indices where !open[index].connection.beginRead() {
      // Events that were read already must be handled before sleeping.
      for begun in open[..<index] { finish(begun.connection, readable: false, lost: &lost) }
      return
    }
    var limit = seconds
    waiter.removeDisplays()
    for entry in open {
      do throws(WaylandError) {
        try entry.connection.flush()
      } catch {
        lost.append((entry.connection, error))
        limit = 0
      }
      waiter.add(
        display: entry.connection.fileDescriptor, writing: entry.connection.isFlushPending)
    }
    waiter.wait(seconds: limit)
    for (index, entry) in open.enumerated() {
      finish(entry.connection, readable: waiter.isReadable(display: index), lost: &lost)
    }
  }

  private func finish(
    _ connection: WaylandConnection, readable: Bool,
    lost: inout [(connection: WaylandConnection, error: WaylandError)]
  ) {
    do throws(WaylandError) {
      try connection.endRead(readable: readable)
    } catch {
      lost.append((connection, error))
    }
  }
}
