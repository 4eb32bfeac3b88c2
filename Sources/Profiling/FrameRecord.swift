/// Everything measured about one frame. Nanoseconds unless said otherwise.
package struct FrameRecord: Hashable, Sendable {
  /// Why a frame was seen later than its target.
  package enum LateCause: String, Sendable {
    case commit, sample, record, gpu, present
  }

  package var index = 0
  /// Main thread: from the events it answered, or from its layout, to the commit that this frame
  /// shows; 0 for none.
  package var commit: Int64 = 0
  package var apply: Int64 = 0
  package var sample: Int64 = 0
  package var build: Int64 = 0
  package var record: Int64 = 0
  package var submit: Int64 = 0
  /// 0 when the device gave no time.
  package var gpu: Int64 = 0
  /// Media time in seconds the animations were sampled for.
  package var targetTime = 0.0
  /// Media time in seconds the frame was really seen; nil until known, or where nobody says.
  package var presentTime: Double?
  package var lateCause: LateCause?

  package var layers = 0
  package var animated = 0
  package var drawn = 0
  package var culled = 0
  package var draws = 0
  package var passes = 0
  package var pipelineSwitches = 0
  package var descriptorBinds = 0
  package var damagedPixels = 0
  package var shadedPixels = 0
  package var uploadedBytes = 0
  /// Heap allocations by the render thread during the frame; nil where nobody counts.
  package var allocations: Int?

  package init() {}
}
