import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Rendering numbers, through real layers")
struct RenderingNumberTests {
  private static let areas: Set<String> = ["source-over", "group-opacity", "shadow-edge"]

  @Test("Blending, group opacity and the edge of a shadow have the expected values")
  func numbers() throws {
    let cases = try VectorCases("rendering-numbers", kinds: Self.areas)
    for item in cases.selected {
      switch item.kind {
      case "source-over": try sourceOver(item, within: cases.tolerance(item))
      case "group-opacity": try groupOpacity(item, within: cases.tolerance(item))
      default: try shadowEdge(item, within: cases.tolerance(item))
      }
    }
    cases.printSummary()
  }

  private func stage(_ item: VectorCase) throws -> TestStage {
    try TestStage(width: 40, height: 40, background: .straight(item["background"].doubles))
  }

  private func square(_ color: VectorValue) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    layer.backgroundColor = .straight(color.doubles)
    return layer
  }

  private func expectCentre(
    _ stage: TestStage, near expected: [Double], within tolerance: Double, _ id: String
  ) {
    stage.commit()
    stage.at(0.1)
    // The output is opaque, so straight and premultiplied are the same; half a step is rounding.
    expect(
      stage.pixels()[20, 20].map { Double($0) / 255 }, near: expected,
      within: tolerance + 0.5 / 255, id)
  }

  private func sourceOver(_ item: VectorCase, within tolerance: Double) throws {
    let stage = try stage(item)
    withoutActions {
      for color in item["layers"].array { stage.root.addSublayer(square(color)) }
    }
    expectCentre(
      stage, near: item["premultiplied"].doubles, within: tolerance, item.id)
  }

  private func groupOpacity(_ item: VectorCase, within tolerance: Double) throws {
    for (allows, expected) in [(true, item["grouped"]), (false, item["ungrouped"])] {
      let stage = try stage(item)
      withoutActions {
        let parent = square(item["parentColor"])
        parent.opacity = Float(item["parentOpacity"].double ?? 1)
        parent.allowsGroupOpacity = allows
        parent.addSublayer(square(item["childColor"]))
        stage.root.addSublayer(parent)
      }
      expectCentre(
        stage, near: expected.doubles, within: tolerance,
        "\(item.id), grouped: \(allows)")
    }
  }

  /// A white shadow on black, cast by a rectangle that reaches far beyond the canvas on three sides.
  private func shadowEdge(_ item: VectorCase, within tolerance: Double) throws {
    let stage = try TestStage(width: 80, height: 60, background: .opaque(0, 0, 0))
    let edge = 40.5
    withoutActions {
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 80, height: 60)
      layer.shadowPath = CGPath(
        rect: CGRect(x: edge - 200, y: -200, width: 200, height: 460), transform: nil)
      layer.shadowColor = .opaque(1, 1, 1)
      layer.shadowOffset = .zero
      layer.shadowRadius = CGFloat(item["shadowRadius"].double ?? 0)
      layer.shadowOpacity = Float(item["shadowOpacity"].double ?? 1)
      stage.root.addSublayer(layer)
    }
    stage.commit()
    stage.at(0.1)
    let pixels = stage.pixels()
    for sample in item["samples"].array.map(\.doubles) {
      // The centre of this pixel lies exactly at the sample's distance from the edge.
      let value = Double(pixels[Int(edge - 0.5 + sample[0]), 30][0]) / 255
      expect(
        value, near: sample[1], within: tolerance,
        "\(item.id) at distance \(sample[0])")
    }
  }
}
