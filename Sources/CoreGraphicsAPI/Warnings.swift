import Foundation
import Synchronization

/// Tells the developer about input that was ignored: once per cause, on standard error.
package enum Warnings {
  private struct State {
    var seen: Set<String> = []
    var sink: (@Sendable (String) -> Void)?
  }

  private static let state = Mutex(State())

  /// Says `message` the first time `cause` occurs in this process.
  package static func once(_ cause: String, _ message: @autoclosure () -> String) {
    let (isNew, sink) = state.withLock { ($0.seen.insert(cause).inserted, $0.sink) }
    guard isNew else { return }
    if let sink {
      sink(message())
    } else {
      FileHandle.standardError.write(Data("compositor: warning: \(message())\n".utf8))
    }
  }

  /// Sends warnings elsewhere, and forgets what was said so that each cause speaks again; nil
  /// restores standard error. For tests.
  package static func redirect(to sink: (@Sendable (String) -> Void)?) {
    state.withLock { $0 = State(sink: sink) }
  }
}
