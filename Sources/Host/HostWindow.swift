import Geometry
import LayerCommit
import Renderer
import VulkanBackend
import WaylandPlatform

/// A window with its negotiations done: what is left are sizes, frames and input.
///
/// A size goes two steps: the display proposes it, and frames have the old one until `adopt(_:)`,
/// which the owner calls when the application has laid out for the new one or has had its time.
final class HostWindow {
  enum Event {
    /// The display wants another size, in points, or scale, in pixels per point; also sent for the
    /// first size. Waits for `adopt(_:)`, which counts these events.
    case proposed(Size, scale: Double)
    case statusChanged(WindowStatus)
    case closeRequested
    case input(InputEvent)
    /// The display takes the next frame.
    case frameWanted
    /// The window around the content changes, which shows with the next frame: there must be one,
    /// even if the content stays the same.
    case frameOwed
    case presented(PresentFeedback)
    /// A frame was replaced before anybody saw it.
    case discarded(frame: UInt64)
  }

  private struct Shape: Equatable {
    var size: Size
    var scale: Double
  }

  let connection: WaylandConnection
  private let window: WaylandWindow
  private var pending: [WaylandWindow.Event] = []
  /// What frames have; nil before the first configuration was adopted.
  private var shape: Shape?
  /// What frames shall have, each with the newest serial that says so; oldest first.
  private var proposals: [(shape: Shape, serial: UInt32?)] = []
  /// The number under which the last frame's feedback comes.
  fileprivate(set) var lastFrame: UInt64 = 0

  init(_ window: WaylandWindow, connection: WaylandConnection) {
    self.window = window
    self.connection = connection
  }

  var surfaceHandle: OpaquePointer { window.surfaceHandle }
  var isConfigured: Bool { shape != nil }
  /// Whether the display takes a frame. Before the first size it takes none.
  var isReadyToDraw: Bool { window.isReadyToDraw }

  func close() { window.close() }
  func perform(_ request: SurfaceRequest) { window.perform(request) }

  /// Moves what has happened since the last call to the end of `list`.
  func takeEvents(into list: inout [Event]) {
    window.takeEvents(into: &pending)
    for event in pending {
      switch event {
      case .configure(let size, let scale, let serial, _):
        propose(Shape(size: size, scale: scale), serial: serial, list: &list)
      case .scaleChanged(let scale):
        if let size = (proposals.last?.shape ?? shape)?.size {
          propose(Shape(size: size, scale: scale), serial: nil, list: &list)
        }
      case .statusChanged(let status): list.append(.statusChanged(status))
      case .closeRequested: list.append(.closeRequested)
      case .frame: list.append(.frameWanted)
      case .presented(let feedback): list.append(.presented(feedback))
      case .discarded(let frame): list.append(.discarded(frame: frame))
      case .input(let event): list.append(.input(event))
      }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Frames have the size of the `count`-th proposal from now on, whose points and pixels per point
  /// are returned; those before it are past. Nil if the display no longer waits for it.
  ///
  /// - Parameter limit: The most pixels of a side. Frames of a larger window have fewer pixels per
  ///   point, which the display enlarges.
  func adopt(_ count: Int, limit: Int) -> (size: Size, scale: Double)? {
    guard count > 0, count <= proposals.count else { return nil }
    let new = proposals[count - 1].shape
    let serial = proposals[..<count].last { $0.serial != nil }?.serial
    proposals.removeFirst(count)
    if let serial, !window.acknowledge(serial: serial) { return nil }
    shape = new
    // A little less, so that rounding does not lead beyond.
    let largest = Double(limit) / max(new.size.width, new.size.height, 1) * (1 - 1e-12)
    let scale = min(new.scale, largest)
    window.frameScale = scale
    return (new.size, scale)
  }

  private func propose(_ new: Shape, serial: UInt32?, list: inout [Event]) {
    if let last = proposals.last, last.shape == new {
      proposals[proposals.count - 1].serial = serial ?? last.serial
    } else if proposals.isEmpty, shape == new {
      // A change of state that leaves the size alone.
      if let serial { window.acknowledge(serial: serial) }
      if window.owesFrame { list.append(.frameOwed) }
    } else {
      proposals.append((new, serial))
      list.append(.proposed(new.size, scale: new.scale))
    }
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
  var canCopySurface: Bool { swapchain.canCopySurface }

  func configure(size: PixelSize) throws(BackendError) {
    // Mesa's driver crashes when it is to make window images after the server has died.
    if let failure = window.connection.failure { throw .unavailable(failure.description) }
    try swapchain.configure(size: size)
  }

  func acquire() throws(BackendError) -> FrameSlot? { try swapchain.acquire() }
  func readPixels() throws(BackendError) -> Bitmap { try swapchain.readPixels() }

  func render(_ list: DrawList) throws(BackendError) -> FrameCost {
    // Nothing is presented then, so that nothing may wait for it.
    guard !list.damage.isEmpty else { return try swapchain.render(list) }
    window.willPresent()
    do throws(BackendError) {
      return try swapchain.render(list)
    } catch {
      window.didNotPresent()
      throw error
    }
  }
}
