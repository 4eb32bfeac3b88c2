import Foundation
import LayerStage
import QuartzCore
import Testing

@Suite("Layer stage", .serialized)
@MainActor
struct StageTests {
  func stage(
    _ output: LayerStage.Configuration.Output = .headless(framesPerSecond: 50), slow: Double = 1
  ) throws -> LayerStage {
    var configuration = LayerStage.Configuration(size: CGSize(width: 100, height: 80))
    configuration.output = output
    configuration.slowFactor = slow
    configuration.countsOnly = true
    return try LayerStage(configuration)
  }

  func layer(in stage: LayerStage) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.backgroundColor = CGColor(gray: 1, alpha: 1)
    stage.rootLayer.addSublayer(layer)
    stage.commit()
    return layer
  }

  @Test("The root is as large as the stage, and the clock stands still between advances")
  func start() throws {
    let stage = try stage()
    #expect(stage.rootLayer.bounds == CGRect(x: 0, y: 0, width: 100, height: 80))
    let time = CACurrentMediaTime()
    Thread.sleep(forTimeInterval: 0.002)
    #expect(CACurrentMediaTime() == time)
    stage.advance(to: 0.25)
    #expect(CACurrentMediaTime() == time + 0.25)
    #expect(stage.currentTime == 0.25)
    stage.advance(to: 0.1)
    #expect(stage.currentTime == 0.25)
    stage.close()
    #expect(CACurrentMediaTime() != time + 0.25)
  }

  @Test("presentation() answers for exactly the time advanced to")
  func presentation() throws {
    let stage = try stage()
    let layer = layer(in: stage)
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.position = CGPoint(x: 64, y: 0)
    CATransaction.commit()
    for time in [0.0, 0.125, 0.13, 0.5, 0.75] {
      stage.advance(to: time)
      let x = try #require(layer.presentation()?.position.x)
      #expect(abs(Double(x) - 64 * time) < 1e-9)
    }
    stage.advance(to: 1.5)
    #expect(layer.presentation()?.position.x == 64)
    #expect(layer.animationKeys() == nil)
  }

  @Test("Completions run at the moment their animation ends, and what they start begins there")
  func chain() throws {
    let stage = try stage()
    let layer = layer(in: stage)
    let start = CACurrentMediaTime()
    var ends: [Double] = []
    func step(_ count: Int) {
      guard count > 0 else { return }
      CATransaction.begin()
      CATransaction.setAnimationDuration(0.03)
      CATransaction.setCompletionBlock {
        ends.append(CACurrentMediaTime() - start)
        step(count - 1)
      }
      layer.position.x += 10
      CATransaction.commit()
    }
    step(4)
    stage.advance(to: 1)
    #expect(ends.count == 4)
    for (index, end) in ends.enumerated() {
      #expect(abs(end - 0.03 * Double(index + 1)) < 1e-9)
    }
  }

  @Test("Display links tick once per frame interval, for the frame at its end")
  func ticks() throws {
    let stage = try stage()
    let start = CACurrentMediaTime()
    var ticks: [(now: Double, timestamp: Double, target: Double)] = []
    let link = CADisplayLink { link in
      ticks.append((CACurrentMediaTime(), link.timestamp, link.targetTimestamp))
    }
    link.add(to: .main, forMode: .common)
    stage.commit()
    stage.advance(to: 0.1)
    #expect(ticks.count == 5)
    for (index, tick) in ticks.enumerated() {
      #expect(abs(tick.now - start - Double(index) / 50) < 1e-9)
      #expect(abs(tick.timestamp - tick.now) < 1e-9)
      #expect(abs(tick.target - start - Double(index + 1) / 50) < 1e-9)
    }
    link.invalidate()
    stage.advance(to: 0.2)
    #expect(ticks.count == 5)
  }

  @Test("A value set by a display link is in the frame the link was told about")
  func tickLandsInItsFrame() throws {
    let stage = try stage()
    let layer = layer(in: stage)
    let start = CACurrentMediaTime()
    let link = CADisplayLink { link in
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.position.x = 1000 * (link.targetTimestamp - start)
      CATransaction.commit()
    }
    link.add(to: .main, forMode: .common)
    stage.commit()
    stage.advance(to: 0.06)
    let x = try #require(layer.presentation()?.position.x)
    #expect(abs(Double(x) - 60) < 1e-6)
    link.invalidate()
  }

  @Test("An endless chain of animations without duration does not hang a frame")
  func endlessChain() throws {
    let stage = try stage()
    let layer = layer(in: stage)
    var count = 0
    var isOver = false
    func again() {
      guard !isOver else { return }
      count += 1
      CATransaction.begin()
      CATransaction.setAnimationDuration(0)
      CATransaction.setCompletionBlock { again() }
      layer.position.x += 1
      CATransaction.commit()
    }
    again()
    stage.advance(to: 0.02)
    // Or it would go on in the tests that follow.
    isOver = true
    #expect(count > 1)
    #expect(stage.currentTime == 0.02)
  }

  @Test("The slow factor stretches animations and leaves display links alone")
  func slowFactor() throws {
    let stage = try stage(slow: 4)
    let layer = layer(in: stage)
    var ticks = 0
    let link = CADisplayLink { _ in ticks += 1 }
    link.add(to: .main, forMode: .common)
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.position = CGPoint(x: 100, y: 0)
    CATransaction.commit()
    stage.advance(to: 0.2)
    #expect(ticks == 10)
    let x = try #require(layer.presentation()?.position.x)
    #expect(abs(Double(x) - 50) < 1e-6)
    link.invalidate()
  }

  @Test("A long way without ticks is gone at once, and events on it come at their exact times")
  func farAdvance() throws {
    let stage = try stage()
    let layer = layer(in: stage)
    let start = CACurrentMediaTime()
    var ends: [Double] = []
    var ticks: [Double] = []
    var link: CADisplayLink?
    CATransaction.begin()
    CATransaction.setAnimationDuration(123_456.5)
    CATransaction.setCompletionBlock {
      ends.append(CACurrentMediaTime() - start)
      let started = CADisplayLink { link in
        ticks.append(CACurrentMediaTime() - start)
        if ticks.count == 3 { link.invalidate() }
      }
      started.add(to: .main, forMode: .common)
      link = started
    }
    layer.position.x = 50
    CATransaction.commit()
    stage.advance(to: 900_000.25)
    #expect(stage.currentTime == 900_000.25)
    #expect(ends.count == 1 && abs((ends.first ?? 0) - 123_456.5) < 1e-6)
    // From the frame interval on that begins there, one after the other.
    #expect(ticks.count == 3)
    for (index, time) in ticks.enumerated() {
      #expect(abs(time - 123_456.5 - Double(index) / 50) < 1e-6)
    }
    link?.invalidate()
  }

  @Test(
    "Times that make no sense are ignored, with ticks and without",
    arguments: [1e30, .infinity, -.infinity, .nan, 1_000_001, -1e30], [false, true])
  func absurdAdvance(time: Double, hasTicks: Bool) throws {
    let stage = try stage()
    let link = CADisplayLink { _ in }
    if hasTicks { link.add(to: .main, forMode: .common) }
    stage.commit()
    stage.advance(to: 0.1)
    stage.advance(to: time)
    #expect(stage.currentTime == 0.1)
    try stage.run(for: time)
    #expect(stage.currentTime == 0.1)
    link.invalidate()
  }

  @Test("A stage that was stopped runs again")
  func runsAgain() throws {
    let stage = try stage(.headlessFreeRunning(framesPerSecond: 100))
    stage.stop()
    for _ in 0..<2 {
      let start = Date()
      try stage.run(for: 0.1)
      // Not before its time; how long after depends on how busy the machine is.
      #expect(Date().timeIntervalSince(start) >= 0.099)
    }
  }

  @Test("Frames are drawn only when something changed")
  func nothingChanged() throws {
    let stage = try stage()
    let layer = layer(in: stage)
    #expect(try stage.drawFrame())
    #expect(try !stage.drawFrame())
    stage.advance(to: 1)
    #expect(try !stage.drawFrame())
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.position.x += 5
    CATransaction.commit()
    #expect(try stage.drawFrame())
    #expect(try stage.countedFrames()?.frames == 2)
    #expect(try stage.frameProfile().frames.frames.map(\.index) == [1, 2])
  }

  @Test("Stages follow one another in a process, each from the same start")
  func oneAfterAnother() throws {
    var times: [Double] = []
    for _ in 0..<3 {
      let stage = try stage()
      times.append(CACurrentMediaTime())
      stage.advance(to: 0.5)
      stage.close()
    }
    #expect(Set(times).count == 1)
  }

  @Test(
    "A configuration that makes no sense is refused",
    arguments: [
      (0.0, 10.0, 1.0), (10, -1, 1), (.nan, 10, 1), (.infinity, 10, 1), (1e30, 10, 1), (10, 10, 0),
      (20000, 10, 1), (10, 10, .nan),
    ])
  func badConfiguration(width: Double, height: Double, scale: Double) {
    var configuration = LayerStage.Configuration(size: CGSize(width: width, height: height))
    configuration.scale = scale
    configuration.countsOnly = true
    #expect(throws: StageError.self) { try LayerStage(configuration) }
  }

  @Test("On the real clock the server goes on while the main thread is stalled")
  func freeRunning() throws {
    let stage = try stage(.headlessFreeRunning(framesPerSecond: 100))
    let layer = layer(in: stage)
    let spin = CABasicAnimation(keyPath: "position.x")
    spin.fromValue = 0
    spin.toValue = 90
    spin.duration = 30
    layer.add(spin, forKey: "spin")
    stage.commit()
    // Nothing on this thread runs the stage; frames must come all the same. How many depends on how
    // busy the machine is.
    let limit = Date(timeIntervalSinceNow: 20)
    var frames = 0
    while frames < 5, Date() < limit {
      Thread.sleep(forTimeInterval: 0.02)
      frames = try stage.countedFrames()?.frames ?? 0
    }
    #expect(frames >= 5)
    let records = try stage.frameProfile().frames.frames
    for (a, b) in zip(records, records.dropFirst()) {
      #expect(b.targetTime > a.targetTime)
    }
  }
}
