import AnimationCore
import CoreGraphicsAPI
import Geometry

/// Properties by name, components of them, and values under names of the application's own.
extension CALayer {
  final func storedValue(_ key: String) -> Any? {
    if let target = animationTarget(keyPath: key), target.component == .whole {
      return propertyValue(target.property)
    }
    switch key {
    case "frame": return frame
    case "sublayers": return sublayers
    case "superlayer": return superlayer
    case "mask": return mask
    case "delegate": return delegate
    case "name": return name
    case "style": return style
    case "actions": return actions
    case "opaque", "isOpaque": return NSNumber(value: isOpaque)
    case "contentsFormat": return contentsFormat.rawValue
    case "needsDisplayOnBoundsChange": return NSNumber(value: needsDisplayOnBoundsChange)
    case "drawsAsynchronously": return NSNumber(value: drawsAsynchronously)
    case "beginTime": return NSNumber(value: beginTime)
    case "timeOffset": return NSNumber(value: timeOffset)
    case "speed": return NSNumber(value: speed)
    case "duration": return NSNumber(value: duration)
    case "repeatCount": return NSNumber(value: repeatCount)
    case "repeatDuration": return NSNumber(value: repeatDuration)
    case "autoreverses": return NSNumber(value: autoreverses)
    case "fillMode": return fillMode.rawValue
    default:
      return customValues[key] ?? customDefault(key)
    }
  }

  final func store(_ value: Any?, key: String) {
    if let target = animationTarget(keyPath: key), target.component == .whole {
      return assign(value, to: target.property)
    }
    switch key {
    case "frame":
      converted(value.flatMap { Boxing.value($0, for: AnimationTarget(.bounds)) }, key) {
        frame = CGRect(Rect($0))
      }
    case "sublayers": optional(value, key) { sublayers = $0 }
    case "mask": optional(value, key) { mask = $0 }
    case "superlayer": KeyPaths.warnReadOnly(key, of: self)
    case "delegate": optional(value, key) { delegate = $0 }
    case "name": optional(value, key) { name = $0 }
    case "style": optional(value, key) { style = $0 }
    case "actions": optional(value, key) { actions = $0 }
    case "opaque", "isOpaque": number(value, key) { isOpaque = $0 != 0 }
    case "contentsFormat": name(value, key) { contentsFormat = CALayerContentsFormat(rawValue: $0) }
    case "needsDisplayOnBoundsChange":
      number(value, key) { needsDisplayOnBoundsChange = $0 != 0 }
    case "drawsAsynchronously": number(value, key) { drawsAsynchronously = $0 != 0 }
    case "beginTime": number(value, key) { beginTime = $0 }
    case "timeOffset": number(value, key) { timeOffset = $0 }
    case "speed": number(value, key) { speed = Float($0) }
    case "duration": number(value, key) { duration = $0 }
    case "repeatCount": number(value, key) { repeatCount = Float($0) }
    case "repeatDuration": number(value, key) { repeatDuration = $0 }
    case "autoreverses": number(value, key) { autoreverses = $0 != 0 }
    case "fillMode": name(value, key) { fillMode = CAMediaTimingFillMode(rawValue: $0) }
    default:
      setCustom(value, key: key)
    }
  }

  final func storedValue(path: String) -> Any? {
    guard path.contains("."), let target = animationTarget(keyPath: path) else {
      return KeyPaths.value(path, of: self)
    }
    return Boxing.any(values[target], for: target)
  }

  final func store(_ value: Any?, path: String) {
    guard path.contains("."), let target = animationTarget(keyPath: path) else {
      return storeInObjects(value, path: path)
    }
    if let field = target.field { return store(value, in: field, target) }
    guard let part = value.flatMap({ Boxing.value($0, for: target) }) else {
      return warnType(path)
    }
    var changed = values
    changed[target] = part
    let whole = AnimationTarget(target.property)
    assign(Boxing.any(changed[whole], for: whole), to: target.property)
  }

  /// The value of every property by key when nothing was set; nil for other keys.
  static func builtInDefault(forKey key: String) -> Any? {
    target(keyPath: key).flatMap { Boxing.any(LayerValues()[$0], for: $0) }
  }

  private func propertyValue(_ property: LayerProperty) -> Any? {
    switch property {
    case .backgroundColor: backgroundColor
    case .borderColor: borderColor
    case .shadowColor: shadowColor
    case .shadowPath: shadowPath
    case .contents: contents
    case .contentsGravity: contentsGravity.rawValue
    case .contentsTint: objects.foregroundColor
    case .extra(let property): extraObject(property)
    default:
      Boxing.any(values[property], for: AnimationTarget(property))
    }
  }

