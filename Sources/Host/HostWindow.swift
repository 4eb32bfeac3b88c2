import Geometry
import LayerCommit
import Renderer
import VulkanBackend
import WaylandPlatform

/// A window with its negotiations done: what is left are sizes, frames and input.
final class HostWindow {
  enum Event {
    /// Size in points, pixels per point; also sent for the first size.
    case resized(Size, scale: Double)
    case statusChanged(WindowStatus)
    case closeRequested
    case input(InputEvent)
    /// The display takes the next frame.
    case frameWanted
    /// A frame was seen, at this media time; `refresh` in seconds where the display names it.
    case presented(frame: UInt64, time: Double, refresh: Double?)
    /// A frame was replaced before anybody saw it.
    case discarded(frame: UInt64)
  }

  private let window: WaylandWindow
  private var pending: [WaylandWindow.Event] = []
  private var size: Size?
  private var scale = 1.0
  /// The display says when frames are seen. Some never do.
  private(set) var hasFeedback = false
  /// The number under which the last frame's feedback comes.
  fileprivate(set) var lastFrame: UInt64 = 0

  init(_ window: WaylandWindow) {
    self.window = window
  }

  var surfaceHandle: OpaquePointer { window.surfaceHandle }
  var isConfigured: Bool { size != nil }
  var isReadyToDraw: Bool { isConfigured && window.isReadyToDraw }

  func close() { window.close() }

  /// Moves what has happened since the last call to the end of `list`.
  func takeEvents(into list: inout [Event]) {
    window.takeEvents(into: &pending)
    for event in pending {
      switch event {
      case .configure(let size, let scale, let serial, _):
        window.acknowledge(serial: serial)
        resize(to: size, scale: scale, list: &list)
      case .scaleChanged(let scale):
        if let size { resize(to: size, scale: scale, list: &list) }
      case .statusChanged(let status): list.append(.statusChanged(status))
      case .closeRequested: list.append(.closeRequested)
      case .frame: list.append(.frameWanted)
      case .presented(let feedback):
        hasFeedback = true
        list.append(
          .presented(frame: feedback.frame, time: feedback.time, refresh: feedback.refresh))
      case .discarded(let frame): list.append(.discarded(frame: frame))
      case .input(let event): list.append(.input(event))
      }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Also called for changes of state that leave the size alone.
  private func resize(to size: Size, scale: Double, list: inout [Event]) {
    guard size != self.size || scale != self.scale else { return }
    self.size = size
    self.scale = scale
    window.frameScale = scale
    list.append(.resized(size, scale: scale))
  }

  fileprivate func willPresent() { lastFrame = window.prepareFrame() }
  fileprivate func didNotPresent() { window.frameWasNotPresented() }
}

/// A window's swapchain that asks for the frame callback and feedback right before each present, so
/// that they ride on the driver's commit.
final class WindowBackend: RenderBackend {
  private let swapchain: SwapchainBackend
  private let window: HostWindow

  init(_ swapchain: SwapchainBackend, window: HostWindow) {
    self.swapchain = swapchain
    self.window = window
  }

  var deviceName: String { swapchain.deviceName }
  var maximumImageSize: Int { swapchain.maximumImageSize }

  func configure(size: PixelSize) throws(BackendError) { try swapchain.configure(size: size) }
  func acquire() throws(BackendError) -> FrameSlot? { try swapchain.acquire() }
  func readPixels() throws(BackendError) -> Bitmap { try swapchain.readPixels() }

  func render(_ list: DrawList) throws(BackendError) -> FrameCost {
    window.willPresent()
    do throws(BackendError) {
      return try swapchain.render(list)
    } catch {
      window.didNotPresent()
      throw error
    }
  }
}
