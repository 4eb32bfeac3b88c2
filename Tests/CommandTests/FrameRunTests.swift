import CoreGraphics
import Demos
import Foundation
import Geometry
import Host
import LayerCommit
import QuartzCore
import TestSupport
import Testing
import UIKitAPI

@testable import LayerStage

/// Frames that the render thread draws by itself, against the same frames asked for one by one.
///
/// Nested in the suite of stages, because there is one clock in a process.
extension StageTests {
  /// Everything a run leaves behind that one can see.
  private struct Outcome: Equatable {
    /// What happened on the main side, with its media time.
    var log: [String] = []
    /// The draw lists of all frames that differed.
    var lists: [String] = []
    var endTime = 0.0
    var currentTime = 0.0

    /// Nil for none; whole outcomes would fill pages.
    func difference(from other: Outcome) -> String? {
      if log != other.log { return "log \(log) is not \(other.log)" }
      for (index, (a, b)) in zip(lists, other.lists).enumerated() where a != b {
        return "frame \(index):\n\(a)is not\n\(b)"
      }
      if lists.count != other.lists.count { return "\(lists.count), \(other.lists.count) frames" }
      if self != other { return "ends at \(endTime), \(other.endTime)" }
      return nil
    }
  }

  /// - Parameters:
  ///   - isRun: The render thread goes on by itself where it can.
  ///   - build: Fills the stage; what it returns is kept until the end.
  /// - Returns: What happened, and how often the main thread was asked.
  private func outcome(
    at times: [Double], isRun: Bool, on stage: LayerStage,
    build: (LayerStage, @escaping (String) -> Void) throws -> Any
  ) throws -> (Outcome, asked: Int) {
    var outcome = Outcome()
    var asked = 0
    let log = Log()
    let kept = try build(stage) { log.note($0) }
    stage.commit()
    try stage.surface.recordLists()
    var rest = times[...]
    while let time = rest.first {
      asked += 1
      if isRun {
        let before = try stage.countedFrames()?.frames ?? 0
        let run = try stage.drawFrames(at: rest)
        #expect(try stage.countedFrames()?.frames == before + run.drawn)
        rest = rest.dropFirst(run.count)
      } else {
        stage.advance(to: time)
        try stage.drawFrame()
        rest = rest.dropFirst()
      }
    }
    outcome.log = log.lines
    outcome.lists = try stage.surface.recordedLists()
    outcome.endTime = CACurrentMediaTime()
    outcome.currentTime = stage.currentTime
    _ = kept
    return (outcome, asked)
  }

  @MainActor private final class Log {
    private(set) var lines: [String] = []
    func note(_ text: String) { lines.append("\(CACurrentMediaTime()) \(text)") }
  }

  private func sixtyHertz(_ count: Int) -> [Double] { (0..<count).map { Double($0) / 60 } }

  @Test(
    "A demo's frames are the same whether asked for one by one or not",
    arguments: DemoCatalog.all.map { $0.name })
  func demoRuns(name: String) throws {
    let demo = try #require(DemoCatalog.demo(named: name))
    var outcomes: [Outcome] = []
    for isRun in [false, true] {
      var configuration = LayerStage.Configuration(size: CGSize(width: 480, height: 320))
      configuration.countsOnly = true
      let stage = try LayerStage(configuration)
      var windows: [UIWindow] = []
      let (outcome, _) = try outcome(at: sixtyHertz(150), isRun: isRun, on: stage) { stage, _ in
        let window = UIWindow(stage: stage)
        window.rootViewController = demo.makeViewController()
        window.makeKeyAndVisible()
        windows.append(window)
        return window
      }
      for window in windows { window.close() }
      stage.close()
      outcomes.append(outcome)
    }
    #expect(outcomes[0].lists.count > 1)
    #expect(outcomes[1].difference(from: outcomes[0]) == nil)
  }

  @Test("Whatever happens on the way, runs of frames show and report what single frames do")
  func randomRuns() throws {
    var generator = SeededGenerator.printed("runs of frames")
    for _ in 0..<(SeededGenerator.isDeepRun ? 400 : 24) {
      let scene = generator.next()
      let times = Self.times(&generator)
      var outcomes: [Outcome] = []
      for isRun in [false, true] {
        let stage = try stage(.headless(framesPerSecond: generator.seed % 2 == 0 ? 60 : 50))
        let (outcome, _) = try outcome(at: times, isRun: isRun, on: stage) { stage, log in
          let happenings = Happenings(stage, seed: scene, log)
          happenings.plan()
          return happenings
        }
        stage.close()
        outcomes.append(outcome)
      }
      #expect(outcomes[1].difference(from: outcomes[0]) == nil, "scene \(scene)")
    }
  }

