import Geometry
import LayerCommit
import Profiling
import Renderer

/// How an attempt to draw a frame ended.
package enum FrameOutcome: Hashable, Sendable {
  /// No pixel would differ: nothing was acquired and nothing submitted.
  case nothingChanged
  /// Every target is in use; the frame is still wanted.
  case noSlot
  case drawn
}

/// One surface: committed tree, sampling, damage, frame building, its backend. Lives on the render
/// thread.
package final class SurfaceRenderer {
  package let surface: SurfaceID
  private var backend: any RenderBackend
  package private(set) var lastSerial: UInt64 = 0
  package private(set) var wantsTicks = false
  private var size: Size
  private var scale: Double
  private var background: Color

  /// `size` in points, `scale` in pixels per point; `background` shows where no layer is.
  package init(
    surface: SurfaceID, backend: any RenderBackend, size: Size, scale: Double, background: Color
  ) {
    self.surface = surface
    self.backend = backend
    self.size = size
    self.scale = scale
    self.background = background
  }

  package func apply(_ commit: Commit) {
    lastSerial = commit.serial
  }

  package func resize(size: Size, scale: Double) {
    self.size = size
    self.scale = scale
  }

  package func replaceBackend(_ backend: any RenderBackend) {
    self.backend = backend
  }

  package func advance(to time: Double, events: inout [ServerEvent]) {}

  package var nextEventTime: Double { .infinity }
  package var isAnimating: Bool { false }
  package var needsFrame: Bool { isAnimating }

  package func drawFrame(at target: FrameTarget, record: inout FrameRecord)
    throws(BackendError) -> FrameOutcome
  {
    .nothingChanged
  }

  package func drawList(at time: Double, full: Bool) -> DrawList {
    DrawList(
      size: PixelSize(0, 0), damage: PixelRegion(),
      clearColor: SIMD4<Float>(background.premultiplied))
  }

  package func dumpTree(at time: Double) -> String { "" }
}
