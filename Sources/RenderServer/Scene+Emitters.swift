import AnimationCore
import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// Particles among the layers: found before places and boxes, because those depend on them.
extension Scene {
  /// Brings the particles of all emitters to media time `time`.
  mutating func updateEmitters(at time: Double) {
    for i in emitters.list.indices {
      let slot = emitters.list[i].slot
      let isChanged =
        isShown(slot)
        ? emitters.find(i, at: tree.localTime(of: slot, at: time)) : emitters.hide(i)
      if isChanged { tree.mark(slot, .own) }
    }
  }

  /// The layer is in the tree, and nothing hides it with all that it may draw.
  private func isShown(_ slot: Int) -> Bool {
    guard tree.isAttached[slot] else { return false }
    var current = slot
    while current >= 0 {
      if tree.values[current].isHidden || !(tree.values[current].opacity > 0) { return false }
      current = tree.superlayer(of: current)
    }
    return true
  }

  /// Finds out when emitters must be looked at again after media time `time`, once all is placed.
  mutating func scheduleEmitters(after time: Double, _ course: inout LocalTimeCourse) {
    var isMoving = false
    var next = Double.infinity
    for emitter in emitters.list {
      let wake = wake(emitter, after: time, &course)
      if wake > time { next = min(next, wake) } else { isMoving = true }
    }
    (emitters.isMoving, emitters.wake) = (isMoving, next)
  }

  private func wake(
    _ emitter: Emitter, after time: Double, _ course: inout LocalTimeCourse
  ) -> Double {
    let slot = emitter.slot
    guard let local = emitter.time, placements[slot].isVisible, !placements[slot].isSpace,
      mayBeSeen(emitter)
    else { return .infinity }
    course.follow(slot, in: tree)
    guard !course.isFrozen else { return .infinity }
    if emitter.particles.alive > 0 { return time }
    guard course.isOrdered else { return time }
    let birth = emitter.history.spans[emitter.history.spans.count - 1].nextBirth(after: local)
    guard birth.isFinite else { return .infinity }
    return max(course.mediaTime(reaching: birth, from: time), time)
  }

  /// Whether particles can come where they are seen.
  private func mayBeSeen(_ emitter: Emitter) -> Bool {
    let placement = placements[emitter.slot]
    guard !placement.clipBox.isEmpty else { return false }
    for span in emitter.history.spans {
      let reach = span.model.reach
      let low = pointwiseMin(span.from, span.to) - reach
      let high = pointwiseMax(span.from, span.to) + reach
      let rect = Rect(low.x, low.y, high.x - low.x, high.y - low.y)
      // In depth they may be seen anywhere.
      if span.model.isDeep || !placement.plane.matrix.isAffine
        || !placement.plane.pixels(of: rect, within: placement.clipBox).isEmpty
      {
        return true
      }
    }
    return false
  }

  // MARK: - Where they are

  /// What a point of height adds to the place of a particle on the screen, (X, Y, W).
  func depthRow(of slot: Int) -> SIMD3<Double> {
    let matrix = matrixToPlane(slot)
    let parent = tree.superlayer(of: slot)
    let outside = parent >= 0 ? orderPlane(of: parent).matrix : base.matrix
    return outside.applied(toRow: SIMD3(matrix.r2.x, matrix.r2.y, matrix.r2.w))
  }

  func particlePlane(_ slot: Int, _ particles: EmitterParticles) -> ParticlePlane {
    ParticlePlane(
      plane: placements[slot].plane,
      depth: particles.isDeep ? depthRow(of: slot) : .zero, isYUp: placements[slot].isYUp)
  }

  /// The pixels that the particles of a layer touch, within `limit`.
  func particleBox(_ slot: Int, within limit: PixelRect) -> PixelRect {
    guard let particles = emitters.particles(of: slot) else { return .zero }
    let plane = particlePlane(slot, particles)
    var box = PixelRect.zero
    for particle in particles.list {
      let quad = plane.quad(of: particle, particles.pictures[Int(particle.picture)].size)
      let pixels = quad.pixels(within: limit)
      if !box.contains(pixels) { box = box.union(pixels) }
    }
    return box
  }
}

/// Where particles of one layer are seen: upright pictures in planes parallel to the layer's.
struct ParticlePlane {
  var plane: DevicePlane
  /// What a point of height adds, (X, Y, W).
  var depth: SIMD3<Double>
  var isYUp: Bool

  func quad(of particle: EmitterParticle, _ size: Size) -> ParticleQuad {
    let m = plane.matrix
    let p = particle.position
    var across = m.r0 * particle.scale, down = m.r1 * particle.scale
    if particle.angle != 0 {
      let sine = sin(particle.angle), cosine = cos(particle.angle)
      (across, down) = (across * cosine + down * sine, down * cosine - across * sine)
    }
    // The top of the picture stays above.
    if isYUp { down = -down }
    return ParticleQuad(
      matrix: Matrix3(across, down, m.r0 * p.x + m.r1 * p.y + depth * p.z + m.r2),
      size: size, isAffine: m.isAffine && depth.z == 0)
  }
}

/// A picture about the origin of its own plane.
struct ParticleQuad {
  var matrix: Matrix3
  var size: Size
  var isAffine: Bool

  var rect: Rect { Rect(-size.width / 2, -size.height / 2, size.width, size.height) }

  func pixels(within limit: PixelRect) -> PixelRect {
    guard isAffine else { return DevicePlane(matrix).pixels(of: rect, within: limit) }
    // As that, without corners.
    let half =
      (SIMD2(abs(matrix.r0.x), abs(matrix.r0.y)) * size.width
        + SIMD2(abs(matrix.r1.x), abs(matrix.r1.y)) * size.height) / 2
    let middle = matrix.r2
    guard abs(middle.x) + abs(middle.y) < 1e9, half.x < 1e9, half.y < 1e9 else { return .zero }
    let x = middle.x - half.x - 1, y = middle.y - half.y - 1
    return PixelRect(
      covering: Rect(x, y, 2 * half.x + 2, 2 * half.y + 2), within: limit)
  }
}
