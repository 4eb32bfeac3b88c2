import Dispatch
import Foundation

/// Ctrl-C and termination: the work in hand ends, files already written stay, windows close.
@MainActor
enum Interruption {
  /// The signal that arrived.
  private(set) static var signalNumber: Int32?
  private static var sources: [any DispatchSourceSignal] = []

  /// 128 plus the signal, as shells expect; nil when none arrived or when stopping is what a window
  /// is for.
  private(set) static var exitCode: Int32?

  /// Watches from now on.
  ///
  /// - Parameters:
  ///   - isFailure: Being interrupted leaves the work undone.
  ///   - action: Called on the main thread at the first signal.
  static func watch(isFailure: Bool, _ action: @escaping @MainActor () -> Void = {}) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler {
        MainActor.assumeIsolated {
          guard signalNumber == nil else { return }
          signalNumber = number
          if isFailure { exitCode = 128 + number }
          action()
        }
      }
      source.resume()
      sources.append(source)
    }
  }

  static var isRequested: Bool { signalNumber != nil }
}
