import Foundation
import LayerStage
import UIKitAPI

/// `dump`: what crosses the seams, as text, for a demo at a time.
@MainActor
enum DumpCommand {
  static func run(_ kind: Invocation.DumpKind, _ options: DemoOptions) throws(Failure) {
    UIAccessibility.setReduceMotion(options.reducesMotion)
    let demo = options.demos[0]
    let time = options.times?.first ?? 0
    let stage = try StageFactory.open(
      options, output: .headless(framesPerSecond: options.fps), title: demo.title)
    stage.recordCommits()
    let window = DemoWindow(demo, on: stage)
    defer { window.close() }
    stage.commit()
    stage.advance(to: time)
    print(
      try StageFactory.translating {
        switch kind {
        case .commit: stage.commitDump()
        case .tree: try stage.treeDump()
        case .drawlist: try stage.drawListDump()
        }
      })
  }
}
