import CVulkan
import Renderer

/// A device as the driver describes it, and whether it can do what this backend asks for.
struct PhysicalDevice {
  let raw: OpaquePointer
  let properties: VkPhysicalDeviceProperties
  let extensions: Set<String>
  let queueFamily: UInt32
  let timestampBits: UInt32
  /// Device extensions to switch on.
  let enabledExtensions: [String]
  let summary: DeviceSummary

  /// `presentation` adds the swapchain to what is required.
  init(_ raw: OpaquePointer, presentation: Bool) {
    self.raw = raw
    var properties = VkPhysicalDeviceProperties()
    vkGetPhysicalDeviceProperties(raw, &properties)
    self.properties = properties
    let names = Set(
      list(VkExtensionProperties()) {
        vkEnumerateDeviceExtensionProperties(raw, nil, $0, $1)
      }.map { text(of: $0.extensionName) })
    extensions = names

    var missing: [String] = []
    var features: [String] = []
    var enabled: [String] = []
    var driver = "version \(properties.driverVersion)"
    if properties.apiVersion < CVK_API_VERSION_1_2 {
      missing.append("Vulkan 1.2")
    } else {
      driver = Self.driver(raw) ?? driver
      for (name, present) in Self.features(raw) {
        if present { features.append(name) } else { missing.append(name) }
      }
      if properties.apiVersion < CVK_API_VERSION_1_3 {
        enabled = [
          VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME, VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME,
        ]
      }
    }
    if presentation { enabled.append(VK_KHR_SWAPCHAIN_EXTENSION_NAME) }
    missing += enabled.filter { !names.contains($0) }
    if presentation, names.contains(VK_KHR_INCREMENTAL_PRESENT_EXTENSION_NAME) {
      enabled.append(VK_KHR_INCREMENTAL_PRESENT_EXTENSION_NAME)
    }
    features += enabled
    missing += Self.missingFormats(raw)

    let families = Self.queueFamilies(raw)
    let graphics = families.firstIndex {
      $0.queueFlags & VK_QUEUE_GRAPHICS_BIT.rawValue != 0
    }
    if graphics == nil { missing.append("a graphics queue") }
    queueFamily = UInt32(graphics ?? 0)
    timestampBits = graphics.map { families[$0].timestampValidBits } ?? 0
    if timestampBits > 0 { features.append("timestamps") }

    enabledExtensions = enabled
    summary = DeviceSummary(
      name: text(of: properties.deviceName), kind: Self.kind(properties.deviceType),
      apiVersion: Self.version(properties.apiVersion), driver: driver, features: features,
      missing: missing, maximumImageSize: Int(properties.limits.maxImageDimension2D))
  }

  /// Greater is preferred where nobody names a device.
  var rank: Int {
    switch properties.deviceType {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: 4
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: 3
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: 2
    case VK_PHYSICAL_DEVICE_TYPE_CPU: 1
    default: 0
    }
  }

  private static func kind(_ type: VkPhysicalDeviceType) -> String {
    switch type {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: "discrete GPU"
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: "integrated GPU"
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: "virtual GPU"
    case VK_PHYSICAL_DEVICE_TYPE_CPU: "CPU"
    default: "other"
    }
  }

  private static func version(_ v: UInt32) -> String {
    "\(v >> 22 & 0x7f).\(v >> 12 & 0x3ff).\(v & 0xfff)"
  }

