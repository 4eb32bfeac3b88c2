import AnimationCore
import CoreGraphics
import Geometry
import QuartzCore

extension NaiveTarget {
  /// Boxes numbers as the type that the key path takes.
  func box(_ n: [Double]) -> Any {
    switch kind {
    case .numbers: break
    case .flag: return n[0] != 0
    case .choice where keyPath == "lineCap": return ShownValues.caps[Int(n[0])]
    case .choice: return CALayerContentsGravity(rawValue: ShownValues.gravities[Int(n[0])])
    case .list where keyPath == "colors": return colors(n)
    case .list: return n
    case .integer: return n[0]
    case .path: return CGPath.naive(n) as Any
    case .matrix: return CATransform3D(rows: n)
    }
    return switch keyPath {
    case "position", "anchorPoint", "bounds.origin", "startPoint", "endPoint":
      CGPoint(x: n[0], y: n[1])
    case "bounds.size", "shadowOffset", "transform.translation": CGSize(width: n[0], height: n[1])
    case "bounds": CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    case "backgroundColor", "borderColor", "strokeColor", "instanceColor": CGColor.straight(n)
    default: n[0]
    }
  }

  /// A value that does not fit.
  var misfit: Any { keyPath == "bounds" ? CGPoint.zero as Any : CGRect.zero }
}

extension NaiveAnimation {
  /// The same animation for the product.
  func makeAnimation() -> CAAnimation {
    let animation: CAAnimation
    switch content {
    case .group(let children):
      let group = CAAnimationGroup()
      group.animations = children.map { $0.makeAnimation() }
      animation = group
    case .basic(let from, let to, let by):
      animation = basic(CABasicAnimation(keyPath: target?.keyPath), from, to, by)
    case .spring(let spring, let from, let to, let by):
      let made = CASpringAnimation(keyPath: target?.keyPath)
      made.mass = CGFloat(spring.mass)
      made.stiffness = CGFloat(spring.stiffness)
      made.damping = CGFloat(spring.damping)
      made.initialVelocity = CGFloat(spring.velocity)
      made.allowsOverdamping = spring.allowsOverdamping
      animation = basic(made, from, to, by)
    case .keyframes(let keyframes):
      animation = make(keyframes)
    }
    animation.beginTime = timing.begin
    animation.timeOffset = timing.offset
    animation.speed = Float(timing.speed)
    animation.duration = timing.duration
    animation.repeatCount = Float(timing.repeatCount)
    animation.repeatDuration = timing.repeatDuration
    animation.autoreverses = timing.autoreverses
    animation.fillMode = CAMediaTimingFillMode(rawValue: timing.fill.rawValue)
    animation.timingFunction = timing.curve.map(Self.function)
    animation.isRemovedOnCompletion = isRemovedOnCompletion
    if let property = animation as? CAPropertyAnimation {
      property.isAdditive = isAdditive
      property.isCumulative = isCumulative
      property.valueFunction = function.flatMap {
        CAValueFunction(name: CAValueFunctionName(rawValue: $0))
      }
    }
    return animation
  }

  private func basic(
    _ animation: CABasicAnimation, _ from: [Double]?, _ to: [Double]?, _ by: [Double]?
  ) -> CAAnimation {
    animation.fromValue = end(.from, from)
    animation.toValue = end(.to, to)
    animation.byValue = end(.by, by)
    return animation
  }

  private func end(_ end: NaiveEnd, _ value: [Double]?) -> Any? {
    misfits.contains(end) ? target?.misfit : value.flatMap { box($0) }
  }

  /// As the key path takes it, or the value function.
  private func box(_ n: [Double]) -> Any? {
    if function != nil { return n.count == 1 ? n[0] : n }
    return target?.box(n)
  }

