import LayerCommit
import QuartzCore

/// Does on a stage what a script says: headless at exactly its times, in a window at the real ones.
@MainActor
package final class InputReplay {
  private weak var stage: LayerStage?
  private let events: [InputEvent]
  private let start: Double
  private var next = 0
  private var call: ScheduledCall?

  /// - Parameter start: Media time of the script's zero; the stage's own start by default.
  package init(_ script: InputScript, on stage: LayerStage, start: Double? = nil) {
    self.stage = stage
    self.start = start ?? stage.startTime
    events = script.events
    scheduleNext()
  }

  package var isFinished: Bool { next == events.count }
  /// Events whose time has not come.
  package var remaining: Int { events.count - next }

  package func cancel() {
    call?.cancel()
    next = events.count
  }

  /// One call at a time, so that a long script costs no more than a short one.
  private func scheduleNext() {
    guard next < events.count else { return }
    call = stage?.schedule(at: start + events[next].time) { self.play() }
  }

  /// Events of one moment come together: they are answered in one turn, however many there are.
  private func play() {
    let time = events[next].time
    while next < events.count, events[next].time == time {
      var event = events[next]
      event.time = start + time
      next += 1
      stage?.inject(event)
    }
    scheduleNext()
  }
}

/// Writes down what happens on a stage, whoever caused it.
@MainActor
package final class InputRecorder {
  package private(set) var script = InputScript()
  private let start: () -> Double?
  /// What went down since the beginning: a script lets go of nothing else.
  private var held = HeldInput()

  /// Recording stops here, far below the size of file that would be refused.
  private static let maximumEvents = 250_000

  /// - Parameter start: Media time of the script's zero; the stage's own start by default. Asked at
  ///   each event; what comes while it is nil is recorded at 0.
  package init(on stage: LayerStage, start: (() -> Double?)? = nil) {
    let own = stage.startTime
    self.start = start ?? { own }
    stage.inputObserver = { [weak self] event in self?.record(event) }
  }

  /// More has happened than a script holds.
  package var isFull: Bool { script.events.count >= Self.maximumEvents }

  private func record(_ event: InputEvent) {
    guard !isFull, InputScript.canHold(event), held.take(event) == nil else { return }
    var event = event
    event.time = start().map { event.time - $0 } ?? 0
    script.append(event)
  }
}
