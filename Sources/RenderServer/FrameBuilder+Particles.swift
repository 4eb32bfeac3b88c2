import Geometry
import Renderer

/// Particles: quads of images, in one batch as far as they share a texture.
extension FrameBuilder {
  mutating func drawParticles(
    _ scene: Scene, _ slot: Int, _ placement: Placement, factor: SIMD4<Double>, clip: Clip
  ) {
    guard let particles = scene.emitters.particles(of: slot) else { return }
    var place = scene.particlePlane(slot, particles)
    place.plane = placement.plane
    if let rasterSpace { place.depth = rasterSpace.applied(toRow: place.depth) }
    let blend: DrawList.Blend = particles.isAdditive ? .plus : .over
    // Neighbours mostly show the same, which holds an image.
    var shown: (number: Int32, picture: EmitterPicture)?
    for i in particles.order {
      let particle = particles.list[Int(i)]
      if shown?.number != particle.picture {
        shown = (particle.picture, particles.pictures[Int(particle.picture)])
      }
      guard let picture = shown?.picture, scene.canDraw(picture.image) else { continue }
      let quad = place.quad(of: particle, picture.size)
      let box = quad.pixels(within: limits)
      guard !visible(box, clip).isEmpty,
        quad.isAffine || DevicePlane(quad.matrix).isDrawable(quad.rect)
      else { continue }
      upload(picture.image)
      let isLarge = place.plane.pixelsPerPoint * particle.scale * picture.pixel > 1
      append(
        .image,
        .image(picture.image.id, isLarge ? picture.magnification : picture.minification),
        blend: blend,
        instance(
          quad, particle.color * factor, picture, clip: chain(clip, for: box)))
    }
  }

  private func instance(
    _ quad: ParticleQuad, _ color: SIMD4<Double>, _ picture: EmitterPicture, clip: Int32
  ) -> DrawList.Instance {
    let texture = SIMD4<Float>(picture.texture)
    return DrawList.Instance(
      row0: SIMD4<Float>(quad.matrix.r0), row1: SIMD4<Float>(quad.matrix.r1),
      row2: SIMD4<Float>(quad.matrix.r2), rect: SIMD4<Float>(quad.rect),
      color: SIMD4<Float>(color), extra: texture, radii: texture,
      params: SIMD2(Float(picture.bias), 15), clip: clip)
  }
}

extension Scene {
  func canDraw(_ image: PixelImage) -> Bool {
    image.bitmap.size.width <= maximumImageSize && image.bitmap.size.height <= maximumImageSize
  }
}