  private func make(_ keyframes: NaiveKeyframes) -> CAAnimation {
    func numbers(_ values: [Double]?) -> [NSNumber]? { values?.map { NSNumber(value: $0) } }
    let animation = CAKeyframeAnimation(keyPath: target?.keyPath)
    animation.values = keyframes.values.compactMap { box($0) }
    animation.calculationMode = CAAnimationCalculationMode(rawValue: keyframes.mode.rawValue)
    animation.keyTimes = numbers(keyframes.keyTimes)
    animation.tensionValues = numbers(keyframes.tension)
    animation.continuityValues = numbers(keyframes.continuity)
    animation.biasValues = numbers(keyframes.bias)
    if !keyframes.curves.isEmpty {
      animation.timingFunctions = keyframes.curves.map { Self.function($0 ?? [0, 0, 1, 1]) }
    }
    return animation
  }

  static func function(_ p: [Double]) -> CAMediaTimingFunction {
    CAMediaTimingFunction(controlPoints: Float(p[0]), Float(p[1]), Float(p[2]), Float(p[3]))
  }
}

extension NaiveLayer {
  /// Hangs the same layer, below layers for its ancestors' times, into the stage; the animations are
  /// for later.
  @MainActor
  func makeLayer(on stage: TestStage) -> CALayer {
    // Apart from the other graphs: dozens of turned siblings would be split against each other.
    var parent: CALayer? = stage.add(CALayer())
    for (i, time) in times.enumerated() {
      parent = stage.add(i == times.count - 1 ? kind.makeLayer() : CALayer(), to: parent) {
        $0.beginTime = time.begin
        $0.timeOffset = time.offset
        $0.speed = Float(time.speed)
      }
    }
    let layer = parent ?? stage.root
    layer.apply(model.map { .set($0.key, $0.value) }, in: NaiveTransaction())
    return layer
  }
}

extension NaiveClass {
  fileprivate func makeLayer() -> CALayer {
    switch self {
    case .plain: CALayer()
    case .shape: CAShapeLayer()
    case .gradient: CAGradientLayer()
    case .replicator: CAReplicatorLayer()
    }
  }
}

private func colors(_ n: [Double]) -> [CGColor] {
  stride(from: 0, to: n.count, by: 4).map { CGColor.straight(Array(n[$0..<$0 + 4])) }
}

extension CALayer {
  func apply(_ changes: [NaiveChange], in transaction: NaiveTransaction) {
    withoutActions {
      if let duration = transaction.duration { CATransaction.setAnimationDuration(duration) }
      if let curve = transaction.curve {
        CATransaction.setAnimationTimingFunction(NaiveAnimation.function(curve))
      }
      for change in changes {
        switch change {
        case .set(let property, let value): set(property, value)
        case .add(let animation): add(animation.makeAnimation(), forKey: animation.key)
        case .remove(let key): removeAnimation(forKey: key)
        case .removeAll: removeAllAnimations()
        }
      }
    }
  }

  private func set(_ property: String, _ n: [Double]) {
    switch property {
    case "path": setValue(CGPath.naive(n), forKey: property)
    case "lineCap": setValue(ShownValues.caps[Int(n[0])], forKey: property)
    case "lineDashPattern", "locations": setValue(n.isEmpty ? nil : n, forKey: property)
    case "colors": setValue(n.isEmpty ? nil : colors(n), forKey: property)
    case "strokeColor", "instanceColor": setValue(CGColor.straight(n), forKey: property)
    case "startPoint", "endPoint": setValue(CGPoint(x: n[0], y: n[1]), forKey: property)
    case "lineWidth", "strokeEnd", "lineDashPhase", "instanceCount", "instanceDelay":
      setValue(n[0], forKey: property)
    case "position": position = CGPoint(x: n[0], y: n[1])
    case "bounds": bounds = CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    case "anchorPoint": anchorPoint = CGPoint(x: n[0], y: n[1])
    case "zPosition": zPosition = CGFloat(n[0])
    case "opacity": opacity = Float(n[0])
    case "cornerRadius": cornerRadius = CGFloat(n[0])
    case "borderWidth": borderWidth = CGFloat(n[0])
    case "shadowRadius": shadowRadius = CGFloat(n[0])
    case "shadowOffset": shadowOffset = CGSize(width: n[0], height: n[1])
    case "backgroundColor": backgroundColor = .straight(n)
    case "borderColor": borderColor = .straight(n)
    case "hidden": isHidden = n[0] != 0
    case "masksToBounds": masksToBounds = n[0] != 0
    case "doubleSided": isDoubleSided = n[0] != 0
    case "contentsGravity":
      contentsGravity = CALayerContentsGravity(rawValue: ShownValues.gravities[Int(n[0])])
    case "shadowPath": shadowPath = .naive(n)
    case "sublayerTransform": sublayerTransform = CATransform3D(rows: n)
    default: transform = CATransform3D(rows: n.count == 16 ? n : NaiveMatrix.made(of: n))
    }
  }
}

