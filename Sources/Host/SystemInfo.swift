import CLinux
import Glibc
import Raster
import RenderServer
import Renderer
import VulkanBackend
import WaylandPlatform

/// What the machine offers, for reports. Nothing in it is an error: what is missing says so.
package struct SystemInfo: Sendable {
  package var devices: [DeviceSummary] = []
  package var deviceError: String?
  /// Interfaces of the Wayland compositor with their versions.
  package var globals: [(interface: String, version: UInt32)] = []
  package var displayError: String?
  /// The family text without a font gets.
  package var defaultFont: String?
  package var maximumDecodedSide = ImageLimits.standard.maximumSide
  package var maximumDecodedPixels = ImageLimits.standard.maximumPixels
  /// Of what each window keeps from frame to frame.
  package var maskBytes = CacheLimits.maskBytes
  package var bitmapSurfaces = CacheLimits.bitmapSurfaces
  package var passBytes = TextureLimits.passBytes
  package var sharedTextureBytes = TextureLimits.sharedBytes

  /// Asks everything, on the render thread.
  package static func collect() -> SystemInfo {
    let collected = try? RenderThread.shared.perform("describe the system") { _ in
      var info = SystemInfo()
      info.addDevices()
      info.addDisplay()
      return info
    }
    var info = collected ?? SystemInfo()
    info.defaultFont = TextLayout.defaultFamily
    return info
  }

  private mutating func addDevices() {
    do throws(BackendError) {
      devices = try VulkanDevice.listDevices()
      if devices.isEmpty { deviceError = "the Vulkan loader finds no device" }
    } catch {
      deviceError = HostError(error).reason
    }
  }

  private mutating func addDisplay() {
    do throws(WaylandError) {
      globals = try WaylandConnection().globals
    } catch {
      displayError = error.description
    }
  }
}
