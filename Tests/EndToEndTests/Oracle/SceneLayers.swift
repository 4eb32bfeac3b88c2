import CoreGraphics
import Foundation
import Geometry
import QuartzCore
import TestSupport
import Testing

/// Layers from a description: the properties of `CALayer` under their names, gradients and shapes as
/// groups of theirs. tools/oracle/README.md says it in full.
@MainActor
enum SceneLayers {
  static func make(_ description: VectorValue) -> CALayer {
    let layer = plainLayer(description)
    // Sorted, so that the same description is built by the same steps.
    for (key, value) in description.fields.sorted(by: { $0.key < $1.key }) {
      set(key, value, on: layer)
    }
    return layer
  }

  /// Of the class that the description asks for, with the properties that only this class has.
  private static func plainLayer(_ description: VectorValue) -> CALayer {
    if !description["gradient"].isNull { return gradient(description["gradient"]) }
    if !description["shape"].isNull { return shape(description["shape"]) }
    if !description["replicator"].isNull { return replicator(description["replicator"]) }
    if !description["text"].isNull { return text(description["text"]) }
    return description["kind"].string == "transform" ? CATransformLayer() : CALayer()
  }

  /// Sets one property, or adds the sublayers.
  static func set(_ key: String, _ value: VectorValue, on layer: CALayer) {
    switch key {
    case "kind", "gradient", "shape", "replicator", "text": break
    case "bounds": layer.bounds = rect(value)
    case "position": layer.position = point(value)
    case "anchorPoint": layer.anchorPoint = point(value)
    case "zPosition": layer.zPosition = number(value)
    case "anchorPointZ": layer.anchorPointZ = number(value)
    case "transform": layer.transform = transform(value)
    case "sublayerTransform": layer.sublayerTransform = transform(value)
    case "opacity": layer.opacity = Float(number(value))
    case "hidden": layer.isHidden = flag(value)
    case "doubleSided": layer.isDoubleSided = flag(value)
    case "geometryFlipped": layer.isGeometryFlipped = flag(value)
    case "masksToBounds": layer.masksToBounds = flag(value)
    case "allowsGroupOpacity": layer.allowsGroupOpacity = flag(value)
    case "shouldRasterize": layer.shouldRasterize = flag(value)
    case "rasterizationScale": layer.rasterizationScale = number(value)
    case "backgroundColor": layer.backgroundColor = .straight(value.doubles)
    case "cornerRadius": layer.cornerRadius = number(value)
    case "cornerCurve": layer.cornerCurve = CALayerCornerCurve(rawValue: value.string ?? "")
    case "maskedCorners": layer.maskedCorners = CACornerMask(rawValue: UInt(value.int ?? 15))
    case "borderWidth": layer.borderWidth = number(value)
    case "borderColor": layer.borderColor = .straight(value.doubles)
    case "shadowColor": layer.shadowColor = .straight(value.doubles)
    case "shadowOpacity": layer.shadowOpacity = Float(number(value))
    case "shadowRadius": layer.shadowRadius = number(value)
    case "shadowOffset":
      layer.shadowOffset = CGSize(width: number(value[0]), height: number(value[1]))
    case "shadowPath": layer.shadowPath = CGPath(Path(value))
    case "shadowRect": layer.shadowPath = CGPath(rect: rect(value), transform: nil)
    case "contents": setContents(value, on: layer)
    case "contentsGravity":
      layer.contentsGravity = CALayerContentsGravity(rawValue: value.string ?? "")
    case "compositingFilter": layer.compositingFilter = value.string
    case "filters": layer.filters = value.array.map(filter)
    case "backgroundFilters": layer.backgroundFilters = value.array.map(filter)
    case "mask": layer.mask = make(value)
    case "sublayers": for child in value.array { layer.addSublayer(make(child)) }
    default: Issue.record("the builder does not know the key \(key)")
    }
  }

  // MARK: - Classes

  private static func gradient(_ description: VectorValue) -> CALayer {
    let layer = CAGradientLayer()
    for (key, value) in description.fields {
      switch key {
      case "type": layer.type = CAGradientLayerType(rawValue: value.string ?? "")
      case "colors": layer.colors = value.array.map { CGColor.straight($0.doubles) }
      case "locations": layer.locations = value.doubles.map { NSNumber(value: $0) }
      case "startPoint": layer.startPoint = point(value)
      case "endPoint": layer.endPoint = point(value)
      default: Issue.record("the builder does not know the gradient's \(key)")
      }
    }
    return layer
  }

