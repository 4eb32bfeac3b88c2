import Geometry
import Renderer

/// Passes: where quads go while a list is built.
extension FrameBuilder {
  /// A pass that is being filled.
  struct Target {
    var area: PixelRect
    /// What of the area is drawn.
    var region: PixelRegion
    var isSurface = false
    /// An image that is kept.
    var image: (id: ImageID, size: PixelSize)?
    /// All of the area is drawn, whatever is damaged.
    var isWhole = false
    var batches: [DrawList.Batch] = []
    /// Where it was begun, if it has been interrupted.
    var first: Int?

    init(area: PixelRect, region: PixelRegion, isSurface: Bool) {
      self.area = area
      self.region = region
      self.isSurface = isSurface
    }

    /// All of an area.
    init(whole area: PixelRect) {
      self.area = area
      region = PixelRegion(area)
      isWhole = true
    }
  }

  mutating func open(_ target: Target) {
    if !targets.isEmpty { swap(&targets[targets.count - 1].region, &region) }
    targets.append(target)
    swap(&targets[targets.count - 1].region, &region)
    targets[targets.count - 1].batches = spareBatches.popLast() ?? []
  }

  /// A target for a part of the picture in the innermost one, drawn as far as that is.
  mutating func openGroup(_ area: PixelRect) {
    if targets[targets.count - 1].isWhole {
      open(Target(whole: area))
    } else {
      open(Target(area: area, region: region, isSurface: false))
    }
  }

  /// Ends the innermost target and answers with the pass that has all of it.
  @discardableResult mutating func close() -> Int {
    let last = targets.count - 1
    swap(&targets[last].region, &region)
    let pass = flush(last)
    targets.removeLast()
    if last > 0 { swap(&targets[last - 1].region, &region) }
    return pass
  }

  /// A copy of what the innermost target holds so far.
  mutating func copyBackdrop(_ area: PixelRect) -> Int {
    let last = targets.count - 1
    let pass = flush(last)
    if targets[last].first == nil { targets[last].first = pass }
    targets[last].batches = spareBatches.popLast() ?? []
    return addPass(area, start: .copy(targets[last].first ?? pass))
  }

  /// What a pass holds, blurred: all of `area`.
  mutating func blur(
    _ pass: Int, _ area: PixelRect, sigma: SIMD2<Double>, edge: DrawList.Pass.BlurEdge
  ) -> Int {
    addPass(area, start: .blur(pass, sigma: SIMD2<Float>(sigma), edge: edge))
  }

  private mutating func addPass(_ area: PixelRect, start: DrawList.Pass.Start) -> Int {
    // Each pass takes a spare list, as each gives one back: without, spares grow frame by frame.
    list.passes.append(
      DrawList.Pass(
        target: .offscreen(area: area), start: start, isWhole: true,
        batches: spareBatches.popLast() ?? []))
    return list.passes.count - 1
  }

  private mutating func flush(_ index: Int) -> Int {
    var batches: [DrawList.Batch] = []
    swap(&batches, &targets[index].batches)
    let target = targets[index]
    let place: DrawList.Pass.Target =
      target.image.map { .image($0.id, size: $0.size) }
      ?? (target.isSurface ? .surface : .offscreen(area: target.area))
    list.passes.append(
      DrawList.Pass(
        target: place,
        start: target.first.map { .resume($0) } ?? .clear, isWhole: target.isWhole,
        batches: batches))
    return list.passes.count - 1
  }

  /// Where quads go.
  var area: PixelRect { targets[targets.count - 1].area }

  /// The pixels that numbers are limited to: the surface, or an area that may lie beyond it.
  var limits: PixelRect {
    targets[targets.count - 1].isWhole ? targets[targets.count - 1].area : list.size.bounds
  }

  // MARK: - Drawing what a pass holds

  /// Draws the result of a pass in its place, pixel for pixel.
  mutating func draw(
    pass: Int, _ area: PixelRect, blend: DrawList.Blend = .over, factor: SIMD4<Double> = .one,
    chain: Int32 = -1
  ) {
    append(
      .pass, .pass(pass), blend: blend,
      passInstance(area, factor, clip: needed(chain, by: area)))
  }

  /// The quad of a pass's area in device pixels.
  func passInstance(
    _ area: PixelRect, _ factor: SIMD4<Double>, clip: Int32 = -1, own: Float = 0, ramp: Int32 = 0
  ) -> DrawList.Instance {
    DrawList.Instance(
      row0: SIMD4(1, 0, 0, 0), row1: SIMD4(0, 1, 0, 0), row2: SIMD4(0, 0, 1, 0),
      rect: SIMD4<Float>(area), color: SIMD4<Float>(factor), params: SIMD2(own, 0), clip: clip,
      ramp: ramp)
  }
}
