import CoreGraphicsAPI
import QuartzCore
import Testing

@MainActor
@Suite struct KeyValueTests {
  @Test("Every numeric type is accepted wherever a number is")
  func numbers() {
    let values: [Any] = [
      0.5, CGFloat(0.5), Float(0.5), NSNumber(value: 0.5),
    ]
    for value in values {
      let layer = CALayer()
      layer.setValue(value, forKey: "opacity")
      layer.setValue(value, forKeyPath: "position.x")
      #expect(layer.opacity == 0.5, "\(type(of: value))")
      #expect(layer.position.x == 0.5, "\(type(of: value))")
    }
    for value in [3, UInt8(3), Int64(3), NSNumber(value: 3)] as [Any] {
      let layer = CALayer()
      layer.setValue(value, forKey: "cornerRadius")
      #expect(layer.cornerRadius == 3)
    }
    let layer = CALayer()
    layer.setValue(true, forKey: "hidden")
    #expect(layer.isHidden)
    layer.setValue(0, forKey: "isHidden")
    #expect(!layer.isHidden)
  }

  @Test("Values of every type go in and come out by key")
  func types() {
    let layer = CALayer()
    layer.setValue(NSValue(cgPoint: CGPoint(x: 1, y: 2)), forKey: "position")
    layer.setValue(NSValue(cgSize: CGSize(width: 3, height: 4)), forKey: "shadowOffset")
    layer.setValue(NSValue(cgRect: CGRect(x: 0, y: 0, width: 5, height: 6)), forKey: "bounds")
    layer.setValue(CGAffineTransform(scaleX: 2, y: 3), forKey: "transform")
    layer.setValue(CGColor.white, forKey: "backgroundColor")
    layer.setValue("center", forKey: "contentsGravity")
    layer.setValue(CACornerMask.layerMaxXMinYCorner, forKey: "maskedCorners")
    #expect(layer.value(forKey: "position") as? CGPoint == CGPoint(x: 1, y: 2))
    #expect(layer.value(forKey: "shadowOffset") as? CGSize == CGSize(width: 3, height: 4))
    #expect(layer.value(forKey: "bounds") as? CGRect == CGRect(x: 0, y: 0, width: 5, height: 6))
    #expect((layer.value(forKey: "transform") as? CATransform3D)?.m22 == 3)
    #expect(layer.value(forKey: "backgroundColor") as? CGColor == .white)
    #expect(layer.contentsGravity == .center && layer.maskedCorners == .layerMaxXMinYCorner)
    #expect(layer.value(forKeyPath: "bounds.size.height") as? Double == 6)
    #expect(layer.value(forKeyPath: "bounds.size") as? CGSize == CGSize(width: 5, height: 6))
    layer.setValue(CGPoint(x: 9, y: 9), forKeyPath: "bounds.origin")
    #expect(layer.bounds.origin == CGPoint(x: 9, y: 9))
    layer.setValue(nil, forKey: "backgroundColor")
    #expect(layer.backgroundColor == nil)
    layer.setValue(CGRect(x: 0, y: 0, width: 10, height: 10), forKey: "frame")
    #expect(layer.frame == CGRect(x: 0, y: 0, width: 10, height: 10))
  }

  @Test("Other keys are the application's own, then those of the style")
  func customKeys() {
    let layer = CALayer()
    layer.setValue("mine", forKey: "tag")
    #expect(layer.value(forKey: "tag") as? String == "mine")
    layer.style = ["tag": "style", "other": 3]
    #expect(layer.value(forKey: "tag") as? String == "mine")
    #expect(layer.value(forKey: "other") as? Int == 3)
    layer.setValue(nil, forKey: "tag")
    #expect(layer.value(forKey: "tag") as? String == "style")
    #expect(CALayer.defaultValue(forKey: "opacity") as? Double == 1)
    #expect(CALayer.defaultValue(forKey: "tag") == nil)
  }

  @Test("Setting by key goes through an overridden property")
  func overridden() {
    final class Snapping: CALayer {
      override var position: CGPoint {
        get { super.position }
        set { super.position = CGPoint(x: newValue.x.rounded(), y: newValue.y.rounded()) }
      }
    }
    let layer = Snapping()
    layer.setValue(CGPoint(x: 1.4, y: 2.6), forKey: "position")
    #expect(layer.position == CGPoint(x: 1, y: 3))
    layer.setValue(7.7, forKeyPath: "position.x")
    #expect(layer.position == CGPoint(x: 8, y: 3))
  }

