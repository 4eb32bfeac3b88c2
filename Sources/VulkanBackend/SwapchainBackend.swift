import Geometry
import Renderer

/// Draws into the images of a Wayland surface and presents them on the calling thread.
package final class SwapchainBackend: RenderBackend {
  /// `display` is a `wl_display`, `surface` a `wl_surface`; both must outlive the backend.
  package init(
    device: VulkanDevice, display: OpaquePointer, surface: OpaquePointer
  ) throws(BackendError) {}
  package var deviceName: String { "" }
  package var maximumImageSize: Int { 0 }
  package func configure(size: PixelSize) throws(BackendError) {}
  package func acquire() throws(BackendError) -> FrameSlot? { nil }
  package func render(_ list: DrawList) throws(BackendError) -> FrameCost { FrameCost() }
  package func readPixels() throws(BackendError) -> Bitmap { throw .unavailable("not built yet") }
}
