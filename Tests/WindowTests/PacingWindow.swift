import Foundation
import Geometry
import Glibc
import LayerCommit
import Profiling
import QuartzCore
import ScriptedCompositor
import Testing

@testable import Host
@testable import LayerStage

/// A stage in a window on a scripted display whose time, and with it all media time, moves only when
/// the test says so.
///
/// ```
///   vblank n                              vblank n + 1
///   ──┼──────────────────────────────────────┼──▶ the display's time
///     │ news ─▶ main turns ─▶ commit ─▶ frame │
///     └ step() begins                        └ step() ends
/// ```
/// The main thread is the test itself: it answers in `turn()`, and is blocked while that is not
/// called.
@MainActor
final class PacingWindow {
  let compositor: ScriptedCompositor
  let clock: RenderClock
  let stage: LayerStage
  /// Seconds from vblank to vblank.
  let interval: Double
  let id: WindowID
  /// Media time of the latest vblank, or of the begin.
  private(set) var lastVblank: Double
  /// Seconds by which the display's times are ahead of media time.
  var displayOffset = 0.0
  /// The compositor answers nothing while this is true; see `ScriptedCompositor.freeze()`.
  private(set) var isFrozen = false

  /// Media time now.
  var time: Double { clock.virtualTime ?? 0 }

  var root: CALayer { stage.rootLayer }
  var surface: HostedSurface { stage.surface }

  convenience init(
    size: CGSize = CGSize(width: 120, height: 80), interval: Int64 = 16_666_667,
    counts: Bool = false, device: String? = nil,
    configure: (inout ScriptedCompositor.Configuration) -> Void = { _ in }
  ) throws {
    var script = ScriptedCompositor.Configuration()
    script.stepNanoseconds = interval
    script.refreshNanoseconds = UInt32(interval)
    configure(&script)
    // The display's time begins now; on the machine's clock unless it announced another.
    try self.init(
      on: try ScriptedCompositor(script), id: 0, size: size, interval: Double(interval) / 1e9,
      clock: RenderClock(standingAt: Self.machineTime(CLOCK_MONOTONIC)), counts: counts,
      device: device)
  }

  /// A second window, number `id` of the compositor's, which lives by the same time; that is moved,
  /// and vblanks are made, by one of them.
  convenience init(beside first: PacingWindow, id: WindowID, size: CGSize) throws {
    try self.init(
      on: first.compositor, id: id, size: size, interval: first.interval, clock: first.clock,
      counts: false, device: nil)
  }

  private init(
    on compositor: ScriptedCompositor, id: WindowID, size: CGSize, interval: Double,
    clock: RenderClock, counts: Bool, device: String?
  ) throws {
    self.compositor = compositor
    self.id = id
    self.interval = interval
    self.clock = clock
    lastVblank = clock.now
    var configuration = LayerStage.Configuration(size: size)
    configuration.device = device
    configuration.output = .window
    configuration.displayName = compositor.socketPath
    configuration.clock = clock
    configuration.validatesVulkan = true
    configuration.countsOnly = counts
    configuration.background = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    stage = try LayerStage(configuration)
  }

  static func machineTime(_ id: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(id, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Checks that nothing was done wrong until now nor in closing, and ends everything. The window must
  /// still be there: a test that ends it says so by closing `stage` itself.
  func close() throws {
    if isFrozen { try thaw() }
    let messages = try stage.validationMessages()
    #expect(messages == [])
    #expect(stage.loss == nil)
    #expect(compositor.snapshot.windows.contains { $0.id == id }, "the window has died")
    stage.close()
    try compositor.waitForIdle()
    #expect(compositor.violations == [])
    compositor.stop()
  }

  // MARK: Time

  /// Moves all media time, in seconds, and lets what is due happen on the render thread.
  func move(to new: Double) throws {
    MediaClock.useVirtual(new)
    clock.move(to: new)
    try settle()
  }

  /// Returns when the render thread has handled everything it was sent, and the display everything
  /// it answered.
  ///
  /// The render thread is shared with everybody else's tests: each question to it may wait for a
  /// frame of theirs, so there are few. A pong comes after everything before its ping was handled.
  func settle() throws {
    guard !isFrozen else { return try surface.settle() }
    try compositor.waitForIdle()
    _ = try surface.loopTurns()
    try compositor.waitForIdle()
  }

  /// One turn of the main run loop: events, callbacks, commit.
  func turn() throws {
    for _ in 0..<3 { stage.turn() }
    try settle()
  }

  /// Time passes without a vblank, from one moment at which something is due to the next.
  func pass(to end: Double, answers: Bool = true) throws {
    if answers { try turn() }
    while true {
      let wake = try surface.nextWake()
      guard wake > time, wake < end else { break }
      try move(to: wake)
      if answers { try turn() }
    }
    try move(to: end)
    if answers { try turn() }
  }

  func freeze() throws {
    try settle()
    try compositor.freeze()
    isFrozen = true
  }

  func thaw() throws {
    try compositor.thaw()
    isFrozen = false
    try settle()
  }

  // MARK: Frames

  func window() throws -> Window { try compositor.window(id) }

  /// Shows the first frame, and some more until the display's timing is known.
  func start(vblanks: Int = 3) throws {
    try settle()
    try step()
    try #require(try window().frameCount == 1, "the first frame was not drawn")
    for k in 0..<vblanks {
      // Something must be drawn for the display to say anything.
      withoutActions { root.backgroundColor = CGColor(gray: 0.1 + 0.05 * CGFloat(k % 2), alpha: 1) }
      try step()
    }
  }

  /// The next vblank. Before it the frame that is wanted gets the time to be drawn: the clock moves
  /// to the moments at which something is due until it is there.
  @discardableResult
  func step(answers: Bool = true) throws -> Vblank {
    // Whatever time has passed since the last one, vblanks stay in step.
    let passed = ((time - lastVblank) / interval + 1e-6).rounded(.down)
    let next = lastVblank + interval * (max(passed, 0) + 1)
    if answers { try turn() }
    // The limit is for a render thread that never comes to rest.
    for _ in 0..<32 {
      if try window().hasUnshownFrame { break }
      let wake = try surface.nextWake()
      guard wake > time, wake < next else { break }
      try move(to: wake)
      if answers { try turn() }
    }
    return try vblank(at: next)
  }

  /// The display takes a picture at media time `time`, and the application learns of it.
  @discardableResult
  func vblank(at time: Double) throws -> Vblank {
    // Whole nanoseconds, as the protocol has them.
    let nanoseconds = (time * 1e9).rounded() / 1e9
    MediaClock.useVirtual(nanoseconds)
    clock.move(to: nanoseconds)
    lastVblank = nanoseconds
    let vblank = try compositor.vblank(at: nanoseconds + displayOffset)
    try settle()
    return vblank
  }

  /// What the frames seen so far have shown of the layers that are watched, oldest first: one for each
  /// of the last vblanks with a new frame.
  func seenValues() throws -> [ProbedFrame] {
    let frames = try surface.recordedValues()
    return try window().hasUnshownFrame ? frames.dropLast() : frames
  }

  func records() throws -> [FrameRecord] { try surface.profile().frames.frames }
}

func withoutActions(_ changes: () -> Void) {
  CATransaction.begin()
  CATransaction.setDisableActions(true)
  changes()
  CATransaction.commit()
}
