import Demos
import Foundation
import LayerStage
import QuartzCore

/// Renders demos on the deterministic clock: pictures at chosen times, numbered frames, a contact
/// sheet, or frames that are only measured.
@MainActor
struct HeadlessRun {
  /// One moment of the run.
  private struct Moment {
    /// Seconds after the start.
    var time: Double
    /// Where its picture goes; nil only draws the frame.
    var path: String?
  }

  private let options: DemoOptions
  private let script: InputScript?

  /// - Parameter script: What the user does.
  init(_ options: DemoOptions, script: InputScript?) {
    self.options = options
    self.script = script
  }

  func run() throws(Failure) {
    Interruption.watch(isFailure: true)
    if let path = options.sheet {
      try ContactSheet(options).write(to: path)
      if options.output == nil, !options.wantsProfile { return }
    }
    for demo in options.demos { try run(demo) }
  }

  private func run(_ demo: Demo) throws(Failure) {
    let window = try StageFactory.openHeadless(options, demo: demo)
    defer { window.close() }
    let stage = window.stage
    let records = try RunRecords(options, script: script, stage: stage)
    records.start()
    let moments = moments(of: demo)
    let progress = RunProgress(demo.name, frames: moments.count, events: script?.events.count ?? 0)
    progress.countEvents(of: stage)
    var unchanged = 0
    var written: [String] = []
    var rest = moments[...]
    while let moment = rest.first, !Interruption.isRequested {
      approach(moment.time, stage)
      guard !Interruption.isRequested else { break }
      // Up to and with the next one whose picture is wanted: it must be the last frame drawn.
      let end = rest.firstIndex { $0.path != nil }.map { $0 + 1 } ?? rest.endIndex
      let times = rest[..<end].map(\.time)[...]
      let run = try StageFactory.translating { try stage.drawFrames(at: times) }
      unchanged += run.count - run.drawn
      for moment in rest.prefix(run.count) {
        if let path = moment.path {
          let picture = try StageFactory.translating { try stage.drawnPicture() }
          try OutputFile.write(picture, to: path)
          written.append(path)
        }
        progress.frameDone()
      }
      rest = rest.dropFirst(run.count)
    }
    say(
      demo, frames: progress.frames, unchanged: unchanged, written: written, took: progress.elapsed)
    try records.write()
    try StageFactory.checkValidation(stage, options)
  }

  /// Goes to less than a second before `time`, a second at a time, so that a signal need not wait for
  /// an hour of ticks; the frame's own drawing goes the rest.
  private func approach(_ time: Double, _ stage: LayerStage) {
    while stage.currentTime + 1 < time, !Interruption.isRequested {
      stage.advance(to: stage.currentTime + 1)
    }
  }

  private func say(
    _ demo: Demo, frames: Int, unchanged: Int, written: [String], took: Duration
  ) {
    let (seconds, attoseconds) = took.components
    let wall = Double(seconds) + Double(attoseconds) * 1e-18
    var text = "\(demo.name): \(frames.of("frame")) in \(String(format: "%.2f", wall)) s"
    // They are not drawn again, and leave no record.
    if unchanged > 0 { text += ", \(unchanged) of them unchanged" }
    switch written.count {
    case 0: break
    case 1: text += ", wrote \(written[0])"
    default: text += ", wrote \(written.count) pictures to \(options.output?.path ?? "")"
    }
    Console.note(text)
  }

  /// What to draw and when, in ascending order; a moment drawn twice is drawn once.
  private func moments(of demo: Demo) -> [Moment] {
    let isFree = options.output == nil && options.times == nil
    let drawsAll = options.duration != nil || options.wantsProfile || isFree
    var moments: [Double: String?] = [:]
    func add(_ time: Double, _ path: String?) {
      moments[time] = .some(path ?? moments[time] ?? nil)
    }
    if let count = options.frames {
      for frame in 0..<count { add(time(frame), numberedPath(demo, frame)) }
    } else if drawsAll {
      let end = options.times?.last ?? 0
      let duration = max(options.duration ?? (options.times == nil ? length(of: demo) : end), end)
      let count = max(1, Int((duration * options.fps).rounded()))
      // Numbered pictures of a whole run only where nothing else was asked to be pictured.
      let numbers = options.times == nil && options.duration != nil
      for frame in 0..<count { add(time(frame), numbers ? numberedPath(demo, frame) : nil) }
    }
    if options.frames == nil {
      switch options.output {
      case .file(let path): add(pictureTime(of: demo), path)
      case .directory(let directory):
        if options.times != nil || options.duration == nil {
          for time in options.times ?? demo.photographTimes {
            add(time, "\(directory)/\(demo.name)-\(Self.name(of: time)).png")
          }
        }
      case nil:
        for time in options.times ?? [] { add(time, nil) }
      }
    }
    return moments.sorted { $0.key < $1.key }.map { Moment(time: $0.key, path: $0.value) }
  }

  /// Seconds of a run to which nothing gives an end: a script's last event shows what it does.
  private func length(of demo: Demo) -> Double {
    max(demo.duration, script.map { $0.duration + 1 } ?? 0)
  }

  /// Milliseconds, or microseconds where that would give two times one name.
  private static func name(of time: Double) -> String {
    let milliseconds = time * 1000
    let isWhole = abs(milliseconds - milliseconds.rounded()) < 1e-6
    // Adding 0 turns −0 into 0.
    return String(format: isWhole ? "%.3f" : "%.6f", time + 0)
  }

  private func time(_ frame: Int) -> Double { Double(frame) / options.fps }

  /// The single picture: where asked, at the end of a run, or when the demo looks its best.
  private func pictureTime(of demo: Demo) -> Double {
    options.times?.first ?? options.duration ?? demo.photographTimes.first ?? 0
  }

  private func numberedPath(_ demo: Demo, _ frame: Int) -> String? {
    switch options.output {
    case .file(let path): options.frames == nil ? nil : path
    case .directory(let directory):
      "\(directory)/\(demo.name)-\(String(format: "%05d", frame)).png"
    case nil: nil
    }
  }
}
