import Geometry
import LayerCommit
import RenderServer
import Renderer
import WaylandPlatform

/// A surface that follows a display: a window, or a timer that stands in for one.
///
/// ```
///   display ready        answer or deadline           display shows it
///   ──┼────────────────────────┼─────────────────────────────┼──▶
///     │ tick ──▶ main ──▶ commit                             │
///     │                        │ sample, build, render       │
///     └ target chosen          └ drawn                       └ next frame may begin
/// ```
/// `RedrawState` decides when a frame is wanted, `FrameClock` for which moment; this class carries
/// messages between them, the display and the main thread. Without ticks a frame is drawn at once:
/// compositors take their picture well before the vblank, at a time they do not tell.
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
    var deadline: Double
    /// The answer to wait for; nil for none.
    var answer: UInt64?
  }

  let frames: FrameProducer
  private let handle: HostedSurface
  private var display: Display
  private var clock: FrameClock
  private var redraw = RedrawState()
  private var preparation: Preparation?
  /// When `estimateReached` is due.
  private var estimate: Double?
  /// When a tick was sent or a frame drawn; a window that nobody sees ticks slowly from there.
  private var lastActivity: Double
  /// The moment the last frame was drawn for.
  private var lastDrawn = -Double.infinity
  /// The moment the last tick was about: two callbacks in one interval are one tick.
  private var lastTickTarget = -Double.infinity
  /// The new size waits for the main thread's layout until the deadline or the answer.
  private var layout: (deadline: Double, answer: UInt64)?
  private var frameCount = 0
  /// The newest frame whose feedback came, and when the last one was seen; nil before any.
  private var resolvedFrame: UInt64 = 0
  private var lastSeen: Double?
  /// Frames up to this one had targets that were guessed before the display's timing was known.
  private var lastGuessedFrame: UInt64 = 0
  private var events: [ServerEvent] = []
  private var windowEvents: [HostWindow.Event] = []
  private var isLost = false

  /// Share of an interval for which a frame waits for the answer to its tick, when no better deadline
  /// is known.
  private static let patience = 0.5
  /// How long a resized window waits for the application's new layout, in seconds.
  private static let layoutPatience = 0.1
  /// More frames without feedback than this mean that feedback was lost.
  private static let mostInFlight: UInt64 = 2
  /// Ticks of a window that nobody sees, in seconds.
  private static let hiddenInterval = 1.0

  init(_ handle: HostedSurface, frames: FrameProducer, display: Display, clock: FrameClock) {
    self.handle = handle
    self.frames = frames
    self.display = display
    self.clock = clock
    lastActivity = MonotonicClock.now
  }

  var renderer: SurfaceRenderer { frames.renderer }
  var refreshInterval: Double? { clock.interval }

  var nextWake: Double {
    var time = renderer.nextEventTime
    if ticksSlowly { time = min(time, lastActivity + Self.hiddenInterval) }
    if isLost { return time }
    if let estimate { time = min(time, estimate) }
    if case .timer(let shown?) = display { time = min(time, shown) }
    if redraw.phase == .queued, isReady {
      if let preparation { time = min(time, preparation.deadline) }
      if let layout { time = min(time, layout.deadline) }
    }
    return time
  }

  func step(now: Double) {
    advance(to: now)
    takeDisplayEvents(now: now)
    if let due = estimate, due <= now {
      estimate = nil
      act(redraw.estimateReached(continues: continues))
    }
    if continues { act(redraw.changeArrived()) }
    if ticksSlowly, now >= lastActivity + Self.hiddenInterval {
      tick(clock.nextTarget(now: now), now: now)
    }
    drawIfDue(now: now)
    flushEvents()
  }

  func advance(to time: Double) {
    let (commits, duration) = handle.takeCommits()
    frames.advance(to: time, applying: commits, duration: duration, events: &events)
    flushEvents()
  }

  func drawRequested(at target: FrameTarget) throws(HostError) -> Bool {
    if case .window = display { throw .lost("a window draws when its display asks for frames") }
    return try frames.draw(at: target, index: nextIndex) == .drawn
  }

  func displayLost(reason: String) {
    if case .window = display { lose(reason: reason) }
  }

  private func lose(reason: String) {
    guard !isLost else { return }
    isLost = true
    preparation = nil
    estimate = nil
    frames.dropBackend()
    close()
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
    case .window(let window): window.isReadyToDraw
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
    if let layout {
      guard now >= layout.deadline || handle.hasAnswered(layout.answer) else { return }
      self.layout = nil
    }
    let current = preparation ?? prepare(now: now)
    preparation = current
    var isAnswered = true
    if let answer = current.answer { isAnswered = handle.hasAnswered(answer) }
    guard isAnswered || now >= current.deadline else { return }
    // The answer's commit may have come since this step began.
    advance(to: now)
    draw(current, isAnswered: isAnswered)
  }

  private func prepare(now: Double) -> Preparation {
    let target = nextTarget(now: now)
    guard renderer.wantsTicks, target.presentTime > lastTickTarget + target.interval / 4 else {
      return Preparation(target: target, deadline: now, answer: nil)
    }
    let answer = tick(target, now: now)
    let deadline = min(target.startBy, now + Self.patience * target.interval)
    return Preparation(target: target, deadline: max(now, deadline), answer: answer)
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
    if case .window(let window) = display, let lastSeen, window.lastFrame > resolvedFrame {
      let inFlight = Double(min(window.lastFrame - resolvedFrame, Self.mostInFlight))
      target = clock.nextTarget(now: max(now, lastSeen + (inFlight + 0.5) * clock.interval))
    } else {
      target = clock.nextTarget(now: now)
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
    defer { events.removeAll(keepingCapacity: true) }
    return handle.post(events)
  }

  private func draw(_ frame: Preparation, isAnswered: Bool) {
    let start = MonotonicClock.now
    do throws(HostError) {
      switch try frames.draw(at: frame.target, index: nextIndex, missedCommit: !isAnswered) {
      case .drawn:
        let end = MonotonicClock.now
        lastActivity = end
        lastDrawn = frame.target.presentTime
        clock.frameTook(end - start)
        if case .timer = display {
          let isInTime = end <= frame.target.presentTime
          let target = isInTime ? frame.target : clock.nextTarget(now: end)
          display = .timer(shown: target.presentTime)
        }
        act(redraw.frameSubmitted())
      case .nothingChanged:
        act(redraw.nothingToDraw(continues: continues))
      case .noSlot:
        act(redraw.noSlot())
      }
    } catch {
      lose(reason: error.reason)
    }
    preparation = nil
  }

  private func nextIndex() -> Int {
    frameCount += 1
    if case .window(let window) = display { return Int(window.lastFrame) }
    return frameCount
  }

  private func flushEvents() {
    guard !events.isEmpty else { return }
    handle.post(events)
    events.removeAll(keepingCapacity: true)
  }

  // MARK: The display

  private func takeDisplayEvents(now: Double) {
    switch display {
    case .timer(let shown?) where shown <= now:
      display = .timer(shown: nil)
      clock.presented(at: shown, refresh: clock.interval)
      frames.presented(index: frameCount, at: shown, interval: clock.interval)
      act(redraw.presented(continues: continues))
    case .timer: break
    case .window(let window):
      window.takeEvents(into: &windowEvents)
      for event in windowEvents { handle(event, of: window, now: now) }
      windowEvents.removeAll(keepingCapacity: true)
    }
  }

  private func handle(_ event: HostWindow.Event, of window: HostWindow, now: Double) {
    switch event {
    case .resized(let size, let scale):
      frames.resize(size: size, scale: scale)
      events.append(.configure(handle.id, size: size, scale: scale))
      let answer = handle.post(events)
      events.removeAll(keepingCapacity: true)
      layout = (now + Self.layoutPatience, answer)
      act(redraw.changeArrived())
    case .statusChanged(let status):
      events.append(.windowChanged(handle.id, status))
    case .closeRequested:
      events.append(.closeRequested(handle.id))
    case .input(let event):
      events.append(.input(handle.id, event))
    case .frameWanted:
      if !window.hasFeedback { clock.presented(at: now, refresh: nil) }
      act(redraw.presented(continues: continues))
    case .presented(let frame, let time, let refresh):
      if lastSeen == nil { lastGuessedFrame = window.lastFrame }
      lastSeen = time
      resolvedFrame = max(resolvedFrame, frame)
      clock.presented(at: time, refresh: refresh)
      // A guess that was wrong is no missed refresh.
      let interval = frame > lastGuessedFrame ? clock.interval : 0
      frames.presented(index: Int(frame), at: time, interval: interval)
    case .discarded(let frame):
      resolvedFrame = max(resolvedFrame, frame)
    }
  }
}
