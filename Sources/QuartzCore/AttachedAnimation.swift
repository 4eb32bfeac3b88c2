import AnimationCore
import Synchronization

/// An animation in the list of a layer. Guarded as its layer is.
final class AttachedAnimation {
  /// Grows with every `add`, and with every course that an animation takes which is led.
  private(set) var id: AnimationID
  let key: String?
  /// The stored copy.
  let animation: CAAnimation
  /// Set by the first commit of the layer in a hosted tree; begin times are resolved then.
  var compiled: LayerAnimation?
  /// What the server is not told of, compiled with the rest.
  var customLeaves: [CustomLeaf] = []
  private(set) var hasStarted = false
  /// The end was reached; it stays in the list where it is not removed on completion.
  private(set) var hasEnded = false
  /// Of one that is led: the end of its course, from where its leader decides.
  private(set) var hasReachedEnd = false
  /// As it was compiled for an earlier course.
  private(set) var earlier: LayerAnimation?
  /// Those that wait for the end; none after it.
  private var groups: [CompletionGroup]

  private static let lastID = Atomic<UInt64>(0)

  init(key: String?, animation: CAAnimation, groups: [CompletionGroup]) {
    id = Self.makeID()
    self.key = key
    self.animation = animation
    self.groups = groups
  }

  private static func makeID() -> AnimationID {
    AnimationID(raw: lastID.add(1, ordering: .relaxed).newValue)
  }

  var steering: AnimationSteering? { animation.fields.rein?.steering }

  func takeNewCourse() {
    id = Self.makeID()
    if let compiled { earlier = compiled }
    compiled = nil
    hasReachedEnd = false
  }

  func reachEnd() {
    hasReachedEnd = true
    steering?.reportChange()
  }

  /// A transition that no commit has seen yet.
  var isPendingTransition: Bool { key == kCATransition && compiled == nil }

  /// Tells the delegate, once: one that left the screen and came back starts again for the server.
  func start() {
    guard !hasStarted else { return }
    hasStarted = true
    Callbacks.started(self)
  }

  /// The completion blocks set since it was added wait for it as well.
  func joinGroups(of stack: TransactionStack) {
    guard !hasEnded else { return }
    let joined = stack.joinedGroups(besides: groups)
    CommitLock.shared.withLock { groups += joined }
  }

  /// Tells delegate and completion blocks, once.
  func end(finished: Bool) {
    guard !hasEnded else { return }
    hasEnded = true
    steering?.drop(self)
    Callbacks.stopped(self, finished: finished)
    CommitLock.shared.withLock {
      for group in groups { group.leave() }
      groups = []
    }
  }
}
