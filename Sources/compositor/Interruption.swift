import Dispatch
import Foundation

/// Ctrl-C and termination: the work in hand ends, files already written stay, windows close. A second
/// signal ends the process at once.
@MainActor
enum Interruption {
  /// 128 plus the signal, as shells expect; nil when none arrived or when stopping is what a window
  /// is for.
  private(set) static var exitCode: Int32?
  private(set) static var isRequested = false

  /// Called on the main thread at the signal, at once where it has come already.
  static var action: (@MainActor () -> Void)? {
    didSet { if isRequested { action?() } }
  }

  /// Watches from now on. Call it before other threads exist: they inherit that the signals are
  /// blocked, so that none is lost and only the watching thread takes them.
  ///
  /// - Parameter isFailure: Being interrupted leaves the work undone.
  static func watch(isFailure: Bool) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let awaited = signals
    Thread.detachNewThread {
      var number: Int32 = 0
      var signals = awaited
      sigwait(&signals, &number)
      let code = isFailure ? 128 + number : nil
      DispatchQueue.main.async { MainActor.assumeIsolated { arrived(code) } }
      // The next one finds its default action here.
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      while true { sleep(1000) }
    }
  }

  private static func arrived(_ code: Int32?) {
    isRequested = true
    exitCode = code
    action?()
  }
}
