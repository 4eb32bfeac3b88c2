/// What a surface's server keeps from frame to frame, at most. The frame at hand may need more.
package enum CacheLimits {
  /// Bytes of masks of paths and of blurred shadows.
  package static let maskBytes = CoverageCache.defaultLimit
  /// Pixels of layers' bitmaps, in multiples of the surface's.
  package static let bitmapSurfaces = RasterCache.surfaces
}
