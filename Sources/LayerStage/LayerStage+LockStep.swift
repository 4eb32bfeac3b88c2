import CoreGraphicsAPI
import Foundation
import Geometry
import Host
import LayerCommit
import Profiling
import QuartzCore

/// The clock of a headless stage: stands still, or jumps to the next frame or event.
struct LockStepClock {
  /// Media time in seconds.
  private(set) var time: Double
  /// Seconds since the start: exactly what was asked for, free of the start's rounding.
  private(set) var elapsed = 0.0
  let start: Double
  let rate: Double
  /// The number of the next frame boundary that has not been passed: its tick is due then.
  private var nextFrame = 0

  init(start: Double, rate: Double) {
    time = start
    self.start = start
    self.rate = rate
  }

  /// When the next frame interval begins. Divided, not summed: frame 600 of 60 Hz is at 10 s.
  var nextBoundary: Double { start + Double(nextFrame) / rate }

  /// The frame interval that begins at `nextBoundary`.
  var target: FrameTarget {
    let end = start + Double(nextFrame + 1) / rate
    return FrameTarget(
      timestamp: nextBoundary, presentTime: end, startBy: end, interval: 1 / rate)
  }

  /// A frame drawn now, to be seen now.
  var current: FrameTarget { frame(at: time) }

  /// A frame drawn and seen at one media time.
  func frame(at time: Double) -> FrameTarget {
    FrameTarget(timestamp: time - 1 / rate, presentTime: time, startBy: time, interval: 1 / rate)
  }

  /// Time never runs backwards.
  mutating func move(to time: Double) {
    guard time > self.time else { return }
    self.time = time
    elapsed = time - start
  }

  /// The time asked for has been reached.
  mutating func reached(elapsed: Double) {
    self.elapsed = elapsed
  }

  /// Frames were drawn up to `time`, and none of the boundaries up to then had a tick.
  mutating func passFrames(until time: Double, elapsed: Double) {
    passBoundaries(before: time)
    move(to: time)
    reached(elapsed: elapsed)
  }

  mutating func passBoundary() {
    nextFrame += 1
  }

  /// Passes all boundaries before `time`, however many, in no time.
  mutating func passBoundaries(before time: Double) {
    guard nextBoundary < time else { return }
    var frame = max(nextFrame, Int((time - start) * rate))
    // The product may have been rounded across a boundary either way.
    while frame > nextFrame, start + Double(frame - 1) / rate >= time { frame -= 1 }
    while start + Double(frame) / rate < time { frame += 1 }
    nextFrame = frame
  }
}

extension FrameTarget {
  /// A frame for now, on the real clock.
  fileprivate static func immediate(at time: Double) -> FrameTarget {
    FrameTarget(timestamp: time, presentTime: time, startBy: time, interval: 1.0 / 60)
  }
}

extension LayerStage {
  /// Moves a headless stage's clock to `time`, in seconds since the start; what has already passed is
  /// ignored.
  ///
  /// On the way everything happens at its own moment and in order: animations start and end with
  /// their delegates and completion blocks, scheduled calls are made, and display links tick at the
  /// beginning of each frame interval for the frame at its end. An interval that begins exactly at `time` ticks in the next
  /// call, because its frame is not this one. After each moment the main run loop turns until it is
  /// idle, changes are committed and applied. `presentation()` and `snapshot()` then answer for
  /// exactly `time`.
  ///
  /// A time that is not a number or lies more than a million seconds ahead is ignored with a warning.
  /// In a window and on the real clock this does nothing.
  public func advance(to time: Double) {
    guard !isClosed, var clock = lockStep else { return }
    guard time - clock.elapsed <= Self.longestAdvance else {
      Warnings.once(
        "LayerStage.advance",
        "LayerStage.advance(to: \(time)) was ignored: the time must be a number at most "
          + "\(Int(Self.longestAdvance)) s ahead of the current time")
      return
    }
    guard time > -.infinity else { return }
    let before = clock.elapsed
    let end = max(clock.start + time, clock.time)
    // Several stages may take turns; each brings its own clock.
    MediaClock.useVirtual(clock.time)
    var outlook = settle()
    while outlook != nil {
      clock = lockStep ?? clock
      // What was due up to now has been settled; what claims to be left must not stop the clock.
      let now = clock.time
      let animation = outlook?.nextEventTime ?? .infinity
      let event = min(animation > now ? animation : .infinity, calls.nextTime(after: now))
      let isStuck = animation <= now || calls.nextTime <= now
      // Where nobody wants ticks nothing happens at a boundary.
      if outlook?.wantsTicks == false, !isStuck {
        lockStep?.passBoundaries(before: min(event, end))
        clock = lockStep ?? clock
      }
      let boundary = clock.nextBoundary
      if event <= min(boundary, end) {
        outlook = settle(at: event)
      } else if boundary < end {
        lockStep?.passBoundary()
        let isWanted = outlook?.wantsTicks ?? false
        outlook = settle(at: boundary, tick: isWanted ? clock.target : nil)
      } else {
        break
      }
    }
    settle(at: end)
    // What happened on the way may have closed the stage.
    if !isClosed, lockStep?.time == end { lockStep?.reached(elapsed: max(time, before)) }
  }

  /// The frame at the current time. In a window, `StageError.lost`: the display has those pixels.
  public func snapshot() throws -> CGImage {
    try drawFrame()
    return try drawnPicture()
  }

