import Demos
import Foundation
import Host
import LayerStage

/// The `compositor` command: demos in a window or headless, profiles, dumps.
///
/// Data goes to stdout, progress and errors to stderr. `RenderThread.stop()` runs before every exit,
/// because drivers must not work while the process tears down.
@main
struct CompositorCommand {
  static let version = "0.2.0"

  @MainActor static func main() {
    Console.occupyClosedStreams()
    var code: Int32 = 0
    do throws(Failure) {
      try run(try Invocation(arguments: Array(CommandLine.arguments.dropFirst())))
    } catch {
      Console.error(error.message)
      code = error.code.rawValue
    }
    RenderThread.shared.stop()
    if code == 0, !Console.flush() { code = Failure.Code.cannotCreate.rawValue }
    exit(Interruption.exitCode ?? code)
  }

  @MainActor private static func run(_ invocation: Invocation) throws(Failure) {
    switch invocation {
    case .help, .version, .listDemos, .plot: break
    case .info, .dump, .demo, .bench: try ProcessLimits.check()
    }
    switch invocation {
    case .help: print(OptionTable.text)
    case .version: print("compositor \(version)")
    case .listDemos: listDemos()
    case .info(let json): try InfoCommand.run(json: json)
    case .dump(let kind, let options): try DumpCommand.run(kind, options)
    case .demo(let options): try DemoCommand.run(options)
    case .bench(let options): try BenchCommand.run(options)
    case .plot(let options): try PlotCommand.run(options)
    }
  }

  private static func listDemos() {
    let width = DemoCatalog.all.map(\.name.count).max() ?? 0
    for demo in DemoCatalog.all {
      print("\(demo.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(demo.summary)")
    }
  }
}
