import Foundation
import Locks

/// Tells the developer about input that was ignored: once per cause, on standard error.
package enum Warnings {
  private struct State {
    var seen: Set<String> = []
    var sink: (@Sendable (String) -> Void)?
  }

  private static let state = Guarded(State())

  /// What a call of `collect` has gathered.
  private final class Collection: Sendable {
    let content = Guarded((seen: Set<String>(), messages: [String]()))
  }

  @TaskLocal private static var collection: Collection?

  /// Says `message` the first time `cause` occurs in this process.
  package static func once(_ cause: String, _ message: @autoclosure () -> String) {
    if let collection {
      let text = message()
      collection.content.withLock {
        if $0.seen.insert(cause).inserted { $0.messages.append(text) }
      }
      return
    }
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

  /// The warnings `body` gives rise to on its own thread, each cause once, instead of saying them.
  /// For tests: others running at the same time are not disturbed.
  package static func collect(_ body: () throws -> Void) rethrows -> [String] {
    let collection = Collection()
    try $collection.withValue(collection) { try body() }
    return collection.content.withLock { $0.messages }
  }
}
