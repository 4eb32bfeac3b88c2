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
  /// Those it was added for; it runs while there are any.
  private var modes: Set<RunLoop.Mode> = []
  /// When the next callback is due, in media time; nil before the first.
  private var nextDue: Double?

  public init(handler: @escaping (CADisplayLink) -> Void) { self.handler = handler }

  /// Whose frames it ticks with; nil for those of the oldest host there is.
  package weak var host: LayerHost? {
    didSet {
      guard host !== oldValue else { return }
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

  /// 0 is as often as the display.
  public var preferredFramesPerSecond = 0 {
    didSet { nextDue = nil }
  }

  public var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { nextDue = nil }
  }

  /// Starts. A link runs in whatever mode the run loop is.
  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard handler != nil else { return }
    modes.insert(mode)
    DisplayLinks.add(self)
  }

  /// Stops when `mode` is the last of those that the link was added for.
  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard modes.remove(mode) != nil, modes.isEmpty else { return }
    DisplayLinks.remove(self)
  }

  /// Stops for good, in all modes, and lets go of the closure.
  public func invalidate() {
    handler = nil
    modes = []
    DisplayLinks.remove(self)
  }

  /// Frames of the display per callback: the divisor whose rate is nearest to the preferred one
  /// within the range.
  private func stride(interval: Double) -> Int {
    let range = preferredFrameRateRange
    let wanted =
      if let preferred = range.preferred, preferred > 0 {
        Double(preferred)
      } else if preferredFramesPerSecond > 0 {
        Double(preferredFramesPerSecond)
      } else {
        Double(max(range.maximum, 0))
      }
    guard interval > 0, wanted > 0, wanted.isFinite else { return 1 }
    let rate = 1 / interval
    let candidates = (1...120).filter { k in
      let r = rate / Double(k)
      return (range.maximum <= 0 || r <= Double(range.maximum) + 0.5)
        && (range.minimum <= 0 || r >= Double(range.minimum) - 0.5)
    }
    let distance = { (k: Int) in abs(rate / Double(k) - wanted) }
    return candidates.min { distance($0) < distance($1) } ?? 1
  }

  fileprivate func tick(_ frame: FrameTarget) {
    // Kept while it runs: it may invalidate the link.
    guard !isPaused, let handler else { return }
    let step = Double(stride(interval: frame.interval)) * frame.interval
    if let due = nextDue, frame.presentTime < due - frame.interval / 2 { return }
    // Evenly spaced, without catching up on frames that were missed.
    let due = nextDue ?? frame.presentTime
    nextDue = (frame.presentTime - due < step ? due : frame.presentTime) + step
    timestamp = frame.timestamp
    targetTimestamp = frame.presentTime + step - frame.interval
    duration = frame.interval
    handler(self)
  }
}

extension CADisplayLink {
  /// Invalidates the links of a host and those of none: the clock that they read has ended.
  package static func invalidateAll(pacedBy host: LayerHost) {
    DisplayLinks.invalidateAll(pacedBy: host)
  }
}

/// The links that are added to a run loop. Main thread, but for `areWaiting`.
enum DisplayLinks {
  nonisolated(unsafe) private static var links: [CADisplayLink] = []
  // Only touched with `CommitLock` held.
  nonisolated(unsafe) private static var isAnyRunning = false
  // The hosts that links are running for. Only touched with `CommitLock` held.
  nonisolated(unsafe) private static var running: Set<ObjectIdentifier> = []

  /// Links of no host are waiting. Any thread.
  static var areWaiting: Bool { CommitLock.shared.withLock { unsafe isAnyRunning } }

  /// Links of this host are waiting. Any thread.
  static func areWaiting(for host: LayerHost) -> Bool {
    CommitLock.shared.withLock { unsafe running.contains(ObjectIdentifier(host)) }
  }

  static func add(_ link: CADisplayLink) {
    guard unsafe !links.contains(where: { $0 === link }) else { return }
    unsafe links.append(link)
    changed(link.host)
  }

  static func invalidateAll(pacedBy host: LayerHost) {
    for link in unsafe links where link.host == nil || link.host === host { link.invalidate() }
  }

  /// The host closes: its links go with the oldest one's frames from now on.
  static func release(_ host: LayerHost) {
    for link in unsafe links where link.host === host { link.host = nil }
  }

  static func remove(_ link: CADisplayLink) {
    unsafe links.removeAll { $0 === link }
    changed(link.host)
  }

  /// The next commit tells the server whether anybody waits for ticks.
  static func changed(_ host: LayerHost?) {
    let active = unsafe links.filter { !$0.isPaused }
    let isAny = active.contains { $0.host == nil }
    let hosts = Set(active.compactMap { $0.host.map(ObjectIdentifier.init) })
    CommitLock.shared.withLock {
      unsafe isAnyRunning = isAny
      unsafe running = hosts
    }
    TransactionStack.current.touch(host ?? LayerHost.all.first)
  }

  static func tick(_ frame: FrameTarget, of host: LayerHost) {
    // A host that ticks for its own links only is not the pace of the others.
    let isForAll = !areWaiting(for: host) || LayerHost.all.first === host
    // Links may come and go in the callbacks.
    let due = unsafe links.filter { $0.host === host || $0.host == nil && isForAll }
    for link in due { link.tick(frame) }
  }
}
