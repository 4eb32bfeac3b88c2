import AnimationCore
import CoreGraphicsAPI
import QuartzCore

/// A block of an animator, or one coordinate of it, with the animations that it has made.
@MainActor
final class AnimatorPiece {
  var strand: AnimatorStrand
  let steering: AnimationSteering
  /// Seconds of the leg that were gone when the piece joined it.
  var joined = 0.0

  init(_ strand: AnimatorStrand) {
    self.strand = strand
    steering = AnimationSteering(strand.course)
  }

  /// Seconds since its course began.
  var elapsed: Double { steering.elapsed ?? 0 }
  var progress: Double { strand.course.progress(after: elapsed) }
  /// Per second.
  var velocity: Double { strand.course.velocity(after: elapsed) }

  func follow() { steering.steer(strand.course) }
}

// Where an animator is, and how it gets elsewhere. The API stands in the class.
extension UIViewPropertyAnimator {
  /// From 0, the start, to 1, the end.
  final var place: Double {
    switch phase {
    case .inactive, .waiting, .stopped: 0
    case .paused(let place): place
    case .running(let leg):
      leg.from + (leg.to - leg.from) * whole.course.fraction(after: elapsed)
    }
  }

  /// Where an animator begins.
  final var startPlace: Double { storedIsReversed ? 1 : 0 }
  private var endPlace: Double { storedIsReversed ? 0 : 1 }

  /// Seconds since the leg began.
  private var elapsed: Double {
    pieces.compactMap { piece in piece.steering.elapsed.map { $0 + piece.joined } }.max() ?? 0
  }

  /// Seconds that the rest of the way takes by itself.
  private var rest: Double { max(abs(endPlace - place) * duration, leastRest) }

  // MARK: - Starting

  /// Makes the changes of all blocks and stands at the beginning.
  final func activate() {
    change(to: .paused(at: startPlace))
    whole = AnimatorStrand(begin: 0, progress: startPlace)
    // A spring has its own velocity where it has not led yet; a curve goes on from wherever it is put.
    isNewPace = if case .spring = pace { true } else { false }
    leastRest = 0
    let blocks = blocks
    self.blocks = []
    for (factor, changes) in blocks { run(changes, begin: factor) }
  }

  final func start(after delay: Double) {
    setDelay(delay)
    guard !blocks.isEmpty else {
      whole = AnimatorStrand(begin: 0, progress: startPlace)
      change(to: .waiting)
      return endOfTurn { $0.end(.end) }
    }
    activate()
    setOff(seconds: duration, delay: delay)
  }

  /// Makes the changes of a block, whose animations begin at a place.
  @discardableResult
  private func run(_ changes: () -> Void, begin: Double) -> [AnimatorPiece] {
    // What begins at the very end has no time to be seen.
    let begin = min(begin, 1 - 1e-6)
    let axes: [AnimatorStrand.Axis] = pace.isTwofold ? [.x, .y] : [.x]
    let new = axes.map {
      AnimatorPiece(AnimatorStrand(begin: begin, axis: $0, progress: whole.startProgress))
    }
    pieces += new
    for piece in new {
      piece.steering.changed = { [weak self] in
        // Safety: the main thread delivers these calls.
        MainActor.assumeIsolated { self?.animationsChanged() }
      }
    }
    var settings = AnimationSettings(
      duration: (1 - begin) * duration, delay: 0, options: options, inheriting: nil)
    if case .curve(let curve) = pace { settings.pace = .curve(CAMediaTimingFunction(curve)) }
    settings.lead = AnimationSettings.Lead(x: new[0].steering, y: new.last?.steering)
    settings.options.remove([.repeat, .autoreverse])
    if isUserInteractionEnabled { settings.options.insert(.allowUserInteraction) }
    settings.isHitWhereSeen = isUserInteractionEnabled && !isManualHitTestingEnabled
    let block = AnimationBlock(completion: nil)
    AnimationBlocks.with(settings, block) {
      changes()
      if options.contains(.layoutSubviews) { block.layOutViews() }
    }
    block.seal()
    return new
  }

  /// A block for an active animator.
  final func join(_ factor: Double, _ changes: () -> Void) {
    switch phase {
    case .inactive, .stopped: break
    case .waiting:
      change(to: .paused(at: startPlace))
      run(changes, begin: factor)
      setOff(seconds: duration, delay: delay)
    case .paused(let place): run(changes, begin: place + factor)
    case .running(let leg):
      let place = place, gone = elapsed
      let delay = max(leg.delay - gone, 0)
      let left = leg.seconds * (1 - whole.course.fraction(after: gone))
      let speed = abs(leg.to - leg.from) / leg.seconds
      let new = run(changes, begin: place + (leg.to == 1 ? factor * duration * speed : 0))
      var own = leg
      (own.from, own.seconds, own.delay) = (place, left, delay)
      for piece in new {
        piece.joined = gone
        piece.strand.setOff(own, from: 0, velocity: 0)
        piece.follow()
      }
    }
  }

  // MARK: - Running

