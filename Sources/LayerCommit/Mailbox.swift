import Synchronization

/// Values handed from one thread to another, in order.
///
/// The lock is held only to move values: never while a value is used and never across a callback,
/// so neither side can stop the other.
package final class Mailbox<Element: Sendable>: Sendable {
  private let stored = Mutex<[Element]>([])

  package init() {}

  /// Adds a value. True when the mailbox was empty before, that is when the reader must be woken.
  @discardableResult
  package func put(_ element: sending Element) -> Bool {
    let element = consume element
    return stored.withLock { values in
      values.append(element)
      return values.count == 1
    }
  }

  /// Everything that has arrived since the last call, oldest first.
  package func takeAll() -> [Element] {
    stored.withLock { values in
      let taken = values
      values = []
      return taken
    }
  }

  package var isEmpty: Bool { stored.withLock { $0.isEmpty } }
}

/// Commits on their way from the application to the render thread.
package typealias CommitMailbox = Mailbox<Commit>
