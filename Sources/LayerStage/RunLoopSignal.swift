import CoreFoundation
import Foundation

/// Makes the main run loop call a closure; any thread may ask for it.
///
/// A run-loop source and not a block on the main queue, because events must be delivered in the same
/// turn as the commit that answers them.
final class RunLoopSignal: @unchecked Sendable {
  // Safety: both are set once, and CoreFoundation's signal and wake-up calls are thread-safe.
  private let source: CFRunLoopSource
  private let loop: CFRunLoop

  /// - Parameter action: Called on the main thread, once for any number of signals before a turn.
  @MainActor init(_ action: @escaping @MainActor () -> Void) {
    let box = Action(action)
    var context = CFRunLoopSourceContext()
    context.info = Unmanaged.passRetained(box).toOpaque()
    context.release = { info in
      if let info { Unmanaged<Action>.fromOpaque(info).release() }
    }
    context.perform = performAction
    source = CFRunLoopSourceCreate(nil, 0, &context)
    loop = CFRunLoopGetMain()
    CFRunLoopAddSource(loop, source, kCFRunLoopCommonModes)
  }

  func signal() {
    CFRunLoopSourceSignal(source)
    CFRunLoopWakeUp(loop)
  }

  /// The closure is not called any more and is let go.
  func invalidate() { CFRunLoopSourceInvalidate(source) }
}

private final class Action: Sendable {
  let body: @MainActor () -> Void
  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}

private func performAction(_ info: UnsafeMutableRawPointer?) {
  guard let info else { return }
  let action = Unmanaged<Action>.fromOpaque(info).takeUnretainedValue()
  // The source is only on the main run loop.
  MainActor.assumeIsolated { action.body() }
}
