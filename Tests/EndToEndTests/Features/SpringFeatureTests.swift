import CoreGraphics
import Foundation
import QuartzCore
import Testing

@MainActor @Suite("Spring animations")
struct SpringFeatureTests {
  @Test("S37: a stiff spring thrown at scale 2 swings beyond 4, calms down and is gone")
  func scale() throws {
    let stage = try TestStage(draws: false)
    let layer = stage.add(CALayer())
    stage.commit()
    let spring = CASpringAnimation(keyPath: "transform.scale")
    spring.mass = 1
    spring.stiffness = 1500
    spring.damping = 10
    spring.initialVelocity = 100
    spring.fromValue = 1
    spring.toValue = 2
    let decay = 5.0, frequency = (1500 - decay * decay).squareRoot()
    let settling = log((1 + abs(decay - 100) / frequency) / 0.001) / decay
    expect(spring.settlingDuration, near: settling, within: 1e-12)
    expect(spring.settlingDuration, near: 1.63, within: 0.005)
    spring.duration = spring.settlingDuration
    layer.add(spring, forKey: "spring")
    stage.mark()
    let scale = ValueProbe.keyPath("transform.scale")
    for (time, shown, tolerance) in [
      (0.0475, 4.09, 0.005), (0.2, 2.83, 0.005), (1, 2.006, 5e-4), (1.6, 2, 1e-3),
      (settling + 0.001, 1, 1e-12),
    ] {
      stage.at(time)
      try scale.expect(layer, on: stage, near: [shown], within: tolerance, "at \(time)")
    }
    #expect(layer.animationKeys() == nil, "no model was set, and it snaps back")
  }

  /// A spring from 0 to 1 and the shape of its first swing.
  private struct Swing {
    var mass = 1.0, stiffness = 100.0, damping = 10.0, velocity = 0.0

    var animation: CASpringAnimation {
      let spring = CASpringAnimation(keyPath: "position.x")
      spring.mass = CGFloat(mass)
      spring.stiffness = CGFloat(stiffness)
      spring.damping = CGFloat(damping)
      spring.initialVelocity = CGFloat(velocity)
      spring.fromValue = 0
      spring.toValue = 1
      spring.duration = 1024
      return spring
    }

    var decay: Double { damping / (2 * mass) }
    var frequency: Double { (stiffness / mass - decay * decay).squareRoot() }
    /// Half a period after the start where nothing threw it.
    var peakTime: Double { .pi / frequency }
    var overshoot: Double { exp(-decay * peakTime) }
  }

  @Test("S38: mass, stiffness and damping change period and overshoot as the words say")
  func parameters() throws {
    let usual = Swing(), heavy = Swing(mass: 4), stiff = Swing(stiffness: 400)
    let loose = Swing(damping: 5), braked = Swing(damping: 19.9)
    #expect(heavy.peakTime > usual.peakTime && heavy.overshoot > usual.overshoot)
    #expect(stiff.peakTime < usual.peakTime && stiff.overshoot > usual.overshoot)
    #expect(loose.overshoot > usual.overshoot && braked.overshoot < 1e-9)
    let batch = try ValueBatch()
    for (label, swing) in [
      "usual": usual, "heavy": heavy, "stiff": stiff, "loose": loose, "braked": braked,
    ] {
      let layer = batch.add([swing.animation])
      batch.expect(
        layer, at: swing.peakTime, .positionX, near: [1 + swing.overshoot], within: 1e-9,
        "\(label), first overshoot")
      batch.expect(
        layer, at: 3 * swing.peakTime, .positionX, near: [1 + pow(swing.overshoot, 3)],
        within: 1e-9, "\(label), a period later")
      // At rest on top: the same on both sides, but for the decay of the moment between.
      let step = 1e-4
      batch.expect(
        layer, at: swing.peakTime + step, .positionX, near: [1 + swing.overshoot], within: 1e-5,
        "\(label), just after")
    }
    try batch.run()
  }

  @Test("S38: an initial velocity is in distances per second, towards the end or away from it")
  func initialVelocity() throws {
    let batch = try ValueBatch()
    let step = 0x1p-20
    for velocity in [-20.0, 0, 1, 20] {
      let layer = batch.add([Swing(velocity: velocity).animation])
      batch.expect(
        layer, at: step, .positionX, near: [velocity * step], within: 1e-4 * step + 1e-10,
        "\(velocity)")
    }
    try batch.run()
  }

  @Test("A spring without an end in time swings like one that has time enough")
  func endless() throws {
    let swing = Swing(velocity: 3)
    let peak = swing.peakTime
    func x(_ t: Double) -> Double {
      let b = (swing.decay - swing.velocity) / swing.frequency
      return 1 - exp(-swing.decay * t) * (cos(swing.frequency * t) + b * sin(swing.frequency * t))
    }
    let batch = try ValueBatch()
    for duration in [Double.infinity, .greatestFiniteMagnitude] {
      for speed in [1.0, 2] {
        let alone = swing.animation, inside = swing.animation, under = swing.animation
        let group = CAAnimationGroup()
        for animation in [alone, inside, under] { animation.duration = duration }
        for animation in [alone, inside] { animation.speed = Float(speed) }
        under.isAdditive = true
        group.animations = [inside]
        group.duration = .infinity
        for (label, animation, ownSpeed) in [
          ("alone", alone, speed), ("in a group", group, speed), ("additive", under, 1),
        ] as [(String, CAAnimation, Double)] {
          let layer = batch.add([animation])
          for time in [0, peak / 3, peak, 7.7] {
            batch.expect(
              layer, at: time, .positionX, near: [x(time * ownSpeed)], within: 1e-9,
              "\(label), \(duration) s at speed \(speed)")
          }
        }
      }
    }
    try batch.run()
  }
}
