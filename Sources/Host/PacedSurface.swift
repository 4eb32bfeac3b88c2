import Geometry
import LayerCommit
import Profiling
import RenderServer
import Renderer
import WaylandPlatform

/// A surface that follows a display: a window, or a timer that stands in for one.
///
/// ```
///   display ready        answer or start              display shows it
///   ──┼────────────────────────┼─────────────────────────────┼──▶
///     │ tick ──▶ main ──▶ commit                             │
///     │                        │ sample, build, render       │
///     └ target chosen          └ drawn                       └ next frame may begin
/// ```
/// `RedrawState` decides when a frame is wanted, `FrameClock` for which moment, `StartDelay` how long
/// it may wait; this class carries messages between them, the display and the main thread. At most
/// one frame waits for the display, and nothing waits without a limit.
final class PacedSurface: SurfaceDriver {
  /// What shows the frames.
  enum Display {
    /// Frames are seen when they should be; `shown` is when that is for the frame in flight.
    case timer(shown: Double?)
    case window(HostWindow)
  }

  /// The frame being prepared.
  private struct Preparation {
    var target: FrameTarget
    /// Draw at this time even if the main thread has not answered.
    var start: Double
    /// The answer to wait for; nil for none.
    var answer: UInt64?
    var tickTime: Double?
  }

  let frames: FrameProducer
  let clock: DisplayClock
  private let handle: HostedSurface
  private var display: Display
  private var frameClock: FrameClock
  private var startDelay = StartDelay()
  private var redraw = RedrawState()
  private var ledger = FrameLedger()
  private var preparation: Preparation?
  /// The frame wanted now follows one that the display has just taken.
  private var followsFrame = false
  /// When the display last asked for a frame, and whether the last frame given to it was drawn in the
  /// interval after that.
  private var askedAt: Double?
  private var lastFrameFollows = false
  /// When `estimateReached` is due.
  private var estimate: Double?
  /// When a tick was sent or a frame drawn; a window that nobody sees ticks slowly from there.
  private var lastActivity: Double
  /// The moment the last frame was drawn for.
  private var lastDrawn = -Double.infinity
  /// The moment the last tick was about: two callbacks in one interval are one tick.
  private var lastTickTarget = -Double.infinity
  /// The proposed sizes wait for the main thread's layout until the deadline or the answer.
  private var layouts: [(deadline: Double, answer: UInt64)] = []
  /// Events that the commits so far answer.
  private var answeredByCommits: UInt64 = 0
  private var frameCount = 0
  /// When the display got the frame after which it has not asked for another.
  private var unansweredSince: Double?
  /// What the display says of the window, and what the application was told.
  private var displayStatus: WindowStatus?
  private var status: WindowStatus?
  /// The display asks for frames.
  private var isVisible = true
  private var events: [ServerEvent] = []
  private var windowEvents: [HostWindow.Event] = []
  private var isLost = false

  /// How long a resized window waits for the application's new layout, in seconds.
  private static let layoutPatience = 0.1
  /// Differences in times, in seconds, that are none.
  private static let rounding = 1e-6
  /// A start later than this, in seconds, is late.
  private static let timerSlack = 0.001
  /// A display that asks for no frame for so long shows none; and the ticks of a window that nobody
  /// sees. Seconds.
  private static let hiddenInterval = 1.0

  init(
    _ handle: HostedSurface, frames: FrameProducer, display: Display, frameClock: FrameClock,
    clock: DisplayClock
  ) {
    self.handle = handle
    self.frames = frames
    self.display = display
    self.frameClock = frameClock
    self.clock = clock
    lastActivity = clock.now
  }

  var renderer: SurfaceRenderer { frames.renderer }
  var refreshInterval: Double? { frameClock.interval }

  var nextWake: Double {
    var time = renderer.nextEventTime
    if ticksSlowly { time = min(time, lastActivity + Self.hiddenInterval) }
    if isLost { return time }
    if let estimate { time = min(time, estimate) }
    if let layout = layouts.first { time = min(time, layout.deadline) }
    if isVisible, let unansweredSince { time = min(time, unansweredSince + Self.hiddenInterval) }
    if case .timer(let shown?) = display { time = min(time, shown) }
    if redraw.phase == .queued, isReady, let preparation { time = min(time, preparation.start) }
    return time
  }

