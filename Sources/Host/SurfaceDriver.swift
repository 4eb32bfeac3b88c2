import Geometry
import LayerCommit
import RenderServer
import WaylandPlatform

/// What a surface does on the render thread, whatever shows it.
protocol SurfaceDriver: AnyObject {
  var renderer: SurfaceRenderer { get }
  var frames: FrameProducer { get }
  var clock: DisplayClock { get }
  /// Seconds; nil where time is virtual.
  var refreshInterval: Double? { get }
  /// Media time of the next `step` that is needed without a wake-up; infinity for none.
  var nextWake: Double { get }
  /// Takes commits and events, ticks and draws as the time has come.
  func step(now: Double)
  /// Applies the commits that have arrived and moves the server to `time`.
  func advance(to time: Double)
  /// Draws because somebody asked. False when nothing has changed.
  func drawRequested(at target: FrameTarget) throws(HostError) -> Bool
  /// The display server is gone.
  func displayLost(reason: String)
  /// Frees what the surface holds outside memory.
  func close()
}
