import CoreFoundation
import CoreGraphicsAPI

/// Commits the main thread's implicit transaction whenever its run loop is about to wait.
package enum ImplicitCommit {
  // Main thread only.
  nonisolated(unsafe) private static var observer: CFRunLoopObserver?

  /// Starts doing so; calling it again changes nothing. Main thread.
  package static func install() {
    guard unsafe observer == nil else { return }
    let activities = CFOptionFlags(
      CFRunLoopActivity.beforeWaiting.rawValue | CFRunLoopActivity.exit.rawValue)
    // After everything else that runs before waiting.
    let order: CFIndex = 2_000_000
    let new = CFRunLoopObserverCreateWithHandler(kCFAllocatorDefault, activities, true, order) {
      _, _ in
      CATransaction.flush()
    }
    CFRunLoopAddObserver(CFRunLoopGetMain(), new, kCFRunLoopCommonModes)
    observer = new
  }
}
