import AnimationCore
import Geometry

/// The frame being prepared. Media time, in seconds.
package struct FrameTarget: Hashable, Sendable {
  /// When the last frame was seen: the start of this interval.
  package var timestamp: Double
  /// When the frame being prepared will be seen; animations are sampled for this moment.
  package var presentTime: Double
  /// A commit that arrives later lands in the next frame.
  package var startBy: Double
  /// The display's refresh interval.
  package var interval: Double

  package init(timestamp: Double, presentTime: Double, startBy: Double, interval: Double) {
    self.timestamp = timestamp
    self.presentTime = presentTime
    self.startBy = startBy
    self.interval = interval
  }
}

/// What the server tells the application, in order.
package enum ServerEvent: Hashable, Sendable {
  /// A frame interval begins. Sent only while ticks are wanted.
  case tick(SurfaceID, FrameTarget)
  /// The active time of an animation began, at this media time; only of those whose start is
  /// awaited.
  case animationStarted(SurfaceID, LayerID, AnimationID, time: Double)
  /// The end of the active time was reached, at this media time.
  case animationFinished(SurfaceID, LayerID, AnimationID, time: Double)
  /// The window has a new size in points and a new scale.
  case configure(SurfaceID, size: Size, scale: Double)
  /// The user asked for the window to be closed.
  case closeRequested(SurfaceID)
  /// Input arrives in the order in which it happened.
  case input(SurfaceID, InputEvent)
  /// Sent for the first status of a window and whenever it changes.
  case windowChanged(SurfaceID, WindowStatus)
  /// The output is gone for good: the display server ended, or the device could not be rebuilt.
  case surfaceLost(SurfaceID, reason: String)
}