  private static func shape(_ description: VectorValue) -> CALayer {
    let layer = CAShapeLayer()
    for (key, value) in description.fields {
      switch key {
      case "path": layer.path = CGPath(Path(value))
      case "fillColor": layer.fillColor = value.isNull ? nil : .straight(value.doubles)
      case "fillRule": layer.fillRule = CAShapeLayerFillRule(rawValue: value.string ?? "")
      case "strokeColor": layer.strokeColor = value.isNull ? nil : .straight(value.doubles)
      case "strokeStart": layer.strokeStart = number(value)
      case "strokeEnd": layer.strokeEnd = number(value)
      case "lineWidth": layer.lineWidth = number(value)
      case "miterLimit": layer.miterLimit = number(value)
      case "lineCap": layer.lineCap = CAShapeLayerLineCap(rawValue: value.string ?? "")
      case "lineJoin": layer.lineJoin = CAShapeLayerLineJoin(rawValue: value.string ?? "")
      case "lineDashPattern":
        layer.lineDashPattern = value.doubles.map { NSNumber(value: $0) }
      case "lineDashPhase": layer.lineDashPhase = number(value)
      default: Issue.record("the builder does not know the shape's \(key)")
      }
    }
    return layer
  }

  private static func replicator(_ description: VectorValue) -> CALayer {
    let layer = CAReplicatorLayer()
    for (key, value) in description.fields {
      switch key {
      case "instanceCount": layer.instanceCount = value.int ?? 1
      case "instanceTransform": layer.instanceTransform = transform(value)
      case "instanceColor": layer.instanceColor = .straight(value.doubles)
      case "instanceOffsets":
        let offsets = value.doubles.map { Float($0) }
        layer.instanceRedOffset = offsets[0]
        layer.instanceGreenOffset = offsets[1]
        layer.instanceBlueOffset = offsets[2]
        layer.instanceAlphaOffset = offsets[3]
      default: Issue.record("the builder does not know the replicator's \(key)")
      }
    }
    return layer
  }

  private static func text(_ description: VectorValue) -> CALayer {
    let layer = CATextLayer()
    layer.string = description["string"].string
    layer.fontSize = number(description["fontSize"])
    layer.foregroundColor = .straight(description["color"].doubles)
    layer.isWrapped = flag(description["wrapped"])
    return layer
  }

  /// Type and inputs.
  private static func filter(_ description: VectorValue) -> CAFilter {
    let filter = CAFilter(type: description["type"].string ?? "")
    for (key, value) in description.fields where key != "type" {
      if let number = value.double {
        filter.setValue(number, forKey: key)
      } else {
        filter.setValue(CGColor.straight(value.doubles), forKey: key)
      }
    }
    return filter
  }

  private static func setContents(_ description: VectorValue, on layer: CALayer) {
    let rows = description["pixels"].array.map { $0.array.map(\.doubles) }
    var bytes: [UInt8] = []
    for pixel in rows.joined() {
      let alpha = pixel.count > 3 ? pixel[3] : 1
      for channel in [2, 1, 0] { bytes.append(UInt8((pixel[channel] * alpha * 255).rounded())) }
      bytes.append(UInt8((alpha * 255).rounded()))
    }
    let size = PixelSize(rows.first?.count ?? 0, rows.count)
    layer.contents = CGImage(Bitmap(size: size, format: .bgra8Premultiplied, bytes: bytes))
    if description["filter"].string == "nearest" {
      layer.magnificationFilter = .nearest
      layer.minificationFilter = .nearest
    }
  }

  // MARK: - Values

  private static func number(_ value: VectorValue) -> CGFloat { CGFloat(value.double ?? 0) }
  private static func flag(_ value: VectorValue) -> Bool { value.bool ?? false }

  private static func point(_ value: VectorValue) -> CGPoint {
    CGPoint(x: number(value[0]), y: number(value[1]))
  }

  private static func rect(_ value: VectorValue) -> CGRect {
    CGRect(
      x: number(value[0]), y: number(value[1]), width: number(value[2]), height: number(value[3]))
  }

  /// Six numbers, sixteen, or steps of which the first applies first.
  static func transform(_ value: VectorValue) -> CATransform3D {
    let n = value.doubles.map { CGFloat($0) }
    switch n.count {
    case 6:
      return CATransform3DMakeAffineTransform(
        CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
    case 16:
      return CATransform3D(
        m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
        m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14],
        m44: n[15])
    default:
      return value.array.reduce(CATransform3DIdentity) { CATransform3DConcat($0, step($1)) }
    }
  }

  private static func step(_ value: VectorValue) -> CATransform3D {
    let n = value.array.dropFirst().map { number($0) }
    switch value[0].string {
    case "rotate":
      let axis = n.count > 1 ? Array(n[1...]) : [0, 0, 1]
      return CATransform3DMakeRotation(n[0] * .pi / 180, axis[0], axis[1], axis[2])
    case "scale": return CATransform3DMakeScale(n[0], n[1], n.count > 2 ? n[2] : 1)
    case "translate": return CATransform3DMakeTranslation(n[0], n[1], n.count > 2 ? n[2] : 0)
    case "perspective":
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / n[0]
      return perspective
    case let name:
      Issue.record("the builder does not know the step \(name ?? "?")")
      return CATransform3DIdentity
    }
  }
}
