import CoreGraphics
import QuartzCore
import TestSupport
import Testing
import UIKit

/// Runs a curve with a display link, as the tutorials do: by the time that the frame being prepared
/// is seen.
@MainActor
private final class HandMadeAnimation {
  private let duration: Double
  private let curve: (Double) -> Double
  /// Told the curve's value for every frame.
  private let apply: (Double) -> Void
  private(set) var link: CADisplayLink?
  private(set) var ticks = 0

  init(
    duration: Double, curve: @escaping (Double) -> Double, apply: @escaping (Double) -> Void
  ) {
    self.duration = duration
    self.curve = curve
    self.apply = apply
  }

  func start() {
    link?.invalidate()
    let begin = CACurrentMediaTime()
    let link = CADisplayLink { [weak self] in self?.tick($0, since: begin) }
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  private func tick(_ link: CADisplayLink, since begin: Double) {
    ticks += 1
    let progress = min((link.targetTimestamp - begin) / duration, 1)
    apply(curve(progress))
    guard progress >= 1 else { return }
    link.invalidate()
    self.link = nil
  }

  static func easeOutCubic(_ p: Double) -> Double { 1 - (1 - p) * (1 - p) * (1 - p) }

  static func easeInOutCubic(_ p: Double) -> Double {
    p < 0.5 ? 4 * p * p * p : (2 * p - 2) * (2 * p - 2) * (2 * p - 2) / 2 + 1
  }
}

@MainActor @Suite("Frame-driven animation")
struct DisplayLinkFeatureTests {
  @Test("S80: a counting label slows down, stops at its end, and starts anew from anywhere")
  func counter() throws {
    let test = try ViewStage(), stage = test.stage
    let label = test.add(UILabel(), CGRect(x: 0, y: 0, width: 200, height: 60))
    let counter = HandMadeAnimation(duration: 2, curve: HandMadeAnimation.easeOutCubic) {
      label.text = "\(Int((100 * $0).rounded()))"
    }
    func expectText(_ text: String, at time: Double) {
      stage.at(time)
      #expect(label.text == text, "at \(time)")
    }
    counter.start()
    expectText("58", at: 0.5)
    expectText("88", at: 1)
    expectText("98", at: 1.5)
    stage.at(2)
    #expect(label.text == "100" && counter.link == nil && counter.ticks == 120)
    stage.at(3)
    #expect(counter.ticks == 120, "no tick after the end")

    // Starting again in mid-run replaces the first run: one tick a frame.
    stage.mark()
    counter.start()
    expectText("58", at: 0.5)
    counter.start()
    #expect(counter.ticks == 150)
    expectText("58", at: 1)
    expectText("88", at: 1.5)
    #expect(counter.ticks == 210)
    stage.at(2.5)
    #expect(label.text == "100" && counter.ticks == 270 && counter.link == nil)
  }

  @Test("S81: a curve of one's own moves a view's layer where it says, frame by frame")
  func customEasing() throws {
    let test = try ViewStage(), stage = test.stage
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 40, height: 40))
    let run = HandMadeAnimation(duration: 2, curve: HandMadeAnimation.easeInOutCubic) {
      view.layer.position.x = CGFloat(50 + 300 * $0)
    }
    run.start()
    for (time, x) in [(0.5, 68.75), (1, 200), (1.5, 331.25), (2, 350)] {
      stage.at(time)
      expect(try stage.served(view.layer).position.x, near: x, within: 1e-9, "at \(time)")
      expect(Double(view.layer.presentation()?.position.x ?? .nan), near: x, within: 1e-9)
      #expect(view.layer.animationKeys() == nil, "nothing smooths it")
    }
    #expect(run.link == nil && run.ticks == 120)
  }

  @Test("S80 S81: the curves of the table, run by display links")
  func plainFormulas() throws {
    let test = try ViewStage(), stage = test.stage
    let curves = [
      "easeOutCubic": HandMadeAnimation.easeOutCubic,
      "easeInOutCubic": HandMadeAnimation.easeInOutCubic,
    ]
    let cases = try VectorCases("timing-functions", kinds: ["plain-formula"])
    for item in cases.selected {
      let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 40, height: 40))
      let run = HandMadeAnimation(duration: 2, curve: try #require(curves[item.id])) {
        view.layer.position.x = CGFloat($0)
      }
      run.start()
      for sample in item["samples"].array.map(\.doubles) {
        stage.at(2 * sample[0])
        expect(
          try stage.served(view.layer).position.x, near: sample[1], within: 1e-11,
          "\(item.id) at \(sample[0])")
      }
      stage.at(2)
    }
    #expect(cases.selected.count == 2)
    cases.printSummary()
  }

  @Test("S82: a link ticks once a refresh and tells this frame's time and the next one's")
  func ticks() throws {
    let test = try ViewStage(), stage = test.stage
    var times: [(shown: Double, next: Double, refresh: Double)] = []
    let link = CADisplayLink { times.append(($0.timestamp, $0.targetTimestamp, $0.duration)) }
    #expect(link.duration == 0 && !link.isPaused)
    link.add(to: .main, forMode: .common)
    stage.at(1)
    #expect(times.count == 60)
    for (frame, time) in times.enumerated() {
      expect(time.shown, near: stage.zero + Double(frame) / 60, within: 1e-9)
      expect(time.refresh, near: 1.0 / 60, within: 1e-12)
    }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0.next == $1.shown })
    link.isPaused = true
    stage.at(1.5)
    #expect(times.count == 60)
    link.isPaused = false
    stage.at(1.6)
    #expect(times.count == 66)
    expect(times[60].shown, near: stage.zero + 1.5, within: 1e-9, "time went on while it paused")
    link.invalidate()
  }

  @Test("S82: while the user scrolls, links of the common modes run on and others rest")
  func tracking() throws {
    let test = try ViewStage(), stage = test.stage
    var idle = 0, common = 0
    let links = [CADisplayLink { _ in idle += 1 }, CADisplayLink { _ in common += 1 }]
    links[0].add(to: .main, forMode: .default)
    links[1].add(to: .main, forMode: .common)
    stage.at(0.5)
    #expect(idle == 30 && common == 30)
    CADisplayLink.runLoopMode = .tracking
    stage.at(1)
    CADisplayLink.runLoopMode = .default
    #expect(idle == 30 && common == 60)
    stage.at(1.5)
    #expect(idle == 60 && common == 90)
    for link in links { link.invalidate() }
  }

  @Test("S82: a link keeps its target alive until it is invalidated, as by the target's owner")
  func lifetime() throws {
    let test = try ViewStage(), stage = test.stage
    @MainActor final class Target {
      var ticks = 0
    }
    /// Owns a link that does not own it, and stops it when it goes.
    @MainActor final class Owner {
      private var link: CADisplayLink?
      init(_ body: @escaping () -> Void) {
        let link = CADisplayLink { [weak self] _ in if self != nil { body() } }
        link.add(to: .main, forMode: .common)
        self.link = link
      }
      isolated deinit { link?.invalidate() }
    }
    weak var target: Target?
    weak var link: CADisplayLink?
    do {
      let made = Target()
      target = made
      let started = CADisplayLink { _ in made.ticks += 1 }
      started.add(to: .main, forMode: .common)
      link = started
    }
    stage.at(0.5)
    #expect(target?.ticks == 30, "nobody but the link keeps it")
    link?.invalidate()
    #expect(target == nil && link == nil)

    var ticks = 0
    var owner: Owner? = Owner { ticks += 1 }
    stage.at(1)
    #expect(ticks == 30 && owner != nil)
    owner = nil
    stage.at(1.5)
    #expect(ticks == 30)
  }
}
