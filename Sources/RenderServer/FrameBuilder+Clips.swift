import Geometry
import Renderer

/// Clips: shapes and whole pixels outside of which nothing is drawn.
extension FrameBuilder {
  /// The clip of a layer's contents: whole pixels where the bounds are some, a shape otherwise.
  mutating func narrowed(_ clip: Clip, by shape: RoundedBounds, _ plane: DevicePlane)
    -> Clip
  {
    var clip = clip
    if !shape.isRounded, let pixels = plane.wholePixels(of: shape.rect, within: clip.scissor) {
      clip.scissor = pixels
      return clip
    }
    clip.chain = add(clip: shape, plane, parent: clip.chain)
    return clip
  }

  mutating func add(clip shape: RoundedBounds, _ plane: DevicePlane, parent: Int32)
    -> Int32
  {
    // A plane without an inverse is not visible and never gets here.
    let inverse = plane.matrix.inverse ?? .identity
    list.clips.append(
      DrawList.Clip(
        row0: SIMD4<Float>(inverse.r0), row1: SIMD4<Float>(inverse.r1),
        row2: SIMD4<Float>(inverse.r2), rect: SIMD4<Float>(shape.rect),
        radii: SIMD4<Float>(shape.radii), parent: parent,
        shape: shape.cornerFlag != 0 ? 2 : 0))
    let isCrisp = plane.wholePixels(of: shape.rect, within: limits) != nil
    clipShapes.append(
      ClipShape(
        shape: shape, inverse: inverse, margin: isCrisp ? 0 : 1, isHalfPlane: false,
        depth: depth(below: parent)))
    return Int32(list.clips.count - 1)
  }

  mutating func add(
    halfPlane line: SIMD3<Double>, isSharp: Bool, _ plane: DevicePlane, parent: Int32
  )
    -> Int32
  {
    let inverse = plane.matrix.inverse ?? .identity
    list.clips.append(
      DrawList.Clip(
        row0: SIMD4<Float>(inverse.r0), row1: SIMD4<Float>(inverse.r1),
        row2: SIMD4<Float>(inverse.r2), rect: SIMD4<Float>(line),
        parent: parent, shape: isSharp ? 3 : 1))
    clipShapes.append(
      ClipShape(
        shape: RoundedBounds(rect: .zero, radius: 0), inverse: inverse, margin: 0,
        isHalfPlane: true, depth: depth(below: parent)))
    return Int32(list.clips.count - 1)
  }

  mutating func depth(below parent: Int32) -> Int {
    let depth = parent >= 0 ? clipShapes[Int(parent)].depth + 1 : 1
    longestChain = max(longestChain, depth)
    return depth
  }

  /// The chain without those innermost shapes that `box` lies wholly inside.
  func needed(_ chain: Int32, by box: PixelRect) -> Int32 {
    var chain = chain
    while chain >= 0 {
      let clip = clipShapes[Int(chain)]
      guard !clip.isHalfPlane,
        clip.shape.encloses(box, mappedBy: clip.inverse, marginInPixels: clip.margin)
      else { break }
      chain = list.clips[Int(chain)].parent
    }
    return chain
  }

  /// The chain for something that touches `box`: with the scissor in it where that cuts.
  mutating func chain(_ clip: Clip, for box: PixelRect) -> Int32 {
    let chain = needed(clip.chain, by: box.intersection(clip.scissor))
    if clip.scissor.contains(box.intersection(area)) { return chain }
    let last = list.clips.count - 1
    let scissor = RoundedBounds(rect: clip.scissor.rect, radius: 0)
    if last >= 0, list.clips[last].parent == chain, clipShapes[last].shape == scissor,
      !clipShapes[last].isHalfPlane, clipShapes[last].inverse == .identity
    {
      return Int32(last)
    }
    return add(clip: scissor, DevicePlane(), parent: chain)
  }

  /// What is left of `box` in the target, nothing when it is not drawn.
  func visible(_ box: PixelRect, _ clip: Clip) -> PixelRect {
    let rest = box.intersection(clip.scissor).intersection(area)
    return region.intersects(rest) ? rest : .zero
  }
}
