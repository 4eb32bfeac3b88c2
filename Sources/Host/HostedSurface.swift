import AnimationCore
import Geometry
import LayerCommit
import Locks
import Profiling
import RenderServer
import Renderer
import Synchronization
import VulkanBackend

/// One surface as the application's side holds it: takes commits, gives events, and asks the render
/// thread for frames where the surface does not draw by itself.
///
/// Everything waits for the render thread at most as long as `RenderThread` is patient.
package final class HostedSurface: RenderService {
  package struct Configuration: Sendable {
    package enum Output: Sendable, Equatable {
      /// Frames are drawn when asked for, at the media time asked for.
      case lockStep
      /// A timer on the real clock stands in for a display.
      case freeRunning(framesPerSecond: Double)
      /// A toplevel window on the display that the configuration names.
      case window(title: String, applicationID: String)
    }

    package enum Backend: Sendable, Hashable {
      /// - Parameters:
      ///   - device: A part of the device's name; nil chooses.
      ///   - validates: Report every misuse of the API.
      case vulkan(device: String?, validates: Bool)
      /// Counts instead of drawing; for tests and measurements.
      case null
    }

    package var output: Output
    package var backend: Backend
    /// Points.
    package var size: Size
    /// Pixels per point. A window takes its display's.
    package var scale: Double
    /// Shows where no layer is.
    package var background: Color
    /// The display of a window: a socket in XDG_RUNTIME_DIR or an absolute path; nil for the one
    /// that WAYLAND_DISPLAY names.
    package var displayName: String?
    /// Of surfaces that are not lock-step.
    package var clock: RenderClock

    package init(
      output: Output, backend: Backend, size: Size, scale: Double, background: Color,
      displayName: String? = nil, clock: RenderClock = .monotonic
    ) {
      self.output = output
      self.backend = backend
      self.size = size
      self.scale = scale
      self.background = background
      self.displayName = displayName
      self.clock = clock
    }
  }

  /// What the server expects next, in media time.
  package struct Outlook: Sendable, Equatable {
    /// When the next animation starts or ends; infinity for never.
    package var nextEventTime: Double
    package var wantsTicks: Bool
  }

  private struct Inbox {
    var batch = CommitBatch()
    /// The work that goes on, and when it began in media time.
    var work: (watch: Stopwatch, begin: Double)?
    /// What a lock-step server expects, while no commit may have changed that.
    var outlook: Outlook?
    /// Nobody will take commits any more.
    var isClosed = false
  }

  private struct Outbox {
    var queue = EventQueue()
    /// Events put in, taken out, and taken out before the last finished run-loop turn.
    var posted: UInt64 = 0
    var taken: UInt64 = 0
    var handled: UInt64 = 0
    /// The oldest input taken in this run-loop turn; media time in seconds.
    var inputTime: Double?
    var whenFilled: (@Sendable () -> Void)?
  }

  package let id: SurfaceID
  private let configuration: Configuration
  private let thread: RenderThread
  private let inbox = Guarded(Inbox())
  private let outbox = Guarded(Outbox())
  private let history = Guarded<[Commit]?>(nil)
  private let trips = Atomic(0)

  private static let lastID = Atomic<UInt32>(0)

  /// Opens the surface on the render thread.
  ///
  /// - Parameters:
  ///   - thread: Tests have their own.
  ///   - whenFilled: Called on the render thread when events wait to be taken; must return at once.
  package init(
    _ configuration: Configuration, on thread: RenderThread = .shared,
    whenFilled: (@Sendable () -> Void)? = nil
  ) throws(HostError) {
    self.thread = thread
    id = SurfaceID(raw: Self.lastID.add(1, ordering: .relaxed).newValue)
    self.configuration = configuration
    outbox.withLock { $0.whenFilled = whenFilled }
    do throws(HostError) {
      try thread.perform("open a surface") { loop throws(HostError) in
        guard !self.isClosed else { return }
        try loop.open(self, configuration)
        // The caller has lost patience meanwhile.
        if self.isClosed { loop.close(self.id) }
      }
    } catch {
      endMail()
      throw error
    }
  }

  /// Takes the surface off the render thread and frees what it held there.
  package func close() {
    endMail()
    let id = id
    try? thread.perform("close a surface") { loop throws(HostError) in loop.close(id) }
  }

  private var isClosed: Bool { inbox.withLock { $0.isClosed } }

  /// Commits go nowhere from now on.
  private func endMail() {
    outbox.withLock { $0.whenFilled = nil }
    inbox.withLock { inbox in
      inbox.isClosed = true
      inbox.batch.commits = []
    }
  }

  // MARK: RenderService

  package func submit(_ commit: Commit) {
    let now = configuration.clock.now
    let (taken, inputTime) = outbox.withLock { ($0.taken, $0.inputTime) }
    let isTaken = inbox.withLock { inbox in
      guard !inbox.isClosed else { return false }
      inbox.batch.commits.append(commit)
      inbox.batch.answered = taken
      inbox.outlook = nil
      var span = CommitBatch.Span(inputTime: inputTime)
      if var work = inbox.work {
        span.nanoseconds = work.watch.lap()
        if configuration.output != .lockStep { (span.begin, span.end) = (work.begin, now) }
      }
      inbox.batch.span.add(span)
      inbox.work = nil
      return true
    }
    guard isTaken else { return }
    history.withLock { $0?.append(commit) }
    if configuration.output != .lockStep { thread.wake() }
  }

  package func takeEvents() -> [ServerEvent] {
    outbox.withLock { outbox in
      outbox.taken = outbox.posted
      let events = outbox.queue.takeAll()
      for event in events {
        guard case .input(_, let input) = event else { continue }
        outbox.inputTime = CommitBatch.Span.earlier(outbox.inputTime, input.time)
      }
      return events
    }
  }

  /// Puts an event where those of the display wait to be taken. Any thread.
  package func inject(_ event: InputEvent) { post([.input(id, event)]) }

  // MARK: The main thread's turns

  /// The main thread begins to answer events or to commit; `submit` ends the measurement, and so
  /// does the end of the turn where nothing was committed.
  package func workBegins() {
    let now = configuration.clock.now
    inbox.withLock { inbox in
      if inbox.work == nil { inbox.work = (Stopwatch(), now) }
    }
  }

  /// A run-loop turn has ended with its commit: the events taken so far are answered. The frame that
  /// waits for the answer to its tick need not wait longer.
  package func turnEnded() {
    inbox.withLock { $0.work = nil }
    let isNews = outbox.withLock { outbox in
      defer {
        outbox.handled = outbox.taken
        outbox.inputTime = nil
      }
      return outbox.handled != outbox.taken
    }
    if isNews, configuration.output != .lockStep { thread.wake() }
  }

  /// Keep all commits from now on, for `recordedCommits`.
  package func recordCommits() {
    history.withLock { $0 = $0 ?? [] }
  }

  package var recordedCommits: [Commit] { history.withLock { $0 ?? [] } }

  // MARK: Asking the render thread

  /// Applies the commits that have arrived and moves the server's time to `time`; events up to that
  /// moment are waiting afterwards. The render thread is only asked when there is any of these.
  package func advance(to time: Double) throws(HostError) -> Outlook {
    if let outlook = outlook, time < outlook.nextEventTime { return outlook }
    return try driver("advance") { driver throws(HostError) in
      driver.advance(to: time)
      let outlook = Outlook(
        nextEventTime: driver.renderer.nextEventTime, wantsTicks: driver.renderer.wantsTicks)
      self.keep(outlook)
      return outlook
    }
  }

  /// What a lock-step server expects; nil where commits may change that, and on the real clock.
  package var outlook: Outlook? { inbox.withLock { $0.outlook } }

  private func keep(_ outlook: Outlook) {
    guard configuration.output == .lockStep else { return }
    inbox.withLock { inbox in
      inbox.outlook = inbox.batch.commits.isEmpty ? outlook : nil
    }
  }

  /// Draws the frame to be seen at `target.presentTime`. False when no pixel would differ.
  package func drawFrame(at target: FrameTarget) throws(HostError) -> Bool {
    try driver("draw a frame") { driver throws(HostError) in
      try driver.drawRequested(at: target)
    }
  }

  /// Draws lock-step frames one after the other, without the main thread, which must have nothing to
  /// do with any of them. Ends before the last one when it has something to do after all: a commit or
  /// an event has come from another thread, or the frames take longer than `limit` seconds.
  package func drawFrames(
    at targets: [FrameTarget], limit: Double
  ) throws(HostError) -> FrameRun {
    try driver("draw frames") { driver throws(HostError) in
      guard let surface = driver as? LockStepSurface else {
        throw .lost("a surface with a clock of its own draws by itself")
      }
      return try surface.drawRun(targets, limit: limit)
    }
  }

  /// Leave out what is not among these, for measurements and tests of drawing.
  package func use(_ optimizations: Optimizations) throws(HostError) {
    try driver("leave out optimizations") { driver throws(HostError) in
      driver.renderer.optimizations = optimizations
    }
  }

  /// The pixels of the last frame; surfaces without a window only.
  package func readPixels() throws(HostError) -> Bitmap {
    try driver("read the pixels") { driver throws(HostError) in
      try driver.frames.readPixels()
    }
  }

  /// What a frame seen at `time` would draw: all of it, or only what differs from the last frame.
  package func drawList(at time: Double, full: Bool) throws(HostError) -> DrawList {
    try driver("build a draw list") { driver throws(HostError) in
      driver.renderer.drawList(at: time, full: full)
    }
  }

  /// The render tree as text, with the values at `time`.
  package func dumpTree(at time: Double) throws(HostError) -> String {
    try driver("dump the tree") { driver throws(HostError) in driver.renderer.dumpTree(at: time) }
  }

  /// What the server shows of one layer at `time`; nil for a layer it does not know.
  package func layerValues(
    of id: LayerID, at time: Double
  ) throws(HostError) -> LayerValues? {
    try driver("read a layer") { driver throws(HostError) in
      driver.renderer.layerValues(of: id, at: time)
    }
  }

  /// The frames drawn so far, and the display's refresh interval in seconds where there is one.
  package func profile() throws(HostError) -> (frames: FrameProfile, interval: Double?) {
    try driver("report its frames") { driver throws(HostError) in
      (driver.frames.profile, driver.refreshInterval)
    }
  }

  /// Remembers the last `count` frames from now on, and forgets those so far.
  package func keepFrames(_ count: Int) throws(HostError) {
    try driver("keep its frames") { driver throws(HostError) in driver.frames.keepFrames(count) }
  }

  /// The frames kept from now on say how long the device took. In a window they always do.
  package func measureDeviceTime() throws(HostError) {
    try driver("time its frames") { driver throws(HostError) in
      driver.frames.measureDeviceTime()
    }
  }

  /// What the validation layer said since the surface was opened.
  package func validationMessages() throws(HostError) -> [String] {
    try driver("report validation") { driver throws(HostError) in driver.frames.validationMessages }
  }

  package func deviceName() throws(HostError) -> String {
    try driver("name its device") { driver throws(HostError) in driver.frames.backend.deviceName }
  }

  /// The driver's name and version in its own words; nil where nothing is drawn.
  package func driverName() throws(HostError) -> String? {
    try driver("name its driver") { driver throws(HostError) in
      driver.frames.device?.summary.driver
    }
  }

  /// Processor time the render thread has used since it began, in seconds.
  package func renderThreadTime() throws(HostError) -> Double {
    try thread.perform("tell its time") { _ throws(HostError) in RenderThread.processorTime }
  }

  /// What the null backend has counted: frames and their total cost; nil with another backend.
  package func nullBackendTotals() throws(HostError) -> (frames: Int, cost: FrameCost)? {
    try driver("count its frames") { driver throws(HostError) in
      (driver.frames.backend as? NullBackend).map { ($0.frames, $0.total) }
    }
  }

  // MARK: For tests

  /// Keep from now on what each drawn frame shows of these layers, for `recordedValues`.
  package func recordValues(of layers: [LayerID]) throws(HostError) {
    try driver("watch layers") { driver throws(HostError) in
      driver.frames.probe = ValueProbe(layers: layers)
    }
  }

  /// Oldest first.
  package func recordedValues() throws(HostError) -> [ProbedFrame] {
    try driver("report layers") { driver throws(HostError) in driver.frames.probe.frames }
  }

  /// Keep the text of each list drawn from now on, for `recordedLists`; null backends only.
  package func recordLists() throws(HostError) {
    try driver("watch its lists") { driver throws(HostError) in driver.frames.recordLists() }
  }

  /// Oldest first.
  package func recordedLists() throws(HostError) -> [String] {
    try driver("report its lists") { driver throws(HostError) in driver.frames.lists ?? [] }
  }

  /// How often the render thread was asked for something of this surface and waited for.
  package var tripCount: Int { trips.load(ordering: .relaxed) }

  /// Makes a call of the surface's Vulkan device fail; see `VulkanDevice.inject`.
  package func inject(_ fault: InjectedFault?, atCall call: Int) throws(HostError) {
    try driver("inject a fault") { driver throws(HostError) in
      driver.frames.device?.inject(fault, atCall: call)
    }
  }

  /// Calls of the surface's Vulkan device since the last `inject`.
  package func vulkanCalls() throws(HostError) -> Int {
    try driver("count calls") { driver throws(HostError) in driver.frames.device?.callCount ?? 0 }
  }

  /// When the surface has something to do of its own accord, in media time; infinity for never.
  package func nextWake() throws(HostError) -> Double {
    try driver("name its next moment") { driver throws(HostError) in driver.nextWake }
  }

  /// Turns of the render loop since it began.
  package func loopTurns() throws(HostError) -> Int {
    try thread.perform("count turns") { loop throws(HostError) in loop.turns }
  }

  /// Returns when the render thread has taken what its displays had sent and commits made until now,
  /// and has done what was due.
  package func settle() throws(HostError) {
    // A turn steps before it reads: the second one handles what the first one has read.
    for _ in 0..<4 { _ = try loopTurns() }
  }

  private func driver<Value: Sendable>(
    _ what: String, _ body: @escaping @Sendable (any SurfaceDriver) throws(HostError) -> Value
  ) throws(HostError) -> Value {
    trips.add(1, ordering: .relaxed)
    let id = id
    return try thread.perform(what) { loop throws(HostError) in
      guard let driver = loop.driver(of: id) else { throw .lost("the surface is closed") }
      return try body(driver)
    }
  }

  // MARK: For the render thread

  /// The commits since the last call.
  func takeCommits() -> CommitBatch {
    inbox.withLock { inbox in
      defer {
        inbox.batch.commits = []
        inbox.batch.span = CommitBatch.Span()
      }
      return inbox.batch
    }
  }

  /// Hands events to the main thread. Returns their count since the beginning.
  ///
  /// A newer one takes the place of some that still wait, as `EventQueue` says.
  @discardableResult func post(_ events: [ServerEvent]) -> UInt64 {
    let (posted, notify) = outbox.withLock { outbox in
      let wasEmpty = outbox.queue.isEmpty
      for event in events { outbox.queue.append(event) }
      outbox.posted += UInt64(events.count)
      return (outbox.posted, wasEmpty && !events.isEmpty ? outbox.whenFilled : nil)
    }
    notify?()
    return posted
  }

  /// Whether a commit waits for the render thread, or an event for the main thread.
  var hasMail: Bool {
    inbox.withLock { !$0.batch.commits.isEmpty } || outbox.withLock { !$0.queue.isEmpty }
  }

  /// Whether the main thread has finished a turn with the first `count` events.
  func hasAnswered(_ count: UInt64) -> Bool { outbox.withLock { $0.handled >= count } }
}
