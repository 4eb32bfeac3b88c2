import Foundation

/// What the process has used up to a moment; two of these make a measurement.
struct BenchMeter {
  enum ThreadRole: CaseIterable {
    /// The main thread.
    case app
    /// The render thread.
    case server
    /// All others: on software devices they draw.
    case driver
  }

  /// Milliseconds.
  private(set) var user = 0.0
  private(set) var system = 0.0
  private(set) var wall = 0.0
  private(set) var threads: [ThreadRole: Double] = [:]
  /// How often a thread of the process has gone to sleep.
  private(set) var sleeps = 0

  var cpu: Double { user + system }

  /// Looking at all threads takes a while, which neither end of a measurement includes.
  static func begin() -> BenchMeter {
    var meter = BenchMeter()
    meter.takeThreads()
    meter.takeProcess()
    return meter
  }

  static func end() -> BenchMeter {
    var meter = BenchMeter()
    meter.takeProcess()
    meter.takeThreads()
    return meter
  }

  private mutating func takeProcess() {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    user = Self.milliseconds(usage.ru_utime)
    system = Self.milliseconds(usage.ru_stime)
    sleeps = usage.ru_nvcsw
    wall = Self.monotonic()
  }

  private mutating func takeThreads() {
    for role in ThreadRole.allCases { threads[role] = 0 }
    let tasks = "/proc/self/task"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
      let spent = Self.text("\(tasks)/\(name)/schedstat").split(separator: " ").first
        .flatMap { Double($0) }
      threads[Self.role(of: name, in: tasks), default: 0] += (spent ?? 0) / 1e6
    }
  }

  static func - (a: BenchMeter, b: BenchMeter) -> BenchMeter {
    var difference = a
    difference.user -= b.user
    difference.system -= b.system
    difference.wall -= b.wall
    difference.sleeps -= b.sleeps
    for role in ThreadRole.allCases { difference.threads[role, default: 0] -= b.threads[role] ?? 0 }
    return difference
  }

  static func + (a: BenchMeter, b: BenchMeter) -> BenchMeter {
    var sum = a
    sum.user += b.user
    sum.system += b.system
    sum.wall += b.wall
    sum.sleeps += b.sleeps
    for role in ThreadRole.allCases { sum.threads[role, default: 0] += b.threads[role] ?? 0 }
    return sum
  }

  /// Milliseconds on the monotonic clock.
  static func monotonic() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// Resident memory in mebibytes; nil where the system does not say.
  static var residentMemory: Double? {
    let pages = text("/proc/self/statm").split(separator: " ")
    guard pages.count > 1, let resident = Double(pages[1]) else { return nil }
    return resident * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }

  private static func role(of thread: String, in tasks: String) -> ThreadRole {
    if thread == "\(getpid())" { return .app }
    return text("\(tasks)/\(thread)/comm").hasPrefix("render") ? .server : .driver
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
  }
}
