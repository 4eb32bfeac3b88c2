import CLinux
import Glibc
import Locks
import WaylandPlatform

/// The thread that owns the display connection, the devices and everything drawn by them.
///
/// One per process, started with the first surface. Other threads reach it in two ways: commits go
/// through each surface's mailbox, and everything else is a job, run between two frames on the
/// thread's own `RenderLoop`, which never leaves it. Nobody waits for it without a limit: a driver may
/// hang, and then a job times out, and the process ends without the thread.
package final class RenderThread: Sendable {
  package static let shared = RenderThread()

  typealias Job = @Sendable (RenderLoop) -> Void

  /// One run of the thread. `hasEnded` opens as the last thing it does, so that joining takes no time.
  private struct Run {
    var thread: pthread_t
    var hasEnded: Latch
  }

  private struct State {
    var jobs: [Job] = []
    var run: Run?
    var isStopping = false
  }

  private let state = Guarded(State())
  /// Held while the thread is being stopped: only one caller may join it, and the others must not
  /// return before it has ended either.
  private let stopping = Guarded(())
  private let wakeDescriptor = EventDescriptor()
  /// How long a caller waits for its job, in seconds.
  private let patience: Double

  /// Tests have threads of their own. The usual patience is long enough for a slow device to draw a
  /// large frame on a loaded machine.
  init(patience: Double = 120) { self.patience = patience }

  /// Makes the loop run its jobs and look at its mailboxes.
  func wake() { wakeDescriptor.signal() }

  /// Runs `body` on the thread and waits for its result.
  ///
  /// - Parameter what: What is being done, for the message when it takes too long.
  func perform<Value: Sendable>(
    _ what: String, _ body: @escaping @Sendable (RenderLoop) throws(HostError) -> Value
  ) throws(HostError) -> Value {
    let reply = Reply<Value>()
    post { loop in
      do throws(HostError) {
        reply.give(.success(try body(loop)))
      } catch {
        reply.give(.failure(error))
      }
    }
    guard let result = reply.wait(seconds: patience) else {
      throw .timedOut("the render thread did not finish to \(what) in \(patience) s")
    }
    return try result.get()
  }

  /// Processor time of the calling thread, in seconds.
  package static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Queues `job` without waiting; starts the thread if need be.
  func post(_ job: @escaping Job) {
    state.withLock { state in
      state.jobs.append(job)
      if state.run == nil { state.run = start() }
    }
    wake()
  }

  /// Ends the thread after the jobs queued so far and waits for it, so that no driver code runs while
  /// the process exits. The next job starts a new one.
  ///
  /// False when it did not end within `limit` seconds, as in a driver that hangs. It ends as soon as it
  /// can then, and a later call may wait for that.
  @discardableResult package func stop(limit: Double = 20) -> Bool {
    stopping.withLock { _ in
      let run = state.withLock { state in
        state.isStopping = state.run != nil
        return state.run
      }
      guard let run else { return true }
      wake()
      guard run.hasEnded.wait(seconds: limit) else { return false }
      pthread_join(run.thread, nil)
      state.withLock { state in
        state.isStopping = false
        // A job that came after the loop's last look.
        state.run = state.jobs.isEmpty ? nil : start()
      }
      return true
    }
  }

  /// The queued jobs, and whether the thread shall end after them.
  fileprivate func takeJobs() -> (jobs: [Job], isStopping: Bool) {
    state.withLock { state in
      defer { state.jobs = [] }
      return (state.jobs, state.isStopping)
    }
  }

  fileprivate func run() {
    let loop = RenderLoop(wake: wakeDescriptor.raw)
    while true {
      wakeDescriptor.clear()
      let (jobs, isStopping) = takeJobs()
      for job in jobs { job(loop) }
      if isStopping { break }
      loop.turn()
    }
    loop.closeAll()
  }

  private func start() -> Run {
    let hasEnded = Latch()
    let entry = Unmanaged.passRetained(Entry(thread: self, hasEnded: hasEnded))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        clinux_set_thread_name("render")
        // Signals belong to the main thread, whose run loop ends the command.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        guard let context else { return nil }
        // Safety: `entry` below, which only this takes.
        let entry = Unmanaged<Entry>.fromOpaque(context).takeRetainedValue()
        entry.thread.run()
        entry.hasEnded.open()
        return nil
      }, entry.toOpaque())
    precondition(code == 0, "the process cannot start another thread")
    return Run(thread: thread, hasEnded: hasEnded)
  }

  /// What a thread gets to begin with.
  private final class Entry: Sendable {
    let thread: RenderThread
    let hasEnded: Latch

    init(thread: RenderThread, hasEnded: Latch) {
      self.thread = thread
      self.hasEnded = hasEnded
    }
  }
}

/// Where a job leaves its result for the thread that waits.
private final class Reply<Value: Sendable>: Sendable {
  private let result = Guarded<Result<Value, HostError>?>(nil)
  private let ready = Latch()

  func give(_ value: Result<Value, HostError>) {
    result.withLock { $0 = value }
    ready.open()
  }

  func wait(seconds: Double) -> Result<Value, HostError>? {
    ready.wait(seconds: seconds) ? result.withLock { $0 } : nil
  }
}
