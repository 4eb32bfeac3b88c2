import CoreGraphicsAPI
import Geometry
import QuartzCore
import Testing

/// Shape, gradient and replicator layers: their values from the application to the commit and back.
@MainActor
@Suite struct LayerClassTests {
  static let line = CGPath(rect: CGRect(x: 0, y: 0, width: 4, height: 2), transform: nil)

  static func shape() -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.path = line
    layer.fillColor = nil
    layer.fillRule = .evenOdd
    layer.strokeColor = .white
    layer.strokeStart = 0.25
    layer.strokeEnd = 0.75
    layer.lineWidth = 3
    layer.miterLimit = 2
    layer.lineCap = .round
    layer.lineJoin = .bevel
    layer.lineDashPhase = 1.5
    layer.lineDashPattern = [4, 2]
    return layer
  }

  @Test("A shape layer crosses with all it was given, and with nothing it was not")
  func shapeCrosses() {
    withStage { stage in
      stage.root.addSublayer(Self.shape())
      stage.root.addSublayer(CAShapeLayer())
      stage.commit()
      #expect(
        stage.lastOps == [
          "create #1", "create #2", "set #1 path path of 5", "set #1 fillColor none",
          "set #1 fillRule 1.0", "set #1 strokeColor (1.0 1.0 1.0 1.0)", "set #1 strokeStart 0.25",
          "set #1 strokeEnd 0.75", "set #1 lineWidth 3.0", "set #1 miterLimit 2.0",
          "set #1 lineCap 1.0", "set #1 lineJoin 2.0",
          "set #1 lineDashPattern [(4, 0, 0, 0) (2, 0, 0, 0)]", "set #1 lineDashPhase 1.5",
          "sublayers #0 [#1 #2]",
        ])
      let layer = stage.layer()
      _ = layer
      let shape = stage.root.sublayers?[0] as? CAShapeLayer
      shape?.lineWidth = 1
      shape?.lineCap = .butt
      stage.commit()
      #expect(stage.lastOps.contains("set #1 lineWidth 1.0"))
      #expect(stage.lastOps.contains("set #1 lineCap 0.0"))
    }
  }

  @Test("Copies and presentation layers are of the class and have its values")
  func copies() {
    final class Ring: CAShapeLayer {}
    withStage { stage in
      let ring = Ring(layer: Self.shape())
      #expect(ring.path?.path == Self.line.path && ring.fillColor == nil && ring.lineCap == .round)
      #expect(ring.lineDashPattern == [4, 2] && ring.fillRule == .evenOdd)
      stage.root.addSublayer(ring)
      stage.commit()
      let shown: Ring? = ring.presentation()
      #expect(shown?.lineJoin == .bevel && shown?.strokeColor == .white && shown?.lineWidth == 3)
      #expect(traps { shown?.lineWidth = 5 }.count == 1)
      #expect(traps { shown?.path = nil }.count == 1)
      #expect(shown?.lineWidth == 3)
    }
  }

  @Test("A path is copied when it is set; changing it does not animate")
  func pathIsCopied() {
    withStage { stage in
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addLine(to: CGPoint(x: 1, y: 0))
      let layer = CAShapeLayer()
      layer.path = path
      path.addLine(to: CGPoint(x: 5, y: 5))
      #expect(layer.path?.path.elements.count == 2)
      stage.root.addSublayer(layer)
      stage.commit()
      layer.setValue(path, forKey: "path")
      path.closeSubpath()
      #expect(layer.path?.path.elements.count == 3)
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test("Values of these classes go in and come out by key, of whatever type fits")
  func keys() {
    let shape = CAShapeLayer()
    shape.setValue(5, forKey: "lineWidth")
    shape.setValue("square", forKey: "lineCap")
    shape.setValue(CAShapeLayerLineJoin.round, forKey: "lineJoin")
    shape.setValue([3.0, 1.5] as [Double], forKey: "lineDashPattern")
    shape.setValue(CGColor.white, forKey: "strokeColor")
    shape.setValue(nil, forKey: "fillColor")
    #expect(shape.lineWidth == 5 && shape.lineCap == .square && shape.lineJoin == .round)
    #expect(shape.lineDashPattern == [3, 1.5])
    #expect(shape.value(forKey: "lineWidth") as? CGFloat == 5)
    #expect(shape.value(forKey: "lineJoin") as? String == "round")
    #expect(shape.value(forKey: "strokeColor") as? CGColor == .white)
    #expect(shape.value(forKey: "fillColor") == nil)
    let gradient = CAGradientLayer()
    gradient.setValue(CGPoint(x: 1, y: 2), forKey: "startPoint")
    gradient.setValue(0.25, forKeyPath: "endPoint.y")
    gradient.setValue("conic", forKey: "type")
    #expect(gradient.startPoint == CGPoint(x: 1, y: 2) && gradient.type == .conic)
    #expect(gradient.endPoint == CGPoint(x: 0.5, y: 0.25))
    let replicator = CAReplicatorLayer()
    replicator.setValue(3.4, forKey: "instanceCount")
    replicator.setValue(0.1 as Float, forKey: "instanceRedOffset")
    replicator.setValue(2, forKeyPath: "instanceTransform.scale.x")
    replicator.setValue(true, forKey: "preservesDepth")
    #expect(replicator.instanceCount == 3 && replicator.instanceTransform.m11 == 2)
    #expect(replicator.value(forKey: "instanceRedOffset") as? Float == 0.1)
    #expect(replicator.preservesDepth)
    #expect(CAShapeLayer.defaultValue(forKey: "miterLimit") as? CGFloat == 10)
    #expect(CAGradientLayer.defaultValue(forKey: "type") as? String == "axial")
    #expect(CALayer.defaultValue(forKey: "miterLimit") == nil)
  }

  @Test("Names of other classes' properties are the application's own keys")
  func foreignKeys() {
    let layer = CALayer()
    layer.setValue("any", forKey: "lineWidth")
    layer.setValue("mine", forKey: "type")
    #expect(layer.value(forKey: "lineWidth") as? String == "any")
    #expect(layer.value(forKey: "type") as? String == "mine")
    #expect(CAShapeLayer().value(forKey: "colors") == nil)
  }

  @Test("Setting by key goes through an overridden property")
  func overridden() {
    final class Whole: CAShapeLayer {
      override var lineWidth: CGFloat {
        get { super.lineWidth }
        set { super.lineWidth = newValue.rounded() }
      }
    }
    let layer = Whole()
    layer.setValue(2.7, forKey: "lineWidth")
    #expect(layer.lineWidth == 3)
  }

  @Test("What does not fit is refused as a whole, with one warning for each cause")
  func refused() {
    let gradient = CAGradientLayer()
    gradient.colors = [CGColor.black, CGColor.white]
    let shape = CAShapeLayer()
    let lines = warnings {
      gradient.colors = [CGColor.black, "red"]
      gradient.setValue([0.1], forKey: "colors")
      gradient.locations = [0, NSNumber(value: Double.nan)]
      gradient.startPoint = CGPoint(x: Double.infinity, y: 0)
      gradient.type = CAGradientLayerType(rawValue: "spiral")
      shape.lineWidth = .nan
      shape.setValue("thick", forKey: "lineWidth")
      shape.setValue(nil, forKey: "lineWidth")
      shape.setValue("blunt", forKey: "lineCap")
      shape.setValue(CGPoint.zero, forKey: "path")
    }
    #expect(lines.count == 8, "two of the causes come twice")
    #expect((gradient.colors as? [CGColor]) == [.black, .white])
    #expect(gradient.locations == nil && gradient.startPoint == CGPoint(x: 0.5, y: 0))
    #expect(gradient.type == .axial)
    #expect(shape.lineWidth == 1 && shape.lineCap == .butt && shape.path == nil)
  }

  @Test("Colours and locations fade to as many others, and change at once to more or fewer")
  func lists() {
    withStage { stage in
      let layer = CAGradientLayer()
      layer.colors = [CGColor.black, CGColor.white]
      stage.root.addSublayer(layer)
      stage.commit()
      layer.colors = [CGColor.white, CGColor.black]
      layer.locations = [0, 1]
      #expect(layer.animationKeys() == ["colors"])
      stage.mark()
      stage.at(0.125)
      let middle = layer.presentation()?.colors as? [CGColor]
      #expect((middle?[0].components?[0]).map { $0 > 0.1 && $0 < 0.9 } == true)
      layer.removeAllAnimations()
      layer.locations = [0.5, 1]
      #expect(layer.animationKeys() == ["locations"])
      layer.removeAllAnimations()
      layer.colors = [CGColor.white]
      layer.locations = [0.5, 0.75, 1]
      #expect(layer.animationKeys() == nil)
      layer.locations = nil
      layer.colors = nil
      #expect(layer.animationKeys() == nil)
      layer.actions = ["colors": CABasicAnimation(keyPath: "opacity")]
      layer.colors = [CGColor.white]
      #expect(layer.animationKeys() == ["colors"])
    }
  }

  @Test("The number of copies is a whole number, also between two keyframes")
  func integers() {
    withStage { stage in
      let layer = CAReplicatorLayer()
      layer.instanceCount = 2
      stage.root.addSublayer(layer)
      let animation = CABasicAnimation(keyPath: "instanceCount")
      animation.fromValue = 2
      animation.toValue = 5
      animation.duration = 1
      layer.add(animation, forKey: nil)
      stage.mark()
      stage.at(0.4)
      #expect(layer.presentation()?.instanceCount == 3)
      stage.at(0.6)
      #expect(layer.presentation()?.instanceCount == 4)
      layer.instanceCount = -1
      #expect(layer.instanceCount == -1)
    }
  }
}