  func step(now: Double) {
    advance(to: now)
    takeDisplayEvents(now: now)
    adoptSizeIfDue(now: now)
    if let due = estimate, due <= now {
      estimate = nil
      act(redraw.estimateReached(continues: continues))
    }
    if continues { act(redraw.changeArrived()) }
    if isVisible, let unansweredSince, now >= unansweredSince + Self.hiddenInterval {
      setVisible(false)
    }
    if ticksSlowly, now >= lastActivity + Self.hiddenInterval {
      tick(frameClock.nextTarget(now: now), now: now)
    }
    drawIfDue(now: now)
    flushEvents()
  }

  func advance(to time: Double) {
    let batch = handle.takeCommits()
    if !batch.commits.isEmpty { answeredByCommits = batch.answered }
    frames.advance(to: time, applying: batch, events: &events)
    for request in renderer.takeRequests() { perform(request) }
    flushEvents()
  }

  func drawRequested(at target: FrameTarget) throws(HostError) -> Bool {
    if case .window = display { throw .lost("a window draws when its display asks for frames") }
    let outcome = try frames.draw(at: target) { $0.index = nextIndex() }
    return outcome == .drawn
  }

  func displayLost(reason: String) {
    if case .window = display { lose(reason: reason) }
  }

  private func lose(reason: String) {
    guard !isLost else { return }
    isLost = true
    preparation = nil
    estimate = nil
    layouts = []
    close()
    setVisible(false)
    events.append(.surfaceLost(handle.id, reason: reason))
    flushEvents()
  }

  func close() {
    // The Vulkan surface must be gone before its window.
    frames.dropBackend()
    if case .window(let window) = display { window.close() }
  }

  // MARK: Deciding

  /// A frame is wanted, now and until this is false.
  private var continues: Bool {
    !isLost && (renderer.needsFrame || renderer.isAnimating || renderer.wantsTicks)
  }

  private var isReady: Bool {
    if isLost { return false }
    return switch display {
    case .timer(let shown): shown == nil
    case .window(let window): window.isReadyToDraw && window.isConfigured
    }
  }

  /// A mapped window that the display asks for no frames still ticks, slowly; so does a lost one.
  private var ticksSlowly: Bool {
    guard renderer.wantsTicks, case .window(let window) = display else { return false }
    return isLost || (window.isConfigured && !isReady)
  }

  private func act(_ action: RedrawState.Action) {
    switch action {
    case .none: break
    case .drawNow: preparation = nil
    case .armEstimate: estimate = preparation?.target.presentTime
    }
  }

  private func drawIfDue(now: Double) {
    guard redraw.phase == .queued, isReady else { return }
    let current = preparation ?? prepare(now: now)
    preparation = current
    let isAnswered = current.answer.map { handle.hasAnswered($0) } ?? true
    guard isDue(current, now: now) || (isAnswered && current.answer != nil) else { return }
    // The answer's commit may have come since this step began.
    advance(to: now)
    adoptSizeIfDue(now: now)
    draw(caughtUp(current, now: max(now, clock.now)), isAnswered: isAnswered)
  }

  /// Times are sums: what begins a few of their last digits later begins now.
  private func isDue(_ frame: Preparation, now: Double) -> Bool {
    now >= frame.start - Self.rounding
  }

  /// What could not start when it should have is drawn for a refresh that can still show it.
  private func caughtUp(_ frame: Preparation, now: Double) -> Preparation {
    var cost = 0.0
    if case .window = display { cost = frameClock.cost }
    let end = frame.target.presentTime
    let isLate = now > frame.start + Self.timerSlack && now > end - cost
    guard isLate || now > end else { return frame }
    var frame = frame
    frame.target = nextTarget(now: now + cost)
    return frame
  }

  private func prepare(now: Double) -> Preparation {
    let target = nextTarget(now: now)
    func start(after share: Double) -> Double {
      max(now, min(target.startBy, target.timestamp + share * target.interval))
    }
    guard renderer.wantsTicks, target.presentTime > lastTickTarget + target.interval / 4 else {
      // What comes after a pause has waited long enough.
      let start = followsFrame ? start(after: startDelay.share) : now
      return Preparation(target: target, start: start, answer: nil, tickTime: nil)
    }
    let answer = tick(target, now: now)
    return Preparation(
      target: target, start: start(after: startDelay.longest), answer: answer, tickTime: now)
  }

