import Locks

/// Connects the render thread, which exists first, to the run loop's source.
final class EventSignal: Sendable {
  private struct State {
    var signal: RunLoopSignal?
    var isPending = false
  }

  private let state = Guarded(State())

  func signal() {
    let signal = state.withLock { state in
      state.isPending = state.signal == nil
      return state.signal
    }
    signal?.signal()
  }

  /// Passes on signals from now on, and one for those that came before.
  func connect(_ signal: RunLoopSignal) {
    let isPending = state.withLock { state in
      state.signal = signal
      return state.isPending
    }
    if isPending { signal.signal() }
  }
}
