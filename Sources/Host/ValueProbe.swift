import AnimationCore
import LayerCommit
import RenderServer

/// What one drawn frame showed of some layers.
package struct ProbedFrame: Sendable {
  /// Media time in seconds the frame was drawn for.
  package var targetTime: Double
  /// As sampled; nil for a layer the server did not know.
  package var values: [LayerValues?]
}

/// Keeps what drawn frames showed of the layers that a test asks about. Off, it costs a look at an
/// empty array.
struct ValueProbe {
  private var layers: [LayerID] = []
  private(set) var frames: [ProbedFrame] = []

  init(layers: [LayerID] = []) { self.layers = layers }

  /// A frame was drawn with what the renderer has sampled.
  mutating func note(_ renderer: SurfaceRenderer, at time: Double) {
    guard !layers.isEmpty else { return }
    frames.append(
      ProbedFrame(targetTime: time, values: layers.map { renderer.sampledValues(of: $0) }))
  }
}
