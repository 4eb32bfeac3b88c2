import Geometry
import LayerCommit
import RenderServer
import Renderer
import VulkanBackend
import WaylandPlatform

/// What the render thread runs: steps every surface, then sleeps until a commit, the display or the
/// next due moment. Created on that thread and never seen by another.
final class RenderLoop {
  private struct Entry {
    var id: SurfaceID
    var driver: any SurfaceDriver
    /// Of a window, until it is lost.
    var connection: WaylandConnection?
  }

  private var entries: [Entry] = []
  private var devices = DeviceCache()
  private var connections = DisplayConnections()
  private var lost: [(connection: WaylandConnection, error: WaylandError)] = []
  private var timer = TimerDescriptor()
  private var waiter: Waiter
  /// Turns since the thread began.
  private(set) var turns = 0

  /// A sleep ends after this long even if nothing happened, in seconds, so that a lost wake-up delays
  /// a frame but cannot stop the loop.
  private static let longestSleep = 5.0

  init(wake: Int32) {
    waiter = Waiter(wake: wake, timer: timer.raw)
  }

  func driver(of id: SurfaceID) -> (any SurfaceDriver)? {
    entries.first { $0.id == id }?.driver
  }

  var surfaceCount: Int { entries.count }

  // MARK: Surfaces

  func open(
    _ handle: HostedSurface, _ configuration: HostedSurface.Configuration
  ) throws(HostError) {
    let driver: any SurfaceDriver
    var connection: WaylandConnection?
    switch configuration.output {
    case .lockStep:
      driver = LockStepSurface(handle, frames: try producer(handle, configuration, window: nil))
    case .freeRunning(let rate):
      let clock = FrameClock(fixedRate: rate, origin: configuration.clock.now)
      driver = PacedSurface(
        handle, frames: try producer(handle, configuration, window: nil),
        display: .timer(shown: nil), frameClock: clock, clock: configuration.clock)
    case .window(let title, let applicationID):
      do throws(HostError) {
        let window = try openWindow(title, applicationID, configuration)
        connection = window.connection
        driver = PacedSurface(
          handle, frames: try producer(handle, configuration, window: window),
          display: .window(window), frameClock: FrameClock(), clock: configuration.clock)
      } catch {
        let failure = connection?.failure
        dropUnusedConnections()
        if let failure { throw .lost(failure.description) }
        throw error
      }
    }
    entries.append(Entry(id: handle.id, driver: driver, connection: connection))
  }

  func close(_ id: SurfaceID) {
    driver(of: id)?.close()
    entries.removeAll { $0.id == id }
    dropUnusedConnections()
  }

  /// Frees everything, in the order the parts need.
  func closeAll() {
    for entry in entries { close(entry.id) }
    devices.removeAll()
  }

  private func dropUnusedConnections() {
    connections.keep { connection in entries.contains { $0.connection === connection } }
  }

  private func openWindow(
    _ title: String, _ applicationID: String, _ configuration: HostedSurface.Configuration
  ) throws(HostError) -> HostWindow {
    do throws(WaylandError) {
      let connection = try connections.connection(
        to: configuration.displayName, clock: configuration.clock)
      let window = try connection.createWindow(
        title: title, appID: applicationID, size: configuration.size)
      return HostWindow(window, connection: connection)
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
        guard let window else { return (try OffscreenBackend(device: device), device) }
        let swapchain = try SwapchainBackend(
          device: device, display: window.connection.displayHandle, surface: window.surfaceHandle)
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
    turns += 1
    connections.fireDue()
    for entry in entries { entry.driver.step(now: entry.driver.clock.now) }
    var wake = Double.infinity
    var seconds = Self.longestSleep
    func note(_ next: Double, on clock: DisplayClock) {
      if let time = clock.virtualTime {
        // Who moves a clock that stands wakes this thread; the timer knows nothing of that clock.
        if next <= time { seconds = 0 }
      } else {
        wake = min(wake, next)
      }
    }
    for entry in entries { note(entry.driver.nextWake, on: entry.driver.clock) }
    connections.forEachDue(note)
    timer.arm(at: wake < .infinity ? wake : nil)
    connections.sleep(&waiter, seconds: seconds, lost: &lost)
    timer.clear()
    if !lost.isEmpty { reportLosses() }
  }

  private func reportLosses() {
    for (connection, error) in lost {
      for index in entries.indices where entries[index].connection === connection {
        entries[index].connection = nil
        entries[index].driver.displayLost(reason: error.description)
      }
    }
    lost.removeAll()
    dropUnusedConnections()
  }
}
