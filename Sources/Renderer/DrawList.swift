import Geometry

/// One frame as a value: what to draw, in order, with no idea of any graphics API.
///
/// Built by the server, executed by a `RenderBackend`. Coordinates are device pixels, origin
/// top-left, y down, unless a field says otherwise. Colours are premultiplied gamma-encoded sRGB.
@usableFromInline package struct DrawList: Equatable, Sendable {
  /// The surface's size.
  package var size: PixelSize
  /// Where the surface must be redrawn; draws are limited to it. Empty: nothing to do.
  package var damage: PixelRegion
  /// What a damaged pixel holds before the first draw.
  package var clearColor: SIMD4<Float>
  /// In execution order; a pass comes before those that use its result. The last draws the surface.
  package var passes: [Pass] = []
  /// All quads of all passes but the solid ones; a `Batch` names a range.
  package var instances: [Instance] = []
  /// The quads of solid batches: most of a busy frame, and so a record of half the size.
  package var solids: [Solid] = []
  /// Clips that instances refer to by index; `parent` builds chains.
  package var clips: [Clip] = []
  /// Numbers that instances refer to by index: the stops of gradients, the matrices of filters.
  package var ramps: [SIMD4<Float>] = []
  /// Images that the backend must have before this list and did not get earlier.
  package var uploads: [PixelImage] = []
  /// Images that no list will use again.
  package var releases: [ImageID] = []

  package init(size: PixelSize, damage: PixelRegion, clearColor: SIMD4<Float>) {
    self.size = size
    self.damage = damage
    self.clearColor = clearColor
  }

  /// A target and the batches drawn into it.
  package struct Pass: Equatable, Sendable {
    package enum Target: Equatable, Sendable {
      case surface
      /// A texture that covers `area`, named by its place in `passes`. The area may reach beyond the
      /// surface, and passes that are drawn in a space of their own (see `isWhole`) count pixels of
      /// that space.
      case offscreen(area: PixelRect)
      /// An image that later lists may draw as well, until it is released; its first pixel is (0, 0).
      case image(ImageID, size: PixelSize)
    }

    /// What a target holds before the first batch.
    package enum Start: Equatable, Sendable {
      /// The surface's damage its clear colour, anything else nothing.
      case clear
      /// What it held before: the pass at this index, a `clear` one of the same target, goes on.
      case resume(Int)
      /// What the target of the pass at this index holds in the same place at this point of the list.
      case copy(Int)
      /// The result of the pass at this index under a Gaussian blur; the standard deviation in pixels
      /// along x and y. Beyond that pass's area lies `edge`.
      case blur(Int, sigma: SIMD2<Float>, edge: BlurEdge)
    }

    package enum BlurEdge: Equatable, Sendable {
      case transparent
      /// The pixels at the edge go on.
      case extended
    }

    package var target: Target
    package var start: Start
    /// All of the target is drawn. Otherwise, and always on the surface, only what is damaged.
    package var isWhole: Bool
    package var batches: [Batch]

    package init(
      target: Target, start: Start = .clear, isWhole: Bool = false, batches: [Batch] = []
    ) {
      self.target = target
      self.start = start
      self.isWhole = isWhole
      self.batches = batches
    }
  }

  /// Neighbouring quads of one kind that read the same texture.
  package struct Batch: Equatable, Sendable {
    package var kind: Kind
    package var texture: TextureSource
    /// How quads meet what is there. Kinds `image` and `pass` know all but `under`; `solid` knows `over`,
    /// `under` and `destinationIn`, `shape` `over` and `destinationIn`; others know `over` only.
    package var blend: Blend
    /// Kind `blend`: the pass with what is behind, pixel for pixel; otherwise −1.
    package var backdrop: Int32
    /// Places in `solids` for that kind, in `instances` for the others.
    package var instances: Range<Int>

    package init(
      kind: Kind, texture: TextureSource, blend: Blend = .over, backdrop: Int32 = -1,
      instances: Range<Int>
    ) {
      self.kind = kind
      self.texture = texture
      self.blend = blend
      self.backdrop = backdrop
      self.instances = instances
    }
  }

  package enum Kind: UInt8, CaseIterable, Sendable {
    /// A rectangle of one colour without corners, border, clip or perspective. The cheapest.
    case solid
    /// A rounded rectangle with a border; antialiased; any clip.
    case shape
    /// A textured rectangle × colour; antialiased edges; any clip.
    case image
    /// A blurred rounded rectangle; any clip.
    case shadow
    /// The result of an earlier pass, pixel for pixel × colour; any clip.
    case pass
    /// A rounded rectangle filled with a gradient × colour; antialiased; any clip.
    case gradient
    /// A line along an arc of a circle; antialiased; any clip.
    case arc
    /// As `pass`, its colours put through a matrix.
    case filter
    /// As `pass`, mixed with the batch's backdrop in a way that depends on both.
    case blend
  }

  /// What fixed hardware does with a new colour s and an old one d, both premultiplied.
  package enum Blend: UInt8, CaseIterable, Sendable {
    /// s + d · (1 − s.a)
    case over
    /// s + d
    case plus
    /// s + d · (1 − s)
    case screen
    /// d · s.a: the old pixels under a mask.
    case destinationIn
    /// s · (1 − d.a) + d: below what is there.
    case under
  }

  /// Ways of mixing with a backdrop, in the order that shaders count them.
  package enum BlendMode: UInt8, CaseIterable, Sendable {
    case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
    case difference, exclusion, hue, saturation, color, luminosity
    case plusLighter, plusDarker
    case sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut
    case destinationAtop, xor, clear, copy
  }

  package enum GradientType: UInt8, CaseIterable, Sendable {
    case axial, radial, conic
  }

  package enum TextureSource: Hashable, Sendable {
    case none
    /// An uploaded image; `alpha8` bitmaps give coverage that the colour multiplies.
    case image(ImageID, ImageFilter)
    /// The pass at this index. Kind `image` samples it linearly, its area being the whole picture.
    case pass(Int)
    /// The alpha of the pass at this index, as coverage that the colour multiplies.
    case coverage(Int)
  }

  package enum ImageFilter: UInt8, CaseIterable, Sendable {
    case linear, nearest
    /// Between the two smaller copies of the image that come closest in size.
    case trilinear
  }

  /// How many quads the passes draw.
  package var quadCount: Int { instances.count + solids.count }

  /// A quad of one colour: a parallelogram on the screen.
  @usableFromInline package struct Solid: Equatable, Sendable, BitwiseCopyable {
    /// Device pixel = x · (matrix.x, matrix.y) + y · (matrix.z, matrix.w) + offset.
    @usableFromInline package var matrix: SIMD4<Float>
    /// The rectangle in local units: x, y, width, height.
    @usableFromInline package var rect: SIMD4<Float>
    /// Premultiplied, group opacity included.
    @usableFromInline package var color: SIMD4<Float>
    @usableFromInline package var offset: SIMD2<Float>
    /// The antialiased edges, as in `Instance.params`.
    @usableFromInline package var edges: UInt32
    @usableFromInline package var reserved: UInt32 = 0

    @inlinable package init(
      matrix: SIMD4<Float>, offset: SIMD2<Float>, rect: SIMD4<Float>, color: SIMD4<Float>,
      edges: UInt32
    ) {
      self.matrix = matrix
      self.offset = offset
      self.rect = rect
      self.color = color
      self.edges = edges
    }
  }

  /// Any other quad: a rectangle in the drawn thing's own plane, which the rows take to device pixels
  /// with perspective.
  @usableFromInline package struct Instance: Equatable, Sendable, BitwiseCopyable {
    /// (x, y, 1) · rows = (X, Y, W), device pixel = (X/W, Y/W); each row's fourth component is unused.
    @usableFromInline package var row0: SIMD4<Float>
    @usableFromInline package var row1: SIMD4<Float>
    @usableFromInline package var row2: SIMD4<Float>
    /// The rectangle in local units: x, y, width, height. Shadow: the unblurred silhouette. Pass,
    /// filter, blend: in device pixels. Arc: around the whole circle with its line; rows are those of device
    /// pixels.
    @usableFromInline package var rect: SIMD4<Float>
    /// Fill, tint or shadow colour; premultiplied, group opacity included.
    @usableFromInline package var color: SIMD4<Float>
    /// Shape: border colour, premultiplied, drawn over the fill; components may be negative where
    /// fill and border fade as one, and are not clamped before blending. Image: the unit texture
    /// rectangle. Gradient: start and end point in unit coordinates of `rect`. Arc: radius,
    /// half the line's width, half the angle that it goes through, and how far flat ends reach beyond it;
    /// −1 for round ends and for a whole circle.
    @usableFromInline package var extra: SIMD4<Float>
    /// Corner radii in local units: min-min, max-min, min-max, max-max. Zero for none. Image: the
    /// unit texture rectangle that samples stay inside, at least as large as `extra`. Arc: the direction of its middle, then
    /// the cosine and sine of four times the angle from there, +x towards +y, to where two curves meet.
    @usableFromInline package var radii: SIMD4<Float>
    /// x: border width (shape), blur sigma in local units (shadow), bias of the level of detail (image,
    /// trilinear), raw value of a `BlendMode` (blend), how far quarters of the circle bulge over it (arc). y: 1 for antialiased edges, 0 for none, per edge
    /// as bits left 1, right 2, top (least y) 4, bottom 8; 16 for continuous corners.
    @usableFromInline package var params: SIMD2<Float>
    /// Index into `clips`, or −1.
    @usableFromInline package var clip: Int32
    /// Index into `ramps`. Gradient: (type, number of stops, how far the quad reaches beyond its
    /// rectangle, 0), the premultiplied colour under it, then for each stop its straight colour and
    /// (location, 0, 0, 0). Filter: what red, green, blue, alpha and 1 · alpha contribute,
    /// five columns.
    @usableFromInline package var ramp: Int32 = 0

    @inlinable package init(
      row0: SIMD4<Float>, row1: SIMD4<Float>, row2: SIMD4<Float>, rect: SIMD4<Float>,
      color: SIMD4<Float>, extra: SIMD4<Float> = .zero, radii: SIMD4<Float> = .zero,
      params: SIMD2<Float> = SIMD2(0, 15), clip: Int32 = -1, ramp: Int32 = 0
    ) {
      self.row0 = row0
      self.row1 = row1
      self.row2 = row2
      self.rect = rect
      self.color = color
      self.extra = extra
      self.radii = radii
      self.params = params
      self.clip = clip
      self.ramp = ramp
    }
  }

  /// An antialiased coverage mask: a rounded rectangle, or a half plane, in some plane's units.
  package struct Clip: Equatable, Sendable, BitwiseCopyable {
    /// (px, py, 1) · rows = (X, Y, W): device pixel to the clip's own plane, (X/W, Y/W).
    package var row0: SIMD4<Float>
    package var row1: SIMD4<Float>
    package var row2: SIMD4<Float>
    /// x, y, width, height in the clip's units. Half plane: a, b, c with a·X + b·Y + c ≥ 0 inside.
    package var rect: SIMD4<Float>
    package var radii: SIMD4<Float>
    /// Also applies, or −1.
    package var parent: Int32
    /// 0 rounded rectangle, 1 half plane, 2 rounded rectangle with continuous corners, 3 half plane
    /// whose edge is not softened: each pixel lies on the side of its middle.
    package var shape: Int32
    package var reserved: SIMD2<Int32> = .zero

    package init(
      row0: SIMD4<Float>, row1: SIMD4<Float>, row2: SIMD4<Float>, rect: SIMD4<Float>,
      radii: SIMD4<Float> = .zero, parent: Int32 = -1, shape: Int32 = 0
    ) {
      self.row0 = row0
      self.row1 = row1
      self.row2 = row2
      self.rect = rect
      self.radii = radii
      self.parent = parent
      self.shape = shape
    }
  }
}

extension DrawList.Instance {
  /// The same quad as an instance.
  package init(_ solid: DrawList.Solid) {
    let m = solid.matrix
    self.init(
      row0: SIMD4(m.x, m.y, 0, 0), row1: SIMD4(m.z, m.w, 0, 0),
      row2: SIMD4(solid.offset.x, solid.offset.y, 1, 0), rect: solid.rect, color: solid.color,
      params: SIMD2(0, Float(solid.edges)))
  }
}
