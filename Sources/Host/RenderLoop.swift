import Geometry
import LayerCommit
import RenderServer
import Renderer
import VulkanBackend
import WaylandPlatform

/// What the render thread runs: steps every surface, then sleeps until a commit, the display or the
/// next due moment. Created on that thread and never seen by another.
final class RenderLoop {
  private var drivers: [(id: SurfaceID, driver: any SurfaceDriver)] = []
  private var devices = DeviceCache()
  private var connection: WaylandConnection?
  private var timer = TimerDescriptor()
  private var waiter: Waiter

  /// A sleep ends after this long even if nothing happened, in seconds, so that a lost wake-up delays
  /// a frame but cannot stop the loop.
  private static let longestSleep = 5.0
  /// While the socket takes no more data, in seconds.
  private static let longestBlockedSleep = 0.01

  init(wake: Int32) {
    waiter = Waiter(wake: wake, timer: timer.raw)
  }

  func driver(of id: SurfaceID) -> (any SurfaceDriver)? {
    drivers.first { $0.id == id }?.driver
  }

  // MARK: Surfaces

  func open(
    _ handle: HostedSurface, _ configuration: HostedSurface.Configuration
  ) throws(HostError) {
    let driver: any SurfaceDriver
    switch configuration.output {
    case .lockStep:
      driver = LockStepSurface(handle, frames: try producer(handle, configuration, window: nil))
    case .freeRunning(let rate):
      driver = PacedSurface(
        handle, frames: try producer(handle, configuration, window: nil),
        display: .timer(shown: nil),
        clock: FrameClock(fixedRate: rate, origin: MonotonicClock.now))
    case .window(let title, let applicationID):
      let window = try openWindow(title, applicationID, size: configuration.size)
      driver = PacedSurface(
        handle, frames: try producer(handle, configuration, window: window),
        display: .window(window), clock: FrameClock())
    }
    drivers.append((handle.id, driver))
  }

  func close(_ id: SurfaceID) {
    driver(of: id)?.close()
    drivers.removeAll { $0.id == id }
    if drivers.isEmpty { connection = nil }
  }

  /// Frees everything, in the order the parts need.
  func closeAll() {
    for (id, _) in drivers { close(id) }
    devices.removeAll()
    connection = nil
  }

  private func openWindow(
    _ title: String, _ applicationID: String, size: Size
  ) throws(HostError) -> HostWindow {
    do throws(WaylandError) {
      let connection: WaylandConnection
      if let open = self.connection, open.isAlive {
        connection = open
      } else {
        connection = try WaylandConnection()
        self.connection = connection
      }
      return HostWindow(
        try connection.createWindow(title: title, appID: applicationID, size: size))
    } catch {
      throw .noDisplay(error.description)
    }
  }

  private func producer(
    _ handle: HostedSurface, _ configuration: HostedSurface.Configuration, window: HostWindow?
  ) throws(HostError) -> FrameProducer {
    let maker: BackendMaker
    switch configuration.backend {
    case .null:
      maker = BackendMaker { _ in
        let backend = NullBackend()
        // A list that is kept is a list that the next frame must copy.
        backend.keepsLastList = false
        return (backend, nil)
      }
    case .vulkan(let name, let validates):
      let key = DeviceCache.Key(name: name, validates: validates, presents: window != nil)
      maker = BackendMaker { [unowned self] lost throws(BackendError) in
        let device = try devices.device(for: key, replacing: lost)
        guard let window, let connection else {
          return (try OffscreenBackend(device: device), device)
        }
        let swapchain = try SwapchainBackend(
          device: device, display: connection.displayHandle, surface: window.surfaceHandle)
        return (WindowBackend(swapchain, window: window), device)
      }
    }
    return try FrameProducer(
      surface: handle.id, maker: maker, size: configuration.size, scale: configuration.scale,
      background: configuration.background)
  }

  // MARK: Turning

  /// Steps every surface and sleeps until there is more to do.
  func turn() {
    let now = MonotonicClock.now
    for (_, driver) in drivers { driver.step(now: now) }
    var wake = Double.infinity
    for (_, driver) in drivers { wake = min(wake, driver.nextWake) }
    timer.arm(at: wake < .infinity ? wake : nil)
    do throws(WaylandError) {
      try sleep()
    } catch {
      connection = nil
      for (_, driver) in drivers { driver.displayLost(reason: error.description) }
    }
    timer.clear()
  }

  private func sleep() throws(WaylandError) {
    guard let connection else {
      _ = waiter.wait(display: nil, writing: false, seconds: Self.longestSleep)
      return
    }
    // Events that were read already must be handled before sleeping.
    guard connection.beginRead() else { return }
    var isReadable = false
    do throws(WaylandError) {
      try connection.flush()
      let limit = connection.isFlushPending ? Self.longestBlockedSleep : Self.longestSleep
      isReadable =
        waiter.wait(
          display: connection.fileDescriptor, writing: connection.isFlushPending, seconds: limit
        ).display
    } catch {
      try? connection.endRead(readable: false)
      throw error
    }
    try connection.endRead(readable: isReadable)
  }
}
