import AnimationCore
import Foundation
import Geometry
import LayerCommit
import ScriptedCompositor
import Locks
import Testing
import WaylandPlatform

@testable import Host

@Suite("Host")
struct HostTests {
  private func surface(_ output: HostedSurface.Configuration.Output) throws -> HostedSurface {
    try HostedSurface(
      HostedSurface.Configuration(
        output: output, backend: .null, size: Size(20, 10), scale: 1, background: .black))
  }

  private func tick(_ surface: HostedSurface, _ time: Double) -> ServerEvent {
    .tick(
      surface.id,
      FrameTarget(timestamp: time, presentTime: time, startBy: time, interval: 0.01))
  }

  @Test("A tick that was not taken gives way to the next; other events stay in order")
  func coalescedTicks() throws {
    let surface = try surface(.lockStep)
    let close = ServerEvent.closeRequested(surface.id)
    let resize = ServerEvent.configure(surface.id, size: Size(1, 1), scale: 1)
    surface.post([tick(surface, 1), close])
    surface.post([tick(surface, 2)])
    let count = surface.post([resize, tick(surface, 3)])
    #expect(count == 5)
    #expect(!surface.hasAnswered(count))
    let kinds = surface.takeEvents().map { event in
      switch event {
      case .tick(_, let target): "tick \(target.presentTime)"
      case .closeRequested: "close"
      case .configure: "resize"
      default: "other"
      }
    }
    #expect(kinds == ["close", "resize", "tick 3.0"])
    surface.turnEnded()
    #expect(surface.hasAnswered(count))
    surface.close()
  }

  @Test("Frames go on while the main thread is stalled, which then finds a single tick")
  func stall() throws {
    let surface = try surface(.freeRunning(framesPerSecond: 200))
    let id = LayerID(raw: 1)
    var timing = AnimationTiming()
    timing.beginTime = RenderClock.monotonic.now
    timing.duration = 1000
    let turn = LayerAnimation(
      id: AnimationID(raw: 1), timing: timing,
      leaves: [
        AnimationLeaf(
          target: AnimationTarget(.position), timings: [timing],
          curve: .basic(
            from: .vector(SIMD4(0, 0, 0, 0)), to: .vector(SIMD4(9e6, 0, 0, 0)), by: nil))
      ])
    surface.submit(
      Commit(
        surface: surface.id, serial: 1, time: timing.beginTime,
        ops: [
          .create(id), .set(id, .bounds, .vector(SIMD4(0, 0, 1e8, 10))),
          .set(id, .backgroundColor, .vector(SIMD4(1, 1, 1, 1))), .setRoot(id),
          .setAnimations(id, [turn]), .setWantsTicks(true),
        ]))
    let limit = Date(timeIntervalSinceNow: 20)
    var frames = 0
    while frames < 8, Date() < limit {
      Thread.sleep(forTimeInterval: 0.02)
      frames = try surface.profile().frames.frames.count
    }
    #expect(frames >= 8)
    let ticks = surface.takeEvents().filter { if case .tick = $0 { true } else { false } }
    #expect(ticks.count == 1)
    surface.close()
  }

  @Test("A job that arrives while the render thread ends is run all the same")
  func jobDuringStop() {
    let thread = RenderThread()
    let hasRun = Guarded(0)
    let release = DispatchSemaphore(value: 0)
    let isStopped = DispatchSemaphore(value: 0)
    thread.post { _ in release.wait() }
    // Taken with the news that the thread shall end: what it posts comes after the last look.
    thread.post { _ in thread.post { _ in hasRun.withLock { $0 += 1 } } }
    // Two at once: one joins the thread, the other waits for it.
    for _ in 0..<2 {
      Thread {
        thread.stop()
        isStopped.signal()
      }.start()
    }
    Thread.sleep(forTimeInterval: 0.05)
    release.signal()
    #expect(isStopped.wait(timeout: .now() + 20) == .success)
    #expect(isStopped.wait(timeout: .now() + 20) == .success)
    let limit = Date(timeIntervalSinceNow: 20)
    while hasRun.withLock({ $0 }) == 0, Date() < limit { Thread.sleep(forTimeInterval: 0.01) }
    #expect(hasRun.withLock { $0 } == 1)
    thread.stop()
  }

