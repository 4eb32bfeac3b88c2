import CoreFoundation
import Foundation

/// Lets what waits on the main run loop happen, where the caller is on the main thread.
///
/// Tests run main-actor code on other threads; they see only our own events, which need no run loop.
@MainActor
enum MainTurns {
  /// Wall timers are no part of a deterministic run; the first one that fires is reported.
  private static var hasWarned = false
  /// A source that refills itself must not hang a frame.
  private static let maximumTurns = 1000

  /// Turns until no source, block or main-queue work is left.
  static func drain(warnsOfTimers: Bool) {
    guard Thread.isMainThread else { return }
    for _ in 0..<maximumTurns {
      if warnsOfTimers { warnIfTimerIsDue() }
      guard CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, true) == .handledSource else { return }
    }
  }

  private static func warnIfTimerIsDue() {
    guard !hasWarned else { return }
    let next = CFRunLoopGetNextTimerFireDate(CFRunLoopGetMain(), kCFRunLoopDefaultMode)
    guard next > 0, next <= CFAbsoluteTimeGetCurrent() else { return }
    hasWarned = true
    let text =
      "LayerStage: a Timer fires by the wall clock during deterministic rendering; use animation "
      + "delays or CADisplayLink instead\n"
    FileHandle.standardError.write(Data(text.utf8))
  }
}
