import CVulkan
import Geometry
import Renderer

/// Textures for offscreen passes, lent for part of a frame and reused by size class.
///
/// One queue executes everything in order, so a texture may be lent again, in this frame or the next,
/// as soon as the commands that read it have been recorded.
final class PassTexturePool {
  /// Frames an unused texture is kept.
  static let keptFrames: UInt64 = 60
  /// Textures that the last frame did not use are dropped, oldest first, while the pool holds more
  /// than this, two of 4096 × 4096 or so. What it did use stays: the next frame is likely to want the
  /// same again.
  static let byteLimit = 129 << 20

  private struct Spare {
    var texture: Texture
    var lastUse: UInt64
  }

  private let factory: TextureFactory
  private let format: VkFormat
  /// Oldest first.
  private var spares: [Spare] = []
  private(set) var bytes = 0
  private var frame: UInt64 = 0

  init(_ factory: TextureFactory, format: VkFormat) {
    self.factory = factory
    self.format = format
  }

  var spareCount: Int { spares.count }

  func take(_ size: PixelSize) throws(BackendError) -> Texture {
    let size = sizeClass(size)
    if let i = spares.lastIndex(where: { $0.texture.image.size == size }) {
      return spares.remove(at: i).texture
    }
    let texture = try factory.makeTarget(size: size, format: format)
    bytes += texture.image.size.bounds.area * 4
    return texture
  }

  func give(_ texture: Texture) { spares.append(Spare(texture: texture, lastUse: frame)) }

  /// Counts a frame and retires what has not been used for long, or is too much.
  func endFrame(_ ring: FrameRing) {
    frame += 1
    while let oldest = spares.first,
      frame - oldest.lastUse > (bytes > Self.byteLimit ? 1 : Self.keptFrames)
    {
      spares.removeFirst()
      bytes -= oldest.texture.image.size.bounds.area * 4
      ring.retire(oldest.texture)
    }
  }

  /// Sizes are rounded up, so that a group that grows by a pixel a frame does not take a new texture
  /// each time: to 64 texels up to 512, to 256 beyond.
  private func sizeClass(_ size: PixelSize) -> PixelSize {
    let limit = Int(factory.device.limits.maxImageDimension2D)
    func rounded(_ n: Int) -> Int {
      let step = n <= 512 ? 64 : 256
      return min((n + step - 1) / step * step, max(limit, n))
    }
    return factory.padded(PixelSize(rounded(size.width), rounded(size.height)))
  }
}
