import Geometry
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Transforms, through layer, commit and server")
struct TransformVectorTests {
  private func make(_ operation: VectorValue) -> CATransform3D {
    let n = operation.doubles.map { CGFloat($0) }
    switch operation[0].string {
    case "translate": return CATransform3DMakeTranslation(n[0], n[1], n[2])
    case "scale": return CATransform3DMakeScale(n[0], n[1], n[2])
    default: return CATransform3DMakeRotation(n[0], n[1], n[2], n[3])
    }
  }

  private func apply(_ operation: VectorValue, to t: CATransform3D) -> CATransform3D {
    let n = operation.doubles.map { CGFloat($0) }
    switch operation[0].string {
    case "translate": return CATransform3DTranslate(t, n[0], n[1], n[2])
    case "scale": return CATransform3DScale(t, n[0], n[1], n[2])
    default: return CATransform3DRotate(t, n[0], n[1], n[2], n[3])
    }
  }

  /// What the server and presentation() show of the whole matrix at local time `time`.
  private func expectMatrix(
    _ transform: CATransform3D, in batch: ValueBatch, near expected: [Double],
    within tolerance: Double, _ label: String
  ) {
    let layer = batch.add([]) { $0.transform = transform }
    batch.expect(layer, at: 0, .transform, near: expected, within: tolerance, label)
  }

  @Test("Matrices made by the API's functions reach the server")
  func products() throws {
    let cases = try VectorCases("transforms", kinds: ["concat", "premultiply", "perspective"])
    let batch = try ValueBatch()
    for item in cases.selected {
      let transform: CATransform3D
      switch item.kind {
      case "concat":
        transform = item["operations"].array.reduce(CATransform3DIdentity) {
          CATransform3DConcat($0, make($1))
        }
        let inverse = CATransform3DInvert(transform)
        expectMatrix(
          inverse, in: batch, near: item["inverse"].doubles, within: cases.tolerance(item),
          "\(item.id) inverse")
      case "premultiply":
        transform = apply(item["function"], to: make(item["start"]))
      default:
        let parts = (item["m34"].string ?? "").split(separator: "/").compactMap { Double($0) }
        var perspective = CATransform3DIdentity
        perspective.m34 = CGFloat(parts[0] / parts[1])
        transform = CATransform3DRotate(
          perspective, CGFloat(item["rotationY"].double ?? 0), 0, 1, 0)
      }
      expectMatrix(
        transform, in: batch, near: item["matrix"].doubles, within: cases.tolerance(item),
        item.id)
    }
    try batch.run()
    cases.printSummary()
  }

  @Test("Two matrices interpolate by their parts")
  func interpolation() throws {
    let cases = try VectorCases("transforms", kinds: ["interpolate-2d", "interpolate-3d"])
    let batch = try ValueBatch()
    for item in cases.selected {
      func matrix(_ n: [Double]) -> [Double] {
        n.count == 16
          ? n
          : [n[0], n[1], 0, 0, n[2], n[3], 0, 0, 0, 0, 1, 0, n[4], n[5], 0, 1]
      }
      let animation = CABasicAnimation(keyPath: "transform")
      animation.fromValue = CATransform3D(rows: matrix(item["fromMatrix"].doubles))
      animation.toValue = CATransform3D(rows: matrix(item["toMatrix"].doubles))
      animation.duration = 1
      let layer = batch.add([animation])
      for sample in item["samples"].array.map(\.doubles) {
        batch.expect(
          layer, at: sample[0], .transform, near: matrix(Array(sample.dropFirst())),
          within: cases.tolerance(item), item.id)
      }
    }
    try batch.run()
    cases.printSummary()
  }

