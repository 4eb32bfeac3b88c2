import AnimationCore
import Geometry
import Renderer

/// What only few layers have: contents other than images, and what is done to the picture of the
/// layer with all below it. Read once from the presented values whenever those change.
struct LayerExtras {
  var gradient: GradientContents?
  var shape: ShapeContents?
  /// Of a path that is no rounded rectangle.
  var pathShadow: PathShadow?
  /// One after the other, on the picture without its shadow.
  var filters: [PictureFilter] = []
  /// On what lies behind the layer, inside its bounds.
  var backdropFilters: [PictureFilter] = []
  /// How the picture meets what is behind; nil for source-over.
  var blendMode: DrawList.BlendMode?
  /// Pixels a point of the bitmap that the layer is drawn into once; nil for none.
  var rasterizationScale: Double?
  /// Slot of the mask, or −1.
  var mask: Int32 = -1

  init() {}

  /// Nil for a layer that has none of this. What still holds is taken over from `previous`.
  init?(_ values: [LayerValues], _ slot: Int, mask: Int32, previous: LayerExtras?) {
    guard values[slot].hasExtras || mask >= 0 || values[slot].shadowPath != nil else { return nil }
    self.mask = mask
    if values[slot].shadowPath != nil, values[slot].shadowPath?.roundedRect == nil {
      pathShadow = PathShadow(values, slot, previous: previous?.pathShadow)
    }
    guard values[slot].hasExtras else { return }
    shape = ShapeContents(values, slot, previous: previous?.shape)
    let extras = values[slot].extras
    filters = PictureFilter.list(extras[.filters])
    backdropFilters = PictureFilter.list(extras[.backgroundFilters])
    if case .records(let records) = extras[.compositingFilter], let filter = records.first,
      filter.isEnabled
    {
      blendMode = DrawList.BlendMode(filterName: filter.type)
    }
    if case .number(1) = extras[.shouldRasterize],
      case .number(let scale) = extras[.rasterizationScale],
      scale > 0, scale.isFinite
    {
      rasterizationScale = scale
    }
    gradient = GradientContents(extras, bounds: values[slot].bounds)
  }

  /// Pieces of own drawing.
  var contentCount: Int {
    (gradient == nil ? 0 : 1) + (backdropFilters.isEmpty ? 0 : 1) + (shape?.pieces ?? 0)
  }

  /// More is done to the picture than fading and cutting it.
  var changesPicture: Bool {
    mask >= 0 || !filters.isEmpty || !backdropFilters.isEmpty || blendMode != nil
  }
}

/// A gradient that fills a layer's bounds.
struct GradientContents: Equatable {
  var type: DrawList.GradientType
  /// Straight colours; locations never decrease.
  var stops: [Stop]
  /// In unit coordinates of the bounds.
  var start: Point
  var end: Point

  struct Stop: Equatable {
    var location: Double
    var color: Color
  }

  /// Nil for fewer than two colours, and where there is not a location for each.
  init?(_ extras: ExtraValues, bounds: Rect) {
    guard case .list(let colors) = extras[.colors], colors.count >= 2, !bounds.isEmpty,
      bounds.isFinite
    else { return nil }
    var locations = colors.indices.map { Double($0) / Double(colors.count - 1) }
    if case .list(let list) = extras[.locations] {
      guard list.count == colors.count else { return nil }
      locations = list.map(\.x)
    }
    stops = []
    for (color, location) in zip(colors, locations) {
      stops.append(
        Stop(
          location: max(location, stops.last?.location ?? location),
          color: Color(components: color)))
    }
    guard case .vector(let s) = extras[.startPoint], case .vector(let e) = extras[.endPoint],
      case .number(let n) = extras[.gradientType],
      let type = DrawList.GradientType(rawValue: UInt8(n))
    else { return nil }
    start = Point(s.x, s.y)
    end = Point(e.x, e.y)
    self.type = type
  }

  /// As `DrawList.Instance.ramp` wants it; `reach` in points beyond the bounds, `under` premultiplied.
  func append(
    to ramps: inout [SIMD4<Float>], reach: Double, under: SIMD4<Double>
  ) -> Int32 {
    let first = Int32(ramps.count)
    ramps.append(SIMD4(Float(type.rawValue), Float(stops.count), Float(reach), 0))
    ramps.append(SIMD4<Float>(under))
    for stop in stops {
      let c = stop.color
      ramps.append(SIMD4(Float(c.red), Float(c.green), Float(c.blue), Float(c.alpha)))
      ramps.append(SIMD4(Float(stop.location), 0, 0, 0))
    }
    return first
  }
}
