import Foundation
import LayerStage

/// `dump`: what crosses the seams, as text, for a demo at a time.
@MainActor
enum DumpCommand {
  static func run(_ kind: Invocation.DumpKind, _ options: DemoOptions) throws(Failure) {
    let demo = options.demos[0]
    let time = options.times?.first ?? 0
    let stage = try StageFactory.open(
      options, output: .headless(framesPerSecond: options.fps), title: demo.title)
    defer { stage.close() }
    stage.recordCommits()
    demo.build(in: stage.rootLayer, size: stage.size, scale: stage.scale)
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
