import CoreGraphicsAPI
import Geometry
import QuartzCore
import Testing

@MainActor
@Suite struct FilterTests {
  static func blur(_ radius: Double) -> CAFilter {
    let blur = CAFilter(type: "gaussianBlur")
    blur.name = "soft"
    blur.setValue(radius, forKey: "inputRadius")
    blur.setValue(CGPoint(x: 1, y: 2), forKey: "inputCenter")
    blur.setValue(CGColor.white, forKey: "inputColor")
    return blur
  }

  @Test("Filters cross with their inputs and come back as the objects that were set")
  func cross() {
    withStage { stage in
      let blur = Self.blur(4)
      let layer = stage.layer { $0.filters = [blur] }
      #expect(
        stage.lastOps.contains(
          "set #1 filters [gaussianBlur \"soft\"(inputCenter (1, 2, 0, 0), "
            + "inputColor (1, 1, 1, 1), inputRadius 4)]"))
      #expect(layer.filters?.first as? CAFilter === blur)
      layer.compositingFilter = "multiplyBlendMode"
      layer.backgroundFilters = [CAFilter(type: "colorInvert")]
      stage.commit()
      #expect(stage.lastOps.contains("set #1 compositingFilter [multiplyBlendMode()]"))
      #expect(stage.lastOps.contains("set #1 backgroundFilters [colorInvert()]"))
      #expect(layer.presentation()?.compositingFilter as? String == "multiplyBlendMode")
      #expect(layer.value(forKey: "compositingFilter") as? String == "multiplyBlendMode")
      layer.filters = nil
      #expect(layer.filters == nil)
    }
  }

  @Test("Inputs are read, set and animated by key path; the filter itself follows")
  func keyPaths() {
    withStage { stage in
      let blur = Self.blur(4)
      let layer = stage.layer { $0.filters = [blur] }
      #expect(layer.value(forKeyPath: "filters.soft.inputRadius") as? Double == 4)
      #expect(layer.value(forKeyPath: "filters.soft.inputCenter.y") as? Double == 2)
      layer.setValue(6, forKeyPath: "filters.soft.inputRadius")
      layer.setValue(9, forKeyPath: "filters.soft.inputCenter.x")
      layer.setValue(false, forKeyPath: "filters.soft.enabled")
      #expect(blur.value(forKey: "inputRadius") as? Double == 6)
      #expect(blur.value(forKey: "inputCenter") as? CGPoint == CGPoint(x: 9, y: 2))
      #expect(!blur.isEnabled)
      layer.removeAllAnimations()
      for (path, to) in [("inputRadius", 16), ("inputCenter.x", 19)] {
        let animation = CABasicAnimation(keyPath: "filters.soft." + path)
        animation.toValue = to
        animation.duration = 1
        layer.add(animation, forKey: path)
      }
      stage.mark()
      stage.at(0.5)
      let shown = layer.presentation()?.filters?.first as? CAFilter
      #expect(isNear(shown?.value(forKey: "inputRadius") as? Double, 11))
      #expect(isNear((shown?.value(forKey: "inputCenter") as? CGPoint).map { Double($0.x) }, 14))
      #expect((shown?.value(forKey: "inputColor") as? CGColor)?.color == .white)
      #expect(shown?.isEnabled == false && shown?.name == "soft")
      #expect(blur.value(forKey: "inputRadius") as? Double == 6)
    }
  }

  @Test("An animation of an unknown filter or input shows nothing and is told to its delegate")
  func unknown() {
    withStage { stage in
      let layer = stage.layer { $0.filters = [Self.blur(4)] }
      let log = Log()
      let lines = warnings {
        for path in ["filters.hard.inputRadius", "filters.soft.inputAngle"] {
          let animation = CABasicAnimation(keyPath: path)
          animation.toValue = 1
          animation.duration = 0.5
          animation.delegate = log
          layer.add(animation, forKey: nil)
        }
        stage.mark()
        stage.at(0.25)
      }
      #expect(lines.count == 2)
      #expect(layer.presentation()?.value(forKeyPath: "filters.soft.inputRadius") as? Double == 4)
      stage.at(0.75)
      #expect(log.lines.sorted() == ["start ?", "start ?", "stop ? true", "stop ? true"])
    }
  }

  @Test("A filter set again is what key paths find, and lists with other objects are refused")
  func lists() {
    let layer = CALayer()
    let first = Self.blur(1), second = Self.blur(1)
    layer.filters = [first]
    layer.filters = [second]
    #expect(layer.filters?.first as? CAFilter === second)
    _ = warnings {
      layer.filters = ["blur"]
      layer.compositingFilter = 3
      layer.setValue("far", forKeyPath: "filters.soft.inputRadius")
    }
    #expect(layer.filters?.first as? CAFilter === second && layer.compositingFilter == nil)
    #expect(second.value(forKey: "inputRadius") as? Double == 1)
    #expect(warnings { second.setValue(Double.nan, forKey: "inputRadius") }.count == 1)
    second.setValue(8, forKey: "inputRadius")
    layer.setValue(1, forKeyPath: "filters.soft.inputRadius")
    #expect(second.value(forKey: "inputRadius") as? Double == 1, "the layer showed that already")
    layer.setValue(3, forKeyPath: "filters.soft.inputAngle")
    #expect(layer.value(forKeyPath: "filters.soft.inputAngle") as? Double == 3)
    second.setValue("high", forKey: "inputQuality")
    #expect(second.value(forKey: "inputQuality") as? String == "high")
    #expect(
      second.inputKeys == [
        "inputAngle", "inputCenter", "inputColor", "inputQuality", "inputRadius",
      ])
  }
}
