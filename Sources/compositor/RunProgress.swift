import LayerStage

/// How far a headless run is. Longer runs say so now and then, also within a moment in which much
/// happens.
@MainActor
final class RunProgress {
  private let name: String
  private let frameCount: Int
  private let eventCount: Int
  /// Done so far.
  private(set) var frames = 0
  private var events = 0
  private let start = ContinuousClock.now
  private var lastNote = ContinuousClock.now

  private static let noteInterval = Duration.seconds(2)

  /// - Parameters:
  ///   - name: Begins each line.
  ///   - frames: How many there will be.
  ///   - events: Of the input script; 0 without one.
  init(_ name: String, frames: Int, events: Int) {
    self.name = name
    frameCount = frames
    eventCount = events
  }

  var elapsed: Duration { ContinuousClock.now - start }

  /// Counts what the script does from now on. An interrupted run skips the rest of it.
  func countEvents(of stage: LayerStage) {
    guard eventCount > 0 else { return }
    let answer = stage.onInput
    stage.onInput = { event in
      if Interruption.isRequested { return true }
      self.events += 1
      self.noteNowAndThen()
      return answer?(event) ?? false
    }
  }

  func frameDone() {
    frames += 1
    noteNowAndThen()
  }

  private func noteNowAndThen() {
    let now = ContinuousClock.now
    guard now - lastNote > Self.noteInterval else { return }
    lastNote = now
    var text = "\(name): \(frames) of \(frameCount.of("frame"))"
    if eventCount > 0 { text += ", \(events) of \(eventCount.of("event"))" }
    Console.note(text)
  }
}
