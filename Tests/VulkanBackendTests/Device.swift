import Geometry
import Renderer
import Locks
import Testing

@testable import VulkanBackend

/// The device all tests share: opening one compiles every pipeline.
///
/// A device belongs to one thread at a time; the lock makes tests that run in parallel take turns.
final class TestDevice: @unchecked Sendable {
  // Safety of `@unchecked`: `device` is only touched with the lock held.
  private let lock = Guarded(())
  private let device: VulkanDevice

  private init?() {
    guard let device = try? VulkanDevice(.init(validate: true)) else { return nil }
    self.device = device
  }

  static let shared = TestDevice()
  static var isAvailable: Bool { shared != nil }
  static let skipReason: Comment =
    "needs a Vulkan device and its validation layer: install mesa-vulkan-drivers and vulkan-validationlayers"

  /// Runs `body` with the device to itself; anything the validation layer says fails the test.
  static func use<R>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (VulkanDevice) throws -> R
  ) throws -> R {
    let shared = try #require(shared)
    return try shared.lock.withLock { _ in
      let before = shared.device.validationMessages.count
      defer {
        let said = shared.device.validationMessages.dropFirst(before)
        #expect(said.isEmpty, "validation: \(said.first ?? "")", sourceLocation: sourceLocation)
      }
      return try body(shared.device)
    }
  }
}

/// Draws one list into a new surface of its size.
func drawn(
  _ list: DrawList, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bitmap {
  try TestDevice.use(sourceLocation: sourceLocation) { device in
    let backend = try OffscreenBackend(device: device)
    try backend.configure(size: list.size)
    _ = try backend.acquire()
    _ = try backend.render(list)
    return try backend.readPixels()
  }
}
