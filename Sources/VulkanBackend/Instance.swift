import CVulkan
import Locks
import Renderer

/// What the validation layer said. Driver threads write, the render thread reads.
final class MessageLog: Sendable {
  /// A fault in every frame must not fill the memory.
  static let limit = 1000
  private let messages = Guarded<[String]>([])

  var all: [String] { messages.withLock { $0 } }

  func add(_ message: String) {
    messages.withLock { if $0.count < Self.limit { $0.append(message) } }
  }
}

/// The connection to the Vulkan loader.
final class Instance {
  static let validationLayer = "VK_LAYER_KHRONOS_validation"
  let raw: OpaquePointer
  let log = MessageLog()
  private var messenger: OpaquePointer?

  init(validate: Bool, presentation: Bool) throws(BackendError) {
    let layers = validate ? [Self.validationLayer] : []
    var extensions: [String] = []
    if presentation {
      extensions = [VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_WAYLAND_SURFACE_EXTENSION_NAME]
    }
    if validate {
      extensions += [
        VK_EXT_DEBUG_UTILS_EXTENSION_NAME, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME,
      ]
      try Self.requireValidationLayer()
    }
    let messages = validate ? Self.messengerInfo(log) : nil
    raw = try Arena.with { (arena) throws(BackendError) -> OpaquePointer in
      let application = VkApplicationInfo.with {
        $0.pApplicationName = arena.place(string: "compositor")
        $0.apiVersion = CVK_API_VERSION_1_3
      }
      var info = VkInstanceCreateInfo.with {
        $0.pApplicationInfo = UnsafePointer(arena.place(application))
        $0.enabledLayerCount = UInt32(layers.count)
        $0.ppEnabledLayerNames = UnsafePointer(arena.place(layers))
        $0.enabledExtensionCount = UInt32(extensions.count)
        $0.ppEnabledExtensionNames = UnsafePointer(arena.place(extensions))
      }
      if let messages {
        // The messenger in the chain hears about the creation of the instance itself.
        let chained = arena.place(messages)
        let features = VkValidationFeaturesEXT.with {
          $0.enabledValidationFeatureCount = 1
          $0.pEnabledValidationFeatures = UnsafePointer(
            arena.place(VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT))
          $0.pNext = UnsafeRawPointer(chained)
        }
        info.pNext = UnsafeRawPointer(arena.place(features))
      }
      var handle: OpaquePointer?
      let result = vkCreateInstance(&info, nil, &handle)
      guard result == VK_SUCCESS, let handle else {
        throw Self.explain(result)
      }
      return handle
    }
    if var messages {
      let make = Self.function("vkCreateDebugUtilsMessengerEXT", raw)
      if let make {
        let create = unsafeBitCast(make, to: PFN_vkCreateDebugUtilsMessengerEXT.self)
        _ = create(raw, &messages, nil, &messenger)
      }
    }
  }

  deinit {
    if let messenger, let end = Self.function("vkDestroyDebugUtilsMessengerEXT", raw) {
      unsafeBitCast(end, to: PFN_vkDestroyDebugUtilsMessengerEXT.self)(raw, messenger, nil)
    }
    vkDestroyInstance(raw, nil)
  }

  var physicalDevices: [OpaquePointer] {
    list(nil as OpaquePointer?) { vkEnumeratePhysicalDevices(raw, $0, $1) }.compactMap { $0 }
  }

  private static func function(
    _ name: String, _ instance: OpaquePointer
  ) -> PFN_vkVoidFunction? {
    vkGetInstanceProcAddr(instance, name)
  }

  private static func requireValidationLayer() throws(BackendError) {
    let layers = list(VkLayerProperties()) { vkEnumerateInstanceLayerProperties($0, $1) }
    guard layers.contains(where: { text(of: $0.layerName) == validationLayer }) else {
      throw .unavailable(
        "the Vulkan validation layer is not installed; install vulkan-validationlayers")
    }
  }

  private static func explain(_ result: VkResult) -> BackendError {
    switch result {
    case VK_ERROR_INCOMPATIBLE_DRIVER, VK_ERROR_EXTENSION_NOT_PRESENT,
      VK_ERROR_INITIALIZATION_FAILED:
      .unavailable(
        "no Vulkan driver works here; install mesa-vulkan-drivers, and check VK_ICD_FILENAMES "
          + "or VK_DRIVER_FILES if set")
    case VK_ERROR_LAYER_NOT_PRESENT:
      .unavailable("a Vulkan layer is missing; install vulkan-validationlayers")
    default: BackendError(result, "start")
    }
  }

  /// Warnings and errors of the validation layer go to `log`.
  private static func messengerInfo(_ log: MessageLog) -> VkDebugUtilsMessengerCreateInfoEXT {
    .with {
      $0.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT.rawValue
        | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT.rawValue
      $0.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT.rawValue
      $0.pfnUserCallback = { _, _, data, context in
        guard let data, let context else { return VK_FALSE }
        // Safety: the context is the instance's log, which outlives the messenger; it may be used
        // from any thread. The text is valid during the call.
        let log = Unmanaged<MessageLog>.fromOpaque(context).takeUnretainedValue()
        if let message = data.pointee.pMessage { log.add(String(cString: message)) }
        return VK_FALSE
      }
      $0.pUserData = Unmanaged.passUnretained(log).toOpaque()
    }
  }
}
