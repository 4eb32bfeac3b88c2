import QuartzCore
import TestSupport
import Testing

extension CAMediaTimingFunction {
  /// From a name or from four control points.
  convenience init(_ fixture: VectorValue) {
    if let name = fixture.string {
      self.init(name: CAMediaTimingFunctionName(rawValue: name))
    } else {
      let p = fixture.doubles.map { Float($0) }
      self.init(controlPoints: p[0], p[1], p[2], p[3])
    }
  }
}

extension CAAnimation {
  /// Takes over the members of CAMediaTiming that a fixture lists.
  func setTiming(_ fixture: VectorValue) {
    beginTime = fixture["beginTime"].double ?? 0
    timeOffset = fixture["timeOffset"].double ?? 0
    speed = Float(fixture["speed"].double ?? 1)
    duration = fixture["duration"].double ?? 0
    repeatCount = Float(fixture["repeatCount"].double ?? 0)
    repeatDuration = fixture["repeatDuration"].double ?? 0
    autoreverses = fixture["autoreverses"].bool ?? false
    fillMode = CAMediaTimingFillMode(rawValue: fixture["fillMode"].string ?? "removed")
  }
}

@MainActor @Suite("Timing, through layer, commit and server")
struct TimingVectorTests {
  @Test("An animation runs along its timing function")
  func timingFunctions() throws {
    let cases = try VectorCases("timing-functions") {
      switch $0.kind {
      case "media-timing-function": nil
      case "swiftui-unit-curve": "SwiftUI's unit curves"
      default: "no curves but formulas, which display links run"
      }
    }
    let batch = try ValueBatch()
    for item in cases.selected {
      let animation = CABasicAnimation(keyPath: "position.x")
      animation.fromValue = 0.0
      animation.toValue = 1.0
      animation.duration = 1
      animation.timingFunction = CAMediaTimingFunction(
        item["name"].isNull ? item["points"] : item["name"])
      let layer = batch.add([animation])
      for sample in item["samples"].array.map(\.doubles) {
        batch.expect(
          layer, at: sample[0], .positionX, near: [sample[1]],
          within: item.tolerance ?? 1e-6, item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }

  /// The model's value, shown where the animation does not apply.
  private static let model = -1000.0

  private func rise(_ keyPath: String) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.fromValue = 0.0
    animation.toValue = 1.0
    return animation
  }

  @Test("Begin, offset, speed, repeats, autoreverse and fill place every sample")
  func mediaTiming() throws {
    let cases = try VectorCases("media-timing", kinds: ["animation"])
    let batch = try ValueBatch()
    for item in cases.selected {
      let fraction = rise("position.x"), counted = rise("position.y")
      // Each repetition adds one more whole, so this one shows iteration + fraction.
      counted.isCumulative = true
      for animation in [fraction, counted] { animation.setTiming(item["timing"]) }
      let layer = batch.add([fraction, counted], fill: nil) {
        $0.position = CGPoint(x: Self.model, y: Self.model)
      }
      for sample in item["samples"].array {
        let time = sample["t"].double ?? 0, id = item.id
        let f = sample["fraction"].double
        batch.expect(
          layer, at: time, .positionX, near: [f ?? Self.model], within: cases.tolerance(item), id)
        // Nothing accumulates while autoreverses is set.
        let accumulated =
          item["timing"]["autoreverses"].bool == true ? 0 : sample["iteration"].double ?? 0
        batch.expect(
          layer, at: time, .positionY, near: [f.map { $0 + accumulated } ?? Self.model],
          within: cases.tolerance(item), id)
      }
    }
    try batch.run()
    cases.printSummary()
  }

  @Test("A group hands its inner time to its children")
  func groups() throws {
    let cases = try VectorCases("media-timing", kinds: ["group"])
    let batch = try ValueBatch()
    for item in cases.selected {
      let child = rise("position.x")
      child.setTiming(item["child"])
      let group = CAAnimationGroup()
      group.animations = [child]
      group.setTiming(item["group"])
      if !item["childTimingFunction"].isNull {
        child.timingFunction = CAMediaTimingFunction(item["childTimingFunction"])
      }
      if !item["groupTimingFunction"].isNull {
        group.timingFunction = CAMediaTimingFunction(item["groupTimingFunction"])
      }
      let layer = batch.add([group], fill: nil) { $0.position.x = Self.model }
      for sample in item["samples"].array {
        let progress = sample["childApplied"].bool == true ? sample["childProgress"].double : nil
        // Named curves travel as single-precision control points.
        batch.expect(
          layer, at: sample["t"].double ?? 0, .positionX, near: [progress ?? Self.model],
          within: max(cases.tolerance(item), 1e-6), item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }

  @Test("Times convert between layers up to the common ancestor and down again")
  func convertTime() throws {
    let cases = try VectorCases("media-timing", kinds: ["convertTime"])
    for item in cases.selected {
      var layers: [String: CALayer] = [:]
      for description in item["layers"].array {
        let layer = CALayer()
        layer.beginTime = description["beginTime"].double ?? 0
        layer.timeOffset = description["timeOffset"].double ?? 0
        layer.speed = Float(description["speed"].double ?? 1)
        layers[description["name"].string ?? ""] = layer
        if let parent = description["parent"].string { layers[parent]?.addSublayer(layer) }
      }
      func layer(_ key: String) -> CALayer? { item[key].string.flatMap { layers[$0] } }
      let id = item.id
      let time = item["time"].double ?? 0, result = item["result"].double ?? .nan
      // Conversion to or from the media clock starts from the layer that there is.
      if let from = layer("fromLayer") {
        expect(from.convertTime(time, to: layer("toLayer")), near: result, within: 1e-9, id)
      }
      if let to = layer("toLayer") {
        expect(to.convertTime(time, from: layer("fromLayer")), near: result, within: 1e-9, id)
      }
    }
    cases.printSummary()
  }

  @Test("Pausing and resuming a layer leaves no jump in its time")
  func pauseAndResume() throws {
    let cases = try VectorCases("media-timing", kinds: ["pause-resume"])
    for item in cases.selected {
      let stage = try TestStage(width: 16, height: 16)
      let parent = stage.add(CALayer()) { $0.timeOffset = -CACurrentMediaTime() }
      // position.x shows the layer's own time.
      let clock = CABasicAnimation(keyPath: "position.x")
      clock.fromValue = 0.0
      clock.toValue = 1024.0
      clock.duration = 1024
      let layer = stage.add(CALayer(), to: parent) { $0.add(clock, forKey: nil) }
      stage.mark()

      let pauseAt = item["pauseAt"].double ?? 0, resumeAt = item["resumeAt"].double ?? 0
      var frozen: CFTimeInterval?
      for sample in item["samples"].array.map(\.doubles) {
        if sample[0] >= pauseAt, frozen == nil {
          stage.at(pauseAt)
          let local = layer.convertTime(CACurrentMediaTime(), from: nil)
          layer.speed = 0
          layer.timeOffset = local
          frozen = local
          stage.commit()
        }
        if sample[0] >= resumeAt, layer.speed == 0, let frozen {
          stage.at(resumeAt)
          layer.speed = 1
          layer.timeOffset = 0
          layer.beginTime = 0
          layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - frozen
          expect(
            layer.beginTime, near: item["beginTimeAfterResume"].double ?? .nan, within: 1e-9)
          stage.commit()
        }
        stage.at(sample[0])
        let label = "\(item.id) at \(sample[0])"
        expect(try stage.served(layer).position.x, near: sample[1], within: 1e-9, label)
        expect(
          layer.presentation().map { Double($0.position.x) }, near: sample[1], within: 1e-9, label)
      }
    }
    cases.printSummary()
  }
}
