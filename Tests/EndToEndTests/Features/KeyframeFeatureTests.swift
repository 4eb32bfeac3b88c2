import CoreGraphics
import QuartzCore
import Testing

@MainActor @Suite("Keyframe animations")
struct KeyframeFeatureTests {
  @Test("S39: keyframes have times of their own and a curve for each leg")
  func legs() throws {
    let stage = try TestStage(draws: false)
    let layer = stage.add(CALayer()) { $0.position = CGPoint(x: 1, y: 2) }
    stage.commit()
    let run = CAKeyframeAnimation(keyPath: "position")
    run.values = [(100, 100), (200, 150), (150, 250), (100, 100)].map { CGPoint(x: $0, y: $1) }
    run.keyTimes = [0, 0.3, 0.7, 1]
    run.timingFunctions = [.easeIn, .easeOut, .easeInEaseOut].map {
      CAMediaTimingFunction(name: $0)
    }
    run.duration = 2
    layer.add(run, forKey: nil)
    stage.mark()
    for (time, place) in [
      (0, [100, 100]), (0.3, [131.5, 115.8]), (0.6, [200, 150]), (1, [165.8, 218.5]),
      (1.4, [150, 250]), (1.7, [125, 175]), (2.01, [1, 2]),
    ] as [(Double, [Double])] {
      stage.at(time)
      try ValueProbe.position.expect(layer, on: stage, near: place, within: 0.05, "at \(time)")
    }
  }

  @Test("S40: a shake turns the layer to and fro and leaves the rest of its transform alone")
  func shake() throws {
    let stage = try TestStage(draws: false)
    let layer = stage.add(CALayer()) {
      $0.transform = CATransform3DTranslate(CATransform3DMakeScale(2, 3, 1), 5, 7, 0)
    }
    stage.commit()
    let shake = CAKeyframeAnimation(keyPath: "transform.rotation")
    shake.values = [0, -0.1, 0.1, -0.1, 0.1, 0]
    shake.keyTimes = [0, 0.2, 0.4, 0.6, 0.8, 1]
    shake.duration = 0.5
    layer.add(shake, forKey: "shake")
    stage.mark()
    let rotation = ValueProbe.keyPath("transform.rotation.z")
    let others = [
      ("transform.scale.x", [2.0]), ("transform.scale.y", [3]),
      ("transform.translation", [10, 21]),
    ].map { (ValueProbe.keyPath($0.0), $0.1) }
    for (time, angle) in [
      (0, 0), (0.05, -0.05), (0.1, -0.1), (0.15, 0), (0.2, 0.1), (0.3, -0.1), (0.4, 0.1),
      (0.45, 0.05), (0.5, 0), (0.6, 0),
    ] {
      stage.at(time)
      try rotation.expect(layer, on: stage, near: [angle], within: 1e-7, "at \(time)")
      for (probe, value) in others {
        try probe.expect(layer, on: stage, near: value, within: 1e-7, "at \(time)")
      }
    }
    #expect(
      layer.transform.m11 == 2 && layer.transform.m12 == 0 && layer.transform.m42 == 21,
      "the model")
  }
}
