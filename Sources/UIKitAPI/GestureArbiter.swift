/// The state of one recogniser, and whether it may succeed beside the others that see its touches.
@MainActor
final class GestureArbiter {
  typealias State = UIGestureRecognizer.State

  struct Requirement {
    weak var recognizer: UIGestureRecognizer?
  }

  private(set) var state = State.possible
  /// How often it has been made ready; tells one sequence from the next.
  private(set) var round = 0
  /// The state has been taken, but nobody has been told.
  private var isClaiming = false
  var requirements: [Requirement] = []
  /// What the recogniser wanted to become while others had yet to fail.
  private var waiting: [State] = []

  /// Nothing more comes of the touches there are.
  var isDone: Bool {
    switch state {
    case .possible, .began, .changed: false
    case .ended, .cancelled, .failed: true
    }
  }

  /// It has begun and not ended.
  var isUnderWay: Bool {
    switch state {
    case .began, .changed: true
    case .possible, .ended, .cancelled, .failed: false
    }
  }

  /// It could succeed if it were not for others that have yet to fail.
  var isWaiting: Bool { !waiting.isEmpty }

  private var hasSucceeded: Bool {
    switch state {
    case .possible, .cancelled, .failed: false
    case .began, .changed, .ended: true
    }
  }

  func reset() {
    state = .possible
    waiting = []
    isClaiming = false
    round += 1
  }

  /// The recogniser wants to be in another state.
  func request(_ new: State, of recognizer: UIGestureRecognizer) {
    switch state {
    case .possible:
      switch new {
      case .possible: break
      case .began, .ended, .changed: waiting.isEmpty ? begin(new, recognizer) : wait(new)
      case .cancelled, .failed: fail(recognizer)
      }
    case .began where isClaiming, .changed where isClaiming:
      switch new {
      case .possible, .began, .changed: break
      // Nobody has heard of a beginning.
      case .ended, .cancelled, .failed: state = .cancelled
      }
    case .began, .changed:
      switch new {
      case .changed, .ended, .cancelled: become(new, recognizer)
      case .failed: become(.cancelled, recognizer)
      case .possible, .began: break
      }
    case .ended, .cancelled, .failed: break
    }
  }

  /// Of what happens while it waits, the end counts.
  private func wait(_ new: State) {
    if new == .ended, waiting.last != .ended { waiting.append(.ended) }
  }

  /// Takes the state before anybody is called: of two that exclude each other one succeeds, and what
  /// callbacks change counts.
  private func begin(_ new: State, _ recognizer: UIGestureRecognizer) {
    let others = related(recognizer), round = round
    func isStill(_ expected: State) -> Bool { state == expected && self.round == round }
    // Those it depends on decide first.
    let required = others.filter { requires(recognizer, $0) }
    guard isStill(.possible) else { return }
    if required.contains(where: { $0.arbiter.hasSucceeded }) { return fail(recognizer) }
    if required.contains(where: { $0.arbiter.state == .possible }) {
      waiting = [new]
      return
    }
    let isAllowed = mayBegin(recognizer)
    guard isStill(.possible) else { return }
    guard isAllowed else { return fail(recognizer) }
    let rivals = others.filter { $0.arbiter.hasSucceeded && prevents($0, recognizer) }
    guard isStill(.possible) else { return }
    guard rivals.isEmpty else { return fail(recognizer) }
    let losers = others.filter { $0.arbiter.state == .possible && prevents(recognizer, $0) }
    guard isStill(.possible) else { return }
    state = new
    isClaiming = true
    for loser in losers { loser.arbiter.fail(loser) }
    if recognizer.cancelsTouchesInView {
      recognizer.dispatcher?.withholdTouches(of: recognizer) { isStill(new) }
    }
    guard isStill(new) else { return }
    isClaiming = false
    become(new, recognizer)
  }

  private func become(_ new: State, _ recognizer: UIGestureRecognizer) {
    state = new
    recognizer.callActions()
    if new == .ended || new == .began { tellWaiting(recognizer) }
    recognizer.dispatcher?.resumeViews()
  }

  private func fail(_ recognizer: UIGestureRecognizer) {
    guard state == .possible else { return }
    state = .failed
    waiting = []
    tellWaiting(recognizer)
    recognizer.dispatcher?.resumeViews()
  }

  /// Those that wait for a decision of this one look again.
  private func tellWaiting(_ recognizer: UIGestureRecognizer) {
    for other in related(recognizer) where !other.arbiter.waiting.isEmpty {
      other.arbiter.retry(other)
    }
  }

  private func retry(_ recognizer: UIGestureRecognizer) {
    let wanted = waiting, round = round
    waiting = []
    for (i, new) in wanted.enumerated() {
      request(new, of: recognizer)
      guard self.round == round else { return }
      if !waiting.isEmpty {
        waiting = Array(wanted[i...])
        return
      }
    }
  }

  // MARK: Relations

  /// The others that see touches of the same sequence.
  private func related(_ recognizer: UIGestureRecognizer) -> [UIGestureRecognizer] {
    let all = recognizer.dispatcher?.inPlay ?? []
    return all.filter { $0 !== recognizer && !$0.sequence.isDisjoint(with: recognizer.sequence) }
  }

  private func mayBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    recognizer.view?.gestureRecognizerShouldBegin(recognizer) ?? true
      && recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true
  }

  private func requires(_ recognizer: UIGestureRecognizer, _ other: UIGestureRecognizer) -> Bool {
    recognizer.arbiter.requirements.contains { $0.recognizer === other }
      || recognizer.shouldRequireFailure(of: other)
      || other.shouldBeRequiredToFail(by: recognizer)
      || recognizer.delegate?.gestureRecognizer(recognizer, shouldRequireFailureOf: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: recognizer) ?? false
  }

  /// The success of `a` makes `b` fail.
  private func prevents(_ a: UIGestureRecognizer, _ b: UIGestureRecognizer) -> Bool {
    guard a.canPrevent(b), b.canBePrevented(by: a) else { return false }
    return !(a.delegate?.gestureRecognizer(a, shouldRecognizeSimultaneouslyWith: b) ?? false)
      && !(b.delegate?.gestureRecognizer(b, shouldRecognizeSimultaneouslyWith: a) ?? false)
  }
}