extension CGPath {
  /// From its structure and points; nil for none.
  static func naive(_ n: [Double]) -> CGPath? {
    guard !n.isEmpty else { return nil }
    let points = stride(from: 1, to: n.count, by: 2).map { CGPoint(x: n[$0], y: n[$0 + 1]) }
    let path = CGMutablePath()
    path.move(to: points[0])
    switch n[0] {
    case 1:
      path.addLine(to: points[1])
      path.addLine(to: points[2])
      path.closeSubpath()
    case 2: path.addQuadCurve(to: points[2], control: points[1])
    default: path.addCurve(to: points[3], control1: points[1], control2: points[2])
    }
    return path
  }
}

extension CATransform3D {
  init(rows m: [Double]) {
    let n = m.map { CGFloat($0) }
    self.init(
      m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
      m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14],
      m44: n[15])
  }
}

/// The same properties, by the same names, read from the product.
enum ShownValues {
  /// In the order of their numbers.
  static let gravities = [
    "resize", "resizeAspect", "resizeAspectFill", "center", "top", "bottom", "left", "right",
    "topLeft", "topRight", "bottomLeft", "bottomRight",
  ]

  static let caps = ["butt", "round", "square"]

  /// By the names of `NaiveClass.properties`.
  private static let extras: [ExtraProperty] = [
    .path, .lineCap, .lineDashPattern, .strokeColor, .lineWidth, .strokeEnd, .lineDashPhase,
    .colors, .locations, .startPoint, .endPoint, .instanceCount, .instanceDelay, .instanceColor,
  ]

  static func served(_ values: LayerValues) -> [String: [Double]] {
    var shown = plain(values)
    for property in extras {
      shown[property.name] = numbers(values[extra: property], property.traits.kind)
    }
    return shown
  }

  private static func numbers(_ value: PropertyValue, _ kind: LayerProperty.Kind) -> [Double] {
    switch value {
    case .number(let n): [n]
    case .vector(let v): kind == .color ? [v.x, v.y, v.z, v.w] : [v.x, v.y]
    case .path(let path): numbers(path)
    case .list(let list):
      list.flatMap { kind == .colors ? [$0.x, $0.y, $0.z, $0.w] : [$0.x] }
    case .none, .matrix, .contents, .records: []
    }
  }

  /// Of the class's own properties.
  private static func presentedExtras(_ layer: CALayer) -> [String: [Double]] {
    func color(_ color: CGColor?) -> [Double] { color?.components?.map { Double($0) } ?? [] }
    switch layer {
    case let layer as CAShapeLayer:
      return [
        "path": numbers(layer.path?.path),
        "lineCap": [Double(caps.firstIndex(of: layer.lineCap.rawValue) ?? -1)],
        "lineDashPattern": layer.lineDashPattern?.map(\.doubleValue) ?? [],
        "strokeColor": color(layer.strokeColor), "lineWidth": [Double(layer.lineWidth)],
        "strokeEnd": [Double(layer.strokeEnd)], "lineDashPhase": [Double(layer.lineDashPhase)],
      ]
    case let layer as CAGradientLayer:
      return [
        "colors": (layer.colors as? [CGColor] ?? []).flatMap { color($0) },
        "locations": layer.locations?.map(\.doubleValue) ?? [],
        "startPoint": [Double(layer.startPoint.x), Double(layer.startPoint.y)],
        "endPoint": [Double(layer.endPoint.x), Double(layer.endPoint.y)],
      ]
    case let layer as CAReplicatorLayer:
      return [
        "instanceCount": [Double(layer.instanceCount)], "instanceDelay": [layer.instanceDelay],
        "instanceColor": color(layer.instanceColor),
      ]
    default: return [:]
    }
  }

