import CoreGraphics
import Foundation
import Geometry
import Host
import LayerStage
import Profiling
import QuartzCore

/// `bench`: draws a scene for a while and says what that took.
///
/// On a fixed clock the render thread draws frame after frame, on a free one the frames are asked for
/// one by one; on vsync the stage runs by itself, as applications do, and is only watched.
@MainActor
struct BenchCommand {
  private let options: BenchOptions
  private let scene: BenchScene
  private var report: BenchReport

  private init(_ options: BenchOptions) throws(Failure) {
    self.options = options
    scene = try options.scene()
    report = BenchReport(options, scene)
  }

  static func run(_ options: BenchOptions) throws(Failure) {
    if let path = options.png { try OutputFile.checkWritable(file: path) }
    Interruption.watch(isFailure: true)
    var bench = try BenchCommand(options)
    let start = BenchMeter.monotonic()
    let stage = try bench.open()
    defer { stage.close() }
    bench.report.startup = BenchMeter.monotonic() - start
    try StageFactory.translating { try bench.run(stage) }
    guard !Interruption.isRequested else { return }
    print(options.wantsJSON ? bench.report.json.line : bench.report.json.text)
  }

  private func open() throws(Failure) -> LayerStage {
    var configuration = LayerStage.Configuration(
      size: CGSize(width: scene.size.width, height: scene.size.height))
    let background = scene.background
    configuration.background = CGColor(
      red: background.x, green: background.y, blue: background.z, alpha: 1)
    configuration.title = "Bench \(options.sceneName)"
    configuration.applicationID = "compositor"
    configuration.device = options.device
    configuration.countsOnly = options.backend == .null
    switch (options.backend, options.clock) {
    case (.wayland, _): configuration.output = .window
    case (_, .vsync): configuration.output = .headlessFreeRunning(framesPerSecond: 60)
    case (_, .fixed(let rate)): configuration.output = .headless(framesPerSecond: rate)
    case (_, .free): configuration.output = .headless(framesPerSecond: 60)
    }
    return try StageFactory.translating { try LayerStage(configuration) }
  }

  private mutating func run(_ stage: LayerStage) throws {
    try stage.use(options.optimizations)
    let builder = BenchLayerBuilder(softensEdges: options.softensEdges)
    let start = BenchMeter.begin(stage)
    builder.build(scene.layers, in: stage.rootLayer)
    stage.commit()
    switch options.clock {
    case .fixed(let rate):
      try drive(stage, from: start, rate: rate)
    case .free:
      try drive(stage, from: start, rate: nil)
    case .vsync:
      try watch(stage, from: start)
    }
    report.device = try stage.deviceName()
    report.driver = try stage.driverName()
  }

  // MARK: Frame by frame

  /// - Parameters:
  ///   - start: Before the first layer was made.
  ///   - rate: Frame f shows second f / rate; nil shows each frame at the time it is begun.
  private mutating func drive(
    _ stage: LayerStage, from start: BenchMeter, rate: Double?
  ) throws {
    let origin = BenchMeter.monotonic()
    func frames(_ range: Range<Int>) throws -> FrameRun {
      guard let rate else {
        return try drawFreely(stage, count: range.count, origin: origin)
      }
      return try draw(stage, range.map { Double($0) / rate }[...])
    }
    /// Draws up to the frame whose picture is wanted, then the rest. Taking the picture is no part of
    /// any frame; what it took is returned apart.
    func framesAndPicture(_ range: Range<Int>) throws -> (FrameRun, picture: BenchMeter) {
      guard let path = options.png, range.contains(options.pngFrame) else {
        return (try frames(range), BenchMeter())
      }
      var run = try frames(range.lowerBound..<options.pngFrame + 1)
      let before = BenchMeter.begin(stage)
      try OutputFile.write(try stage.drawnPicture(), to: path)
      let picture = BenchMeter.end(stage) - before
      run.add(try frames(options.pngFrame + 1..<range.upperBound))
      return (run, picture)
    }
    _ = try frames(0..<1)
    try finish(stage)
    report.firstFrame = BenchMeter.end(stage) - start
    if let path = options.png, options.pngFrame == 0 {
      try OutputFile.write(try stage.drawnPicture(), to: path)
    }
    let warm = max(options.warmup, 1)
    _ = try framesAndPicture(1..<warm)
    try finish(stage)
    if options.timesDevice { try stage.measureDeviceTime() }
    try stage.keepFrames(min(options.frames, FrameProfile.traceCapacity))
    let before = BenchMeter.begin(stage)
    let (run, pictures) = try framesAndPicture(warm..<warm + options.frames)
    try finish(stage)
    report.used = BenchMeter.end(stage) - before - pictures
    report.frames = run.count
    report.frameWalls = run.nanoseconds.map { Double($0) / 1e6 }
    try takeProfile(stage)
    if options.pngFrame >= warm + options.frames {
      _ = try framesAndPicture(options.pngFrame..<options.pngFrame + 1)
    }
  }

