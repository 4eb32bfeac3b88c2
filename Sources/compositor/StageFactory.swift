import Demos
import Foundation
import LayerStage
import QuartzCore
import UIKitAPI

/// A demo on a stage; its views live as long as this is kept.
@MainActor
struct DemoWindow {
  let stage: LayerStage
  private let window: UIWindow

  init(_ demo: Demo, on stage: LayerStage) {
    self.stage = stage
    window = UIWindow(stage: stage)
    window.rootViewController = demo.makeViewController()
    window.makeKeyAndVisible()
  }

  /// Lets go of the views and closes the stage.
  func close() {
    window.close()
    stage.close()
  }
}

/// Opens stages for demos and translates their errors into exit codes.
@MainActor
enum StageFactory {
  /// The colour around every demo.
  static let background = Theme.current.background

  static func open(
    _ options: DemoOptions, output: LayerStage.Configuration.Output, title: String,
    size: CGSize? = nil, scale: Double? = nil
  ) throws(Failure) -> LayerStage {
    var configuration = LayerStage.Configuration(size: size ?? options.size)
    configuration.scale = scale ?? options.scale
    configuration.background = background
    configuration.title = title
    configuration.applicationID = "compositor"
    configuration.output = output
    configuration.device = options.device
    configuration.validatesVulkan = options.validates
    configuration.slowFactor = options.slowFactor
    return try translating { try LayerStage(configuration) }
  }

  static func openHeadless(_ options: DemoOptions, demo: Demo) throws(Failure) -> DemoWindow {
    let stage = try open(
      options, output: .headless(framesPerSecond: options.fps), title: demo.title)
    if !options.overlays.isEmpty { stage.send(.overlays(options.overlays)) }
    let window = DemoWindow(demo, on: stage)
    stage.commit()
    return window
  }

  /// Runs `body` and gives its stage errors an exit code and the package that helps.
  static func translating<Value>(_ body: () throws -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch let error as Failure {
      throw error
    } catch let error as StageError {
      throw failure(for: error)
    } catch {
      throw Failure(.software, "\(error)")
    }
  }

  static func failure(for error: StageError) -> Failure {
    switch error {
    case .noDevice(let reason):
      // The device code knows which package or name helps.
      Failure(.unavailable, reason)
    case .noDisplay(let reason):
      Failure(
        .unavailable,
        "\(reason); 'apt-get install weston' brings a compositor, '--headless' needs none")
    case .lost(let reason), .timedOut(let reason):
      Failure(.unavailable, reason)
    case .badConfiguration(let reason):
      Failure(.usage, reason)
    }
  }

  /// Fails when the validation layer said anything.
  static func checkValidation(_ stage: LayerStage, _ options: DemoOptions) throws(Failure) {
    guard options.validates else { return }
    let messages = try translating { try stage.validationMessages() }
    guard messages.isEmpty else {
      for line in messages.flatMap({ $0.split(whereSeparator: \.isNewline) }) {
        Console.note(String(line))
      }
      let count = messages.count.of("message")
      throw Failure(.software, "the Vulkan validation layer reported \(count)")
    }
    Console.note("validation: no messages")
  }
}
