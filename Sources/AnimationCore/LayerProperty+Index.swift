extension LayerProperty: CaseIterable {
  /// Without the extra ones; each stands where its `index` says.
  package static let plain: [LayerProperty] = [
    .bounds, .position, .zPosition, .anchorPoint, .anchorPointZ, .transform, .sublayerTransform,
    .opacity, .hidden, .doubleSided, .geometryFlipped, .masksToBounds, .allowsGroupOpacity,
    .backgroundColor, .cornerRadius, .maskedCorners, .borderWidth, .borderColor, .contents,
    .contentsRect, .contentsCenter, .contentsScale, .contentsGravity, .minificationFilter,
    .magnificationFilter, .contentsTint, .shadowColor, .shadowOpacity, .shadowOffset,
    .shadowRadius, .shadowPath, .allowsEdgeAntialiasing, .edgeAntialiasingMask,
  ]

  package static let allCases: [LayerProperty] =
    plain + ExtraProperty.allCases.map { .extra($0) }

  /// From 0, the extra ones last.
  package var index: Int {
    switch self {
    case .bounds: 0
    case .position: 1
    case .zPosition: 2
    case .anchorPoint: 3
    case .anchorPointZ: 4
    case .transform: 5
    case .sublayerTransform: 6
    case .opacity: 7
    case .hidden: 8
    case .doubleSided: 9
    case .geometryFlipped: 10
    case .masksToBounds: 11
    case .allowsGroupOpacity: 12
    case .backgroundColor: 13
    case .cornerRadius: 14
    case .maskedCorners: 15
    case .borderWidth: 16
    case .borderColor: 17
    case .contents: 18
    case .contentsRect: 19
    case .contentsCenter: 20
    case .contentsScale: 21
    case .contentsGravity: 22
    case .minificationFilter: 23
    case .magnificationFilter: 24
    case .contentsTint: 25
    case .shadowColor: 26
    case .shadowOpacity: 27
    case .shadowOffset: 28
    case .shadowRadius: 29
    case .shadowPath: 30
    case .allowsEdgeAntialiasing: 31
    case .edgeAntialiasingMask: 32
    case .extra(let property): Self.plain.count + Int(property.rawValue)
    }
  }
}