  private static func plain(_ values: LayerValues) -> [String: [Double]] {
    [
      "position": [values.position.x, values.position.y],
      "bounds": [
        values.bounds.minX, values.bounds.minY, values.bounds.size.width,
        values.bounds.size.height,
      ],
      "anchorPoint": [values.anchorPoint.x, values.anchorPoint.y],
      "zPosition": [values.zPosition],
      "opacity": [values.opacity],
      "cornerRadius": [values.cornerRadius],
      "borderWidth": [values.borderWidth],
      "shadowRadius": [values.shadowRadius],
      "shadowOffset": [values.shadowOffset.width, values.shadowOffset.height],
      "backgroundColor": components(values.backgroundColor),
      "borderColor": components(values.borderColor),
      "transform": numbers(values.transform),
      "sublayerTransform": numbers(values.sublayerTransform),
      "hidden": [values.isHidden ? 1 : 0],
      "masksToBounds": [values.masksToBounds ? 1 : 0],
      "doubleSided": [values.isDoubleSided ? 1 : 0],
      "contentsGravity": [Double(values.contentsGravity.rawValue)],
      "shadowPath": numbers(values.shadowPath),
    ]
  }

  static func presented(_ layer: CALayer) -> [String: [Double]] {
    let bounds = layer.bounds
    let numbers: [String: [CGFloat]] = [
      "position": [layer.position.x, layer.position.y],
      "bounds": [bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height],
      "anchorPoint": [layer.anchorPoint.x, layer.anchorPoint.y],
      "zPosition": [layer.zPosition],
      "opacity": [CGFloat(layer.opacity)],
      "cornerRadius": [layer.cornerRadius],
      "borderWidth": [layer.borderWidth],
      "shadowRadius": [layer.shadowRadius],
      "shadowOffset": [layer.shadowOffset.width, layer.shadowOffset.height],
      "backgroundColor": layer.backgroundColor?.components ?? [],
      "borderColor": layer.borderColor?.components ?? [],
      "transform": numbers(layer.transform),
      "sublayerTransform": numbers(layer.sublayerTransform),
      "hidden": [layer.isHidden ? 1 : 0],
      "masksToBounds": [layer.masksToBounds ? 1 : 0],
      "doubleSided": [layer.isDoubleSided ? 1 : 0],
      "contentsGravity": [
        CGFloat(gravities.firstIndex(of: layer.contentsGravity.rawValue) ?? -1)
      ],
      "shadowPath": numbers(layer.shadowPath?.path).map { CGFloat($0) },
    ]
    return numbers.mapValues { $0.map(Double.init) }.merging(presentedExtras(layer)) { $1 }
  }

  private static func numbers(_ m: Matrix4) -> [Double] {
    [m.r0, m.r1, m.r2, m.r3].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }

  private static func numbers(_ t: CATransform3D) -> [CGFloat] {
    [
      t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41,
      t.m42, t.m43, t.m44,
    ]
  }

  /// Its structure and its points; nothing for no path.
  private static func numbers(_ path: Path?) -> [Double] {
    guard let path else { return [] }
    var structure = 1.0
    var points: [Point] = []
    for element in path.elements {
      switch element {
      case .move(let p), .line(let p): points.append(p)
      case .quad(let control, let p):
        structure = 2
        points += [control, p]
      case .cubic(let control1, let control2, let p):
        structure = 3
        points += [control1, control2, p]
      case .close: break
      }
    }
    return [structure] + points.flatMap { [$0.x, $0.y] }
  }

  private static func components(_ color: Color?) -> [Double] {
    color.map { [$0.red, $0.green, $0.blue, $0.alpha] } ?? []
  }
}
