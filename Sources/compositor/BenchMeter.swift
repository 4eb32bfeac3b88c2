import Foundation
import Host
import LayerStage

/// What the process has used up to a moment; two of these make a measurement.
struct BenchMeter {
  /// Milliseconds.
  private(set) var user = 0.0
  private(set) var system = 0.0
  private(set) var wall = 0.0
  /// Of `cpu`, what the main and the render thread used.
  private(set) var app = 0.0
  private(set) var server = 0.0
  /// How often a thread of the process has gone to sleep.
  private(set) var sleeps = 0

  var cpu: Double { user + system }
  /// All other threads: on software devices they draw. The kernel counts processes and threads by
  /// different clocks, so that nothing may come out as a little less than nothing.
  var driver: Double { max(0, cpu - app - server) }

  /// Asking the render thread takes a moment, which neither end of a measurement includes.
  @MainActor static func begin(_ stage: LayerStage) -> BenchMeter {
    var meter = BenchMeter()
    meter.takeThreads(of: stage)
    meter.takeProcess()
    return meter
  }

  @MainActor static func end(_ stage: LayerStage) -> BenchMeter {
    var meter = BenchMeter()
    meter.takeProcess()
    meter.takeThreads(of: stage)
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

  @MainActor private mutating func takeThreads(of stage: LayerStage) {
    app = RenderThread.processorTime * 1e3
    server = ((try? stage.renderThreadTime()) ?? 0) * 1e3
  }

  static func - (a: BenchMeter, b: BenchMeter) -> BenchMeter { a.adding(b, times: -1) }
  static func + (a: BenchMeter, b: BenchMeter) -> BenchMeter { a.adding(b, times: 1) }

  private func adding(_ other: BenchMeter, times sign: Double) -> BenchMeter {
    var sum = self
    sum.user += sign * other.user
    sum.system += sign * other.system
    sum.wall += sign * other.wall
    sum.app += sign * other.app
    sum.server += sign * other.server
    sum.sleeps += Int(sign) * other.sleeps
    return sum
  }

  /// Milliseconds on the monotonic clock.
  static func monotonic() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return milliseconds(time)
  }

  /// Resident memory in mebibytes; nil where the system does not say.
  static var residentMemory: Double? {
    let pages = text("/proc/self/statm").split(separator: " ")
    guard pages.count > 1, let resident = Double(pages[1]) else { return nil }
    return resident * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  private static func milliseconds(_ time: timespec) -> Double {
    Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
  }
}
