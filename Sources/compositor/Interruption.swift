import Dispatch
import Foundation

/// Ctrl-C and termination: the work in hand ends, files already written stay, windows close.
@MainActor
enum Interruption {
  /// The signal that arrived.
  private(set) static var signalNumber: Int32?
  /// 128 plus the signal, as shells expect; nil when none arrived or when stopping is what a window
  /// is for.
  private(set) static var exitCode: Int32?

  static var isRequested: Bool { signalNumber != nil }

  /// Watches from now on. Call before other threads are made: they inherit the signal mask.
  ///
  /// The signals are blocked and waited for on a thread of their own. A handler, or a dispatch
  /// source, could lose one that arrives while it is being set up.
  ///
  /// - Parameters:
  ///   - isFailure: Being interrupted leaves the work undone.
  ///   - action: Called on the main thread at the first signal.
  static func watch(isFailure: Bool, _ action: @escaping @MainActor @Sendable () -> Void = {}) {
    // Safety: the sets are local and filled before use.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread { [signals] in
      var signals = signals
      var number: Int32 = 0
      while unsafe sigwait(&signals, &number) == 0 {
        let arrived = number
        DispatchQueue.main.async {
          MainActor.assumeIsolated {
            guard signalNumber == nil else { return }
            signalNumber = arrived
            if isFailure { exitCode = 128 + arrived }
            action()
          }
        }
      }
    }
  }
}
