import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Interpolation, through layer, commit and server")
struct InterpolationVectorTests {
  private func basic(_ keyPath: String, _ item: VectorValue) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.fromValue = item["fromValue"].double
    animation.toValue = item["toValue"].double
    animation.byValue = item["byValue"].double
    animation.duration = 1
    return animation
  }

  @Test("From, to and by, alone and together, give the two ends")
  func ends() throws {
    let cases = try VectorCases("interpolation", kinds: ["basic-ends"])
    let batch = try ValueBatch()
    for item in cases.selected {
      let layer = batch.add([basic("position.x", item.value)]) {
        $0.position.x = CGFloat(item["underlying"].double ?? 0)
      }
      for sample in item["samples"].array.map(\.doubles) {
        batch.expect(
          layer, at: sample[0], .positionX, near: [sample[1]], within: cases.tolerance(item),
          item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }

  @Test("Additive animations add to what is below, cumulative ones to their own end")
  func additiveAndCumulative() throws {
    let cases = try VectorCases("interpolation", kinds: ["additive-cumulative"])
    let batch = try ValueBatch()
    for item in cases.selected {
      let iteration = item["iteration"].double ?? 0
      for sample in item["samples"].array.map(\.doubles) {
        let animation = basic("position.x", item.value)
        animation.isAdditive = item["additive"].bool ?? false
        animation.isCumulative = item["cumulative"].bool ?? false
        // Ends with this iteration, so that its last sample is its own end.
        animation.repeatCount = Float(iteration + 1)
        let layer = batch.add([animation]) {
          $0.position.x = CGFloat(item["underlying"].double ?? 0)
        }
        batch.expect(
          layer, at: iteration + sample[0], .positionX, near: [sample[1]],
          within: cases.tolerance(item), item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }

  @Test("Stacked additive animations retarget smoothly")
  func additiveStack() throws {
    let cases = try VectorCases("interpolation", kinds: ["additive-stack"])
    let batch = try ValueBatch()
    for item in cases.selected {
      let animations = item["animations"].array.map { description in
        let animation = basic("position.x", description)
        animation.beginTime = description["beginTime"].double ?? 0
        animation.duration = description["duration"].double ?? 0
        animation.isAdditive = true
        animation.timingFunction = CAMediaTimingFunction(item["timingFunction"])
        return animation
      }
      let layer = batch.add(animations) { $0.position.x = CGFloat(item["model"].double ?? 0) }
      for sample in item["samples"].array.map(\.doubles) {
        // Named curves travel as single-precision control points.
        batch.expect(
          layer, at: sample[0], .positionX, near: [sample[1]], within: 1e-4,
          item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }

  @Test("Points, sizes, rectangles, colours and lists interpolate by component")
  func types() throws {
    let cases = try VectorCases("interpolation", kinds: ["type"])
    let batch = try ValueBatch()
    for item in cases.selected {
      let animation = CABasicAnimation(keyPath: nil)
      let probe: ValueProbe
      let make: ([Double]) -> Any
      switch item["type"].string {
      case "point":
        probe = .position
        make = { CGPoint(x: $0[0], y: $0[1]) }
      case "size":
        probe = .shadowOffset
        make = { CGSize(width: $0[0], height: $0[1]) }
      case "rect":
        probe = .bounds
        make = { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
      case "number array":
        probe = .keyPath("locations")
        make = { $0 }
      default:
        probe = .backgroundColor
        make = { CGColor.straight($0) }
      }
      animation.keyPath = probe.name
      animation.fromValue = make(item["fromValue"].doubles)
      animation.toValue = make(item["toValue"].doubles)
      animation.duration = 1
      let layer = batch.add([animation], to: CAGradientLayer())
      for sample in item["samples"].array {
        batch.expect(
          layer, at: sample[0].double ?? 0, probe, near: sample[1].doubles,
          within: cases.tolerance(item), item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }

  @Test("A value whose type does not fit the key path counts as not set")
  func mismatches() throws {
    let cases = try VectorCases("interpolation", kinds: ["type-mismatch"])
    let batch = try ValueBatch()
    for item in cases.selected {
      let keyPath = item["keyPath"].string ?? ""
      let animation = CABasicAnimation(keyPath: keyPath)
      animation.fromValue =
        item["fromValue"].string ?? CGPoint(x: item["fromValue"].doubles.first ?? 0, y: 0) as Any
      animation.toValue = item["toValue"].double
      animation.duration = 1
      let underlying = item["underlying"].double ?? 0
      let isOpacity = keyPath == "opacity"
      let layer = batch.add([animation]) {
        if isOpacity {
          $0.opacity = Float(underlying)
        } else {
          $0.position.x = CGFloat(underlying)
        }
      }
      for sample in item["samples"].array.map(\.doubles) {
        batch.expect(
          layer, at: sample[0], isOpacity ? .opacity : .positionX, near: [sample[1]],
          within: cases.tolerance(item), item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }

  @Test("Flags switch as soon as time passes, other values that cannot mix at half time")
  func switches() throws {
    let cases = try VectorCases("interpolation", kinds: ["switch"])
    let batch = try ValueBatch()
    for item in cases.selected {
      let isFlag = item["type"].string == "bool"
      let animation = CABasicAnimation(keyPath: isFlag ? "hidden" : "contentsGravity")
      animation.fromValue = isFlag ? false : CALayerContentsGravity.left.rawValue as Any
      animation.toValue = isFlag ? true : CALayerContentsGravity.right.rawValue as Any
      animation.duration = 1
      let layer = batch.add([animation]) { $0.contentsGravity = .center }
      for sample in item["samples"].array {
        let shows = sample[1].string == "to" ? 1.0 : 0.0
        batch.expect(
          layer, at: sample[0].double ?? 0, isFlag ? .isHidden : .gravityIsRight, near: [shows],
          within: 0, item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }
}

extension ValueProbe {
  /// 1 for the right, 0 for the left, anything else is -1.
  fileprivate static let gravityIsRight = ValueProbe(name: "contentsGravity") {
    $0.contentsGravity == .right ? [1] : $0.contentsGravity == .left ? [0] : [-1]
  } presented: {
    $0.contentsGravity == .right ? [1] : $0.contentsGravity == .left ? [0] : [-1]
  }
}