  @Test("A render thread that hangs does not keep the process from ending")
  func boundedStop() {
    let thread = RenderThread()
    let hasBegun = DispatchSemaphore(value: 0), release = DispatchSemaphore(value: 0)
    thread.post { _ in
      hasBegun.signal()
      release.wait()
    }
    hasBegun.wait()
    #expect(!thread.stop(limit: 0.01))
    release.signal()
    #expect(thread.stop(limit: 60))
  }

  @Test("A surface whose maker has lost patience is not opened")
  func abandonedSurface() {
    let thread = RenderThread(patience: 0.01)
    let hasBegun = DispatchSemaphore(value: 0), release = DispatchSemaphore(value: 0)
    thread.post { _ in
      hasBegun.signal()
      release.wait()
    }
    hasBegun.wait()
    #expect(throws: HostError.self) {
      try HostedSurface(
        HostedSurface.Configuration(
          output: .lockStep, backend: .null, size: Size(20, 10), scale: 1, background: .black),
        on: thread)
    }
    release.signal()
    let count = Guarded(-1), isDone = DispatchSemaphore(value: 0)
    thread.post { loop in
      count.withLock { $0 = loop.surfaceCount }
      isDone.signal()
    }
    #expect(isDone.wait(timeout: .now() + 60) == .success)
    #expect(count.withLock { $0 } == 0)
    #expect(thread.stop(limit: 60))
  }

  @Test("Commits to a surface that is closed are dropped")
  func closedSurface() throws {
    let surface = try surface(.lockStep)
    surface.recordCommits()
    surface.submit(Commit(surface: surface.id, serial: 1, time: 0, ops: []))
    surface.close()
    surface.submit(Commit(surface: surface.id, serial: 2, time: 0, ops: []))
    #expect(surface.takeCommits().commits.isEmpty)
    #expect(surface.recordedCommits.map(\.serial) == [1])
  }

  @Test("The render thread answers a process that has no file descriptors left")
  func noDescriptors() async {
    await #expect(processExitsWith: .success) {
      let surface = try HostedSurface(
        HostedSurface.Configuration(
          output: .lockStep, backend: .null, size: Size(20, 10), scale: 1, background: .black))
      while dup(0) >= 0 {}
      let turns = try surface.loopTurns()
      exit(turns > 0 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test("While a display reads nothing, the render thread sleeps")
  func frozenDisplay() throws {
    let compositor = try ScriptedCompositor()
    // The shared one has turns for the surfaces of other tests.
    let thread = RenderThread()
    let surface = try HostedSurface(
      HostedSurface.Configuration(
        output: .window(title: "Test", applicationID: "test"), backend: .null, size: Size(20, 10),
        scale: 1, background: .black, displayName: compositor.socketPath),
      on: thread)
    try compositor.waitForIdle()
    try surface.settle()
    try compositor.freeze()
    let text = String(repeating: "x", count: 200)
    // More than the socket holds.
    for serial in 1...4000 as ClosedRange<UInt64> {
      surface.submit(
        Commit(
          surface: surface.id, serial: serial, time: 0, ops: [.request(.title("\(serial) \(text)"))]
        ))
      if serial % 2 == 0 { _ = try surface.loopTurns() }
    }
    try surface.settle()
    let before = try surface.loopTurns()
    Thread.sleep(forTimeInterval: 0.6)
    #expect(try surface.loopTurns() - before < 20)
    let isLost = surface.takeEvents().contains {
      if case .surfaceLost = $0 { true } else { false }
    }
    #expect(!isLost)
    try compositor.thaw()
    surface.close()
    thread.stop()
    compositor.stop()
  }

  @Test("A warning of one cause is one line, however often it comes up")
  func oneLineForEachCause() {
    let message = "a test says this once"
    let lines = (0..<100).filter { _ in HostLog.warn(message) }
    #expect(lines.count == 1)
  }
}
