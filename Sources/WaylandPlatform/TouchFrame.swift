import LayerCommit

/// The fingers on one wl_touch: collects what they did until the server ends the frame.
///
/// `Place` is whatever says where a finger went down.
struct TouchFrame<Place> {
  struct Change {
    var id: Int32
    var phase: TouchEvent.Phase
    /// Of the surface the finger went down on.
    var place: Place
    var x: Double
    var y: Double
    var stamp: UInt32
    var serial: UInt32
  }

  private var pending: [Change] = []
  /// The last of each finger that is down, in the order they went down.
  private var down: [Change] = []

  /// Whether any finger is down.
  var isEmpty: Bool { down.isEmpty }

  /// A server that reuses a number before the finger is up has lost the end of the first.
  mutating func began(
    id: Int32, place: Place, x: Double, y: Double, stamp: UInt32, serial: UInt32
  ) {
    end(id, .cancelled, stamp: stamp, serial: serial)
    let change = Change(
      id: id, phase: .began, place: place, x: x, y: y, stamp: stamp, serial: serial)
    down.append(change)
    pending.append(change)
  }

  /// Only the last of several moves in a frame counts.
  mutating func moved(id: Int32, x: Double, y: Double, stamp: UInt32) {
    guard let index = down.firstIndex(where: { $0.id == id }) else { return }
    down[index].phase = .moved
    down[index].x = x
    down[index].y = y
    down[index].stamp = stamp
    if let last = pending.lastIndex(where: { $0.id == id }), pending[last].phase == .moved {
      pending[last] = down[index]
    } else {
      pending.append(down[index])
    }
  }

  mutating func ended(id: Int32, stamp: UInt32, serial: UInt32) {
    end(id, .ended, stamp: stamp, serial: serial)
  }

  /// Ends the frame: what happened in it, in order.
  mutating func finish() -> [Change] {
    defer { pending.removeAll(keepingCapacity: true) }
    return pending
  }

  /// wl_touch.cancel, or the device is gone: the end of every finger that was reported down. What
  /// the frame has not reported never happened.
  mutating func cancel() -> [Change] {
    let unseen = Set(pending.filter { $0.phase == .began }.map(\.id))
    // Fingers that ended in this frame are cancelled instead: their end was not reported.
    let ended = pending.filter { $0.phase == .ended && !unseen.contains($0.id) }
    let cancelled = (down.filter { !unseen.contains($0.id) } + ended).map { change in
      var change = change
      change.phase = .cancelled
      return change
    }
    pending.removeAll(keepingCapacity: true)
    down.removeAll(keepingCapacity: true)
    return cancelled
  }

  private mutating func end(
    _ id: Int32, _ phase: TouchEvent.Phase, stamp: UInt32, serial: UInt32
  ) {
    guard let index = down.firstIndex(where: { $0.id == id }) else { return }
    var change = down.remove(at: index)
    change.phase = phase
    change.stamp = stamp
    change.serial = serial
    pending.append(change)
  }
}
