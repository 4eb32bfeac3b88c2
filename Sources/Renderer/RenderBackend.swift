import Geometry

/// Why a frame could not be drawn.
package enum BackendError: Error, Equatable, Sendable {
  /// The surface changed under us; configure again, then draw the whole frame.
  case surfaceOutOfDate
  /// The surface is of no more use: the backend must be made again for the same window.
  case surfaceLost
  /// Every resource is gone and must be rebuilt from CPU copies.
  case deviceLost
  /// No device serves, or memory ran out. The text says what to do.
  case unavailable(String)
}

/// A surface ready to be drawn into.
package struct FrameSlot: Sendable, Equatable {
  /// How many frames ago this slot's pixels were drawn: 1 for the last frame, 0 for undefined.
  package var age: Int

  package init(age: Int) { self.age = age }
}

/// What drawing one frame took.
package struct FrameCost: Sendable, Equatable {
  package var draws = 0
  package var passes = 0
  package var pipelineSwitches = 0
  package var descriptorBinds = 0
  /// Pixels inside scissor and target of all batches: an upper bound of what was shaded.
  package var pixelsShaded = 0
  package var uploadedBytes = 0
  /// Pipelines made, or drawn with for the first time, by this frame: each may have cost milliseconds.
  package var pipelinesCreated = 0
  /// Images drawn from a texture that they share with others, and the bytes of such textures.
  package var cacheHits = 0
  package var cacheBytes = 0
  /// Device memory held, in bytes.
  package var deviceBytes = 0
  /// Nanoseconds on the CPU to record and to submit.
  package var recordNanoseconds: Int64 = 0
  package var submitNanoseconds: Int64 = 0
  /// Nanoseconds on the device of the latest finished frame; 0 when not known or not measured.
  package var gpuNanoseconds: Int64 = 0

  package init() {}
}

/// Executes draw lists for one surface. Lives on the render thread.
///
/// A frame is `acquire`, then the list is built for the slot's age, then `render`.
package protocol RenderBackend: AnyObject {
  /// Readable name of the device, for logs and `info`.
  var deviceName: String { get }
  /// Greatest width or height of an image.
  var maximumImageSize: Int { get }
  /// Passes may begin with a copy of the surface. Where not, such a copy is empty: who needs what lies
  /// behind draws it aside.
  var canCopySurface: Bool { get }
  /// Gives the surface a size; its pixels become undefined. Never called with an empty size.
  func configure(size: PixelSize) throws(BackendError)
  /// The next slot, or nil when none is free in time: not an error, try again later.
  func acquire() throws(BackendError) -> FrameSlot?
  /// Draws `list` into the acquired slot and presents it.
  func render(_ list: DrawList) throws(BackendError) -> FrameCost
  /// The surface's pixels, premultiplied, after all drawing has finished. Offscreen surfaces only.
  func readPixels() throws(BackendError) -> Bitmap
  /// Leaves out what is not among these.
  func use(_ optimizations: Optimizations)
  /// From now on costs say how long the device took, where it can tell. Measuring may cost more than
  /// a small frame.
  func measureDeviceTime()
}

extension RenderBackend {
  package var canCopySurface: Bool { true }

  /// Nothing to measure, or always measured.
  package func measureDeviceTime() {}
  /// Nothing that could be left out.
  package func use(_ optimizations: Optimizations) {}
}