  /// Sets through the property, which subclasses may have overridden.
  private func assign(_ value: Any?, to property: LayerProperty) {
    if case .extra(let extra) = property { return assign(value, to: extra) }
    let boxed = value.flatMap { Boxing.value($0, for: AnimationTarget(property)) }
    if property.kind.isOptional, value == nil {
      switch property {
      case .backgroundColor: backgroundColor = nil
      case .borderColor: borderColor = nil
      case .shadowColor: shadowColor = nil
      case .shadowPath: shadowPath = nil
      case .contents: contents = nil
      default: setTint(nil)
      }
      return
    }
    guard let boxed else { return warnType(property.key) }
    switch property {
    case .bounds: bounds = CGRect(Rect(boxed))
    case .position: position = CGPoint(Point(boxed))
    case .zPosition: zPosition = CGFloat(Double(boxed))
    case .anchorPoint: anchorPoint = CGPoint(Point(boxed))
    case .anchorPointZ: anchorPointZ = CGFloat(Double(boxed))
    case .transform: transform = CATransform3D(Matrix4(boxed))
    case .sublayerTransform: sublayerTransform = CATransform3D(Matrix4(boxed))
    case .opacity: opacity = Float(Double(boxed))
    case .hidden: isHidden = Double(boxed) != 0
    case .doubleSided: isDoubleSided = Double(boxed) != 0
    case .geometryFlipped: isGeometryFlipped = Double(boxed) != 0
    case .masksToBounds: masksToBounds = Double(boxed) != 0
    case .allowsGroupOpacity: allowsGroupOpacity = Double(boxed) != 0
    case .backgroundColor: backgroundColor = value as? CGColor
    case .cornerRadius: cornerRadius = CGFloat(Double(boxed))
    case .maskedCorners: maskedCorners = CACornerMask(rawValue: UInt(Double(boxed)))
    case .borderWidth: borderWidth = CGFloat(Double(boxed))
    case .borderColor: borderColor = value as? CGColor
    case .contents: contents = value
    case .contentsRect: contentsRect = CGRect(Rect(boxed))
    case .contentsCenter: contentsCenter = CGRect(Rect(boxed))
    case .contentsScale: contentsScale = CGFloat(Double(boxed))
    case .contentsGravity:
      ContentsGravity(rawValue: UInt8(Double(boxed))).map {
        contentsGravity = CALayerContentsGravity($0)
      }
    case .minificationFilter:
      ContentsFilter(rawValue: UInt8(Double(boxed))).map {
        minificationFilter = CALayerContentsFilter($0)
      }
    case .magnificationFilter:
      ContentsFilter(rawValue: UInt8(Double(boxed))).map {
        magnificationFilter = CALayerContentsFilter($0)
      }
    case .contentsTint:
      setTint(value as? CGColor)
    case .shadowColor: shadowColor = value as? CGColor
    case .shadowOpacity: shadowOpacity = Float(Double(boxed))
    case .shadowOffset: shadowOffset = CGSize(Size(boxed))
    case .shadowRadius: shadowRadius = CGFloat(Double(boxed))
    case .shadowPath: shadowPath = value as? CGPath
    case .allowsEdgeAntialiasing: allowsEdgeAntialiasing = Double(boxed) != 0
    case .edgeAntialiasingMask:
      edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: UInt32(Double(boxed)))
    case .extra: break
    }
  }

  final func warnType(_ key: String) { KeyPaths.warnType(key, of: self) }
}

// The content of values whose kind `Boxing` has checked.

extension Double {
  fileprivate init(_ value: PropertyValue) {
    if case .number(let n) = value { self = n } else { self = 0 }
  }
}

extension Point {
  fileprivate init(_ value: PropertyValue) {
    if case .vector(let v) = value { self.init(v.x, v.y) } else { self = .zero }
  }
}

extension Size {
  fileprivate init(_ value: PropertyValue) {
    if case .vector(let v) = value { self.init(v.x, v.y) } else { self = .zero }
  }
}

extension Rect {
  fileprivate init(_ value: PropertyValue) {
    if case .vector(let v) = value { self.init(v.x, v.y, v.z, v.w) } else { self = .zero }
  }
}

extension Matrix4 {
  fileprivate init(_ value: PropertyValue) {
    if case .matrix(let m) = value { self = m } else { self = .identity }
  }
}
