import CoreGraphics
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Animations along a path, through layer, commit and server")
struct PathVectorTests {
  private func path(_ rows: VectorValue) -> CGPath {
    let path = CGMutablePath()
    for row in rows.array {
      let n = row.array.compactMap(\.double)
      func p(_ i: Int) -> CGPoint { CGPoint(x: n[2 * i], y: n[2 * i + 1]) }
      switch row[0].string {
      case "M": path.move(to: p(0))
      case "L": path.addLine(to: p(0))
      case "Q": path.addQuadCurve(to: p(1), control: p(0))
      case "C": path.addCurve(to: p(2), control1: p(0), control2: p(1))
      default: path.closeSubpath()
      }
    }
    return path
  }

  private func animation(_ item: VectorCase) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.path = path(item["path"])
    animation.calculationMode = CAAnimationCalculationMode(
      rawValue: item["calculationMode"].string ?? "linear")
    if !item["keyTimes"].isNull {
      animation.keyTimes = item["keyTimes"].doubles.map { NSNumber(value: $0) }
    }
    animation.duration = 1
    return animation
  }

  @Test("A layer is where the table says, on the server and presented")
  func points() throws {
    let cases = try VectorCases("path-animation", kinds: ["path-animation"])
    let batch = try ValueBatch()
    for item in cases.selected {
      let layer = batch.add([animation(item)])
      for sample in item["samples"].array {
        batch.expect(
          layer, at: sample[0].double ?? 0, .position, near: Array(sample.doubles[1...2]),
          within: item["exactTolerance"].double ?? cases.tolerance(item), item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }

  @Test("With a rotation mode the layer turns before its own transform")
  func rotation() throws {
    let cases = try VectorCases("path-animation", kinds: ["path-animation"])
    let batch = try ValueBatch()
    for (mode, sign) in [(CAAnimationRotationMode.rotateAuto, 1.0), (.rotateAutoReverse, -1)] {
      for item in cases.selected {
        let animation = animation(item)
        animation.rotationMode = mode
        let layer = batch.add([animation]) {
          $0.transform = CATransform3DMakeScale(2, 3, 1)
        }
        for sample in item["samples"].array.map(\.doubles) where sample.count > 3 {
          // At a joint either neighbour's direction is right; the table has that of the first.
          let isJoint = item.id.hasPrefix("anim-paced-closed-tri") && sample[0] == 0.25
          let time = isJoint ? sample[0] - 1e-9 : sample[0]
          let c = sign * cos(sample[3]), s = sign * sin(sample[3])
          batch.expect(
            layer, at: time, .transform,
            near: [2 * c, 3 * s, 0, 0, -2 * s, 3 * c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], within: 1e-5,
            item.id)
        }
      }
    }
    try batch.run()
  }

  @Test("A path is copied when it is set, counts before values, and only for points")
  func copies() throws {
    let batch = try ValueBatch()
    let mutable = CGMutablePath()
    mutable.addLines(between: [.zero, CGPoint(x: 100, y: 50)])
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.path = mutable
    animation.values = [CGPoint(x: 7, y: 7), CGPoint(x: 8, y: 8)]
    animation.duration = 1
    mutable.addLine(to: CGPoint(x: 900, y: 900))
    batch.expect(
      batch.add([animation]), at: 0.5, .position, near: [50, 25], within: 1e-9, "position")
    let opacity = CAKeyframeAnimation(keyPath: "opacity")
    opacity.path = mutable
    opacity.values = [0, 0.5]
    opacity.duration = 1
    batch.expect(batch.add([opacity]), at: 0.5, .opacity, near: [0.25], within: 1e-7, "opacity")
    try batch.run()
  }

  @Test("Path and rotation mode have keys, and are copied with the animation")
  func keys() {
    let animation = CAKeyframeAnimation(keyPath: "position")
    let oval = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 4, height: 4), transform: nil)
    animation.setValue(oval, forKey: "path")
    animation.setValue("auto", forKey: "rotationMode")
    #expect(animation.path == oval && animation.rotationMode == .rotateAuto)
    #expect(animation.value(forKey: "path") as? CGPath == oval)
    #expect(animation.value(forKey: "rotationMode") as? String == "auto")
    animation.setValue(nil, forKey: "path")
    animation.setValue(nil, forKey: "rotationMode")
    #expect(animation.path == nil && animation.rotationMode == nil)
  }

  private func curve(_ a: CGPoint, _ b: CGPoint, _ c: CGPoint, _ d: CGPoint) -> CGPath {
    let path = CGMutablePath()
    path.move(to: a)
    path.addCurve(to: d, control1: b, control2: c)
    return path
  }

  @Test(
    "S41: eased along one curve, a layer is in the middle at half time and then back at the model")
  func easedCurve() throws {
    let stage = try TestStage()
    let layer = stage.add(CALayer()) { $0.position = CGPoint(x: 9, y: 9) }
    stage.commit()
    let run = CAKeyframeAnimation(keyPath: "position")
    run.path = curve(
      CGPoint(x: 50, y: 50), CGPoint(x: 100, y: 0), CGPoint(x: 200, y: 100), CGPoint(x: 250, y: 50))
    run.duration = 1.5
    run.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    layer.add(run, forKey: nil)
    stage.mark()
    for (time, place) in [(0, [50, 50]), (0.75, [150, 50]), (1.6, [9, 9])] as [(Double, [Double])] {
      stage.at(time)
      let served = try stage.served(layer).position
      expect([served.x, served.y], near: place, within: 1e-6, "at \(time)")
    }
  }

  @Test("S42: a linear run goes by the curve's parameter, a paced one by its length")
  func halfWay() throws {
    let path = curve(
      CGPoint(x: 50, y: 50), CGPoint(x: 100, y: 200), CGPoint(x: 250, y: 100),
      CGPoint(x: 300, y: 300))
    let batch = try ValueBatch()
    let places: [(CAAnimationCalculationMode, [Double])] = [
      (.linear, [175, 156.25]), (.paced, [188.270904641, 161.428053435]),
    ]
    for (mode, place) in places {
      let run = CAKeyframeAnimation(keyPath: "position")
      run.path = path
      run.calculationMode = mode
      run.duration = 2
      let layer = batch.add([run])
      batch.expect(layer, at: 0, .position, near: [50, 50], within: 1e-9, "\(mode)")
      batch.expect(layer, at: 1, .position, near: place, within: 1e-6, "\(mode)")
      batch.expect(layer, at: 2, .position, near: [300, 300], within: 1e-9, "\(mode)")
    }
    try batch.run()
  }
}
