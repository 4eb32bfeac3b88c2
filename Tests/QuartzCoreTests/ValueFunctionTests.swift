import AnimationCore
import CoreGraphicsAPI
import Geometry
import QuartzCore
import Testing

@MainActor
@Suite("Animations with a value function")
struct ValueFunctionTests {
  private func function(_ name: CAValueFunctionName) -> CAValueFunction? {
    CAValueFunction(name: name)
  }

  private func basic(
    _ name: CAValueFunctionName, _ from: Any?, _ to: Any?, keyPath: String = "transform"
  ) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.valueFunction = function(name)
    animation.fromValue = from
    animation.toValue = to
    animation.duration = 1
    return animation
  }

  private func shown(_ layer: CALayer) -> [Double] {
    layer.presentation()?.transform.matrix.rowMajor ?? []
  }

  private func expect(
    _ layer: CALayer, _ matrix: Matrix4, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let numbers = shown(layer)
    let isNear =
      numbers.count == 16 && zip(numbers, matrix.rowMajor).allSatisfy { abs($0 - $1) < 1e-9 }
    #expect(isNear, "\(numbers) is not \(matrix.rowMajor)", sourceLocation: sourceLocation)
  }

  @Test("Every name of Apple's makes a function; others make none")
  func names() {
    let names: [CAValueFunctionName] = [
      .rotateX, .rotateY, .rotateZ, .scale, .scaleX, .scaleY, .scaleZ, .translate, .translateX,
      .translateY, .translateZ,
    ]
    #expect(names.map(\.rawValue) == ValueFunction.allCases.map { "\($0)" })
    for name in names { #expect(function(name)?.name == name) }
    #expect(function(CAValueFunctionName(rawValue: "skew")) == nil)
    #expect(function(.scale) == function(.scale) && function(.scale) != function(.scaleX))
  }

  @Test("From 0 to four half turns a layer turns twice, and its own transform is out of the way")
  func wholeTurns() {
    withStage { stage in
      let layer = stage.layer { $0.transform = CATransform3DMakeScale(3, 3, 1) }
      layer.add(basic(.rotateZ, 0, 4 * Double.pi), forKey: "turn")
      stage.mark()
      for eighth in 1..<8 {
        stage.at(Double(eighth) / 8)
        expect(layer, .rotation(Double(eighth) * .pi / 2, 0, 0, 1))
      }
      stage.at(1.1)
      expect(layer, .scale(3, 3))
    }
  }

  @Test("Three numbers come in arrays of any kind of number")
  func arrays() {
    let arrays: [Any] = [
      [3, 4, 5], [3.0, 4.0, 5.0], [CGFloat(3), 4, 5], [Float(3), 4, 5],
      [NSNumber(value: 3), NSNumber(value: 4), NSNumber(value: 5)],
      [3, CGFloat(4), NSNumber(value: 5)] as [Any],
    ]
    withStage { stage in
      let layer = stage.layer()
      for array in arrays {
        layer.add(basic(.translate, array, array), forKey: "move")
        stage.commit()
        expect(layer, .translation(3, 4, 5))
      }
    }
  }

  @Test("Keyframes run through what the function takes, at constant speed too")
  func keyframes() {
    withStage { stage in
      let layer = stage.layer()
      let animation = CAKeyframeAnimation(keyPath: "transform")
      animation.valueFunction = function(.scale)
      animation.values = [[1, 1, 1], [2, 1, 1], [2, 4, 1]]
      animation.calculationMode = .paced
      animation.duration = 1
      layer.add(animation, forKey: "grow")
      stage.mark()
      stage.at(0.125)
      expect(layer, .scale(1.5, 1))
      stage.at(0.625)
      expect(layer, .scale(2, 2.5))
    }
  }

  @Test("Additive ones act before the layer's transform, cumulative ones add up what they take")
  func addingUp() {
    withStage { stage in
      let moved = Matrix4.translation(10, 0, 0)
      let layer = stage.layer { $0.transform = CATransform3D(moved) }
      let turn = basic(.rotateZ, 0, 1)
      turn.isAdditive = true
      turn.isCumulative = true
      turn.repeatCount = 10
      layer.add(turn, forKey: "turn")
      let grow = basic(.scaleX, 2, 2)
      grow.isAdditive = true
      grow.duration = 10
      layer.add(grow, forKey: "grow")
      stage.mark()
      stage.at(6.5)
      expect(layer, Matrix4.scale(2, 1).concat(.rotation(6.5, 0, 0, 1)).concat(moved))
    }
  }

  @Test("Ends that are missing, or do not fit, are zero: neither the transform nor the screen")
  func missingEnds() {
    withStage { stage in
      let layer = stage.layer { $0.transform = CATransform3DMakeScale(5, 5, 5) }
      @MainActor func expectHalfway(_ animation: CABasicAnimation, _ matrix: Matrix4, warned: Int) {
        layer.add(animation, forKey: "a")
        #expect(warnings { stage.mark() }.count == warned)
        stage.at(0.5)
        expect(layer, matrix)
      }
      expectHalfway(basic(.scale, [1, 1, 1], nil), .scale(0.5, 0.5, 0.5), warned: 0)
      expectHalfway(basic(.translateX, nil, 8), .translation(4, 0, 0), warned: 0)
      expectHalfway(basic(.rotateX, nil, nil), .identity, warned: 0)
      expectHalfway(
        basic(.translateX, CATransform3DIdentity, 8), .translation(4, 0, 0), warned: 1)
      expectHalfway(basic(.translate, 3, [8, 8]), .identity, warned: 1)
    }
  }

  @Test("A function for anything but a whole transform is ignored, with one warning")
  func wrongTarget() {
    withStage { stage in
      let layer = stage.layer(), other = stage.layer()
      layer.add(basic(.rotateZ, 0, 100, keyPath: "position.x"), forKey: "a")
      other.add(basic(.rotateZ, 0, 100, keyPath: "position.x"), forKey: "a")
      layer.add(basic(.rotateZ, 0, 2, keyPath: "transform.rotation.z"), forKey: "b")
      #expect(warnings { stage.mark() }.count == 2, "one for each property")
      stage.at(0.5)
      #expect(isNear(layer.shownX, 50) && isNear(other.shownX, 50))
      expect(layer, .rotation(1, 0, 0, 1))
    }
  }

  @Test("It is kept with the copy, by key too; another type is refused")
  func values() {
    withStage { stage in
      let layer = stage.layer()
      let animation = basic(.rotateZ, 0, 1)
      layer.add(animation, forKey: "a")
      animation.valueFunction = nil
      let stored = layer.animation(forKey: "a") as? CAPropertyAnimation
      #expect(stored?.valueFunction == function(.rotateZ))
      #expect(traps { stored?.valueFunction = nil }.count == 1)
      #expect(animation.value(forKey: "valueFunction") == nil)
      animation.setValue(function(.scale), forKey: "valueFunction")
      #expect(animation.value(forKey: "valueFunction") as? CAValueFunction == function(.scale))
      #expect(warnings { animation.setValue("scale", forKey: "valueFunction") }.count == 1)
      #expect(animation.valueFunction == function(.scale))
    }
  }
}
