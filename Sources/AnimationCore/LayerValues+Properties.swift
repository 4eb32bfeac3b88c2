import Geometry

extension LayerValues {
  /// A property as a value of any type. Setting a value of the wrong type, or one that is not
  /// finite, changes nothing.
  package subscript(property: LayerProperty) -> PropertyValue {
    get {
      switch property {
      case .bounds: .rect(bounds)
      case .position: .point(position)
      case .zPosition: .number(zPosition)
      case .anchorPoint: .point(anchorPoint)
      case .anchorPointZ: .number(anchorPointZ)
      case .transform: .matrix(transform)
      case .sublayerTransform: .matrix(sublayerTransform)
      case .opacity: .number(opacity)
      case .hidden: .flag(isHidden)
      case .doubleSided: .flag(isDoubleSided)
      case .geometryFlipped: .flag(isGeometryFlipped)
      case .masksToBounds: .flag(masksToBounds)
      case .allowsGroupOpacity: .flag(allowsGroupOpacity)
      case .backgroundColor: .color(backgroundColor)
      case .cornerRadius: .number(cornerRadius)
      case .maskedCorners: .number(Double(maskedCorners))
      case .borderWidth: .number(borderWidth)
      case .borderColor: .color(borderColor)
      case .contents: contents.map { .contents($0) } ?? .none
      case .contentsRect: .rect(contentsRect)
      case .contentsCenter: .rect(contentsCenter)
      case .contentsScale: .number(contentsScale)
      case .contentsGravity: .number(Double(contentsGravity.rawValue))
      case .minificationFilter: .number(Double(minificationFilter.rawValue))
      case .magnificationFilter: .number(Double(magnificationFilter.rawValue))
      case .contentsTint: .color(contentsTint)
      case .shadowColor: .color(shadowColor)
      case .shadowOpacity: .number(shadowOpacity)
      case .shadowOffset: .size(shadowOffset)
      case .shadowRadius: .number(shadowRadius)
      case .shadowPath: shadowPath.map { .path($0) } ?? .none
      case .allowsEdgeAntialiasing: .flag(allowsEdgeAntialiasing)
      case .edgeAntialiasingMask: .number(Double(edgeAntialiasingMask))
      case .extra(let property): extras[property]
      }
    }
    set {
      guard newValue.isFinite else { return }
      switch property {
      case .bounds: newValue.store(in: &bounds)
      case .position: newValue.store(in: &position)
      case .zPosition: newValue.store(in: &zPosition)
      case .anchorPoint: newValue.store(in: &anchorPoint)
      case .anchorPointZ: newValue.store(in: &anchorPointZ)
      case .transform: newValue.store(in: &transform)
      case .sublayerTransform: newValue.store(in: &sublayerTransform)
      case .opacity: newValue.store(in: &opacity)
      case .hidden: newValue.store(in: &isHidden)
      case .doubleSided: newValue.store(in: &isDoubleSided)
      case .geometryFlipped: newValue.store(in: &isGeometryFlipped)
      case .masksToBounds: newValue.store(in: &masksToBounds)
      case .allowsGroupOpacity: newValue.store(in: &allowsGroupOpacity)
      case .backgroundColor: newValue.store(in: &backgroundColor)
      case .cornerRadius: newValue.store(in: &cornerRadius)
      case .maskedCorners: newValue.store(in: &maskedCorners)
      case .borderWidth: newValue.store(in: &borderWidth)
      case .borderColor: newValue.store(in: &borderColor)
      case .contents: newValue.store(in: &contents)
      case .contentsRect: newValue.store(in: &contentsRect)
      case .contentsCenter: newValue.store(in: &contentsCenter)
      case .contentsScale: newValue.store(in: &contentsScale)
      case .contentsGravity: newValue.store(in: &contentsGravity)
      case .minificationFilter: newValue.store(in: &minificationFilter)
      case .magnificationFilter: newValue.store(in: &magnificationFilter)
      case .contentsTint: newValue.store(in: &contentsTint)
      case .shadowColor: newValue.store(in: &shadowColor)
      case .shadowOpacity: newValue.store(in: &shadowOpacity)
      case .shadowOffset: newValue.store(in: &shadowOffset)
      case .shadowRadius: newValue.store(in: &shadowRadius)
      case .shadowPath: newValue.store(in: &shadowPath)
      case .allowsEdgeAntialiasing: newValue.store(in: &allowsEdgeAntialiasing)
      case .edgeAntialiasingMask: newValue.store(in: &edgeAntialiasingMask)
      case .extra(let property): self[extra: property] = newValue
      }
    }
  }

  /// A property or a part of one. Reading a part that does not exist gives `none`; setting one
  /// changes nothing.
  package subscript(target: AnimationTarget) -> PropertyValue {
    get {
      let whole = self[target.property]
      guard let field = target.field else { return whole.component(target.component) ?? .none }
      return field.value(in: whole)?.component(target.component) ?? .none
    }
    set {
      guard target.accepts(newValue) else { return }
      var whole = self[target.property]
      if let field = target.field {
        guard var part = field.value(in: whole) else { return }
        part.setComponent(target.component, to: newValue)
        field.store(part, in: &whole)
      } else {
        whole.setComponent(target.component, to: newValue)
      }
      self[target.property] = whole
    }
  }
}

/// One for each type that a property is stored as; a value of another type changes nothing.
extension PropertyValue {
  fileprivate func store(in number: inout Double) {
    if case .number(let n) = self { number = n }
  }

  fileprivate func store(in flag: inout Bool) {
    if case .number(let n) = self { flag = n != 0 }
  }

  fileprivate func store(in bits: inout UInt8) {
    if case .number(let n) = self, let raw = UInt8(exactly: n.rounded()) { bits = raw }
  }

  fileprivate func store<T: RawRepresentable<UInt8>>(in choice: inout T) {
    if case .number(let n) = self, let raw = UInt8(exactly: n.rounded()),
      let value = T(rawValue: raw)
    {
      choice = value
    }
  }

  fileprivate func store(in point: inout Point) {
    if case .vector(let v) = self { point = Point(v.x, v.y) }
  }

  fileprivate func store(in size: inout Size) {
    if case .vector(let v) = self { size = Size(v.x, v.y) }
  }

  fileprivate func store(in rect: inout Rect) {
    if case .vector(let v) = self { rect = Rect(v.x, v.y, v.z, v.w) }
  }

  fileprivate func store(in matrix: inout Matrix4) {
    if case .matrix(let m) = self { matrix = m }
  }

  fileprivate func store(in color: inout Color?) {
    switch self {
    case .vector(let v): color = Color(components: v)
    case .none: color = nil
    case .number, .matrix, .path, .contents, .list, .records: break
    }
  }

  fileprivate func store(in path: inout Path?) {
    switch self {
    case .path(let p): path = p
    case .none: path = nil
    case .number, .vector, .matrix, .contents, .list, .records: break
    }
  }

  fileprivate func store(in contents: inout Contents?) {
    switch self {
    case .contents(let c): contents = c
    case .none: contents = nil
    case .number, .vector, .matrix, .path, .list, .records: break
    }
  }
}
