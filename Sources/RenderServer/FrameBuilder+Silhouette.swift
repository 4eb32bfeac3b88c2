import AnimationCore
import Geometry
import Renderer

/// Shadows of whatever is drawn, where blurring and moving the drawn pixels is not exact enough: they
/// are made from a drawing of their own.
extension FrameBuilder {
  /// Draws the shadow of a layer as far as it is seen in `visible`.
  mutating func shadow(
    _ shadow: SilhouetteShadow, _ scene: Scene, _ slot: Int, _ visible: PixelRect,
    factor: SIMD4<Double>, clip: Clip
  ) {
    let color = SIMD4<Float>(shadow.color * factor)
    if shadow.isSoft {
      softShadow(scene, slot, visible, color, clip)
    } else {
      hardShadow(shadow, scene, slot, visible, color, clip)
    }
  }

  /// The layer drawn again where its shadow lies.
  private mutating func hardShadow(
    _ shadow: SilhouetteShadow, _ scene: Scene, _ slot: Int, _ visible: PixelRect,
    _ color: SIMD4<Float>, _ clip: Clip
  ) {
    let plane = placement(scene, slot).plane
    guard let space = scene.shadowSpace(slot, plane, in: rasterSpace ?? .identity) else { return }
    let content = inSpace(scene.pictureBoxes[Int32(slot)]?.content ?? .zero)
    let area = shadow.target(of: content).intersection(visible)
    guard !area.isEmpty else { return }
    let pass = silhouette(scene, slot, in: space, area)
    let rect = area.rect
    append(
      .image, .coverage(pass),
      instance(
        DevicePlane(), rect, color, extra: SIMD4(0, 0, 1, 1), radii: SIMD4(0, 0, 1, 1),
        params: SIMD2(0, 0), clip: chain(clip, for: area)))
  }

  /// The layer drawn and blurred in its own plane, and that seen as the plane is.
  private mutating func softShadow(
    _ scene: Scene, _ slot: Int, _ visible: PixelRect, _ color: SIMD4<Float>, _ clip: Clip
  ) {
    let plane = placement(scene, slot).plane
    let radius = scene.tree.values[slot].shadowRadius
    guard let inverse = scene.plane(of: slot).matrix.inverse else { return }
    // Finer than this the blur shows nothing. Wider ones go by way of a smaller picture, whose pixels
    // depend on where it begins, and that on what else is drawn.
    var scale = min(plane.greatestScale(in: scene.tree.values[slot].bounds), 3.25 / radius)
    let move = scene.tree.values[slot].shadowOffset
    var reach: Int { BlurAxis.reach(sigma: radius * scale) }
    func space() -> Matrix3 {
      inverse.concat(Matrix3(SIMD3(scale, 0, 0), SIMD3(0, scale, 0), SIMD3(0, 0, 1)))
    }
    // What falls on pixels that can be seen. Not only on those that are drawn now: places between
    // texels must come out the same, to the last bit, whatever is drawn.
    let all = rasterSpace == nil ? visible.union(list.size.bounds) : visible
    func box() -> PixelRect {
      let shown = DevicePlane((rasterSpace?.inverse ?? .identity).concat(space()))
        .box(of: all.rect).offsetBy(-move.width * scale, -move.height * scale)
      return scene.contentBox(slot, space(), within: .everywhere)
        .intersection(PixelRect(covering: shown, within: .everywhere).outset(by: reach + 1))
    }
    var content = box()
    let limit = Double(4 * list.size.bounds.area)
    if Double(content.area) > limit {
      // Seen almost along its plane.
      scale *= (limit / Double(content.area)).squareRoot()
      content = box()
    }
    let side = max(content.width, content.height) + 2 * reach
    if side > scene.maximumImageSize {
      scale *= 0.99 * Double(scene.maximumImageSize) / Double(side)
      content = box()
    }
    guard !content.isEmpty, scale > 0, scale.isFinite,
      max(content.width, content.height) + 2 * reach <= scene.maximumImageSize
    else { return }
    let source = silhouette(scene, slot, in: space(), content)
    let area = content.outset(by: reach)
    let pass = blur(
      source, area, sigma: SIMD2(repeating: radius * scale), edge: .transparent)
    let rect = Rect(
      Double(area.x) / scale + move.width, Double(area.y) / scale + move.height,
      Double(area.width) / scale, Double(area.height) / scale)
    let box = plane.pixels(of: rect, within: limits)
    guard !self.visible(box.intersection(visible), clip).isEmpty, plane.isDrawable(rect) else {
      return
    }
    append(
      .image, .coverage(pass),
      instance(
        plane, rect, color, extra: SIMD4(0, 0, 1, 1), radii: SIMD4(0, 0, 1, 1),
        params: SIMD2(0, 0), clip: chain(clip, for: box)))
  }

  /// A pass with what a layer draws, without its shadow, in a space that device pixels are mapped to.
  private mutating func silhouette(
    _ scene: Scene, _ slot: Int, in space: Matrix3, _ area: PixelRect
  ) -> Int {
    let around = rasterSpace
    open(Target(whole: area))
    rasterSpace = space
    contents(
      scene, slot, placement(scene, slot), fading: .none,
      clip: Clip(chain: -1, scissor: area))
    rasterSpace = around
    return close()
  }
}

extension DevicePlane {
  /// Circles stay circles.
  var isSimilarity: Bool {
    guard matrix.isAffine else { return false }
    let (x, y) = derivatives(at: .zero)
    let a = (x * x).sum(), b = (y * y).sum()
    return abs((x * y).sum()) <= 1e-3 * max(a, b) && abs(a - b) <= 1e-3 * max(a, b)
  }

  /// Device pixels per point where and in what direction there are most, at the corners of `rect`.
  func greatestScale(in rect: Rect) -> Double {
    rect.corners.reduce(0) { most, corner in
      let v = matrix.applied(to: corner)
      guard v.z >= Matrix4.nearestW else { return most }
      let (x, y) = derivatives(at: corner)
      return max(most, (x * x).sum().squareRoot(), (y * y).sum().squareRoot())
    }
  }
}
