import CoreGraphicsAPI
import LayerCommit
import QuartzCore
import Testing

@MainActor
@Suite("How often a display link is called")
struct DisplayLinkRateTests {
  /// The frames of a display that a link is called for, of the first 60.
  private func frames(
    of rate: Double, _ configure: (CADisplayLink) -> Void = { _ in }
  ) -> [Int] {
    var called: [Int] = []
    withStage { stage in
      var current = 0
      let link = CADisplayLink { _ in called.append(current) }
      configure(link)
      link.add(to: .main, forMode: .common)
      for frame in 0..<60 {
        current = frame
        let time = 100 + Double(frame) / rate
        MediaClock.useVirtual(time)
        stage.host.handle(
          .tick(
            stage.host.surface,
            FrameTarget(
              timestamp: time, presentTime: time + 1 / rate, startBy: time, interval: 1 / rate)))
      }
      link.invalidate()
    }
    return called
  }

  private func every(_ stride: Int) -> [Int] { Array(Swift.stride(from: 0, to: 60, by: stride)) }

  @Test(
    "By default a link is called 60 times a second, or as often as a slower display",
    arguments: [
      (240.0, 4), (165, 3), (144, 2), (120, 2), (100, 2), (75, 1), (60, 1), (59.94, 1), (50, 1),
    ])
  func standard(rate: Double, stride: Int) {
    #expect(frames(of: rate) == every(stride))
    #expect(
      frames(of: rate) {
        $0.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 24, preferred: 24)
        $0.preferredFrameRateRange = .default
      } == every(stride))
  }

  @Test("A preferred rate of 0 is every frame; what was set last counts")
  func lastSetCounts() {
    #expect(frames(of: 120) { $0.preferredFramesPerSecond = 0 } == every(1))
    #expect(
      frames(of: 120) {
        $0.preferredFramesPerSecond = 30
        $0.preferredFrameRateRange = CAFrameRateRange(minimum: 40, maximum: 40)
      } == every(3))
    #expect(
      frames(of: 120) {
        $0.preferredFrameRateRange = CAFrameRateRange(minimum: 40, maximum: 40)
        $0.preferredFramesPerSecond = 30
      } == every(4))
  }

  @Test(
    "The whole fraction of the display's rate nearest to the preferred one is taken",
    arguments: [(60.0, 26, 2), (60, 35, 2), (60, 45, 1), (60, 1, 60), (60, 500, 1), (144, 60, 2)])
  func nearest(rate: Double, framesPerSecond: Int, stride: Int) {
    #expect(
      frames(of: rate) { $0.preferredFramesPerSecond = framesPerSecond } == every(stride))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let display: Double
    let range: CAFrameRateRange
    let stride: Int
    var testDescription: String { "\(range) at \(display) Hz" }

    init(
      _ display: Double, _ minimum: Float, _ maximum: Float, _ preferred: Float? = nil,
      _ stride: Int
    ) {
      self.display = display
      range = CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred)
      self.stride = stride
    }
  }

  @Test(
    "A range bounds the rate; where no fraction lies within, the nearest to it is taken",
    arguments: [
      Case(120, 80, 120, 120, 1), Case(120, 30, 60, 60, 2), Case(120, 8, 15, 8, 15),
      Case(120, 10, 60, 10, 12), Case(60, 30, 60, 40, 2), Case(60, 30, 60, 50, 1),
      // Preferring what cannot be divided out, the range excludes the nearer one.
      Case(60, 35, 60, 40, 1),
      // The highest within, where nothing is preferred.
      Case(120, 20, 50, nil, 3), Case(120, 20, 50, 0, 3),
      // None within: 30 is nearer than 20, 20 nearer than 30, and as near as 60 the faster one.
      Case(60, 25, 28, 26, 2), Case(60, 21, 22, 21, 3), Case(60, 45, 45, nil, 1),
      // A display slower or faster than all of the range.
      Case(24, 30, 60, 60, 1), Case(240, 1, 2, 1, 60),
      // A display that is called 60 Hz and is not quite.
      Case(59.94, 60, 60, 60, 1), Case(59.94, 30, 30, 30, 2),
      // No upper limit.
      Case(120, 30, 0, nil, 1), Case(120, 0, 0, 30, 4),
    ])
  func ranges(_ example: Case) {
    #expect(
      frames(of: example.display) { $0.preferredFrameRateRange = example.range }
        == every(example.stride))
  }

  @Test("A range that says nothing is ignored with a warning, and so is a rate below 0")
  func badRanges() {
    let bad = [
      CAFrameRateRange(minimum: 60, maximum: 30), CAFrameRateRange(minimum: -1, maximum: 30),
      CAFrameRateRange(minimum: .nan, maximum: .nan),
      CAFrameRateRange(minimum: 0, maximum: .infinity),
      CAFrameRateRange(minimum: 10, maximum: 30, preferred: 60),
      CAFrameRateRange(minimum: 10, maximum: 30, preferred: .nan),
    ]
    for range in bad {
      let link = CADisplayLink { _ in }
      link.preferredFramesPerSecond = 20
      let said = warnings { link.preferredFrameRateRange = range }
      #expect(said.count == 1 && link.preferredFrameRateRange == .default, "\(range)")
    }
    let said = warnings {
      #expect(frames(of: 60) { $0.preferredFramesPerSecond = -5 } == every(1))
    }
    #expect(said.count == 1)
  }

  @Test("Saying the same rate again in every callback changes nothing")
  func sameRateAgain() {
    withStage { stage in
      var calls = 0
      let link = CADisplayLink {
        calls += 1
        $0.preferredFramesPerSecond = 30
      }
      link.preferredFramesPerSecond = 30
      link.add(to: .main, forMode: .common)
      for frame in 0..<10 {
        let time = 100 + Double(frame) / 60
        stage.host.handle(
          .tick(
            stage.host.surface,
            FrameTarget(
              timestamp: time, presentTime: time + 1.0 / 60, startBy: time, interval: 1.0 / 60)))
      }
      #expect(calls == 5)
      link.invalidate()
    }
  }
}
