import CVulkan
import Renderer

/// One per way of drawing: the kinds of a draw list, with what a batch does not need left out.
///
/// Some drivers, the software one among them, run both sides of every branch in a shader. An
/// unclipped shape would pay for a clip and an unframed one for its border.
enum PipelineKind: Int, CaseIterable {
  /// Edges where the rasterizer puts them: whole batches that need no antialiasing. Opaque ones need
  /// no blending either.
  case solidOpaque
  case solid
  /// Antialiased quads that are not thin; of any size, with some edges antialiased and others not.
  case solidBroad
  case solidAny
  /// Below what is there, and what is there cut and faded by them: groups within groups.
  case solidUnder
  case solidAnyUnder
  case solidWithin
  case shapeWithin
  case shape
  case shapeBordered
  /// Clipped once; chained: by clips that have parents.
  case shapeClipped
  case shapeBorderedClipped
  case shapeChained
  /// Some corners flow into the sides; clipped or not.
  case shapeContinuous
  /// Axial, of two stops, broad, with like circular corners, unclipped and without perspective; and any
  /// others.
  case gradientPlain
  case gradient
  /// Lines along arcs with round ends or none, unclipped; with any ends and clips.
  case arc
  case arcAny
  /// Images as pictures (see there), with antialiased edges and without.
  case picture
  case pictureHard
  /// The two halves of a run of pictures drawn with a depth buffer: what hides the rest, front to
  /// back; then, back to front, frames around that and whatever hides nothing.
  case pictureOpaque
  case pictureAmong
  /// Pictures whose light adds up.
  case picturePlus
  case image
  case imageClipped
  case imageChained
  /// From whichever smaller copies come closest in size; clipped or not.
  case imageMipmapped
  case shadow
  /// All with corners that are small and felt one at a time: those of cards.
  case shadowOfCards
  /// The same with the shape that casts it on top, as cards (see there).
  case card
  /// With sharp ones or clipped ones among the batch.
  case shadowAny
  case pass
  case passClipped
  case passChained
  /// Images and passes that do not just lie over what is there; clipped or not.
  case imagePlus
  case imageScreen
  case imageWithin
  case filter
  case blend
  /// Steps of a blur: a kernel along an axis, and changes of scale.
  case blur
  case resample

  var shaders: (vertex: String, fragment: String) {
    switch self {
    case .solidOpaque, .solid, .solidUnder, .solidWithin: ("solid.vert", "solid.frag")
    case .solidBroad: ("solid-broad.vert", "solid-broad.frag")
    case .solidAny, .solidAnyUnder: ("solid-any.vert", "solid-any.frag")
    case .shape, .shapeWithin, .shapeBordered, .shapeClipped, .shapeBorderedClipped,
      .shapeChained, .shapeContinuous:
      ("shape.vert", "shape.frag")
    case .gradientPlain, .gradient: ("gradient.vert", "gradient.frag")
    case .arc, .arcAny: ("arc.vert", "arc.frag")
    case .picture, .pictureAmong, .picturePlus: ("picture.vert", "picture.frag")
    case .pictureHard: ("picture.vert", "picture-smooth.frag")
    case .pictureOpaque: ("picture.vert", "picture-hard.frag")
    case .image, .imageClipped, .imageChained, .imageMipmapped, .imagePlus, .imageScreen,
      .imageWithin:
      ("image.vert", "image.frag")
    case .shadow, .shadowOfCards, .shadowAny: ("shadow.vert", "shadow.frag")
    case .card: ("card.vert", "card.frag")
    case .pass, .passClipped, .passChained: ("pass.vert", "pass.frag")
    case .filter: ("filter.vert", "filter.frag")
    case .blend: ("blend.vert", "blend.frag")
    case .blur: ("blur.vert", "blur.frag")
    case .resample: ("blur.vert", "resample.frag")
    }
  }

