import Geometry
import Renderer

/// Draws into an image of its own that can be read back.
package final class OffscreenBackend: RenderBackend {
  package init(device: VulkanDevice) throws(BackendError) {}
  package var deviceName: String { "" }
  package var maximumImageSize: Int { 0 }
  package func configure(size: PixelSize) throws(BackendError) {}
  package func acquire() throws(BackendError) -> FrameSlot? { nil }
  package func render(_ list: DrawList) throws(BackendError) -> FrameCost { FrameCost() }
  package func readPixels() throws(BackendError) -> Bitmap { throw .unavailable("not built yet") }
}
