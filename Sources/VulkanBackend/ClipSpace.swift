import CVulkan
import Geometry

/// Which of a target's pixels clip space is.
struct ClipSpace {
  let viewport: VkViewport
  /// In the target's own pixels.
  let middle: SIMD2<Float>
  /// Pixels from the middle on to clip space.
  let scale: SIMD2<Float>

  /// Just the target.
  init(tight target: PixelSize) {
    let size = SIMD2<Float>(target)
    middle = 0.5 * size
    scale = 2 / size
    viewport = VkViewport(x: 0, y: 0, width: size.x, height: size.y, minDepth: 0, maxDepth: 1)
  }

  /// Far more than the target, which only scissors limit; nil for one that is too large.
  ///
  /// A quad that reaches over clip space's sides is cut there, and the corners that it gets lie a
  /// fraction of a pixel off its edges, so that now and then a pixel on an edge is another's. When
  /// drivers cut is their own affair: the software driver does with a depth buffer what it does not do
  /// without. Here none is cut that stays within `reach`.
  ///
  /// Clip space is a power of two about the target's first pixel, so that places in pixels reach the
  /// rasterizer without rounding. Quads in perspective that come close to the eye want `tight`: far
  /// outside drivers run out of fixed-point numbers.
  init?(wide target: PixelSize, on device: LogicalDevice) {
    let most = device.limits.maxViewportDimensions
    self.init(wide: target, mostPixels: min(most.0, most.1))
  }

  /// `mostPixels`: the greatest viewport; at least 4,096 everywhere.
  init?(wide target: PixelSize, mostPixels: UInt32) {
    let half: Float = mostPixels >= 8_192 ? 4_096 : 2_048
    guard max(target.width, target.height) <= Int(half) else { return nil }
    middle = .zero
    scale = SIMD2(repeating: 1 / half)
    viewport = VkViewport(
      x: -half, y: -half, width: 2 * half, height: 2 * half, minDepth: 0, maxDepth: 1)
  }

  /// How far a wide one goes to each side of the target's first pixel.
  var reach: Float { 1 / scale.x }
}
