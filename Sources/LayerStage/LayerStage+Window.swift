import CoreFoundation
import Foundation
import QuartzCore

extension LayerStage {
  /// Turns the main run loop until the window is closed, `stop()` is called or `duration` seconds
  /// have passed. Headless, moves the clock by `duration` instead.
  ///
  /// - Parameter duration: Nil for no limit; headless stages then return at once.
  /// - Throws: `StageError.lost` when the display or the device is gone for good.
  public func run(for duration: Double? = nil) throws {
    if lockStep != nil {
      if let duration { advance(to: currentTime + duration) }
      return
    }
    // What ended an earlier run does not end this one; a closed window stays closed.
    if ending == .stopped { ending = nil }
    finishTurn()
    let end = duration.map { Date(timeIntervalSinceNow: $0) } ?? .distantFuture
    while ending == nil, end.timeIntervalSinceNow > 0 {
      guard Thread.isMainThread else {
        // Main-actor code of tests runs on other threads, which cannot turn the main run loop.
        if !turn() { Thread.sleep(forTimeInterval: 0.001) }
        continue
      }
      // Returns after each source; a minute is only the longest sleep.
      _ = RunLoop.main.run(mode: .default, before: min(end, Date(timeIntervalSinceNow: 60)))
    }
    if case .lost(let reason) = ending { throw StageError.lost(reason) }
  }

  /// Makes the `run(for:)` that is going on return.
  public func stop() {
    end(.stopped)
    CFRunLoopStop(CFRunLoopGetMain())
  }
}
