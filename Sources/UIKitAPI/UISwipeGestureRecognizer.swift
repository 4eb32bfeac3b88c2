import CoreGraphicsAPI
import LayerStage

/// Recognises a quick straight movement in one of some directions.
@MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  public struct Direction: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let right = Direction(rawValue: 1 << 0)
    public static let left = Direction(rawValue: 1 << 1)
    public static let up = Direction(rawValue: 1 << 2)
    public static let down = Direction(rawValue: 1 << 3)

    /// The main one of a movement.
    fileprivate init(_ movement: CGPoint) {
      if abs(movement.x) > abs(movement.y) {
        self = movement.x > 0 ? .right : .left
      } else {
        self = movement.y > 0 ? .down : .up
      }
    }
  }

  /// Those that are recognised.
  open var direction = Direction.right
  open var numberOfTouchesRequired = 1

  /// The middle of the touches when all were down; points of the window.
  private var start: CGPoint?
  private var timeout: ScheduledCall?

  /// Points that the movement must reach, and that it may stray to the side.
  private static let leastMovement = 50.0, mostStraying = 50.0
  /// Seconds that it may take.
  private static let longestTime = 0.5

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if numberOfTouches > numberOfTouchesRequired, !arbiter.isWaiting { return state = .failed }
    if numberOfTouches == 1 {
      timeout = wake(at: event.timestamp + Self.longestTime) { [weak self] in self?.failInTime() }
    }
    if numberOfTouches == numberOfTouchesRequired { start = location(in: nil) }
  }

  /// A swipe that has been made, and waits for others to fail, has time.
  private func failInTime() {
    if !arbiter.isWaiting { state = .failed }
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { judge() }

  private func judge() {
    guard state == .possible, !arbiter.isWaiting, let start else { return }
    let place = location(in: nil)
    let moved = CGPoint(x: place.x - start.x, y: place.y - start.y)
    let far = Double(max(abs(moved.x), abs(moved.y)))
    let straying = Double(min(abs(moved.x), abs(moved.y)))
    guard straying <= Self.mostStraying else { return state = .failed }
    guard far >= Self.leastMovement, far > straying else { return }
    state = direction.contains(Direction(moved)) ? .ended : .failed
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    judge()
    if state == .possible, !arbiter.isWaiting { state = .failed }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = .cancelled
  }

  open override func reset() {
    super.reset()
    timeout?.cancel()
    timeout = nil
    start = nil
  }
}
