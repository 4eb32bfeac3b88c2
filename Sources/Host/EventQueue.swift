import LayerCommit

/// Events that wait for the main thread. A main thread that is busy finds what is new, not all it has
/// missed: their number is bounded by what a user does that is not motion.
///
/// An event takes the place of an earlier one that says less, and stands where it came itself:
///
/// | new | replaces | not across |
/// |---|---|---|
/// | tick | the tick that waits | — |
/// | size | the size that waits | — |
/// | motion of the pointer | its last motion | other input than motion |
/// | motion of a finger | its last motion | other input than motion |
/// | scroll | the last scroll of that source, whose distance it adds to its own | the same |
/// | repeat of a held key | its last repeat | the same |
struct EventQueue {
  private(set) var events: [ServerEvent] = []

  var isEmpty: Bool { events.isEmpty }

  mutating func append(_ event: ServerEvent) {
    switch event {
    case .tick:
      events.removeAll { if case .tick = $0 { true } else { false } }
      events.append(event)
    case .configure:
      events.removeAll { if case .configure = $0 { true } else { false } }
      events.append(event)
    case .input(let surface, let input):
      events.append(.input(surface, merged(input)))
    case .animationStarted, .animationFinished, .closeRequested, .windowChanged, .surfaceLost:
      events.append(event)
    }
  }

  /// All events, oldest first, after which there are none.
  mutating func takeAll() -> [ServerEvent] {
    defer { events = [] }
    return events
  }

  /// Takes out what `new` replaces; what stands for both.
  private mutating func merged(_ new: InputEvent) -> InputEvent {
    guard new.isMotion else { return new }
    for index in events.indices.reversed() {
      guard case .input(_, let old) = events[index] else { continue }
      if let both = new.replacing(old) {
        events.remove(at: index)
        return both
      }
      guard old.isMotion else { break }
    }
    return new
  }
}

extension InputEvent {
  /// Says more about what goes on already: a newer event of the kind may stand for it.
  fileprivate var isMotion: Bool {
    switch self {
    case .key(let event): event.isPressed && event.isRepeat
    case .pointer(let event): event.phase == .moved
    case .scroll(let event): !event.isEnd
    case .touch(let event): event.phase == .moved
    }
  }

  /// Both motions in one; nil where they are of different things.
  fileprivate func replacing(_ old: InputEvent) -> InputEvent? {
    switch (self, old) {
    case (.pointer, .pointer(let old)) where old.phase == .moved: return self
    case (.touch(let new), .touch(let old)) where new.id == old.id && old.phase == .moved:
      return self
    case (.key(let new), .key(let old)) where new.keysym == old.keysym && old.isRepeat:
      return self
    case (.scroll(var new), .scroll(let old)) where new.source == old.source && !old.isEnd:
      new.dx += old.dx
      new.dy += old.dy
      return .scroll(new)
    case (.key, _), (.pointer, _), (.scroll, _), (.touch, _): return nil
    }
  }
}
