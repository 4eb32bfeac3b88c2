import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Whole scenes against an independent renderer's colours")
struct ReferenceSceneTests {
  @Test("Every scene shows the expected colours at its sample points")
  func scenes() throws {
    let cases = try VectorCases("reference-scenes") { item in
      let layers = item["scene"]["layers"].array
      return layers.lazy.compactMap(Self.missingFeature).first
    }
    for item in cases.selected {
      let scene = item["scene"], size = scene["size"].doubles
      let stage = try TestStage(
        width: CGFloat(size[0]), height: CGFloat(size[1]),
        background: .straight(scene["background"].doubles))
      withoutActions {
        for layer in scene["layers"].array { stage.root.addSublayer(makeLayer(layer)) }
      }
      stage.commit()
      stage.at(0.1)
      let pixels = stage.pixels()
      let tolerance = cases.tolerance(item)
      for sample in item["samples"].array.map(\.doubles) {
        let pixel = pixels[Int(sample[0]), Int(sample[1])].map { Double($0) / 255 }
        expect(
          Array(pixel[0..<3]), near: Array(sample[2..<5]), within: tolerance,
          "\(item.id) at (\(sample[0]), \(sample[1]))")
      }
    }
    cases.printSummary()
  }

  /// What the layer or one of its sublayers needs that does not exist yet.
  nonisolated private static func missingFeature(_ layer: VectorValue) -> String? {
    if !layer["mask"].isNull { return "mask layers" }
    if !layer["gradient"].isNull { return "gradient layers" }
    return layer["sublayers"].array.lazy.compactMap(missingFeature).first
  }

  private func makeLayer(_ scene: VectorValue) -> CALayer {
    let layer = CALayer()
    for (key, value) in scene.fields {
      let n = value.doubles.map { CGFloat($0) }, number = CGFloat(value.double ?? 0)
      switch key {
      case "bounds": layer.bounds = CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
      case "position": layer.position = CGPoint(x: n[0], y: n[1])
      case "anchorPoint": layer.anchorPoint = CGPoint(x: n[0], y: n[1])
      case "zPosition": layer.zPosition = number
      case "transform":
        layer.setAffineTransform(
          CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
      case "backgroundColor": layer.backgroundColor = .straight(value.doubles)
      case "opacity": layer.opacity = Float(number)
      case "hidden": layer.isHidden = value.bool ?? false
      case "cornerRadius": layer.cornerRadius = number
      case "masksToBounds": layer.masksToBounds = value.bool ?? false
      case "borderWidth": layer.borderWidth = number
      case "borderColor": layer.borderColor = .straight(value.doubles)
      case "shadowOpacity": layer.shadowOpacity = Float(number)
      case "shadowRadius": layer.shadowRadius = number
      case "shadowOffset": layer.shadowOffset = CGSize(width: n[0], height: n[1])
      case "shadowColor": layer.shadowColor = .straight(value.doubles)
      case "shadowRect":
        layer.shadowPath = CGPath(
          rect: CGRect(x: n[0], y: n[1], width: n[2], height: n[3]), transform: nil)
      case "sublayers": for child in value.array { layer.addSublayer(makeLayer(child)) }
      default: Issue.record("the runner does not know the key \(key)")
      }
    }
    return layer
  }
}
