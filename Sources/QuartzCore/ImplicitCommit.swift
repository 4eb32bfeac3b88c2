import CoreFoundation
import CoreGraphicsAPI

/// Commits a thread's implicit transaction whenever its run loop is about to wait.
package enum ImplicitCommit {
  // Main thread only.
  nonisolated(unsafe) private static var isInstalled = false

  /// Starts doing so on the main thread; calling it again changes nothing. Main thread.
  ///
  /// Not done by itself: whoever turns the loop of a virtual clock commits at moments of its own.
  package static func install() {
    guard unsafe !isInstalled else { return }
    unsafe isInstalled = true
    observe(CFRunLoopGetMain())
  }

  /// Starts doing so on the calling thread, unless it is the main one; to be called once for each
  /// thread. Nothing happens on a thread that never turns its run loop.
  static func installForThread() {
    guard !Thread.isMainThread, let loop = CFRunLoopGetCurrent() else { return }
    observe(loop)
  }

  private static func observe(_ loop: CFRunLoop) {
    let activities = CFOptionFlags(
      CFRunLoopActivity.beforeWaiting.rawValue | CFRunLoopActivity.exit.rawValue)
    // After everything else that runs before waiting.
    let order: CFIndex = 2_000_000
    let observer = CFRunLoopObserverCreateWithHandler(kCFAllocatorDefault, activities, true, order)
    {
      _, _ in
      CATransaction.flush()
    }
    CFRunLoopAddObserver(loop, observer, kCFRunLoopCommonModes)
  }
}