  /// Specialization constants by id: `clipping` (0 none, 1 one clip, 2 chains and continuous corners, 3
  /// any, slowly), then the shader's own: `bordered` and `continuous` (shape.frag), `sharp` and
  /// `ofCards` (shadow.frag), `within` and `mipmapped` (image.frag), `plain`
  /// (gradient.frag), `any` (arc.frag).
  var constants: [UInt32] {
    switch self {
    case .solidOpaque, .solid, .solidBroad, .solidAny, .solidUnder, .solidAnyUnder, .solidWithin,
      .shapeWithin, .shape, .picture, .pictureHard, .pictureOpaque, .pictureAmong, .picturePlus,
      .image, .shadow, .card, .pass, .arc:
      [0, 0]
    case .shapeBordered: [0, 1]
    case .shadowOfCards: [0, 0, 1]
    case .shapeClipped, .imageClipped, .passClipped: [1, 0]
    case .shapeBorderedClipped: [1, 1]
    case .imageMipmapped, .imagePlus, .imageScreen: [3, 0, 1]
    case .imageWithin: [3, 1, 1]
    case .imageChained, .passChained: [2, 0]
    case .shapeChained, .shadowAny: [2, 1]
    case .filter, .blend, .gradient: [3, 0]
    case .arcAny: [3, 1]
    case .shapeContinuous: [3, 1, 1]
    case .gradientPlain: [0, 1]
    case .blur, .resample: [0, 0]
    }
  }

  /// Of the strip that each quad is, or what takes a quad's place.
  var vertices: UInt32 {
    // As mostPieces of arc.vert.
    self == .arc || self == .arcAny ? 2 * 6 + 2 : 4
  }

  /// Nil for what is drawn over a whole viewport.
  var source: VertexSource? {
    switch self {
    case .solidOpaque, .solid, .solidBroad, .solidAny, .solidUnder, .solidAnyUnder, .solidWithin:
      .solids
    case .picture, .pictureHard, .pictureOpaque, .pictureAmong, .picturePlus: .pictures
    case .shape, .shapeWithin, .shapeBordered, .shapeClipped, .shapeBorderedClipped,
      .shapeChained, .shapeContinuous, .gradientPlain, .gradient, .arc, .arcAny, .image,
      .imageClipped, .imageChained, .imageMipmapped, .shadow, .shadowOfCards, .shadowAny, .pass,
      .passClipped,
      .passChained,
      .imagePlus, .imageScreen, .imageWithin, .filter,
      .blend:
      .instances
    case .card: .cards
    case .blur, .resample: nil
    }
  }

  /// How what is drawn meets what is there; nil where it replaces that.
  var blend: DrawList.Blend? {
    switch self {
    case .solidOpaque, .pictureOpaque, .blend, .blur, .resample:
      nil
    case .solid, .solidBroad, .solidAny, .shape, .shapeBordered, .shapeClipped,
      .shapeBorderedClipped, .shapeChained, .shapeContinuous, .gradientPlain, .gradient, .arc,
      .arcAny, .picture,
      .pictureHard, .pictureAmong, .image,
      .imageClipped, .imageChained, .imageMipmapped, .shadow, .shadowOfCards, .card, .shadowAny,
      .pass,
      .passClipped, .passChained, .filter:
      .over
    case .picturePlus, .imagePlus: .plus
    case .imageScreen: .screen
    case .imageWithin, .solidWithin, .shapeWithin: .destinationIn
    case .solidUnder, .solidAnyUnder: .under
    }
  }

  /// What is done with a depth buffer; only these have one.
  var depthUse: DepthUse? {
    switch self {
    case .pictureOpaque: .testAndWrite
    case .pictureAmong: .test
    case .solidOpaque, .solid, .solidBroad, .solidAny, .solidUnder, .solidAnyUnder, .solidWithin,
      .shapeWithin, .shape, .shapeBordered, .shapeClipped,
      .shapeBorderedClipped, .shapeChained, .shapeContinuous, .gradientPlain, .gradient, .arc,
      .arcAny, .picture,
      .pictureHard, .picturePlus, .image, .imageClipped,
      .imageChained, .imageMipmapped, .shadow, .shadowOfCards, .card, .shadowAny, .pass,
      .passClipped, .passChained, .imagePlus, .imageScreen,
      .imageWithin, .filter, .blend, .blur,
      .resample:
      nil
    }
  }

  enum DepthUse { case test, testAndWrite }

