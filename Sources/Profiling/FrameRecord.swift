/// Everything measured about one frame. Nanoseconds unless said otherwise.
package struct FrameRecord: Hashable, Sendable {
  /// Why a frame was seen later than its target, or was seen in time without what it was to show.
  package enum LateCause: String, Sendable {
    case commit, sample, record, gpu, present
  }

  package var index = 0
  /// Main thread: from the events it answered, or from its layout, to the commit that this frame
  /// shows; 0 for none.
  package var commit: Int64 = 0
  package var apply: Int64 = 0
  /// Animations, places and damage.
  package var sample: Int64 = 0
  /// The part of `sample` that went into places, order and damage.
  package var place: Int64 = 0
  package var build: Int64 = 0
  package var record: Int64 = 0
  package var submit: Int64 = 0
  /// Giving the frame to the display; 0 where there is none.
  package var present: Int64 = 0
  /// 0 when the device gave no time.
  package var gpu: Int64 = 0
  // When things happened: media time in seconds, nil where they did not.
  /// The animations were sampled for this moment.
  package var targetTime = 0.0
  /// The main thread was told of the frame.
  package var tickTime: Double?
  /// The frame would have started without the main thread's answer.
  package var startBy: Double?
  /// The oldest input that is answered by the commits this frame shows, by the display's stamp.
  package var inputTime: Double?
  /// The main thread began the first and ended the last of the commits that this frame shows.
  package var commitBegin: Double?
  package var commitEnd: Double?
  /// The render thread began to prepare the frame.
  package var startTime = 0.0
  /// The display was given the frame.
  package var submitTime = 0.0
  /// The frame was really seen; nil until known, or where nobody says.
  package var presentTime: Double?
  /// The frame could not wait for the commit that was to be in it.
  package var missedCommit = false
  package var lateCause: LateCause?

  package var layers = 0
  package var animated = 0
  /// Layers that were looked at because they, or layers inside them, may show something else.
  package var visited = 0
  package var drawn = 0
  /// Rectangles, triangles by two, handed to the device.
  package var quads = 0
  package var culled = 0
  package var draws = 0
  package var passes = 0
  package var pipelineSwitches = 0
  package var descriptorBinds = 0
  package var damagedPixels = 0
  package var shadedPixels = 0
  package var uploadedBytes = 0
  /// Pipelines made, or drawn with for the first time, by this frame.
  package var pipelinesCreated = 0
  /// Images drawn from shared textures, and the bytes of those.
  package var cacheHits = 0
  package var cacheBytes = 0
  /// Masks of paths drawn that were there and that were made, and the bytes of all that are kept.
  package var maskHits = 0
  package var maskMisses = 0
  package var maskBytes = 0
  /// Bitmaps of rasterized layers that were drawn as they were and that were drawn anew, and the bytes
  /// of all that are kept.
  package var bitmapHits = 0
  package var bitmapMisses = 0
  package var bitmapBytes = 0
  /// Bytes of textures that passes draw into, with those kept for the next frames.
  package var passBytes = 0
  /// Bytes of images that passes have drawn and of the smaller copies of others, while they are kept.
  package var keptImageBytes = 0
  /// Device memory held, in bytes; 0 where nobody says.
  package var deviceBytes = 0
  /// Nil where nobody counts.
  package var allocations: FrameAllocations?

  package init() {}
}
