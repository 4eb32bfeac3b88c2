import CVulkan
import Geometry
import Renderer

/// The `Step` block of Shaders/blur.glsl.
struct BlurConstants: BitwiseCopyable {
  /// Place in the source, in its texels: the target's texel · xy + zw.
  var place = SIMD4<Float>(1, 1, 0, 0)
  /// The centres of the first and the last texel that hold something.
  var limits = SIMD4<Float>.zero
  /// Unit coordinates per texel.
  var texel = SIMD2<Float>.zero
  /// Texels from sample to sample.
  var spacing = SIMD2<Float>.zero
  /// 1: nothing lies beyond the limits; 0: what lies at them goes on.
  var fade: Float = 1
  /// Samples across and down that are averaged; of a kernel, `across` is how many both sides have.
  var across: Int32 = 1
  var down: Int32 = 1
  /// The kernel: its middle, and what both sides have in samples between two texels, each (weight,
  /// distance).
  var middle: Float = 1
  var pairs: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) = (.zero, .zero, .zero)

  mutating func setKernel(_ axis: BlurAxis) {
    let weights = axis.weights()
    middle = weights[0]
    across = Int32((axis.radius + 1) / 2)
    var all = SIMD16<Float>.zero
    for i in stride(from: 1, through: axis.radius, by: 2) {
      let weight = weights[i] + weights[i + 1]
      all[i - 1] = weight
      // Devices cut places between texels off to 1/256: see source() of the shader.
      all[i] = Float(i) + (256 * weights[i + 1] / weight).rounded() / 256
    }
    pairs = (all.lowHalf.lowHalf, all.lowHalf.highHalf, all.highHalf.lowHalf)
  }
}

/// Gaussian blurs of passes, in steps of one axis each, on pictures as small as their width allows.
extension ListRenderer {
  /// A picture between two steps: a texture and which pixels it holds, reduced ones or not.
  private struct BlurPicture {
    var texture: Texture
    var pixels: PixelRect
    /// One step made it and one reads it.
    var isLent = true
  }

  /// Fills what the pass draws with another pass's result, blurred.
  func blur(
    _ source: Int, _ sigma: SIMD2<Float>, _ edge: DrawList.Pass.BlurEdge, _ area: PixelRect,
    _ index: Int, _ commands: OpaquePointer, _ cost: inout FrameCost
  ) throws(BackendError) {
    guard let target = pass.texture, let from = result(of: source, readBy: index) else {
      pass.clears(to: .zero)
      return
    }
    let x = BlurAxis(sigma: sigma.x), y = BlurAxis(sigma: sigma.y)
    var drawn = pass.area
    drawn.x += area.x
    drawn.y += area.y
    let isReduced = x.scale > 1 || y.scale > 1
    let across = BlurSpan(x, drawn.x..<drawn.maxX, from.area.x..<from.area.maxX, edge)
    let down = BlurSpan(y, drawn.y..<drawn.maxY, from.area.y..<from.area.maxY, edge)
    guard !across.source.isEmpty, !down.source.isEmpty else {
      pass.clears(to: .zero)
      return
    }
    var constants = BlurConstants()
    constants.fade = edge == .transparent ? 1 : 0
    var picture = BlurPicture(texture: from.texture, pixels: from.area, isLent: false)
    // What a step made and none read, since one failed.
    defer { giveBack(&picture) }
    if isReduced {
      let pixels = PixelRect(across.source, down.source)
      constants.place = Self.place(
        from: pixels, SIMD2(Double(x.scale), Double(y.scale)), to: picture.pixels)
      constants.spacing = SIMD2(2, 2)
      constants.across = Int32(max(x.scale / 2, 1))
      constants.down = Int32(max(y.scale / 2, 1))
      try step(.resample, constants, &picture, to: pixels, commands, &cost)
    }
    // The last step goes straight to the target where that has the same pixels.
    let blursDown = y.radius > 0
    if x.radius > 0 {
      let pixels = PixelRect(across.result, down.source)
      constants.setKernel(x)
      constants.spacing = SIMD2(1, 0)
      if isReduced || blursDown {
        constants.place = Self.place(from: pixels, SIMD2(1, 1), to: picture.pixels)
        try step(.blur, constants, &picture, to: pixels, commands, &cost)
      } else {
        constants.place = Self.place(from: area, SIMD2(1, 1), to: picture.pixels)
        try lastStep(.blur, constants, &picture, to: target, commands, &cost)
        return
      }
    }
    if blursDown {
      let pixels = PixelRect(across.result, down.result)
      constants.setKernel(y)
      constants.spacing = SIMD2(0, 1)
      if isReduced {
        constants.place = Self.place(from: pixels, SIMD2(1, 1), to: picture.pixels)
        try step(.blur, constants, &picture, to: pixels, commands, &cost)
      } else {
        constants.place = Self.place(from: area, SIMD2(1, 1), to: picture.pixels)
        try lastStep(.blur, constants, &picture, to: target, commands, &cost)
        return
      }
    }
    constants.place = Self.place(
      from: area, SIMD2(1 / Double(x.scale), 1 / Double(y.scale)), to: picture.pixels)
    constants.across = 1
    constants.down = 1
    try lastStep(.resample, constants, &picture, to: target, commands, &cost)
  }

