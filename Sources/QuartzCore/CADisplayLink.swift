import CoreGraphicsAPI
import LayerCommit

/// How often a display link or an animation should be refreshed, in frames per second.
public struct CAFrameRateRange: Hashable, Sendable {
  public var minimum: Float
  public var maximum: Float
  /// Nil: no preference.
  public var preferred: Float?

  public static let `default` = CAFrameRateRange()

  public init() { self.init(minimum: 0, maximum: 0) }

  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }
}

/// Calls back once for every frame of the display, before the frame is put together.
///
/// The closure takes the place of Apple's target and selector. Use on the main thread.
public final class CADisplayLink {
  /// Nil once the link is invalid.
  private var handler: ((CADisplayLink) -> Void)?
  /// Those it was added for.
  private var modes: Set<RunLoop.Mode> = []
  private var pace = FramePace.standard {
    didSet { if pace != oldValue { nextDue = nil } }
  }
  /// When the frame of the next callback is seen, in media time; nil before the first.
  private var nextDue: Double?

  public init(handler: @escaping (CADisplayLink) -> Void) { self.handler = handler }

  /// Whose frames it ticks with; nil for those of the oldest host there is.
  package weak var host: LayerHost? {
    didSet {
      guard host !== oldValue else { return }
      // The other one's clock may be behind.
      nextDue = nil
      DisplayLinks.changed(oldValue)
      DisplayLinks.changed(host)
    }
  }

  /// When the last frame was seen: the start of this interval.
  public private(set) var timestamp: CFTimeInterval = 0
  /// When the frame being prepared will be seen. State is computed for this moment.
  public private(set) var targetTimestamp: CFTimeInterval = 0
  /// Seconds between two frames of the display; 0 before the first callback.
  public private(set) var duration: CFTimeInterval = 0

  public var isPaused = false {
    didSet {
      guard isPaused != oldValue else { return }
      nextDue = nil
      DisplayLinks.changed(host)
    }
  }

  /// 0 is as often as the display. What was set last counts, this or the range.
  public var preferredFramesPerSecond = 0 {
    didSet {
      guard preferredFramesPerSecond >= 0 else {
        Warnings.once(
          "CADisplayLink.framesPerSecond", "preferredFramesPerSecond of a display link is below 0")
        return preferredFramesPerSecond = oldValue
      }
      pace = FramePace(framesPerSecond: preferredFramesPerSecond)
    }
  }

  /// A hint: the link ticks with a whole fraction of the display's rate, that nearest to the
  /// preferred one within the range. The default range is 60, or the rate of a slower display.
  public var preferredFrameRateRange = CAFrameRateRange.default {
    didSet {
      guard let pace = FramePace(preferredFrameRateRange) else {
        Warnings.once(
          "CADisplayLink.range",
          "a frame rate range was ignored: not finite, upside down, or preferring a rate outside")
        return preferredFrameRateRange = oldValue
      }
      self.pace = pace
    }
  }

  /// Starts. The link ticks while the run loop is in this mode; with `.common`, in all modes that the
  /// system uses, that of tracking touches included.
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard handler != nil else { return }
    modes.insert(mode)
    DisplayLinks.add(self)
  }

  /// Stops when `mode` is the last of those that the link was added for.
  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard modes.remove(mode) != nil else { return }
    if modes.isEmpty { DisplayLinks.remove(self) } else { DisplayLinks.changed(host) }
  }

  /// Stops for good, in all modes, and lets go of the closure.
  public func invalidate() {
    handler = nil
    modes = []
    DisplayLinks.remove(self)
  }

  /// Waits for frames of the display.
  var isRunning: Bool {
    handler != nil && !isPaused
      && (modes.contains(.common) || modes.contains(DisplayLinks.mode))
  }

  func tick(_ frame: FrameTarget) {
    // Kept while it runs: it may invalidate the link.
    guard let handler else { return }
    let stride = pace.stride(at: 1 / frame.interval)
    // In frames.
    let late = nextDue.map { ((frame.presentTime - $0) / frame.interval).rounded() } ?? 0
    if stride > 1, late < 0 { return }
    // Evenly spaced, without catching up on frames that were missed. Counted from this frame's own
    // time: the display's interval is an estimate, and a sum of them drifts.
    let missed = late > 0 && late < Double(stride) ? late : 0
    timestamp = frame.timestamp
    targetTimestamp = frame.presentTime + (Double(stride - 1) - missed) * frame.interval
    nextDue = targetTimestamp + frame.interval
    duration = frame.interval
    handler(self)
  }
}

extension CADisplayLink {
  /// Invalidates the links of a host and those of none: the clock that they read has ended.
  package static func invalidateAll(pacedBy host: LayerHost) {
    DisplayLinks.invalidateAll(pacedBy: host)
  }

  /// The mode that the main run loop is in as far as links are concerned. Those added for others
  /// rest, but for links of the common modes. Main thread.
  package static var runLoopMode: RunLoop.Mode {
    get { DisplayLinks.mode }
    set { DisplayLinks.mode = newValue }
  }
}
