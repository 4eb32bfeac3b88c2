import Renderer
import VulkanBackend

/// The process's Vulkan devices. Making one takes longer than many frames, so surfaces that ask for
/// the same share it. Lives on the render thread.
struct DeviceCache {
  struct Key: Hashable {
    var name: String?
    var validates: Bool
    var presents: Bool
  }

  private var devices: [Key: VulkanDevice] = [:]

  /// - Parameter lost: A device that no longer works and must not be given again.
  mutating func device(
    for key: Key, replacing lost: VulkanDevice? = nil
  ) throws(BackendError) -> VulkanDevice {
    if let device = devices[key], device !== lost, !device.isLost { return device }
    devices[key] = nil
    let device = try VulkanDevice(
      VulkanDevice.Options(
        deviceName: key.name, validate: key.validates, presentation: key.presents))
    devices[key] = device
    return device
  }

  mutating func removeAll() { devices = [:] }
}
