import Renderer

/// An instance, a device with its queue, and the pipelines every surface shares.
///
/// Belongs to the thread that made it: the render thread of a process.
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

  package init(_ options: Options) throws(BackendError) {
    throw .unavailable("not built yet")
  }

  package static func listDevices() throws(BackendError) -> [DeviceSummary] { [] }

  package var name: String { "" }
  /// What the validation layer said so far; empty unless `Options.validate`.
  package var validationMessages: [String] { [] }
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