  private static func driver(_ raw: OpaquePointer) -> String? {
    var driver = VkPhysicalDeviceDriverProperties.empty
    withUnsafeMutablePointer(to: &driver) { next in
      var all = VkPhysicalDeviceProperties2.with { $0.pNext = UnsafeMutableRawPointer(next) }
      vkGetPhysicalDeviceProperties2(raw, &all)
    }
    let words = [text(of: driver.driverName), text(of: driver.driverInfo)].filter { !$0.isEmpty }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func features(_ raw: OpaquePointer) -> [(String, Bool)] {
    var rendering = VkPhysicalDeviceDynamicRenderingFeatures.empty
    var synchronization = VkPhysicalDeviceSynchronization2Features.empty
    var timeline = VkPhysicalDeviceTimelineSemaphoreFeatures.empty
    withUnsafeMutablePointer(to: &rendering) { rendering in
      withUnsafeMutablePointer(to: &synchronization) { synchronization in
        withUnsafeMutablePointer(to: &timeline) { timeline in
          rendering.pointee.pNext = UnsafeMutableRawPointer(synchronization)
          synchronization.pointee.pNext = UnsafeMutableRawPointer(timeline)
          var all = VkPhysicalDeviceFeatures2.with { $0.pNext = UnsafeMutableRawPointer(rendering) }
          vkGetPhysicalDeviceFeatures2(raw, &all)
        }
      }
    }
    return [
      ("dynamicRendering", rendering.dynamicRendering != VK_FALSE),
      ("synchronization2", synchronization.synchronization2 != VK_FALSE),
      ("timelineSemaphore", timeline.timelineSemaphore != VK_FALSE),
    ]
  }

  /// Both are promised by the standard; a driver that breaks the promise is turned away in words.
  private static func missingFormats(_ raw: OpaquePointer) -> [String] {
    let sampled =
      VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT.rawValue
      | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT.rawValue
      | VK_FORMAT_FEATURE_TRANSFER_DST_BIT.rawValue
    let drawn =
      VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT.rawValue
      | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT.rawValue
      | VK_FORMAT_FEATURE_TRANSFER_SRC_BIT.rawValue
    let needs = [
      ("drawing to BGRA8", VK_FORMAT_B8G8R8A8_UNORM, sampled | drawn),
      ("sampling R8", VK_FORMAT_R8_UNORM, sampled),
    ]
    return needs.compactMap { name, format, wanted in
      var properties = VkFormatProperties()
      vkGetPhysicalDeviceFormatProperties(raw, format, &properties)
      return properties.optimalTilingFeatures & wanted == wanted ? nil : name
    }
  }

  private static func queueFamilies(_ raw: OpaquePointer) -> [VkQueueFamilyProperties] {
    list(VkQueueFamilyProperties()) {
      vkGetPhysicalDeviceQueueFamilyProperties(raw, $0, $1)
      return VK_SUCCESS
    }
  }
}

/// Which of several devices to use.
enum DeviceChoice {
  /// The place in `devices` of the one that `name` asks for, or of the most capable one.
  ///
  /// - Parameter name: a part of the device's name in any case, or an index; nil for the best.
  static func choose(
    _ name: String?, from devices: [(summary: DeviceSummary, rank: Int)]
  ) throws(BackendError) -> Int {
    guard !devices.isEmpty else {
      throw .unavailable("no Vulkan device found; install mesa-vulkan-drivers")
    }
    if let name {
      let wanted = name.lowercased()
      let found =
        Int(name).flatMap { devices.indices.contains($0) ? $0 : nil }
        ?? devices.indices.first { devices[$0].summary.name.lowercased().contains(wanted) }
      guard let found, !name.isEmpty else {
        let known = devices.map { "'\($0.summary.name)'" }.joined(separator: ", ")
        throw .unavailable(
          "no Vulkan device has '\(name)' in its name; "
            + (devices.count == 1 ? "the only one is \(known)" : "there are \(known)"))
      }
      let missing = devices[found].summary.missing
      guard missing.isEmpty else {
        throw .unavailable(
          "\(devices[found].summary.name) lacks \(missing.joined(separator: ", "))")
      }
      return found
    }
    let usable = devices.indices.filter { devices[$0].summary.missing.isEmpty }
    // The first of equals: `max` would take the last.
    let best = usable.max { (devices[$0].rank, -$0) < (devices[$1].rank, -$1) }
    guard let best else {
      let reasons = devices.map {
        "\($0.summary.name) lacks \($0.summary.missing.joined(separator: ", "))"
      }
      throw .unavailable(
        "no device serves: \(reasons.joined(separator: "; ")); install mesa-vulkan-drivers")
    }
    return best
  }
}