  /// The last frame drawn, without drawing.
  package func drawnPicture() throws -> CGImage {
    do throws(HostError) {
      let pixels = try surface.readPixels()
      guard let image = CGImage(pixels) else { throw HostError.lost("the stage has no pixels") }
      return image
    } catch {
      throw StageError(error)
    }
  }

  /// Draws the frame at the current time without reading it back. False when it is the same as the
  /// last one.
  @discardableResult package func drawFrame() throws -> Bool {
    commit()
    let target = lockStep?.current ?? .immediate(at: MediaClock.now)
    do throws(HostError) {
      return try surface.drawFrame(at: target)
    } catch {
      throw StageError(error)
    }
  }

  /// Draws the first of the frames seen at `times`, in ascending seconds since the start, and as many
  /// of those that follow as the render thread can draw by itself; says what became of them. Pixels,
  /// events and calls are those of `advance(to:)` and `drawFrame()` for each.
  ///
  /// ```
  ///   frames   1    2    3    4    5    6    7    8    9
  ///   ─────────┼────┼────┼────┼────┼─×──┼────┼────┼────┼──▶ time
  ///            main └──── render ──┘    main └─ render ─┘
  ///                                  × a call is due, an animation begins or ends
  /// ```
  /// The main thread has no part in frames before the next moment at which it has something to do.
  /// While display links want ticks, that is every frame. Returns now and then even so, because
  /// signals are answered between two calls.
  package func drawFrames(at times: ArraySlice<Double>) throws -> FrameRun {
    var run = FrameRun()
    guard let first = times.first else { return run }
    var watch = Stopwatch()
    advance(to: first)
    let isDrawn = try drawFrame()
    run.add(isDrawn: isDrawn, nanoseconds: watch.lap())
    let targets = framesWithoutMain(times.dropFirst())
    guard !targets.isEmpty else { return run }
    do throws(HostError) {
      let rest = try surface.drawFrames(at: targets, limit: Self.longestRun)
      if rest.count > 0 {
        let (index, time) = (rest.count - 1, times[times.startIndex + rest.count])
        lockStep?.passFrames(until: targets[index].presentTime, elapsed: time)
        MediaClock.useVirtual(targets[index].presentTime)
      }
      run.add(rest)
    } catch {
      throw StageError(error)
    }
    return run
  }

  /// The first frames of `times` before the main thread has something to do.
  private func framesWithoutMain(_ times: ArraySlice<Double>) -> [FrameTarget] {
    guard !isClosed, let clock = lockStep, let outlook = surface.outlook, !outlook.wantsTicks
    else { return [] }
    let end = min(outlook.nextEventTime, calls.nextTime)
    var targets: [FrameTarget] = []
    var last = clock.elapsed
    for time in times.prefix(Self.mostFramesInRun) {
      guard time >= last, time - clock.elapsed <= Self.longestAdvance else { break }
      let target = clock.frame(at: max(clock.start + time, clock.time))
      guard target.presentTime < end else { break }
      targets.append(target)
      last = time
    }
    return targets
  }

  /// Waits until the device has finished the frames drawn so far; headless with a device only.
  package func finishDrawing() throws {
    do throws(HostError) {
      _ = try surface.readPixels()
    } catch {
      throw StageError(error)
    }
  }

  /// Moves to `time`, lets the main thread answer `tick` and the events due by then, and applies what
  /// it commits: until nothing more happens at that moment. Nil when the render thread is gone, or
  /// the stage is closed on the way: the process has its real clock then.
  @discardableResult
  func settle(at time: Double? = nil, tick: FrameTarget? = nil) -> HostedSurface.Outlook? {
    guard !isClosed else { return nil }
    if let time { lockStep?.move(to: time) }
    guard let now = lockStep?.time else { return nil }
    MediaClock.useVirtual(now)
    var outlook = exchange(at: now)
    deliverEvents()
    makeDueCalls()
    if let tick, !isClosed { host.handle(.tick(surface.id, tick)) }
    // An animation of no duration ends where it begins and may start the next, and so may a call
    // for now: bounded, so that an endless chain cannot hang a frame.
    for _ in 0..<Self.maximumRounds {
      guard !isClosed else { return nil }
      MainTurns.drain(warnsOfTimers: true)
      guard !isClosed else { return nil }
      finishTurn()
      finishTiles()
      guard !isClosed else { return nil }
      outlook = exchange(at: now)
      let hasDelivered = deliverEvents()
      let hasCalled = makeDueCalls()
      guard hasDelivered || hasCalled else { break }
    }
    return isClosed ? nil : outlook
  }

  /// Tiles that are drawn in the background belong to the moment that needs them: the clock waits, so
  /// that the same program gives the same pixels however busy the machine is.
  private func finishTiles() {
    var rounds = 0
    // Drawing that always asks for more must not hang a frame.
    while !isClosed, host.drawsTiles, rounds < Self.maximumRounds {
      if host.awaitTiles() { rounds += 1 }
      // Whoever draws may wait for the main thread.
      MainTurns.drain(warnsOfTimers: true)
      guard !isClosed else { return }
      finishTurn()
    }
  }

  private static var maximumRounds: Int { 1000 }
  /// Seconds on the wall's clock, and frames.
  private static var longestRun: Double { 0.1 }
  private static var mostFramesInRun: Int { 4096 }
  /// Seconds; media time keeps its nanoseconds that far.
  private static var longestAdvance: Double { 1e6 }

  private func exchange(at time: Double) -> HostedSurface.Outlook? {
    try? surface.advance(to: time)
  }
}
