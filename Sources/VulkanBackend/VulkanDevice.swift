import CVulkan
import Geometry
import Renderer

/// An instance, a device with its queue, and the pipelines every surface shares.
///
/// Belongs to the thread that made it: the render thread of a process. Backends keep it alive.
///
/// A frame flows through this module like so: a backend owns the images of its surface and hands one
/// of them with the draw list to its `ListRenderer`, which takes a slot of the `FrameRing`, copies
/// the list's instances and clips into mapped buffers, has the `TextureStore` upload images, records
/// pass by pass and submits. What the device may still read is retired into the ring with the
/// timeline value that frees it.
package final class VulkanDevice {
  package struct Options: Sendable {
    /// A part of the device's name in any case, or its index in `listDevices()`; nil chooses.
    package var deviceName: String?
    /// Report every misuse of the API, synchronization included.
    package var validate = false
    /// The device must be able to show Wayland surfaces.
    package var presentation = false

    package init(deviceName: String? = nil, validate: Bool = false, presentation: Bool = false) {
      self.deviceName = deviceName
      self.validate = validate
      self.presentation = presentation
    }
  }

  let logical: LogicalDevice
  let layout: DrawLayout
  private let cache: OpaquePointer
  private var pipelines: [(format: VkFormat, pipelines: Pipelines)] = []

  /// Throws `unavailable` with what to install or which devices there are.
  package init(_ options: Options = Options()) throws(BackendError) {
    let instance = try Instance(validate: options.validate, presentation: options.presentation)
    let devices = instance.physicalDevices.map {
      PhysicalDevice($0, presentation: options.presentation)
    }
    let chosen = try DeviceChoice.choose(
      options.deviceName, from: devices.map { ($0.summary, $0.rank) })
    let logical = try LogicalDevice(instance: instance, physical: devices[chosen])
    var info = VkPipelineCacheCreateInfo.empty
    let cache = try logical.create("make a pipeline cache") {
      vkCreatePipelineCache(logical.raw, &info, nil, &$0)
    }
    self.logical = logical
    self.cache = cache
    layout = try DrawLayout(logical)
    _ = try pipelines(for: VK_FORMAT_B8G8R8A8_UNORM)
  }

  deinit {
    pipelines.removeAll()
    vkDestroyPipelineCache(logical.raw, cache, nil)
  }

  /// Every device the Vulkan loader knows, those that do not serve included.
  package static func listDevices() throws(BackendError) -> [DeviceSummary] {
    let instance = try Instance(validate: false, presentation: false)
    return instance.physicalDevices.map { PhysicalDevice($0, presentation: false).summary }
  }

  package var name: String { logical.physical.summary.name }
  package var summary: DeviceSummary { logical.physical.summary }
  /// What the validation layer said so far; empty unless `Options.validate`.
  package var validationMessages: [String] { logical.instance.log.all }

  /// The pipelines that draw into targets of `format`, made and warmed on first use.
  func pipelines(for format: VkFormat) throws(BackendError) -> Pipelines {
    if let made = pipelines.first(where: { $0.format == format }) { return made.pipelines }
    let made = try Pipelines(logical, layout, cache: cache, format: format)
    try WarmUp.run(logical, layout, made)
    pipelines.append((format, made))
    return made
  }
}

/// What `compositor info` says about a device.
package struct DeviceSummary: Sendable, Equatable {
  package var name: String
  /// `discrete GPU`, `integrated GPU`, `virtual GPU`, `CPU` or `other`.
  package var kind: String
  /// As in `1.3.230`.
  package var apiVersion: String
  /// The driver's name and version in its own words.
  package var driver: String
  /// What this backend would use of it, as extension or feature names.
  package var features: [String]
  /// What is missing for this backend; empty for a device that serves.
  package var missing: [String]
  /// Greatest width or height of an image in pixels.
  package var maximumImageSize: Int
}