  /// Ascending, some of them equal, some far apart.
  private static func times(_ generator: inout SeededGenerator) -> [Double] {
    var times: [Double] = []
    var time = 0.0
    for _ in 0..<120 {
      times.append(time)
      switch generator.next() % 8 {
      case 0: time += generator.number(0...0.2)
      case 1: break
      case 2: time += generator.grid(0...0.5)
      default: time += 1.0 / 60
      }
    }
    return times
  }

  @Test("The main thread is asked only when something is due")
  func runLength() throws {
    let stage = try stage(.headless(framesPerSecond: 60))
    defer { stage.close() }
    var calls: [Double] = []
    let times = sixtyHertz(200)
    let (outcome, asked) = try outcome(at: times, isRun: true, on: stage) { stage, _ in
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      layer.backgroundColor = CGColor(gray: 1, alpha: 1)
      stage.rootLayer.addSublayer(layer)
      let slide = CABasicAnimation(keyPath: "position.x")
      slide.fromValue = 0
      slide.toValue = 90
      slide.duration = 2.5
      layer.add(slide, forKey: nil)
      stage.schedule(at: CACurrentMediaTime() + 1.01) {
        calls.append(stage.currentTime)
        #expect(abs(stage.currentTime - 1.01) < 1e-9)
      }
      return layer
    }
    #expect(calls.count == 1)
    // At rest after the slide's end.
    #expect(outcome.lists.count == 151 || outcome.lists.count == 152)
    // A machine that is slow beyond measure draws at least one more frame with each call.
    #expect(asked <= 100)
  }

  @Test("A frame at which nothing is due asks the render thread once")
  func trips() throws {
    let stage = try stage(.headless(framesPerSecond: 60))
    defer { stage.close() }
    let layer = layer(in: stage)
    let spin = CABasicAnimation(keyPath: "transform.rotation.z")
    spin.toValue = 6
    spin.duration = 10
    layer.add(spin, forKey: nil)
    stage.advance(to: 0.1)
    let before = stage.surface.tripCount
    for frame in 1...20 {
      stage.advance(to: 0.1 + Double(frame) / 60)
      #expect(try stage.drawFrame())
    }
    #expect(stage.surface.tripCount - before == 20)
    // One to apply, one to draw.
    layer.opacity = 0.5
    #expect(try stage.drawFrame())
    #expect(stage.surface.tripCount - before == 22)
  }

  @Test("Times that lead nowhere end a run, and the frames there are drawn at the time it is")
  func absurdTimes() throws {
    for isRun in [false, true] {
      let stage = try stage(.headless(framesPerSecond: 60))
      let times = [0, 0.1, 0.2, .nan, 0.3, 0.25, .infinity, -1, 2e6, 0.4]
      let (outcome, _) = try outcome(at: times, isRun: isRun, on: stage) { stage, _ in
        self.layer(in: stage)
      }
      #expect(outcome.currentTime == 0.4)
      stage.close()
    }
  }

  @Test("The picture after a run is the picture of its last frame")
  func runPixels() throws {
    func picture(isRun: Bool) throws -> CGImage {
      let stage = try LayerStage(LayerStage.Configuration(size: CGSize(width: 64, height: 48)))
      defer { stage.close() }
      let layer = layer(in: stage)
      layer.cornerRadius = 4
      let slide = CABasicAnimation(keyPath: "position")
      slide.fromValue = CGPoint.zero
      slide.toValue = CGPoint(x: 60, y: 40)
      slide.duration = 1
      layer.add(slide, forKey: nil)
      var rest = sixtyHertz(40)[...]
      while let time = rest.first {
        if isRun {
          rest = rest.dropFirst(try stage.drawFrames(at: rest).count)
        } else {
          stage.advance(to: time)
          try stage.drawFrame()
          rest = rest.dropFirst()
        }
      }
      return try stage.drawnPicture()
    }
    let one = try picture(isRun: false).pixelImage.bitmap
    #expect(try picture(isRun: true).pixelImage.bitmap == one)
  }
}

