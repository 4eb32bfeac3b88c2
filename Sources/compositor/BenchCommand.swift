import CoreGraphics
import Foundation
import Geometry
import LayerStage
import Profiling
import QuartzCore

/// `bench`: draws a scene for a while and says what that took.
///
/// On a fixed or free clock the frames are driven one by one; on vsync the stage runs by itself, as
/// applications do, and is only watched.
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
    if !options.tracksDamage { try stage.redrawEverything() }
    let builder = BenchLayerBuilder(softensEdges: options.softensEdges)
    let start = BenchMeter.begin()
    builder.build(scene.layers, in: stage.rootLayer)
    stage.commit()
    switch options.clock {
    case .fixed(let rate):
      try drive(stage, from: start) { frame, _ in Double(frame) / rate }
    case .free:
      try drive(stage, from: start) { _, elapsed in elapsed }
    case .vsync:
      try watch(stage, from: start)
    }
    report.device = try stage.deviceName()
  }

  // MARK: Frame by frame

  /// - Parameters:
  ///   - start: Before the first layer was made.
  ///   - time: What a frame shows, by its number and the seconds since the first one.
  private mutating func drive(
    _ stage: LayerStage, from start: BenchMeter, time: (Int, Double) -> Double
  ) throws {
    let origin = BenchMeter.monotonic()
    func elapsed() -> Double { (BenchMeter.monotonic() - origin) / 1e3 }
    // Taking the picture is no part of any frame.
    func picture(_ frame: Int) throws -> BenchMeter? {
      guard let path = options.png, frame == options.pngFrame else { return nil }
      let before = BenchMeter.begin()
      try OutputFile.write(try stage.snapshot(), to: path)
      return BenchMeter.end() - before
    }
    try stage.drawFrame()
    try finish(stage)
    report.firstFrame = BenchMeter.end() - start
    _ = try picture(0)
    for frame in 1..<max(options.warmup, 1) {
      stage.advance(to: time(frame, elapsed()))
      try stage.drawFrame()
      _ = try picture(frame)
    }
    try finish(stage)
    let drawnBefore = try stage.frameProfile().frames.total
    var walls: [Double] = []
    walls.reserveCapacity(options.frames)
    var pictures = BenchMeter()
    let before = BenchMeter.begin()
    for frame in options.warmup..<(options.warmup + options.frames) {
      guard !Interruption.isRequested else { break }
      let begin = BenchMeter.monotonic()
      stage.advance(to: time(frame, elapsed()))
      try stage.drawFrame()
      walls.append(BenchMeter.monotonic() - begin)
      if let cost = try picture(frame) { pictures = pictures + cost }
    }
    try finish(stage)
    report.used = BenchMeter.end() - before - pictures
    report.frames = walls.count
    report.frameWalls = walls
    try takeProfile(stage, drawnBefore)
    if options.png != nil, options.pngFrame >= options.warmup + options.frames {
      stage.advance(to: time(options.pngFrame, elapsed()))
      _ = try picture(options.pngFrame)
    }
  }

  /// The device's share belongs to the frames that caused it.
  private func finish(_ stage: LayerStage) throws {
    if options.backend == .offscreen { try stage.finishDrawing() }
  }

  // MARK: Watching

  private mutating func watch(_ stage: LayerStage, from start: BenchMeter) throws {
    let isWindow = options.backend == .wayland
    let limit = BenchMeter.monotonic() + 30_000
    while try stage.frameProfile().frames.total == 0, BenchMeter.monotonic() < limit {
      guard !Interruption.isRequested else { return }
      try stage.run(for: 0.005)
    }
    report.firstFrame = BenchMeter.end() - start
    try stage.run(for: Double(options.warmup) / 60)
    let drawnBefore = try stage.frameProfile().frames.total
    let before = BenchMeter.begin()
    let seconds = Double(options.frames) / 60
    try stage.run(for: seconds)
    report.used = BenchMeter.end() - before
    try takeProfile(stage, drawnBefore)
    report.frames = options.frames
    report.seesFrames = isWindow
    if let block = options.block { try blockApplication(stage, milliseconds: block) }
  }

  /// Frames while the main thread runs, and while it does not.
  private mutating func blockApplication(_ stage: LayerStage, milliseconds: Double) throws {
    func drawn() throws -> Int { try stage.frameProfile().frames.total }
    let first = try drawn()
    try stage.run(for: milliseconds / 1e3)
    let second = try drawn()
    Thread.sleep(forTimeInterval: milliseconds / 1e3)
    report.blocked = (milliseconds, second - first, try drawn() - second)
  }

  private mutating func takeProfile(_ stage: LayerStage, _ drawnBefore: Int) throws {
    let (profile, interval) = try stage.frameProfile()
    report.drawn = profile.total - drawnBefore
    report.records = profile.frames.suffix(max(0, profile.total - drawnBefore))
    report.interval = interval
    report.residentMemory = BenchMeter.residentMemory
  }
}

/// Makes the layers of a scene, as an application would.
@MainActor
private struct BenchLayerBuilder {
  let softensEdges: Bool
  private let textures: [CGImage?]

  init(softensEdges: Bool) {
    self.softensEdges = softensEdges
    textures = (0..<BenchTexture.count).map { CGImage(BenchTexture.bitmap($0)) }
  }

  func build(_ layers: [BenchScene.Layer], in parent: CALayer) {
    for description in layers {
      let layer = CALayer()
      layer.bounds = CGRect(
        x: 0, y: 0, width: description.size.width, height: description.size.height)
      layer.position = CGPoint(x: description.position.x, y: description.position.y)
      if let color = description.color {
        layer.backgroundColor = CGColor(red: color.x, green: color.y, blue: color.z, alpha: color.w)
      }
      if let texture = description.texture { layer.contents = textures[texture] }
      if !softensEdges { layer.edgeAntialiasingMask = [] }
      for (keyPath, value) in description.values { layer.setValue(value, forKeyPath: keyPath) }
      for animation in description.animations { layer.add(make(animation), forKey: nil) }
      build(description.sublayers, in: layer)
      parent.addSublayer(layer)
    }
  }

  private func make(_ description: BenchScene.Animation) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: description.keyPath)
    animation.fromValue = description.from
    animation.toValue = description.to
    animation.duration = description.duration
    animation.repeatCount = Float(description.repeatCount)
    return animation
  }
}
