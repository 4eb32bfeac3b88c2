import CoreFoundation
import CoreGraphicsAPI
import Foundation
import Geometry
import Host
import LayerCommit
import Profiling
import QuartzCore

/// Shows a tree of layers: in a window, or headless on a clock of its own.
///
/// ```swift
/// let stage = try LayerStage(LayerStage.Configuration(size: CGSize(width: 400, height: 300)))
/// let ball = CALayer()
/// ball.frame = CGRect(x: 20, y: 20, width: 60, height: 60)
/// ball.cornerRadius = 30
/// ball.backgroundColor = CGColor(red: 1, green: 0.4, blue: 0.2, alpha: 1)
/// stage.rootLayer.addSublayer(ball)
/// stage.commit()
/// ball.position.x = 350                         // animates for 0.25 s
/// stage.advance(to: 0.1)
/// let picture = try stage.snapshot()            // the frame seen 0.1 s after the start
/// ```
///
/// **Headless** the clock stands still between calls of `advance(to:)`, so that the same program
/// gives the same pixels on every run, however busy the machine is. `CACurrentMediaTime()` answers
/// with that clock. Keep one such stage at a time: there is one clock in a process.
///
/// **In a window** `run(for:)` turns the main run loop until the window is closed.
///
/// Layers in the stage's tree animate implicitly when their properties change.
@MainActor
public final class LayerStage {
  public struct Configuration {
    public enum Output: Sendable, Equatable {
      /// A window on the Wayland compositor that `WAYLAND_DISPLAY` names.
      case window
      /// No display, time moves by `advance(to:)`, display links tick at this rate.
      case headless(framesPerSecond: Double)
      /// No display, real time, frames drawn at this rate as if for one: for tests of behaviour when
      /// the application stalls.
      case headlessFreeRunning(framesPerSecond: Double)
    }

    /// Points. A window starts with this size.
    public var size: CGSize
    /// Pixels per point. A window takes its display's.
    public var scale: CGFloat = 1
    /// Shows where no layer is.
    public var background: CGColor = .black
    public var title = "Compositor"
    public var applicationID = "compositor"
    public var output = Output.headless(framesPerSecond: 60)
    /// A part of the Vulkan device's name; nil chooses the best.
    public var device: String?
    /// Check every use of Vulkan, slowly.
    public var validatesVulkan = false
    /// Animations run this many times slower. Display links keep real time.
    public var slowFactor = 1.0
    /// The Wayland compositor of a window, by its socket's absolute path or its name; nil for the one
    /// that `WAYLAND_DISPLAY` names.
    package var displayName: String?
    /// A clock that stands, for tests; media time stands with it.
    package var clock: RenderClock?
    /// Media time at which a headless stage on a clock of its own starts, in seconds: not 0, so that
    /// "no time" and "the start" differ.
    package var startTime = 1000.0
    /// Draw nothing and count what drawing would cost; no Vulkan device is needed.
    package var countsOnly = false

    public init(size: CGSize) { self.size = size }
  }

  /// The tree's root; as large as the stage.
  public let rootLayer = CALayer()
  /// Points.
  public private(set) var size: CGSize
  /// Pixels per point.
  public private(set) var scale: CGFloat
  /// Called when a window gets its first size and when that changes, before a frame in that size is
  /// drawn.
  public var onResize: ((CGSize) -> Void)?
  /// Called for keys pressed and released, by XKB keysym and text; true keeps the stage from handling
  /// the key itself, which closes the window at Escape.
  public var onKey: ((_ keysym: UInt32, _ text: String, _ isPressed: Bool) -> Bool)?
  /// Called for everything the user does, in order; true keeps the stage from handling it itself.
  package var onInput: ((InputEvent) -> Bool)?
  /// Sees every event before anybody answers it, injected ones too.
  package var inputObserver: ((InputEvent) -> Void)?
  /// The user asked to close the window; false keeps it open.
  package var onCloseRequest: (() -> Bool)?
  package var onStatusChange: ((WindowStatus) -> Void)?
  /// What the desktop does with the window.
  package private(set) var status = WindowStatus()
  /// What becomes of the animations of layers that leave the stage from now on. Closing it ends all.
  package var leavingAnimations: LeavingAnimations {
    get { host.leavingAnimations }
    set { host.leavingAnimations = newValue }
  }
  /// Seconds since the stage was made.
  public var currentTime: Double { lockStep?.elapsed ?? mediaTime - startTime }