  /// How a texel of a picture leads to a place in another: by the scale between their pixels.
  private static func place(
    from pixels: PixelRect, _ scale: SIMD2<Double>, to source: PixelRect
  ) -> SIMD4<Float> {
    let offset =
      SIMD2(Double(pixels.x), Double(pixels.y)) * scale - SIMD2(Double(source.x), Double(source.y))
    return SIMD4(lowHalf: SIMD2<Float>(scale), highHalf: SIMD2<Float>(offset))
  }

  /// Makes the next picture.
  private func step(
    _ kind: PipelineKind, _ constants: BlurConstants, _ picture: inout BlurPicture,
    to pixels: PixelRect, _ commands: OpaquePointer, _ cost: inout FrameCost
  ) throws(BackendError) {
    var next = BlurPicture(
      texture: try passTextures.take(PixelSize(pixels.width, pixels.height)), pixels: pixels)
    // The old one, where this goes well.
    defer { giveBack(&next) }
    device.prepare(
      next.texture.image.raw, &next.texture.lastUse, for: .drawn, dropping: true, commands)
    try run(
      kind, constants, &picture, into: next.texture,
      PixelRect(0, 0, pixels.width, pixels.height), keeping: false, commands, &cost)
    swap(&picture, &next)
  }

  private func lastStep(
    _ kind: PipelineKind, _ constants: BlurConstants, _ picture: inout BlurPicture,
    to target: Texture, _ commands: OpaquePointer, _ cost: inout FrameCost
  ) throws(BackendError) {
    device.prepare(
      target.image.raw, &target.lastUse, for: .drawn, dropping: !pass.keeps, commands)
    try run(
      kind, constants, &picture, into: target, pass.area,
      keeping: pass.keeps || scissors.count > 1, commands, &cost)
  }

  /// Draws `part` of a texture, of the target only what the pass draws, and gives the source back.
  private func run(
    _ kind: PipelineKind, _ constants: BlurConstants, _ source: inout BlurPicture,
    into texture: Texture, _ part: PixelRect, keeping: Bool, _ commands: OpaquePointer,
    _ cost: inout FrameCost
  ) throws(BackendError) {
    let from = source.texture
    device.prepare(from.image.raw, &from.lastUse, for: .sampled, commands)
    var constants = constants
    let size = SIMD2(Float(source.pixels.width), Float(source.pixels.height))
    constants.limits = SIMD4(lowHalf: SIMD2(0.5, 0.5), highHalf: size - 0.5)
    constants.texel = 1 / SIMD2<Float>(from.image.size)
    bind(try from.set(.linear), commands, &cost)
    beginFilling(texture.image.view, part, keeping: keeping, commands)
    var viewport = VkViewport(
      x: Float(part.x), y: Float(part.y), width: Float(part.width), height: Float(part.height),
      minDepth: 0, maxDepth: 1)
    vkCmdSetViewport(commands, 0, 1, &viewport)
    bind(kind, commands, &cost)
    vkCmdPushConstants(
      commands, layout.pipeline, PushConstants.stages, 0,
      UInt32(MemoryLayout<BlurConstants>.size), &constants)
    if texture === pass.texture {
      for i in scissors.indices {
        vkCmdSetScissor(commands, 0, 1, &scissors[i])
        vkCmdDraw(commands, 4, 1, 0, 0)
      }
      cost.draws += scissors.count
      cost.pixelsShaded += shadedPerDraw
    } else {
      var scissor = part.vulkan
      vkCmdSetScissor(commands, 0, 1, &scissor)
      vkCmdDraw(commands, 4, 1, 0, 0)
      cost.draws += 1
      cost.pixelsShaded += part.area
    }
    device.functions.cmdEndRendering(commands)
    giveBack(&source)
  }

  private func giveBack(_ picture: inout BlurPicture) {
    if picture.isLent { passTextures.give(picture.texture) }
    picture.isLent = false
  }
}

/// Which pixels a blur along one axis goes through, reduced ones where it reduces.
private struct BlurSpan {
  /// Of the picture that the kernel is used on.
  var source: Range<Int>
  /// Of what comes out of the kernel.
  var result: Range<Int>

  /// `drawn` is what is wanted, `area` what there is; in pixels of the space.
  init(
    _ axis: BlurAxis, _ drawn: Range<Int>, _ area: Range<Int>, _ edge: DrawList.Pass.BlurEdge
  ) {
    let n = axis.scale
    // One more to each side where the result is interpolated.
    let more = n > 1 ? 1 : 0
    func below(_ x: Int) -> Int { x >= 0 ? x / n : -((n - 1 - x) / n) }
    result = (below(drawn.lowerBound) - more)..<(below(drawn.upperBound - 1) + 1 + more)
    let wanted = (result.lowerBound - axis.radius)..<(result.upperBound + axis.radius)
    let some = below(area.lowerBound)..<(below(area.upperBound - 1) + 1)
    switch edge {
    case .transparent:
      source = wanted.clamped(to: some)
    case .extended:
      // A reduced pixel across the edge is no longer what the edge goes on as; the one beyond is.
      let all = (some.lowerBound - more)..<(some.upperBound + more)
      let first = min(max(wanted.lowerBound, all.lowerBound), all.upperBound - 1)
      source = first..<max(min(wanted.upperBound, all.upperBound), first + 1)
    }
  }
}

extension PixelRect {
  fileprivate init(_ x: Range<Int>, _ y: Range<Int>) {
    self.init(x.lowerBound, y.lowerBound, x.count, y.count)
  }
}
