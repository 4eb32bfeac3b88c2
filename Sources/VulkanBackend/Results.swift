import CVulkan
import Renderer

/// Throws unless `result` is a success; `doing` completes "Vulkan failed to …".
func check(_ result: VkResult, _ doing: @autoclosure () -> String) throws(BackendError) {
  guard result.rawValue < 0 else { return }
  throw BackendError(result, doing())
}

extension BackendError {
  init(_ result: VkResult, _ doing: String) {
    switch result {
    case VK_ERROR_DEVICE_LOST: self = .deviceLost
    case VK_ERROR_OUT_OF_DATE_KHR: self = .surfaceOutOfDate
    case VK_ERROR_SURFACE_LOST_KHR: self = .surfaceLost
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      self = .unavailable("out of memory while Vulkan tried to \(doing)")
    case VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_OUT_OF_POOL_MEMORY, VK_ERROR_FRAGMENTED_POOL:
      self = .unavailable("out of graphics memory while Vulkan tried to \(doing)")
    default:
      self = .unavailable("Vulkan failed to \(doing) (VkResult \(result.rawValue))")
    }
  }
}

/// Calls `make` with somewhere to put a handle and returns the handle.
func create(
  _ doing: @autoclosure () -> String, _ make: (inout OpaquePointer?) -> VkResult
) throws(BackendError) -> OpaquePointer {
  var handle: OpaquePointer?
  let result = make(&handle)
  try check(result, doing())
  guard let handle else { throw .unavailable("Vulkan failed to \(doing())") }
  return handle
}

/// Reads a list by Vulkan's ask-count, ask-again convention.
func list<T>(
  _ empty: T, _ fill: (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<T>?) -> VkResult
) -> [T] {
  var count: UInt32 = 0
  guard fill(&count, nil).rawValue >= 0, count > 0 else { return [] }
  var items = [T](repeating: empty, count: Int(count))
  // Safety: the array has room for `count` elements and Vulkan writes at most that many.
  let result = items.withUnsafeMutableBufferPointer { fill(&count, $0.baseAddress) }
  guard result.rawValue >= 0 else { return [] }
  return Array(items.prefix(Int(count)))
}

/// The text in a fixed-size C array, which Swift sees as a tuple.
func text<T>(of tuple: T) -> String {
  withUnsafeBytes(of: tuple) { bytes in
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
