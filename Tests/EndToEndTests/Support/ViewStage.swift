import CoreGraphics
import UIKit

/// A window on a stage that draws nothing.
///
/// Made inside a test's function: between a suite's `init` and its test others may run, and the
/// process has one clock.
@MainActor
final class ViewStage {
  let stage: TestStage
  let window: UIWindow

  init() throws {
    stage = try TestStage(draws: false)
    window = UIWindow(stage: stage.stage)
    window.makeKeyAndVisible()
    stage.mark()
  }

  isolated deinit {
    window.close()
    stage.stage.close()
  }

  /// A view in the window, committed; `at` counts from now.
  func add<View: UIView>(_ view: View, _ frame: CGRect) -> View {
    view.frame = frame
    window.addSubview(view)
    stage.mark()
    return view
  }

  func at(_ time: Double) { stage.at(time) }
}