  /// The cheapest that draws these quads of a batch of `list`.
  init(_ batch: DrawList.Batch, _ instances: Range<Int>, of list: DrawList) {
    switch batch.kind {
    case .solid:
      let over = Self.solid(list.solids, instances)
      switch batch.blend {
      case .over, .plus, .screen: self = over
      case .destinationIn: self = .solidWithin
      case .under: self = over == .solid || over == .solidOpaque ? .solidUnder : .solidAnyUnder
      }
    case .shape:
      if batch.blend == .destinationIn {
        self = .shapeWithin
        return
      }
      var bordered = false, flows = false
      for instance in list.instances[instances] {
        if instance.params.x > 0 { bordered = true }
        if instance.flows { flows = true }
      }
      if flows {
        self = .shapeContinuous
        return
      }
      switch Self.clipping(instances, of: list) {
      case 0: self = bordered ? .shapeBordered : .shape
      case 1: self = bordered ? .shapeBorderedClipped : .shapeClipped
      default: self = .shapeChained
      }
    case .image:
      if batch.blend == .over, case .image(_, .trilinear) = batch.texture {
        self = .imageMipmapped
        return
      }
      switch (batch.blend, Self.clipping(instances, of: list)) {
      case (.over, 0), (.under, 0): self = .image
      case (.over, 1), (.under, 1): self = .imageClipped
      case (.over, _), (.under, _): self = .imageChained
      case (.plus, _): self = .imagePlus
      case (.screen, _): self = .imageScreen
      case (.destinationIn, _): self = .imageWithin
      }
    case .shadow:
      let plain = list.instances[instances].allSatisfy { $0.clip < 0 && $0.params.x > 0 }
      let cards = plain && list.instances[instances].allSatisfy(\.castsShadowOfCard)
      self = cards ? .shadowOfCards : plain ? .shadow : .shadowAny
    case .pass:
      switch (batch.blend, Self.clipping(instances, of: list)) {
      case (.over, 0), (.under, 0): self = .pass
      case (.over, 1), (.under, 1): self = .passClipped
      case (.over, _), (.under, _): self = .passChained
      case (.plus, _): self = .imagePlus
      case (.screen, _): self = .imageScreen
      case (.destinationIn, _): self = .imageWithin
      }
    case .filter: self = .filter
    case .gradient:
      let plain = list.instances[instances].allSatisfy { $0.isPlainGradient(list.ramps) }
      self = plain ? .gradientPlain : .gradient
    case .arc:
      self = list.instances[instances].allSatisfy(\.isPlainArc) ? .arc : .arcAny
    case .blend: self = .blend
    }
  }

  /// 0: no instance has a clip; 1: none has a clip with a parent or continuous corners; 2: any.
  private static func clipping(_ instances: Range<Int>, of list: DrawList) -> Int {
    var most = 0
    for instance in list.instances[instances] where instance.clip >= 0 {
      most = 1
      let clip = Int(instance.clip)
      guard clip < list.clips.count else { continue }
      if list.clips[clip].parent >= 0 || list.clips[clip].shape == 2 { return 2 }
    }
    return most
  }
}

/// Which records of a draw list the vertices of a pipeline are made from; the buffer's binding.
enum VertexSource: UInt32, CaseIterable {
  case instances, solids, pictures, cards

  var stride: Int {
    switch self {
    case .instances: MemoryLayout<DrawList.Instance>.stride
    case .solids: MemoryLayout<DrawList.Solid>.stride
    case .pictures: MemoryLayout<Picture>.stride
    case .cards: MemoryLayout<Card>.stride
    }
  }