  @Test("Wrong types and unknown key paths are ignored with one warning per cause")
  func wrong() {
    let layer = CALayer()
    let said = warnings {
      for _ in 0..<2 {
        layer.setValue("red", forKey: "opacity")
        layer.setValue(CGPoint.zero, forKeyPath: "position.x")
        layer.setValue(1, forKeyPath: "position.z")
        layer.setValue(nil, forKey: "bounds")
        layer.contents = "no image"
        layer.contentsGravity = CALayerContentsGravity(rawValue: "middle")
      }
    }
    #expect(said.count == 6)
    #expect(layer.opacity == 1 && layer.position == .zero && layer.contents == nil)
  }

  @Test("Objects and names by key are refused where their type is wrong, and stay as they were")
  func wrongObjects() {
    final class Nobody: CALayerDelegate {}
    let layer = CALayer(), sublayer = CALayer(), delegate = Nobody()
    layer.setValue([sublayer], forKey: "sublayers")
    layer.setValue("box", forKey: "name")
    layer.setValue(["opacity": NSNull()], forKey: "actions")
    layer.setValue(["other": 4], forKey: "style")
    layer.setValue(delegate, forKey: "delegate")
    let said = warnings {
      for key in ["sublayers", "name", "actions", "style", "delegate"] {
        layer.setValue(3, forKey: key)
      }
      layer.setValue([sublayer, 3] as [Any], forKey: "sublayers")
    }
    #expect(said.count == 5)
    #expect(layer.sublayers == [sublayer] && layer.name == "box" && layer.delegate === delegate)
    #expect(layer.actions?["opacity"] is NSNull && layer.value(forKey: "other") as? Int == 4)
    layer.setValue(nil, forKey: "sublayers")
    layer.setValue(nil, forKey: "name")
    #expect(layer.sublayers == nil && layer.name == nil)
  }

  @Test("Values of a text layer by key that do not fit are refused")
  func wrongTextValues() {
    let label = CATextLayer()
    label.setValue(12, forKey: "fontSize")
    label.setValue(CATextLayerAlignmentMode.center, forKey: "alignmentMode")
    label.setValue("end", forKey: "truncationMode")
    for value in [Double.nan, Double.infinity, -3, "large"] as [Any] {
      #expect(warnings { label.setValue(value, forKey: "fontSize") }.count == 1, "\(value)")
    }
    let said = warnings {
      label.setValue(nil, forKey: "fontSize")
      label.setValue("yes", forKey: "wrapped")
      label.setValue(1, forKey: "truncationMode")
    }
    #expect(said.count == 3)
    #expect(label.fontSize == 12 && label.value(forKey: "fontSize") as? Double == 12)
    #expect(label.alignmentMode == .center && label.truncationMode == .end && !label.isWrapped)
  }

  @Test("Animations keep tags, and their properties by key")
  func animations() {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.setValue("pulse", forKey: "id")
    animation.setValue(2, forKey: "duration")
    animation.setValue(0.25, forKey: "toValue")
    animation.setValue("forwards", forKey: "fillMode")
    animation.setValue(false, forKey: "removedOnCompletion")
    #expect(animation.value(forKey: "id") as? String == "pulse")
    #expect(animation.duration == 2 && animation.toValue as? Double == 0.25)
    #expect(animation.fillMode == .forwards && !animation.isRemovedOnCompletion)
    let copy = animation.copy() as? CABasicAnimation
    #expect(copy?.value(forKey: "id") as? String == "pulse" && copy?.duration == 2)
    #expect(copy !== animation && copy?.keyPath == "opacity")
  }

  @Test("Key paths lead into structures, layers and lists of layers by name")
  func paths() {
    let layer = CALayer(), box = CALayer()
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(layer.value(forKeyPath: "frame.size.width") as? CGFloat == 30)
    #expect(layer.value(forKeyPath: "frame.origin") as? CGPoint == CGPoint(x: 10, y: 20))
    layer.setValue(50, forKeyPath: "frame.size.width")
    layer.setValue(5, forKeyPath: "frame.origin.x")
    #expect(layer.frame == CGRect(x: 5, y: 20, width: 50, height: 40))
    #expect(layer.position == CGPoint(x: 30, y: 40))

    layer.setValue(CGPoint(x: 1, y: 2), forKey: "target")
    layer.setValue(7.5, forKeyPath: "target.y")
    #expect(layer.value(forKey: "target") as? CGPoint == CGPoint(x: 1, y: 7.5))
    #expect(layer.value(forKeyPath: "target.y") as? Double == 7.5)
    layer.setValue(CGAffineTransform(scaleX: 2, y: 3), forKey: "spin")
    layer.setValue(4, forKeyPath: "spin.translation.x")
    let spin = CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 4, ty: 0)
    #expect(layer.value(forKey: "spin") as? CGAffineTransform == spin)