  /// The first refresh that no earlier frame takes.
  ///
  /// ```
  ///   seen       in flight    this frame
  ///   ──┼────────────┼────────────┼──▶ refreshes
  ///        ▲ asked for the next frame
  /// ```
  /// Some displays ask for a frame before the last one is seen; it comes after that one then.
  private func nextTarget(now: Double) -> FrameTarget {
    var target: FrameTarget
    if let lastSeen = ledger.lastSeen, ledger.inFlight > 0 {
      let taken = lastSeen + (Double(ledger.inFlight) + 0.5) * frameClock.interval
      target = frameClock.nextTarget(now: max(now, taken))
    } else {
      target = frameClock.nextTarget(now: now)
    }
    // After a prediction that was too late the right moment may have been drawn already. Half steps
    // keep things moving forward and are right again as soon as time has caught up. A prediction
    // further ahead than a second was no prediction.
    let earliest = lastDrawn + target.interval / 2
    if target.presentTime < earliest, earliest < now + 1 {
      target.presentTime = earliest
    }
    return target
  }

  @discardableResult private func tick(_ target: FrameTarget, now: Double) -> UInt64 {
    lastActivity = now
    lastTickTarget = target.presentTime
    events.append(.tick(handle.id, target))
    return postEvents()
  }

  private func draw(_ frame: Preparation, isAnswered: Bool) {
    let target = frame.target
    let start = clock.now
    var record = FrameRecord()
    record.tickTime = frame.tickTime
    record.startBy = frame.start
    record.startTime = start
    record.missedCommit = !isAnswered
    var end = start
    var onDevice = 0.0
    let shownBefore = lastPresented
    do throws(HostError) {
      let outcome = try frames.draw(at: target, record: record) { record in
        end = clock.now
        record.submitTime = end
        record.index = nextIndex()
        onDevice = Double(record.gpu) / 1e9
      }
      switch outcome {
      case .drawn where shownBefore != nil && lastPresented == shownBefore:
        // The display got nothing, so that it will say nothing.
        act(redraw.nothingToDraw(continues: continues))
      case .drawn:
        lastActivity = end
        lastDrawn = target.presentTime
        // How long a device takes is no part of a time that stands still.
        frameClock.frameTook(max(end - start, clock.virtualTime == nil ? onDevice : 0))
        submitted(target, delay: (start - target.timestamp) / target.interval, at: end)
        act(redraw.frameSubmitted())
      case .nothingChanged:
        act(redraw.nothingToDraw(continues: continues))
      case .noSlot:
        act(redraw.noSlot())
      }
    } catch {
      failed(error, at: start)
    }
    preparation = nil
    followsFrame = false
  }

  /// A frame could not be drawn: later, or never.
  private func failed(_ error: HostError, at time: Double) {
    var failure: String?
    if case .window(let window) = display { failure = window.connection.failure?.description }
    if failure == nil, let delay = frames.retryDelay {
      act(redraw.noSlot())
      estimate = time + delay
    } else {
      lose(reason: failure ?? error.reason)
    }
  }

  /// The number of the last frame given to the display; nil where nobody counts.
  private var lastPresented: UInt64? {
    guard case .window(let window) = display, frames.device != nil else { return nil }
    return window.lastFrame
  }

  private func submitted(_ target: FrameTarget, delay: Double, at end: Double) {
    switch display {
    case .timer:
      let isInTime = end <= target.presentTime
      let shown = isInTime ? target : frameClock.nextTarget(now: end)
      display = .timer(shown: shown.presentTime)
    case .window(let window):
      lastFrameFollows = askedAt.map { end - $0 <= frameClock.interval + 1e-6 } ?? false
      ledger.submit(
        window.lastFrame, for: target, delay: min(max(delay, 0), 1), follows: lastFrameFollows)
      unansweredSince = unansweredSince ?? end
    }
  }

