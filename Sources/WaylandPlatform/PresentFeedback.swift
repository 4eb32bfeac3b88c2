/// When a frame was really seen, as the server says.
package struct PresentFeedback: Hashable, Sendable {
  /// How much the time can be trusted.
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Shown in step with the display's refresh, without tearing.
    package static let vsync = Flags(rawValue: 0x1)
    /// The time was taken by the display hardware.
    package static let hardwareClock = Flags(rawValue: 0x2)
    /// The hardware reported when the frame was shown.
    package static let hardwareCompletion = Flags(rawValue: 0x4)
    /// The display reads our buffer directly.
    package static let zeroCopy = Flags(rawValue: 0x8)
  }

  /// The number `WaylandWindow.prepareFrame()` returned for the frame.
  package var frame: UInt64
  /// When the frame was first seen. Media time, in seconds.
  package var time: Double
  /// The server's prediction of the time to the next refresh, in seconds; nil when it has none.
  /// May be wrong by half: measure.
  package var refresh: Double?
  /// Counts the display's refreshes; always 0 where the server does not count.
  package var sequence: UInt64
  package var flags: Flags

  package init(
    frame: UInt64, time: Double, refresh: Double?, sequence: UInt64, flags: Flags
  ) {
    self.frame = frame
    self.time = time
    self.refresh = refresh
    self.sequence = sequence
    self.flags = flags
  }
}
