import CoreGraphicsAPI
import Geometry
import QuartzCore
import Testing

@MainActor
@Suite struct EmitterTests {
  static func cell(_ name: String) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.name = name
    cell.birthRate = 10
    cell.velocity = 40
    cell.color = .white
    return cell
  }

  static func emitter(_ cells: [CAEmitterCell]) -> CAEmitterLayer {
    let layer = CAEmitterLayer()
    layer.emitterCells = cells
    return layer
  }

  @Test("An emitter crosses with its cells, and answers those that were set")
  func crosses() {
    withStage { stage in
      let spark = Self.cell("spark"), smoke = Self.cell("smoke")
      smoke.emitterCells = [spark]
      let layer = Self.emitter([smoke])
      layer.emitterPosition = CGPoint(x: 3, y: 4)
      layer.emitterSize = CGSize(width: 5, height: 6)
      layer.emitterShape = .circle
      layer.emitterMode = .outline
      layer.renderMode = .additive
      layer.seed = .max
      layer.preservesDepth = true
      layer.birthRate = 0.5
      stage.root.addSublayer(layer)
      stage.commit()
      let ops = stage.lastOps.joined(separator: "\n")
      for expected in [
        "cell \"smoke\"(", "cell \"spark\"(", "birthRate 10", "emitterPosition (3.0 4.0 0.0 0.0)",
        "emitterSize (5.0 6.0 0.0 0.0)", "emitterShape 4.0", "emitterMode 1.0", "renderMode 4.0",
        "seed 4294967295.0", "preservesDepth 1.0", "birthRate 0.5",
      ] {
        #expect(ops.contains(expected), "\(expected)")
      }
      #expect(layer.emitterCells?.first === smoke && layer.seed == .max)
      #expect(layer.presentation()?.renderMode == .additive)
      let copy = CAEmitterLayer(layer: layer)
      #expect(copy.emitterCells?.first === smoke && copy.emitterShape == .circle)
      layer.emitterCells = nil
      stage.commit()
      #expect(stage.lastOps == ["set #1 emitterCells none"])
    }
  }

  @Test("Cells are read, set and animated by name; a change of the object alone is not seen")
  func keyPaths() {
    withStage { stage in
      let spark = Self.cell("spark"), ember = Self.cell("ember")
      spark.emitterCells = [ember]
      let layer = Self.emitter([spark])
      stage.root.addSublayer(layer)
      stage.commit()
      spark.birthRate = 20
      stage.commit()
      #expect(layer.value(forKeyPath: "emitterCells.spark.birthRate") as? Double == 10)
      layer.setValue(30, forKeyPath: "emitterCells.spark.birthRate")
      layer.setValue(5, forKeyPath: "emitterCells.spark.emitterCells.ember.velocity")
      layer.setValue(false, forKeyPath: "emitterCells.spark.enabled")
      layer.setValue(nil, forKeyPath: "emitterCells.spark.color")
      #expect(spark.birthRate == 30 && ember.velocity == 5 && !spark.isEnabled)
      #expect(spark.color == nil)
      #expect(layer.animationKeys() == nil)
      stage.commit()
      let animation = CABasicAnimation(keyPath: "emitterCells.spark.velocity")
      animation.toValue = 80
      animation.duration = 1
      layer.add(animation, forKey: nil)
      let color = CABasicAnimation(keyPath: "emitterCells.spark.color")
      color.fromValue = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
      color.toValue = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      color.duration = 1
      layer.add(color, forKey: nil)
      stage.mark()
      stage.at(0.5)
      let shown = layer.presentation()?.emitterCells?.first
      #expect(isNear(shown.map { Double($0.velocity) }, 60))
      #expect(isNear((shown?.color?.components?[0]).map { Double($0) }, 0.5))
      #expect(shown?.birthRate == 30 && shown?.name == "spark" && shown?.isEnabled == false)
      #expect(shown?.emitterCells?.first?.velocity == 5 && shown?.duration == .infinity)
      #expect(spark.velocity == 40)
    }
  }

  @Test("The images of a cell change at once")
  func contents() throws {
    try withStage { stage in
      let images = try (0..<2).map { _ in
        try #require(CGImage(Bitmap(size: PixelSize(1, 1), format: .bgra8Premultiplied)))
      }
      let spark = Self.cell("spark")
      spark.contents = images[0]
      let layer = Self.emitter([spark])
      stage.root.addSublayer(layer)
      stage.commit()
      let animation = CABasicAnimation(keyPath: "emitterCells.spark.contents")
      animation.fromValue = images[0]
      animation.toValue = images[1]
      animation.duration = 1
      layer.add(animation, forKey: nil)
      stage.mark()
      stage.at(0.1)
      let shown = layer.presentation()?.emitterCells?.first?.contents as? CGImage
      #expect(shown?.pixelImage == images[1].pixelImage)
      spark.minificationFilter = "nearest"
      layer.emitterCells = [spark]
      stage.commit()
      #expect(layer.presentation()?.emitterCells?.first?.minificationFilter == "nearest")
    }
  }

  @Test("A cell inside itself is left out")
  func cycles() {
    let cell = CAEmitterCell(), inner = CAEmitterCell()
    cell.birthRate = 5
    cell.emitterCells = [inner]
    inner.emitterCells = [cell, CAEmitterCell()]
    defer { inner.emitterCells = nil }
    let layer = CAEmitterLayer()
    #expect(warnings { layer.emitterCells = [cell] }.count == 1)
    #expect(layer.emitterCells?.first === cell)
    withStage { stage in
      stage.root.addSublayer(layer)
      stage.commit()
      let shown = layer.presentation()?.emitterCells?.first
      #expect(shown?.birthRate == 5 && shown?.emitterCells?.count == 1)
    }
  }

  @Test("Values of cells go in and come out by key; wrong ones are refused")
  func keys() {
    let cell = CAEmitterCell()
    cell.setValue(0.1 as Float, forKey: "redRange")
    cell.setValue(3, forKey: "yAcceleration")
    cell.setValue("dust", forKey: "name")
    cell.setValue(CGRect(x: 0, y: 0, width: 0.5, height: 1), forKey: "contentsRect")
    cell.setValue("mine", forKey: "tag")
    cell.setValue(Float.infinity, forKey: "repeatDuration")
    cell.style = ["other": 4]
    #expect(cell.value(forKey: "redRange") as? Float == 0.1 && cell.yAcceleration == 3)
    #expect(cell.name == "dust" && cell.contentsRect.width == 0.5)
    #expect(cell.value(forKey: "tag") as? String == "mine")
    #expect(cell.value(forKey: "other") as? Int == 4)
    #expect(cell.value(forKeyPath: "contentsRect.size.width") as? Double == 0.5)
    #expect(CAEmitterCell.defaultValue(forKey: "scale") as? CGFloat == 1)
    #expect(cell.fillMode == .removed && cell.repeatDuration == 0)
    let layer = Self.emitter([cell])
    _ = warnings {
      cell.setValue("fast", forKey: "velocity")
      cell.contents = "image"
      cell.setValue(CGPoint.zero, forKey: "color")
      layer.setValue([3], forKey: "emitterCells")
      layer.scale = .nan
    }
    #expect(cell.velocity == 0 && cell.contents == nil && cell.color == .white)
    #expect(layer.emitterCells?.count == 1 && layer.scale == 1)
    cell.velocity = .nan
    _ = warnings { layer.emitterCells = [cell, cell] }
    #expect(layer.emitterCells?.count == 1)
  }
}
