import CLinux
import CWayland
import CWaylandServer
import Dispatch
import Glibc
import Locks

/// The thread of one compositor: sleeps on the clients' sockets, the jobs of the test and a timer.
final class ServerThread: Sendable {
  typealias Job = @Sendable (ServerLoop?) -> Void

  private struct State {
    var jobs: [Job] = []
    var isOpen = true
  }

  private let state = Guarded(State())
  /// An eventfd: jobs have come.
  private let wake: Int32

  init() {
    wake = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(wake >= 0, "no eventfd: too many files are open")
  }

  deinit { close(wake) }

  /// Starts the thread, which makes the server and runs it until `stop`.
  func start(_ configuration: ScriptedCompositor.Configuration, socket: Int32) {
    let thread = Thread(owner: self, configuration: configuration, socket: socket)
    var handle = pthread_t()
    let code = pthread_create(
      &handle, nil,
      { start in
        let thread = Unmanaged<Thread>.fromOpaque(start!).takeRetainedValue()
        thread.owner.run(thread.configuration, socket: thread.socket)
        return nil
      }, Unmanaged.passRetained(thread).toOpaque())
    precondition(code == 0, "no thread for a compositor")
    pthread_detach(handle)
  }

  private final class Thread {
    let owner: ServerThread
    let configuration: ScriptedCompositor.Configuration
    let socket: Int32
    init(owner: ServerThread, configuration: ScriptedCompositor.Configuration, socket: Int32) {
      self.owner = owner
      self.configuration = configuration
      self.socket = socket
    }
  }

  /// Has `job` run between two turns of the loop; at once, without a loop, after its end.
  func post(_ job: @escaping Job) {
    let isOpen = state.withLock {
      if $0.isOpen { $0.jobs.append(job) }
      return $0.isOpen
    }
    guard isOpen else { return job(nil) }
    var one: UInt64 = 1
    write(wake, &one, 8)
  }

  private func run(_ configuration: ScriptedCompositor.Configuration, socket: Int32) {
    clinux_set_thread_name("scripted")
    let loop = ServerLoop(configuration, socket: socket)
    while !loop.isStopped {
      loop.turn(wake: wake)
      for job in state.withLock({ swap(&$0.jobs, []) }) { job(loop) }
    }
    loop.end()
    let left = state.withLock {
      $0.isOpen = false
      return swap(&$0.jobs, [])
    }
    for job in left { job(nil) }
  }

  private func swap<Value>(_ place: inout Value, _ new: Value) -> Value {
    defer { place = new }
    return place
  }
}

/// What the thread runs: the server, its timer, and those who wait for something to happen.
final class ServerLoop {
  let server: Server
  private let events: OpaquePointer
  private let timer: Int32
  private(set) var isStopped = false
  /// While true no socket is touched and no vblank happens, as if the process had been stopped.
  var isFrozen = false
  /// Each says whether it has seen enough.
  private var waiters: [(ScriptedCompositor.Snapshot) -> Bool] = []
  /// Run at the end, when the server is already gone.
  private var finalJobs: [() -> Void] = []

  init(_ configuration: ScriptedCompositor.Configuration, socket: Int32) {
    server = Server(configuration, socket: socket)
    events = wl_display_get_event_loop(server.display)
    timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    precondition(timer >= 0, "no timerfd: too many files are open")
    setPacing(configuration.pacing)
  }

  func setPacing(_ pacing: ScriptedCompositor.Pacing) {
    server.configuration.pacing = pacing
    var setting = itimerspec()
    switch pacing {
    case .stepped: break
    case .timed(let hertz):
      precondition(hertz > 0.01 && hertz <= 10_000, "no display refreshes at \(hertz) Hz")
      let period = Int64(1e9 / hertz)
      setting.it_interval = timespec(nanoseconds: period)
      setting.it_value = timespec(
        nanoseconds: clinux_clock_nanoseconds(CLOCK_MONOTONIC) + period)
    }
    timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }

  /// Sends what is to be sent, sleeps, and handles what has come; the jobs are for the caller.
  func turn(wake: Int32) {
    if !isFrozen { wl_display_flush_clients(server.display) }
    answerWaiters()
    var entries = [wake, timer, isFrozen ? -1 : wl_event_loop_get_fd(events)].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&entries, nfds_t(entries.count), -1)
    var count: UInt64 = 0
    if entries[0].revents != 0 { read(wake, &count, 8) }
    count = 0
    if entries[1].revents != 0, read(timer, &count, 8) == 8, count > 0, !isFrozen {
      timedVblank(count)
    }
    if entries[2].revents != 0 { wl_event_loop_dispatch(events, 0) }
  }

  /// The timer has expired `count` times; only the last is not over yet.
  private func timedVblank(_ count: UInt64) {
    var setting = itimerspec()
    timerfd_gettime(timer, &setting)
    // The expiry was one period before the next one; both clocks are read as close as can be.
    let sinceExpiry = setting.it_interval.nanoseconds - setting.it_value.nanoseconds
    _ = server.vblank(at: server.timeline.now - sinceExpiry, skipping: count - 1)
  }

  func stop() { isStopped = true }

  /// Calls `waiter` after every turn until it says that it has seen enough.
  func addWaiter(_ waiter: @escaping (ScriptedCompositor.Snapshot) -> Bool) {
    waiters.append(waiter)
  }

  private func answerWaiters() {
    guard !waiters.isEmpty else { return }
    let snapshot = server.snapshot
    waiters.removeAll { $0(snapshot) }
  }

  /// Runs `job` when all sockets are closed.
  func atEnd(_ job: @escaping () -> Void) { finalJobs.append(job) }

  func end() {
    server.shutDown()
    close(timer)
    for job in finalJobs { job() }
  }
}

extension timespec {
  fileprivate init(nanoseconds: Int64) {
    self.init(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }

  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