/// What an application may do while frames are drawn, chosen by a seed.
@MainActor
private final class Happenings {
  private let stage: LayerStage
  private let log: (String) -> Void
  private var generator: SeededGenerator
  private var layers: [CALayer] = []
  private var links: [CADisplayLink] = []
  private let start = CACurrentMediaTime()

  init(_ stage: LayerStage, seed: UInt64, _ log: @escaping (String) -> Void) {
    self.stage = stage
    self.log = log
    generator = SeededGenerator(seed: seed)
    stage.onInput = { [weak self] event in
      guard case .touch(let touch) = event else { return false }
      self?.log("touch \(touch.id)")
      self?.happen()
      return true
    }
  }

  /// Some things at once, some at times of their own.
  func plan() {
    for _ in 0..<4 { addLayer() }
    for _ in 0..<6 { happen() }
    for index in 0..<8 {
      let time = start + generator.grid(0...4)
      stage.schedule(at: time) { [weak self] in
        guard let self else { return }
        log("call \(index)")
        if generator.chance(0.3) {
          let touch = TouchEvent(id: Int32(index), phase: .began, position: .zero, time: time)
          stage.inject(.touch(touch))
        } else {
          happen()
        }
      }
    }
  }

  private func addLayer() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: generator.number(4...30), height: 12)
    layer.position = CGPoint(x: generator.number(0...100), y: generator.number(0...80))
    layer.backgroundColor = CGColor(gray: 1, alpha: generator.number(0.5...1))
    (layers.isEmpty || generator.chance(0.7) ? stage.rootLayer : generator.pick(layers))
      .addSublayer(layer)
    layers.append(layer)
  }

  private func happen() {
    let layer = generator.pick(layers)
    switch generator.next() % 8 {
    case 0: addLayer()
    case 1: move(layer)
    case 2: animate(layer)
    case 3: spring(layer)
    case 4: tick(for: Int.random(in: 1...5, using: &generator))
    case 5: layer.isHidden.toggle()
    case 6: layer.speed = generator.pick([0.5, 1, 2])
    default: layer.removeAllAnimations()
    }
  }

  /// Implicitly, and its completion does something else.
  private func move(_ layer: CALayer) {
    CATransaction.begin()
    CATransaction.setAnimationDuration(generator.grid(0...1))
    let goesOn = generator.chance(0.5)
    CATransaction.setCompletionBlock { [weak self] in
      self?.log("moved")
      if goesOn { self?.happen() }
    }
    layer.position.x = generator.number(0...100)
    layer.opacity = Float(generator.number(0.2...1))
    CATransaction.commit()
  }

  private func animate(_ layer: CALayer) {
    let spin = CABasicAnimation(keyPath: "transform.rotation.z")
    spin.fromValue = 0
    spin.toValue = generator.number(1...7)
    spin.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + generator.grid(0...0.5)
    spin.duration = generator.grid(0.1...1)
    spin.repeatCount = generator.pick([0, 2, 2.5, .infinity])
    spin.autoreverses = generator.chance(0.3)
    spin.fillMode = generator.pick([.removed, .both])
    spin.isRemovedOnCompletion = generator.chance(0.7)
    spin.delegate = Listener(log)
    layer.add(spin, forKey: nil)
  }

  private func spring(_ layer: CALayer) {
    let spring = CASpringAnimation(keyPath: "position.y")
    spring.fromValue = generator.number(0...80)
    spring.toValue = generator.number(0...80)
    spring.damping = generator.number(5...30)
    spring.duration = spring.settlingDuration
    spring.delegate = Listener(log)
    layer.add(spring, forKey: "spring")
  }

  /// Ticks that move a layer, for some frames.
  private func tick(for count: Int) {
    let layer = generator.pick(layers)
    var left = count
    let link = CADisplayLink { [log] link in
      log("tick \(link.targetTimestamp)")
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.position.x += 1
      CATransaction.commit()
      left -= 1
      if left == 0 { link.invalidate() }
    }
    stage.paces(link)
    link.add(to: .main, forMode: .common)
    links.append(link)
  }

  private final class Listener: CAAnimationDelegate {
    private let log: (String) -> Void
    init(_ log: @escaping (String) -> Void) { self.log = log }
    func animationDidStart(_ animation: CAAnimation) { log("started") }
    func animationDidStop(_ animation: CAAnimation, finished: Bool) { log("stopped \(finished)") }
  }
}
