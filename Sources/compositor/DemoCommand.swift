import Demos
import Foundation
import LayerStage
import Profiling
import QuartzCore

/// `--demo`: in a window, or headless.
@MainActor
enum DemoCommand {
  static func run(_ options: DemoOptions) throws(Failure) {
    try checkOutputs(options)
    if options.isHeadless {
      try HeadlessRun(options).run()
      return
    }
    guard hasDisplay else {
      try renderWithoutDisplay(options)
      return
    }
    try runWindow(options)
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
    if let path = options.sheet { try OutputFile.checkWritable(file: path) }
    if let path = options.profilePath { try OutputFile.checkWritable(file: path) }
  }

  private static func renderWithoutDisplay(_ options: DemoOptions) throws(Failure) {
    var options = options
    options.isHeadless = true
    let path = "\(options.demos[0].name).png"
    options.output = .file(path)
    Console.note(
      "no display: WAYLAND_DISPLAY is not set; rendering headless to ./\(path) instead of a window")
    try OutputFile.checkWritable(file: path)
    try HeadlessRun(options).run()
  }

  private static func runWindow(_ options: DemoOptions) throws(Failure) {
    Interruption.watch(isFailure: false)
    let demo = options.demos[0]
    let stage = try StageFactory.open(options, output: .window, title: demo.title, scale: 1)
    defer { stage.close() }
    let content = DemoContent(demo: demo, root: stage.rootLayer)
    stage.onResize = { content.fit(into: $0) }
    Interruption.action = { stage.stop() }
    defer { Interruption.action = nil }
    try StageFactory.translating { try stage.run(for: options.duration) }
    try Profile.report(stage, options)
    try StageFactory.checkValidation(stage, options)
  }
}

/// A demo's layers in a window: made for the window's first size, scaled to fit later ones, so that
/// resizing restarts nothing.
@MainActor
private final class DemoContent {
  private let demo: Demo
  private let root: CALayer
  private var content: CALayer?

  init(demo: Demo, root: CALayer) {
    self.demo = demo
    self.root = root
  }

  func fit(into size: CGSize) {
    let content = content ?? build(size)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let scale = min(size.width / content.bounds.width, size.height / content.bounds.height)
    content.position = CGPoint(x: size.width / 2, y: size.height / 2)
    content.transform = CATransform3DMakeScale(scale, scale, 1)
    CATransaction.commit()
  }

  private func build(_ size: CGSize) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(origin: .zero, size: size)
    root.addSublayer(layer)
    content = layer
    demo.build(in: layer, size: size, scale: root.contentsScale)
    return layer
  }
}

/// `--profile`.
@MainActor
enum Profile {
  static func report(_ stage: LayerStage, _ options: DemoOptions) throws(Failure) {
    guard options.wantsProfile else { return }
    let (frames, interval) = try StageFactory.translating { try stage.frameProfile() }
    if let path = options.profilePath {
      try OutputFile.write(frames.json(interval: interval).text + "\n", to: path)
      Console.note("wrote \(path)")
    } else {
      print(FrameSummary(frames, interval: interval).text)
    }
  }
}
