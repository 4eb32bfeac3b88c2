import CVulkan
import Renderer

/// An error that a test makes Vulkan answer.
package enum InjectedFault: Sendable, Hashable, CaseIterable {
  /// For good: every later call of the device fails as well.
  case deviceLost
  case surfaceOutOfDate
  case surfaceLost

  fileprivate var result: VkResult {
    switch self {
    case .deviceLost: VK_ERROR_DEVICE_LOST
    case .surfaceOutOfDate: VK_ERROR_OUT_OF_DATE_KHR
    case .surfaceLost: VK_ERROR_SURFACE_LOST_KHR
    }
  }
}

/// Counts a device's calls and makes one of them fail, in tests. Off, it costs a look at a flag.
struct CallCounter {
  fileprivate(set) var isOn = false
  private(set) var calls = 0
  private var fault: (InjectedFault, call: Int)?
  private var isLost = false

  /// Counts from 0; call number `call`, from 1, fails, and no call for nil.
  mutating func start(_ fault: InjectedFault?, atCall call: Int) {
    isOn = true
    calls = 0
    self.fault = fault.map { ($0, call) }
  }

  /// What a call answers instead of being made.
  fileprivate mutating func intercept() -> VkResult? {
    calls += 1
    if let (fault, call) = fault, call == calls {
      self.fault = nil
      isLost = fault == .deviceLost
      return fault.result
    }
    return isLost ? VK_ERROR_DEVICE_LOST : nil
  }
}

/// Every call of a device that can fail is made through these, so that a test can make each one fail.
extension LogicalDevice {
  /// Makes a call and throws unless it succeeds; `doing` completes "Vulkan failed to …".
  @discardableResult func check(
    _ call: @autoclosure () -> VkResult, _ doing: @autoclosure () -> String
  ) throws(BackendError) -> VkResult {
    let result = counter.isOn ? counter.intercept() ?? call() : call()
    guard result.rawValue < 0 else { return result }
    if result == VK_ERROR_DEVICE_LOST { isLost = true }
    throw BackendError(result, doing())
  }

  /// Calls `make` with somewhere to put a handle and returns the handle.
  func create(
    _ doing: @autoclosure () -> String, _ make: (inout OpaquePointer?) -> VkResult
  ) throws(BackendError) -> OpaquePointer {
    var handle: OpaquePointer?
    try check(make(&handle), doing())
    guard let handle else { throw .unavailable("Vulkan failed to \(doing())") }
    return handle
  }
}

extension VulkanDevice {
  /// Makes the device's call number `call` from now, from 1, fail; nil lets all succeed. For tests.
  package func inject(_ fault: InjectedFault?, atCall call: Int) {
    logical.counter.start(fault, atCall: call)
  }

  /// A call has said that the device is gone; it stays so.
  package var isLost: Bool { logical.isLost }

  /// Calls since the last `inject`.
  package var callCount: Int { logical.counter.calls }
}