  package let surface: HostedSurface
  let configuration: Configuration
  let host: LayerHost
  let startTime: Double
  /// Media time in seconds.
  var mediaTime: Double { lockStep?.time ?? MediaClock.now }
  /// The virtual clock; nil on the real one.
  var lockStep: LockStepClock?
  /// Why the run ends.
  var ending: Ending?
  let calls = ScheduledCalls()
  private var signal: RunLoopSignal?
  private var timer: ScheduleTimer?
  private var observers: [CFRunLoopObserver] = []
  private(set) var isClosed = false
  /// The display has given the window a size.
  private var hasSize = false

  enum Ending: Equatable {
    /// By `stop()`; the stage may run again.
    case stopped
    case closed
    case lost(String)
  }

  public init(_ configuration: Configuration) throws {
    try Self.check(configuration)
    self.configuration = configuration
    size = configuration.size
    scale = configuration.scale
    let output: HostedSurface.Configuration.Output
    switch configuration.output {
    case .window:
      output = .window(title: configuration.title, applicationID: configuration.applicationID)
    case .headless(let rate):
      output = .lockStep
      lockStep = LockStepClock(start: configuration.startTime, rate: rate)
    case .headlessFreeRunning(let rate):
      output = .freeRunning(framesPerSecond: rate)
    }
    let virtualTime = lockStep?.time ?? configuration.clock?.virtualTime
    MediaClock.useVirtual(virtualTime)
    startTime = virtualTime ?? MediaClock.now
    let filled = EventSignal()
    do throws(HostError) {
      surface = try HostedSurface(
        HostedSurface.Configuration(
          output: output,
          backend: configuration.countsOnly
            ? .null
            : .vulkan(device: configuration.device, validates: configuration.validatesVulkan),
          size: Size(configuration.size), scale: Double(configuration.scale),
          background: configuration.background.color, displayName: configuration.displayName,
          clock: configuration.clock ?? .monotonic),
        whenFilled: { filled.signal() })
    } catch {
      MediaClock.useVirtual(nil)
      throw StageError(error)
    }
    host = LayerHost(surface: surface.id, service: surface)
    host.scale = Double(scale)
    host.awaitsTiles = lockStep != nil
    // Before it is shown, so that none of this animates.
    layOutRoot()
    slowDown(by: configuration.slowFactor)
    host.rootLayer = rootLayer
    if lockStep == nil { joinRunLoop(filled) }
  }

  isolated deinit { close() }