  private func nextIndex() -> Int {
    frameCount += 1
    if case .window(let window) = display { return Int(window.lastFrame) }
    return frameCount
  }

  private func flushEvents() {
    if !events.isEmpty { postEvents() }
  }

  @discardableResult private func postEvents() -> UInt64 {
    defer { events.removeAll(keepingCapacity: true) }
    return handle.post(events)
  }

  // MARK: The display

  private func takeDisplayEvents(now: Double) {
    switch display {
    case .timer(let shown?) where shown <= now:
      display = .timer(shown: nil)
      frameClock.presented(at: shown, refresh: frameClock.interval)
      frames.presented(index: frameCount, at: shown, interval: frameClock.interval)
      act(redraw.presented(continues: continues))
    case .timer: break
    case .window(let window):
      window.takeEvents(into: &windowEvents)
      for event in windowEvents { handle(event, now: now) }
      windowEvents.removeAll(keepingCapacity: true)
    }
  }

  private func handle(_ event: HostWindow.Event, now: Double) {
    switch event {
    case .proposed(let size, let scale):
      events.append(.configure(handle.id, size: size, scale: scale))
      layouts.append((now + Self.layoutPatience, postEvents()))
    case .statusChanged(let new):
      displayStatus = new
      updateStatus()
    case .closeRequested:
      events.append(.closeRequested(handle.id))
    case .input(let event):
      events.append(.input(handle.id, event))
    case .frameWanted:
      unansweredSince = nil
      setVisible(true)
      if !ledger.hasNews {
        startDelay.forget()
        learn { $0.asked(at: now, follows: lastFrameFollows) }
      }
      askedAt = now
      followsFrame = true
      act(redraw.presented(continues: continues))
    case .frameOwed:
      frames.redraw()
      act(redraw.changeArrived())
    case .presented(let feedback):
      presented(feedback, now: now)
    case .discarded(let frame):
      ledger.discard(frame)
    }
  }

  private func presented(_ feedback: PresentFeedback, now: Double) {
    let interval = frameClock.interval
    guard
      let outcome = ledger.seen(
        feedback.frame, at: feedback.time, now: now, interval: interval)
    else { return }
    learn {
      $0.presented(at: feedback.time, refresh: feedback.refresh, follows: outcome.follows)
    }
    // A guess that was wrong is no missed refresh.
    frames.presented(
      index: Int(feedback.frame), at: feedback.time,
      interval: outcome.wasPredicted ? frameClock.interval : 0)
    // Without a vblank there is no time before which a frame must be ready.
    if feedback.flags.contains(.vsync), outcome.wasPredicted {
      startDelay.seen(inTime: outcome.isInTime, after: outcome.delay)
    }
  }

  /// Moments taken by a measure that was much too long say nothing of those to come.
  private func learn(_ news: (inout FrameClock) -> Void) {
    let before = frameClock.interval
    news(&frameClock)
    guard frameClock.interval < FrameClock.shrinkage * before else { return }
    lastDrawn = -.infinity
    lastTickTarget = -.infinity
  }

  /// The application has laid out for a proposed size, or has had its time for the oldest one, which
  /// ends the wait for all: frames have it from now on. What the tree does not fill is background.
  private func adoptSizeIfDue(now: Double) {
    guard let oldest = layouts.first, case .window(let window) = display else { return }
    let count =
      now >= oldest.deadline
      ? layouts.count
      : layouts.prefix { layout in
        answeredByCommits >= layout.answer || handle.hasAnswered(layout.answer)
      }.count
    guard count > 0 else { return }
    layouts.removeFirst(count)
    let limit = frames.backend.maximumImageSize
    guard let (size, scale) = window.adopt(count, limit: limit) else { return }
    frames.resize(size: size, scale: scale)
    act(redraw.changeArrived())
  }

  private func setVisible(_ visible: Bool) {
    guard visible != isVisible else { return }
    isVisible = visible
    updateStatus()
  }

  private func updateStatus() {
    guard var new = displayStatus else { return }
    new.isVisible = new.isVisible && isVisible
    guard new != status else { return }
    status = new
    events.append(.windowChanged(handle.id, new))
  }

  private func perform(_ request: SurfaceRequest) {
    if case .window(let window) = display { window.perform(request) }
  }
}
