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
  /// The active time of an animation began, at this media time.
  case animationStarted(SurfaceID, LayerID, AnimationID, time: Double)
  /// The end of the active time was reached, at this media time.
  case animationFinished(SurfaceID, LayerID, AnimationID, time: Double)
  /// The window has a new size in points and a new scale.
  case configure(SurfaceID, size: Size, scale: Double)
  /// The user asked for the window to be closed.
  case closeRequested(SurfaceID)
  case key(SurfaceID, KeyEvent)
  /// The output is gone for good: the display server ended, or the device could not be rebuilt.
  case surfaceLost(SurfaceID, reason: String)
}

/// A key as the layout names it.
package struct KeyEvent: Hashable, Sendable {
  /// The XKB keysym, for example 0xff1b for Escape.
  package var keysym: UInt32
  /// The text it types, empty for none.
  package var text: String
  package var isPressed: Bool
  /// Media time, in seconds.
  package var time: Double

  package static let escape: UInt32 = 0xff1b

  package init(keysym: UInt32, text: String, isPressed: Bool, time: Double) {
    self.keysym = keysym
    self.text = text
    self.isPressed = isPressed
    self.time = time
  }
}