    box.name = "box"
    layer.sublayers = [CALayer(), box]
    layer.setValue(9, forKeyPath: "sublayers.box.position.y")
    #expect(box.position == CGPoint(x: 0, y: 9))
    #expect(layer.value(forKeyPath: "sublayers.box") as? CALayer === box)
    #expect(box.value(forKeyPath: "superlayer.frame.size.height") as? Double == 40)
    layer.setValue(box, forKey: "friend")
    #expect(layer.value(forKeyPath: "friend.position.y") as? Double == 9)
    #expect(layer.value(forKeyPath: "nobody.position.y") == nil)
  }

  @Test("Key paths of animations lead on as those of layers do")
  func animationPaths() {
    let fade = CABasicAnimation(keyPath: "position"), group = CAAnimationGroup()
    fade.fromValue = CGPoint(x: 1, y: 2)
    fade.setValue("fade", forKey: "name")
    fade.setValue(5, forKeyPath: "fromValue.x")
    #expect(fade.fromValue as? CGPoint == CGPoint(x: 5, y: 2))
    #expect(fade.value(forKeyPath: "fromValue.y") as? Double == 2)
    group.setValue([fade], forKey: "animations")
    group.setValue(3, forKeyPath: "animations.fade.duration")
    #expect(fade.duration == 3)
    group.setValue(2, forKeyPath: "repeatCount")
    #expect(group.value(forKeyPath: "repeatCount") as? Float == 2)
    #expect(group.shouldArchiveValue(forKey: "duration"))
    #expect(CALayer().shouldArchiveValue(forKey: "position"))
  }

  @Test("Every property of an animation is set and read by key, wrong types with a warning")
  func animationKeys() {
    let range = CAFrameRateRange(minimum: 30, maximum: 60, preferred: 60)
    let curve = CAMediaTimingFunction(name: .easeIn)
    let common: [(String, Any)] = [
      ("beginTime", 1), ("duration", 2), ("speed", 3), ("timeOffset", 4), ("repeatCount", 5),
      ("repeatDuration", 6), ("autoreverses", true), ("fillMode", "both"),
      ("timingFunction", curve), ("removedOnCompletion", false), ("preferredFrameRateRange", range),
      ("keyPath", "opacity"), ("additive", true), ("cumulative", true),
    ]
    let spring: [(String, Any)] = [
      ("fromValue", 1), ("toValue", 2), ("byValue", 3), ("mass", 2), ("stiffness", 50),
      ("damping", 3), ("initialVelocity", 4), ("allowsOverdamping", true),
    ]
    let keyframes: [(String, Any)] = [
      ("values", [0, 1]), ("keyTimes", [NSNumber(value: 0), 1]), ("timingFunctions", [curve]),
      ("calculationMode", "cubic"), ("path", CGPath(rect: .zero, transform: nil)),
      ("rotationMode", "auto"), ("tensionValues", [NSNumber(value: 0)]),
      ("continuityValues", [NSNumber(value: 0)]), ("biasValues", [NSNumber(value: 0)]),
    ]
    for (keys, animation) in [
      (common + spring, CASpringAnimation() as CAAnimation),
      (common + keyframes, CAKeyframeAnimation()),
    ] {
      for (key, value) in keys {
        let old = animation.value(forKey: key).map { "\($0)" }
        animation.setValue(value, forKey: key)
        let new = animation.value(forKey: key).map { "\($0)" }
        #expect(new != nil && new != old, "\(key)")
        let said = warnings { animation.setValue(CALayer(), forKey: key) }
        if ["fromValue", "toValue", "byValue"].contains(key) { continue }
        #expect(said.count == 1, "\(key)")
        #expect(animation.value(forKey: key).map { "\($0)" } == new, "\(key)")
      }
    }
    for key in ["isRemovedOnCompletion", "isAdditive", "isCumulative"] {
      let animation = CABasicAnimation()
      let old = animation.value(forKey: key) as? Bool
      animation.setValue(old == false, forKey: key)
      #expect(animation.value(forKey: key) as? Bool == (old == false), "\(key)")
    }
  }

  @Test("What cannot be set says so and does not become a value of the application's own")
  func readOnly() {
    let spring = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.25), layer = CALayer()
    let settling = spring.settlingDuration
    let said = warnings {
      for key in ["settlingDuration", "perceptualDuration", "bounce"] {
        spring.setValue(9, forKey: key)
      }
      layer.setValue(CALayer(), forKey: "superlayer")
      layer.setValue(1, forKeyPath: "nobody.x")
      layer.setValue(1, forKeyPath: "bounds..x")
      layer.setValue(CGPoint.zero, forKeyPath: "frame.size.width")
    }
    #expect(said.count == 7)
    #expect(spring.value(forKey: "settlingDuration") as? Double == settling)
    #expect(isNear(spring.value(forKey: "perceptualDuration") as? Double, 0.5))
    #expect(isNear(spring.value(forKey: "bounce") as? Double, 0.25))
    #expect(layer.superlayer == nil && layer.value(forKey: "nobody") == nil)
  }

  @Test("Numbers under keys of the application's own come out as those of properties do")
  func customNumbers() {
    let layer = CALayer()
    for value in [2, 2.0, CGFloat(2), Float(2), UInt8(2)] as [Any] {
      layer.setValue(value, forKey: "level")
      #expect(layer.value(forKey: "level") as? CGFloat == 2, "\(type(of: value))")
      #expect(layer.value(forKey: "level") as? Double == 2, "\(type(of: value))")
      #expect(layer.value(forKey: "level") as? Int == 2, "\(type(of: value))")
    }
    layer.setValue(true, forKey: "level")
    #expect(layer.value(forKey: "level") as? Bool == true)
    #expect(layer.value(forKey: "level") as? NSNumber == true)
  }

  @Test("Every name with \"is\" is the property without it")
  func aliases() {
    for (layer, keys) in [
      (CALayer(), ["hidden", "doubleSided", "geometryFlipped", "opaque"]),
      (CATextLayer(), ["wrapped"]),
    ] {
      for key in keys {
        let alias = "is" + key.prefix(1).uppercased() + key.dropFirst()
        let old = layer.value(forKey: key) as? Bool
        #expect(old != nil && layer.value(forKey: alias) as? Bool == old, "\(key)")
        layer.setValue(old == false, forKey: alias)
        #expect(layer.value(forKey: key) as? Bool == (old == false), "\(key)")
        layer.setValue(old == true, forKey: key)
        #expect(layer.value(forKey: alias) as? Bool == old, "\(key)")
      }
    }
  }

  @Test("Values handed out cast to the types that Apple's systems bridge")
  func casts() throws {
    let layer = CALayer()
    layer.position = CGPoint(x: 1.5, y: 2)
    layer.bounds = CGRect(x: 0, y: 0, width: 3, height: 4)
    layer.opacity = 0.3
    layer.shadowOpacity = 0.7
    #expect(layer.value(forKeyPath: "position.x") as? CGFloat == 1.5)
    #expect((layer.value(forKey: "position") as? NSValue)?.cgPointValue == layer.position)
    #expect((layer.value(forKeyPath: "bounds.size") as? NSValue)?.cgSizeValue.height == 4)
    #expect((layer.value(forKey: "bounds") as? NSValue)?.cgRectValue == layer.bounds)
    #expect(layer.value(forKey: "opacity") as? Float == 0.3)
    #expect(layer.value(forKey: "shadowOpacity") as? Float == 0.7)
    let point: Any = NSValue(cgPoint: CGPoint(x: 1, y: 2))
    #expect(point as? CGPoint == CGPoint(x: 1, y: 2) && point as? CGSize == nil)
    #expect(point as? CGRect == nil && NSNumber(value: 1) as Any as? CGPoint == nil)
    #expect(CGFloat(2) as Any as? NSNumber == 2)
    withStage { stage in
      let shown = stage.layer()
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = 0
      fade.duration = 1
      shown.add(fade, forKey: "a")
      stage.mark()
      stage.at(0.3)
      let value = shown.presentation()?.value(forKey: "opacity")
      #expect(isNear((value as? Float).map { Double($0) }, 0.3, 1e-6))
    }
  }

  @Test("Transforms go through NSValue")
  func transformValues() {
    let turn = CATransform3DMakeRotation(1, 1, 2, 3)
    let move = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(NSValue(caTransform3D: turn).caTransform3DValue == turn)
    #expect(NSValue(cgAffineTransform: move).cgAffineTransformValue == move)
    #expect(NSValue(cgPoint: .zero).caTransform3DValue == CATransform3D())
    let layer = CALayer()
    layer.setValue(NSValue(caTransform3D: turn), forKey: "transform")
    #expect(layer.transform == turn)
    layer.setValue(NSValue(cgAffineTransform: move), forKey: "transform")
    #expect(layer.affineTransform() == move)
  }
}