  /// Takes the stage off its output and, headless, gives the process its real clock back. Done by
  /// itself when the stage is let go.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    calls.removeAll()
    timer?.invalidate()
    signal?.invalidate()
    for observer in observers { CFRunLoopObserverInvalidate(observer) }
    host.close()
    // Display links of a headless stage live by its clock.
    if lockStep != nil { CADisplayLink.invalidateAll(pacedBy: host) }
    // What closing changed is nobody else's transaction.
    CATransaction.flush()
    surface.close()
    if lockStep != nil || configuration.clock != nil { MediaClock.useVirtual(nil) }
    // They may hold what holds the stage.
    onResize = nil
    onKey = nil
    onInput = nil
    inputObserver = nil
    onCloseRequest = nil
    onStatusChange = nil
  }

  /// From now on the link ticks with the frames of this stage. Links that no stage was named for tick
  /// with those of the oldest stage there is.
  package func paces(_ link: CADisplayLink) { link.host = host }

  /// Commits what has changed since the last turn of the run loop, without moving the clock.
  public func commit() {
    guard !isClosed else { return }
    if lockStep != nil { settle() } else { finishTurn() }
  }

  private static func check(_ configuration: Configuration) throws(StageError) {
    let pixels = [configuration.size.width, configuration.size.height].map {
      Double($0 * configuration.scale)
    }
    guard pixels.allSatisfy({ $0 >= 1 && $0 <= 16384 }) else {
      throw .badConfiguration("a stage needs 1 to 16384 pixels in each direction")
    }
    guard configuration.slowFactor > 0, configuration.slowFactor.isFinite else {
      throw .badConfiguration("a slow factor must be greater than 0")
    }
    switch configuration.output {
    case .window: break
    case .headless(let rate), .headlessFreeRunning(let rate):
      guard rate > 0, rate <= 10000 else {
        throw .badConfiguration("a frame rate must be greater than 0")
      }
    }
  }

  private func layOutRoot() {
    rootLayer.bounds = CGRect(origin: .zero, size: size)
    rootLayer.position = CGPoint(x: size.width / 2, y: size.height / 2)
    rootLayer.contentsScale = scale
  }

  /// The root's local time equals media time now and runs slower from here.
  private func slowDown(by factor: Double) {
    guard factor != 1 else { return }
    rootLayer.beginTime = startTime
    rootLayer.timeOffset = startTime
    rootLayer.speed = Float(1 / factor)
  }

  // MARK: Events and turns

  /// Delivers the events that have arrived and makes the calls they cause. False when there were
  /// neither.
  @discardableResult func deliverEvents() -> Bool {
    let events = surface.takeEvents()
    if !events.isEmpty { surface.workBegins() }
    for event in events { deliver(event) }
    let hasCalled = LayerHost.drainDeferred()
    return hasCalled || !events.isEmpty
  }

  private func deliver(_ event: ServerEvent) {
    switch event {
    case .configure(_, let size, let scale):
      resize(to: CGSize(size), scale: CGFloat(scale))
    case .closeRequested:
      if onCloseRequest?() ?? true { end(.closed) }
    case .input(_, let event):
      deliver(event)
    case .windowChanged(_, let status):
      self.status = status
      onStatusChange?(status)
    case .surfaceLost(_, let reason):
      end(.lost(reason))
    case .tick, .animationStarted, .animationFinished:
      break
    }
    host.handle(event)
    // A headless stage has no run to end.
    if ending != nil, lockStep == nil { CFRunLoopStop(CFRunLoopGetMain()) }
  }

  private func deliver(_ event: InputEvent) {
    inputObserver?(event)
    if onInput?(event) ?? false { return }
    guard case .key(let key) = event else { return }
    let isHandled = onKey?(key.keysym, key.text, key.isPressed) ?? false
    if !isHandled, key.keysym == KeyEvent.escape, key.isPressed { end(.closed) }
  }

  /// Asks something of the window, with the next commit.
  package func send(_ request: SurfaceRequest) { host.request(request) }

  /// The first reason counts, but one for good replaces one that is not.
  func end(_ reason: Ending) {
    if ending == nil || ending == .stopped { ending = reason }
  }

  private func resize(to size: CGSize, scale: CGFloat) {
    guard size != self.size || scale != self.scale || !hasSize else { return }
    hasSize = true
    self.size = size
    self.scale = scale
    host.scale = Double(scale)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layOutRoot()
    onResize?(size)
    CATransaction.commit()
  }

  /// Ends a turn: commits, and tells the server that the events so far are answered.
  func finishTurn() {
    surface.workBegins()
    CATransaction.flush()
    surface.turnEnded()
  }

  /// On the real clock the main run loop delivers events and ends turns by itself.
  private func joinRunLoop(_ filled: EventSignal) {
    let signal = RunLoopSignal { [weak self] in _ = self?.deliverEvents() }
    self.signal = signal
    filled.connect(signal)
    timer = ScheduleTimer(calls) { [weak self] in self?.makeDueCalls() }
    ImplicitCommit.install()
    // Around the implicit commit, whose order is 2,000,000.
    observe(order: 1_999_999) { $0.surface.workBegins() }
    observe(order: 2_000_001) { $0.surface.turnEnded() }
  }

  private func observe(order: CFIndex, _ action: @escaping @MainActor (LayerStage) -> Void) {
    let activities = CFRunLoopActivity.beforeWaiting.rawValue | CFRunLoopActivity.exit.rawValue
    let observer = CFRunLoopObserverCreateWithHandler(nil, activities, true, order) {
      [weak self] _, _ in
      // Safety: added to the main run loop only.
      MainActor.assumeIsolated {
        if let self { action(self) }
      }
    }
    guard let observer else { return }
    CFRunLoopAddObserver(CFRunLoopGetMain(), observer, kCFRunLoopCommonModes)
    observers.append(observer)
  }
}
