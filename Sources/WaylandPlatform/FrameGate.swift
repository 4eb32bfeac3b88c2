/// Decides when the next frame may be drawn: after the server's callback for the last one.
///
/// ```
/// prepare ──▶ commit ──────▶ callback      callbackFired opens the gate
///    └──────▶ no commit ─▶ prepare         the request rides on the next commit
/// ```
struct FrameGate {
  enum Phase: Equatable {
    /// Nothing is requested.
    case open
    /// The request went out, but no commit followed; the next one carries it.
    case riding
    /// Requested and committed.
    case awaitingCallback
  }

  enum Action: Equatable { case none, requestCallback }

  private(set) var phase = Phase.open

  var isOpen: Bool {
    switch phase {
    case .open, .riding: true
    case .awaitingCallback: false
    }
  }

  /// A commit is about to be made. A frame drawn without waiting shares the outstanding callback.
  mutating func prepare() -> Action {
    switch phase {
    case .open:
      phase = .awaitingCallback
      return .requestCallback
    case .riding, .awaitingCallback:
      phase = .awaitingCallback
      return .none
    }
  }

  /// The commit was not made after all.
  mutating func notCommitted() {
    switch phase {
    case .awaitingCallback: phase = .riding
    case .open, .riding: break
    }
  }

  mutating func callbackFired() {
    phase = .open
  }
}