  /// What the vertex shaders read of a record, by location, in the order of instance.glsl,
  /// solid.glsl, picture.glsl and card.vert.
  var attributes: [(format: VkFormat, offset: Int)] {
    switch self {
    case .instances:
      [
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.row0)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.row1)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.row2)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.rect)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.color)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.extra)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.radii)!),
        (VK_FORMAT_R32G32_SFLOAT, MemoryLayout<DrawList.Instance>.offset(of: \.params)!),
        (VK_FORMAT_R32_SINT, MemoryLayout<DrawList.Instance>.offset(of: \.clip)!),
        (VK_FORMAT_R32_SINT, MemoryLayout<DrawList.Instance>.offset(of: \.ramp)!),
      ]
    case .solids:
      [
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Solid>.offset(of: \.matrix)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Solid>.offset(of: \.rect)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<DrawList.Solid>.offset(of: \.color)!),
        (VK_FORMAT_R32G32_SFLOAT, MemoryLayout<DrawList.Solid>.offset(of: \.offset)!),
        (VK_FORMAT_R32_UINT, MemoryLayout<DrawList.Solid>.offset(of: \.edges)!),
      ]
    case .pictures:
      [
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Picture>.offset(of: \.matrix)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Picture>.offset(of: \.rect)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Picture>.offset(of: \.color)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Picture>.offset(of: \.place)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Picture>.offset(of: \.limits)!),
        (VK_FORMAT_R32G32_SFLOAT, MemoryLayout<Picture>.offset(of: \.offset)!),
        (VK_FORMAT_R32_UINT, MemoryLayout<Picture>.offset(of: \.edges)!),
        (VK_FORMAT_R32_SFLOAT, MemoryLayout<Picture>.offset(of: \.depth)!),
      ]
    case .cards:
      [
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Card>.offset(of: \.axes)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Card>.offset(of: \.reach)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Card>.offset(of: \.body)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Card>.offset(of: \.shade)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Card>.offset(of: \.fill)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Card>.offset(of: \.border)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Card>.offset(of: \.shadow)!),
        (VK_FORMAT_R32G32B32A32_SFLOAT, MemoryLayout<Card>.offset(of: \.place)!),
      ]
    }
  }
}

extension PipelineKind {
  private static func solid(_ solids: [DrawList.Solid], _ range: Range<Int>) -> PipelineKind {
    var isHard = true, isOpaque = true
    for solid in solids[range] {
      isOpaque = isOpaque && solid.color.w >= 1
      if solid.edges == 0 || (isHard && solid.isPixelAligned) { continue }
      isHard = false
      if !solid.isBroad { return .solidAny }
    }
    if isHard { return isOpaque ? .solidOpaque : .solid }
    // What was aligned with some edges antialiased must be broad in such company as well.
    for solid in solids[range] where solid.edges != 0 {
      if !solid.isBroad { return .solidAny }
    }
    return .solidBroad
  }
}

extension DrawList.Instance {
  /// Corners flow into the sides.
  fileprivate var flows: Bool { params.y >= 16 }

  /// Of kind `arc`: what the cheap pipeline draws exactly enough.
  fileprivate var isPlainArc: Bool { clip < 0 && extra.w < 0 && extra.y >= 1.4 }

  /// Of kind `gradient`: what the cheap pipeline draws.
  fileprivate func isPlainGradient(_ ramps: [SIMD4<Float>]) -> Bool {
    let first = Int(ramp)
    guard clip < 0, params.y == 15, row0.z == 0, row1.z == 0, row2.z == 1, first >= 0,
      first + 6 <= ramps.count,
      ramps[first].x == 0, ramps[first].y == 2
    else { return false }
    let matrix = SIMD4(lowHalf: row0.lowHalf, highHalf: row1.lowHalf)
    guard radii == SIMD4(repeating: radii.x), Parallelogram.isBroad(matrix, rect) else {
      return false
    }
    return extra.lowHalf != extra.highHalf && ramps[first + 3].x < ramps[first + 5].x
  }
}

extension DrawList.Solid {
  /// Antialiasing would change nothing: all edges lie between pixels.
  fileprivate var isPixelAligned: Bool {
    let upright = matrix.y == 0 && matrix.z == 0, turned = matrix.x == 0 && matrix.w == 0
    guard upright || turned else { return false }
    let low = upright ? SIMD2(rect.x, rect.y) : SIMD2(rect.y, rect.x)
    let size = upright ? SIMD2(rect.z, rect.w) : SIMD2(rect.w, rect.z)
    let scale = upright ? SIMD2(matrix.x, matrix.w) : SIMD2(matrix.z, matrix.y)
    let a = low * scale + offset, b = (low + size) * scale + offset
    return a == a.rounded(.toNearestOrEven) && b == b.rounded(.toNearestOrEven)
  }

  fileprivate var isBroad: Bool { edges == 15 && Parallelogram.isBroad(matrix, rect) }
}
