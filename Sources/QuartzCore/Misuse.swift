import Locks

private let misuseHandler = Guarded<(@Sendable (String) -> Void)?>(nil)

/// Reports an error of the program on which Apple's framework raises an exception: stops the
/// process with `message`, unless a test has replaced the handler. Callers leave the state as it
/// was when it returns.
package func misuse(_ message: String) {
  guard let handler = misuseHandler.withLock({ $0 }) else { fatalError(message) }
  handler(message)
}

/// Takes the place of the trap in `misuse(_:)`; nil restores it. For tests.
package func replaceMisuseHandler(_ handler: (@Sendable (String) -> Void)?) {
  misuseHandler.withLock { $0 = handler }
}
