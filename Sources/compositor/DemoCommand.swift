import Demos
import Foundation
import LayerStage
import Profiling
import UIKitAPI

/// `--demo`: in a window, or headless.
@MainActor
enum DemoCommand {
  static func run(_ options: DemoOptions) throws(Failure) {
    // What cannot be read or written is said before long work, not after it.
    let script: InputScript? =
      if let path = options.input { try InputFile.script(at: path) } else { nil }
    try checkOutputs(options)
    UIAccessibility.setReduceMotion(options.reducesMotion)
    if options.isHeadless {
      try HeadlessRun(options, script: script).run()
    } else if hasDisplay {
      try runWindow(options, script)
    } else {
      try renderWithoutDisplay(options, script)
    }
  }

  /// Whether the environment names a compositor; whether it answers is another question.
  private static var hasDisplay: Bool {
    let environment = ProcessInfo.processInfo.environment
    return ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"].contains { !(environment[$0] ?? "").isEmpty }
  }

  private static func checkOutputs(_ options: DemoOptions) throws(Failure) {
    switch options.output {
    case .file(let path): try OutputFile.checkWritable(file: path)
    case .directory(let path): try OutputFile.makeDirectory(path)
    case nil: break
    }
    let files = [options.sheet, options.profilePath, options.inputRecording, options.trace]
    for case let path? in files { try OutputFile.checkWritable(file: path) }
  }

  private static func renderWithoutDisplay(
    _ options: DemoOptions, _ script: InputScript?
  ) throws(Failure) {
    guard options.inputRecording == nil || script != nil else {
      throw Failure(
        .unavailable, "--record-input needs a window, and WAYLAND_DISPLAY names no display")
    }
    var options = options
    options.isHeadless = true
    let path = "\(options.demos[0].name).png"
    options.output = .file(path)
    Console.note(
      "no display: WAYLAND_DISPLAY is not set; rendering headless to ./\(path) instead of a window")
    try OutputFile.checkWritable(file: path)
    try HeadlessRun(options, script: script).run()
  }

  private static func runWindow(
    _ options: DemoOptions, _ script: InputScript?
  ) throws(Failure) {
    Interruption.watch(isFailure: false)
    let demo = options.demos[0]
    let stage = try StageFactory.open(options, output: .window, title: demo.title, scale: 1)
    let window = DemoWindow(demo, on: stage)
    defer { window.close() }
    if !options.overlays.isEmpty { stage.send(.overlays(options.overlays)) }
    let records = try RunRecords(options, script: script, stage: stage)
    let layOut = stage.onResize
    stage.onResize = {
      layOut?($0)
      records.startWithFirstFrame()
    }
    Interruption.action = { stage.stop() }
    defer { Interruption.action = nil }
    do throws(Failure) {
      try StageFactory.translating { try stage.run(for: options.duration) }
    } catch {
      // What led to it is worth keeping.
      try? records.write()
      throw error
    }
    try records.write()
    try StageFactory.checkValidation(stage, options)
  }
}