  /// The render thread measures the frames that it draws by itself.
  private func draw(_ stage: LayerStage, _ times: ArraySlice<Double>) throws -> FrameRun {
    var run = FrameRun(capacity: times.count)
    var rest = times
    while !rest.isEmpty, !Interruption.isRequested {
      let part = try stage.drawFrames(at: rest)
      rest = rest.dropFirst(part.count)
      run.add(part)
    }
    return run
  }

  /// - Parameter origin: When time 0 was, in milliseconds on the monotonic clock.
  private func drawFreely(
    _ stage: LayerStage, count: Int, origin: Double
  ) throws -> FrameRun {
    var run = FrameRun(capacity: count)
    while run.count < count, !Interruption.isRequested {
      run.add(try stage.drawFrames(at: [(BenchMeter.monotonic() - origin) / 1e3]))
    }
    return run
  }

  /// The device's share belongs to the frames that caused it.
  private func finish(_ stage: LayerStage) throws {
    if options.backend == .offscreen { try stage.finishDrawing() }
  }

  // MARK: Watching

  private mutating func watch(_ stage: LayerStage, from start: BenchMeter) throws {
    let limit = BenchMeter.monotonic() + 30_000
    while try stage.frameProfile().frames.total == 0, BenchMeter.monotonic() < limit {
      guard !Interruption.isRequested else { return }
      try stage.run(for: 0.005)
    }
    report.firstFrame = BenchMeter.end(stage) - start
    try stage.run(for: Double(options.warmup) / 60)
    try keepFrames(of: stage, seconds: Double(options.frames) / 60)
    let before = BenchMeter.begin(stage)
    try stage.run(for: Double(options.frames) / 60)
    report.used = BenchMeter.end(stage) - before
    try takeProfile(stage)
    report.frames = options.frames
    report.isPaced = true
    if let block = options.block { try blockApplication(stage, milliseconds: block) }
  }

  /// Displays may be faster than expected.
  private func keepFrames(of stage: LayerStage, seconds: Double) throws {
    try stage.keepFrames(min(Int(seconds * 250) + 250, FrameProfile.traceCapacity))
  }

  /// Frames while the main thread runs and while it does not, in turns, so that the machine's other
  /// work hits both alike. A frame belongs to the span in which it was to be seen.
  private mutating func blockApplication(_ stage: LayerStage, milliseconds: Double) throws {
    let seconds = milliseconds / 1e3
    try keepFrames(of: stage, seconds: seconds * 2 * Double(BenchReport.Blocked.rounds))
    var spans: [(times: Range<Double>, isBlocked: Bool)] = []
    for _ in 0..<BenchReport.Blocked.rounds {
      for isBlocked in [false, true] {
        let begin = CACurrentMediaTime()
        if isBlocked {
          Thread.sleep(forTimeInterval: seconds)
        } else {
          try stage.run(for: seconds)
        }
        spans.append((begin..<CACurrentMediaTime(), isBlocked))
      }
    }
    // What was to be seen in the last span has been drawn by then.
    try stage.run(for: 0.05)
    var blocked = BenchReport.Blocked(milliseconds: milliseconds)
    for record in try stage.frameProfile().frames.frames {
      guard let span = spans.first(where: { $0.times.contains(record.targetTime) }) else {
        continue
      }
      if span.isBlocked { blocked.frames += 1 } else { blocked.framesBefore += 1 }
    }
    for span in spans {
      let length = span.times.upperBound - span.times.lowerBound
      if span.isBlocked { blocked.seconds += length } else { blocked.secondsBefore += length }
    }
    report.blocked = blocked
  }

  private mutating func takeProfile(_ stage: LayerStage) throws {
    let (profile, interval) = try stage.frameProfile()
    report.drawn = profile.total
    report.records = profile.frames
    report.interval = interval
    report.residentMemory = BenchMeter.residentMemory
  }
}