  /// Sends everything to the end of the way, from where it is and as fast as it is.
  private func setOff(seconds: Double, delay: Double = 0, isFirst: Bool = true) {
    var leg = AnimatorStrand.Leg(
      from: place, to: endPlace, seconds: seconds, delay: delay, pace: pace, isNewPace: isNewPace)
    if isFirst {
      if options.contains(.repeat) { leg.repeatCount = .infinity }
      leg.autoreverses = options.contains(.autoreverse)
    }
    isNewPace = false
    leastRest = 0
    let isMoving = seconds + delay > 0 && pieces.contains { !$0.steering.isEmpty }
    func follow(_ strand: inout AnimatorStrand, _ progress: Double, _ velocity: Double) {
      if isMoving {
        strand.setOff(leg, from: progress, velocity: velocity)
      } else {
        strand.hold(at: leg.to, place: leg.to)
      }
    }
    let gone = elapsed
    let states = pieces.map { ($0.progress, $0.velocity) }
    follow(&whole, whole.course.progress(after: gone), whole.course.velocity(after: gone))
    for (piece, (progress, velocity)) in zip(pieces, states) {
      follow(&piece.strand, progress, velocity)
      piece.joined = 0
      piece.follow()
    }
    leg.seconds = max(seconds, 1e-9)
    change(to: .running(leg))
    if !isMoving { endOfTurn { $0.reachEnd() } }
  }

  /// Goes on, with other parameters at their pace.
  final func goOn(at parameters: (any UITimingCurveProvider)?, durationFactor: Double) {
    if case .inactive = phase { return start(after: 0) }
    var seconds =
      durationFactor > 0 && durationFactor.isFinite ? durationFactor * duration : rest
    if let parameters {
      pace = AnimatorPace(parameters)
      isNewPace = true
    }
    if let own = pace.ownDuration, seconds > 0 { seconds = own }
    setOff(seconds: seconds, isFirst: isNewPace && parameters == nil)
  }

  final func turnRound() {
    switch phase {
    case .inactive, .paused: storedIsReversed.toggle()
    case .waiting: storedIsReversed.toggle()
    case .running:
      guard mayInterrupt("turned round") else { return }
      storedIsReversed.toggle()
      var seconds = rest
      if let own = pace.ownDuration, seconds > 0 { seconds = own }
      setOff(seconds: seconds, isFirst: false)
    case .stopped: refuse("isReversed")
    }
  }

  /// Stands still where everything is.
  final func freeze() {
    let gone = elapsed, place = place
    let progress = whole.course.progress(after: gone)
    let shown = pieces.map(\.progress)
    let held = scrubsLinearly ? min(max(progress, 0), 1) : place
    // Beyond the ends the fraction says nothing of the time that is left.
    leastRest = held == progress ? 0 : abs(endPlace - place) * duration
    whole.hold(at: progress, place: held)
    for (piece, progress) in zip(pieces, shown) {
      piece.strand.hold(at: progress, place: held)
      piece.joined = 0
      piece.follow()
    }
    change(to: .paused(at: held))
  }

  final func scrub(to fraction: Double) {
    switch phase {
    case .inactive: activate()
    case .waiting: change(to: .paused(at: startPlace))
    case .paused: break
    case .running:
      guard mayInterrupt("scrubbed") else { return }
      freeze()
    case .stopped: return refuse("fractionComplete")
    }
    guard fraction.isFinite else {
      return Warnings.once("animator.fraction", "a fraction must be finite, not \(fraction)")
    }
    let fraction = min(max(fraction, 0), 1)
    let place = storedIsReversed ? 1 - fraction : fraction
    leastRest = 0
    func move(_ strand: inout AnimatorStrand) {
      strand.scrub(to: place, along: scrubsLinearly ? .line : strand.whole(pace, seconds: duration))
    }
    move(&whole)
    for piece in pieces {
      move(&piece.strand)
      piece.follow()
    }
    phase = .paused(at: place)
  }

  // MARK: - Ending

  /// Animations have come to their end, or somebody has taken them away.
  private func animationsChanged() {
    guard case .running = phase else { return }
    if pieces.allSatisfy(\.steering.hasEnded) { reachEnd() }
  }

  private func reachEnd() {
    guard case .running(let leg) = phase else { return }
    if pausesOnCompletion {
      whole.hold(at: leg.to, place: leg.to)
      for piece in pieces {
        piece.strand.hold(at: leg.to, place: leg.to)
        piece.joined = 0
        piece.follow()
      }
      return change(to: .paused(at: leg.to))
    }
    end(storedIsReversed ? .start : .end)
  }

  private func end(_ position: UIViewAnimatingPosition) {
    settle(at: position == .start ? .start : .end, finished: true)
    tell(position)
  }

  @discardableResult
  final func settle(at place: AnimationSteering.Place, finished: Bool)
    -> [AnimationSteering.Settled]
  {
    let steerings = pieces.map(\.steering)
    for steering in steerings { steering.changed = nil }
    pieces = []
    return AnimationSteering.settle(steerings, at: place, finished: finished)
  }

  final func tell(_ position: UIViewAnimatingPosition) {
    let completions = completions
    close()
    for completion in completions { completion(position) }
  }

  /// Over: it may be given other blocks.
  final func close() {
    change(to: .inactive)
    (blocks, completions, pieces) = ([], [], [])
    whole = AnimatorStrand(begin: 0)
    if let timingParameters { pace = AnimatorPace(timingParameters) }
    setDelay(0)
  }

  /// Runs `action` after the commit of this turn, if nothing has happened by then.
  private func endOfTurn(_ action: @escaping (UIViewPropertyAnimator) -> Void) {
    let turn = turn
    CATransaction.begin()
    CATransaction.setCompletionBlock { [weak self] in
      // Safety: completion blocks run on the main thread.
      MainActor.assumeIsolated {
        guard let self, self.turn == turn else { return }
        action(self)
      }
    }
    CATransaction.commit()
  }
}

extension AnimatorStrand {
  /// What a block that joins shows first: nothing of its change, or all of it where the animator
  /// begins at its end.
  fileprivate var startProgress: Double { course.isHeld && course.path.value(at: 0) == 1 ? 1 : 0 }
}
