import LayerCommit

/// The wheel and touchpad events of one frame of a wl_pointer, which make one scroll.
///
/// Distances are points. One notch of a wheel is `notch` points, whatever distance the server names:
/// servers name 10 or 15 units, which mean nothing. Fingers and other continuous sources move by
/// what the server names.
struct ScrollFrame {
  /// One axis, by the numbers of wl_pointer.axis.
  private struct Axis {
    /// Points, by the server.
    var distance = 0.0
    /// Wheel steps of 1/120 notch; nil when the server names none.
    var steps: Int?
    /// The source has stopped on this axis.
    var stopped = false
    /// It has moved since it last stopped.
    var isMoving = false
  }

  /// A scroll without its place.
  struct Scroll: Equatable {
    var source: ScrollEvent.Source
    var dx: Double
    var dy: Double
    var isEnd: Bool
    var stamp: UInt32
  }

  private var vertical = Axis()
  private var horizontal = Axis()
  private var source: ScrollEvent.Source?
  private var stamp: UInt32 = 0
  private var isEmpty = true

  /// Points a notch: three lines of text, which is what a wheel moves elsewhere.
  static let notch = 40.0
  /// What most servers call a notch where they do not count notches.
  private static let unitsPerNotch = 10.0

  mutating func setSource(_ source: ScrollEvent.Source) { self.source = source }

  mutating func moved(axis: UInt32, distance: Double, stamp: UInt32) {
    update(axis) { $0.distance += distance }
    self.stamp = stamp
  }

  /// wl_pointer.axis_discrete.
  mutating func stepped(axis: UInt32, notches: Int32) {
    update(axis) { $0.steps = ($0.steps ?? 0) + Int(notches) * 120 }
  }

  /// wl_pointer.axis_value120.
  mutating func stepped(axis: UInt32, parts: Int32) {
    update(axis) { $0.steps = ($0.steps ?? 0) + Int(parts) }
  }

  mutating func stopped(axis: UInt32, stamp: UInt32) {
    update(axis) { $0.stopped = true }
    self.stamp = stamp
  }

  /// Ends the frame: what was scrolled, and then whether that was the end of it.
  mutating func finish() -> (scroll: Scroll?, end: Scroll?) {
    guard !isEmpty else { return (nil, nil) }
    let hasSteps = vertical.steps != nil || horizontal.steps != nil
    let source = source ?? (hasSteps ? .wheel : .continuous)
    let dx = points(horizontal, source), dy = points(vertical, source)
    var scroll: Scroll?
    if dx != 0 || dy != 0 {
      scroll = Scroll(source: source, dx: dx, dy: dy, isEnd: false, stamp: stamp)
    }
    let wasMoving = vertical.isMoving || horizontal.isMoving || scroll != nil
    let hasStopped = vertical.stopped || horizontal.stopped
    vertical = next(vertical, moved: dy != 0)
    horizontal = next(horizontal, moved: dx != 0)
    let isMoving = vertical.isMoving || horizontal.isMoving
    var end: Scroll?
    if hasStopped, wasMoving, !isMoving {
      end = Scroll(source: source, dx: 0, dy: 0, isEnd: true, stamp: stamp)
    }
    self.source = nil
    isEmpty = true
    return (scroll, end)
  }

  private mutating func update(_ axis: UInt32, _ change: (inout Axis) -> Void) {
    switch axis {
    case 0: change(&vertical)
    case 1: change(&horizontal)
    default: return
    }
    isEmpty = false
  }

  private func points(_ axis: Axis, _ source: ScrollEvent.Source) -> Double {
    switch source {
    case .wheel:
      if let steps = axis.steps { return Double(steps) / 120 * Self.notch }
      return axis.distance / Self.unitsPerNotch * Self.notch
    case .finger, .continuous:
      return axis.distance
    }
  }

  private func next(_ axis: Axis, moved: Bool) -> Axis {
    Axis(isMoving: !axis.stopped && (axis.isMoving || moved))
  }
}
