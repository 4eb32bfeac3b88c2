import Foundation
import LayerStage
import Profiling
import QuartzCore

/// What a run replays and what it leaves behind besides pictures: input script, recording, profile
/// and trace.
@MainActor
final class RunRecords {
  private let options: DemoOptions
  private let stage: LayerStage
  private let script: InputScript?
  private var recorder: InputRecorder?
  private var replay: InputReplay?
  private var firstTick: CADisplayLink?
  /// Media time of the scripts' zero; nil before a window's first frame.
  private var zero: Double?

  /// - Parameters:
  ///   - script: What `--input` names.
  ///   - stage: Just made.
  init(_ options: DemoOptions, script: InputScript?, stage: LayerStage) throws(Failure) {
    self.options = options
    self.script = script
    self.stage = stage
    if options.trace != nil {
      try StageFactory.translating { try stage.keepFrames(FrameProfile.traceCapacity) }
    }
    if options.wantsProfile || options.trace != nil {
      try StageFactory.translating { try stage.measureDeviceTime() }
    }
    if options.inputRecording != nil {
      recorder = InputRecorder(on: stage) { [weak self] in self?.zero }
    }
  }

  /// Time zero is now.
  func start() {
    start(at: CACurrentMediaTime())
  }

  /// Time zero is the first frame: the one that the next tick is about.
  func startWithFirstFrame() {
    guard firstTick == nil, zero == nil else { return }
    let link = CADisplayLink { [weak self] link in
      link.invalidate()
      self?.start(at: link.targetTimestamp)
    }
    link.add(to: .main, forMode: .common)
    firstTick = link
  }

  private func start(at time: Double) {
    firstTick = nil
    zero = time
    if let script { replay = InputReplay(script, on: stage, start: time) }
  }

  /// Writes everything asked for; the first file that cannot be written does not keep the others
  /// from being written.
  func write() throws(Failure) {
    noteUnplayed()
    var failure: Failure?
    for write in [writeRecording, writeProfile, writeTrace] {
      do throws(Failure) {
        try write()
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// A script that ends early without a word looks like one that was played.
  private func noteUnplayed() {
    guard let script else { return }
    let left = replay?.remaining ?? script.events.count
    guard left > 0 else { return }
    Console.note(
      "input script: \(left) of \(script.events.count.of("event")) not played; "
        + "the run ended before")
  }

  private func writeRecording() throws(Failure) {
    guard let path = options.inputRecording, let recorder else { return }
    try OutputFile.write(recorder.script.fileText, to: path)
    let count = recorder.script.events.count
    let rest = recorder.isFull ? ", the rest had no room" : ""
    Console.note("wrote \(path): \(count.of("event"))\(rest)")
  }

  private func writeProfile() throws(Failure) {
    guard options.wantsProfile else { return }
    let (frames, interval) = try StageFactory.translating { try stage.frameProfile() }
    if let path = options.profilePath {
      try OutputFile.write(frames.json(interval: interval).text + "\n", to: path)
      Console.note("wrote \(path)")
    } else {
      print(FrameSummary(frames, interval: interval).text)
    }
  }

  private func writeTrace() throws(Failure) {
    guard let path = options.trace else { return }
    let (profile, _) = try StageFactory.translating { try stage.frameProfile() }
    let trace = ChromeTrace(profile.frames, process: options.demos[0].title)
    try OutputFile.write(to: path) { write in
      trace.writeLines { write(Data($0.utf8)) }
    }
    let lost = profile.total - profile.frames.count
    let rest = lost > 0 ? ", without the first \(lost)" : ""
    Console.note("wrote \(path): \(profile.frames.count.of("frame"))\(rest)")
  }
}