  @Test("A component key path replaces its part, set on the model or animated")
  func components() throws {
    let cases = try VectorCases("transforms", kinds: ["set-component"])
    let batch = try ValueBatch()
    for item in cases.selected {
      let start = CATransform3D(rows: item["matrix"].doubles)
      let keyPath = item["keyPath"].string ?? "", value = item["value"].double ?? 0
      let set = batch.add([]) {
        $0.transform = start
        $0.setValue(value, forKeyPath: keyPath)
      }
      let animation = CABasicAnimation(keyPath: keyPath)
      animation.fromValue = value
      animation.toValue = value
      animation.duration = 1
      let animated = batch.add([animation]) { $0.transform = start }
      for (layer, how) in [(set, "set"), (animated, "animated")] {
        batch.expect(
          layer, at: 0.5, .transform, near: item["result"].doubles,
          within: cases.tolerance(item), "\(item.id) \(how)")
      }
    }
    try batch.run()
    cases.printSummary()
  }

  @Test("Components read back from the presentation layer")
  func readBack() throws {
    let cases = try VectorCases("transforms", kinds: ["components"])
    let stage = try TestStage(width: 16, height: 16)
    for item in cases.selected {
      let layer = stage.add(CALayer()) {
        $0.transform = CATransform3D(rows: item["matrix"].doubles)
      }
      stage.commit()
      for part in ["scale", "rotation", "translation"] {
        for (axis, expected) in zip(["x", "y", "z"], item[part].doubles) {
          let value = layer.presentation()?.value(forKeyPath: "transform.\(part).\(axis)")
          expect(
            (value as? NSNumber)?.doubleValue, near: expected, within: cases.tolerance(item),
            "\(item.id) \(part).\(axis)")
        }
      }
    }
    cases.printSummary()
  }

  @Test("Points convert and frames follow, by the values that the server shows")
  func geometry() throws {
    let cases = try VectorCases("transforms", kinds: ["layer-geometry"])
    let stage = try TestStage(width: 16, height: 16)
    for item in cases.selected {
      let bounds = item["bounds"].doubles.map { CGFloat($0) }
      let anchor = item["anchorPoint"].doubles, position = item["position"].doubles
      let layer = stage.add(CALayer()) {
        $0.bounds = CGRect(x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3])
        $0.anchorPoint = CGPoint(x: anchor[0], y: anchor[1])
        $0.position = CGPoint(x: position[0], y: position[1])
        let scale = CGFloat(item["scale"].double ?? 1)
        $0.transform = CATransform3DConcat(
          CATransform3DMakeScale(scale, scale, 1),
          CATransform3DMakeRotation(CGFloat(item["rotation"].double ?? 0), 0, 0, 1))
      }
      stage.commit()
      let local = item["localPoint"].doubles
      let tolerance = cases.tolerance(item)
      for (shown, name) in [(layer, "model"), (try #require(layer.presentation()), "shown")] {
        let point = shown.convert(CGPoint(x: local[0], y: local[1]), to: shown.superlayer)
        expect(
          [Double(point.x), Double(point.y)], near: item["superlayerPoint"].doubles,
          within: tolerance, "\(item.id) \(name) point")
        let frame = shown.frame
        expect(
          [frame.minX, frame.minY, frame.width, frame.height].map(Double.init),
          near: item["frame"].doubles, within: tolerance, "\(item.id) \(name) frame")
      }
      // The same point by what the server has.
      let values = try stage.served(layer)
      let matrix = values.transform
      let x = local[0] - (values.bounds.minX + values.anchorPoint.x * values.bounds.size.width)
      let y = local[1] - (values.bounds.minY + values.anchorPoint.y * values.bounds.size.height)
      let mapped = matrix.r0 * x + matrix.r1 * y + matrix.r3
      expect(
        [mapped.x + values.position.x, mapped.y + values.position.y],
        near: item["superlayerPoint"].doubles, within: tolerance, "\(item.id) served point")
    }
    cases.printSummary()
  }
}

extension ValueProbe {
  static let transform = ValueProbe(name: "transform") {
    ShownValues.served($0)["transform"] ?? []
  } presented: {
    ShownValues.presented($0)["transform"] ?? []
  }
}
