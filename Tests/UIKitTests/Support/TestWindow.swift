import Foundation
import Geometry
import LayerCommit
import LayerStage
import Testing
import UIKit

/// A visible window on a headless stage, whose clock moves only when a test says so. Times are seconds
/// after the last `mark()`.
@MainActor
final class TestWindow {
  let stage: LayerStage
  let window: UIWindow
  let root = UIView()
  private let start: Double
  private(set) var zero: Double

  /// - Parameter draws: With pixels, checked by Vulkan's validation layer; otherwise costs are counted.
  init(width: CGFloat = 400, height: CGFloat = 400, scale: CGFloat = 1, draws: Bool = false) throws
  {
    var configuration = LayerStage.Configuration(size: CGSize(width: width, height: height))
    configuration.scale = scale
    configuration.countsOnly = !draws
    configuration.validatesVulkan = draws
    stage = try LayerStage(configuration)
    start = CACurrentMediaTime()
    zero = start
    window = UIWindow(stage: stage)
    root.frame = window.bounds
    window.addSubview(root)
    window.makeKeyAndVisible()
    stage.commit()
  }

  isolated deinit { window.close() }

  func commit() { stage.commit() }

  /// Commits and makes the present moment the origin of `at`.
  func mark() {
    commit()
    zero = CACurrentMediaTime()
  }

  func at(_ t: Double) { stage.advance(to: zero - start + t) }

  /// Seconds since the mark.
  var now: Double { CACurrentMediaTime() - zero }

  /// A view in the root view, its properties set outside of all animation.
  @discardableResult
  func add<View: UIView>(_ view: View, _ frame: CGRect, color: UIColor? = nil) -> View {
    view.frame = frame
    view.backgroundColor = color
    root.addSubview(view)
    return view
  }

  // MARK: Input, at the present moment

  func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, finger: Int32 = 1) {
    stage.inject(
      .touch(
        TouchEvent(
          id: finger, phase: phase, position: Point(x, y), time: CACurrentMediaTime())))
    commit()
  }

  func pointer(
    _ phase: PointerEvent.Phase, _ x: Double, _ y: Double, modifiers: KeyModifiers = []
  ) {
    stage.inject(
      .pointer(
        PointerEvent(
          phase: phase, position: Point(x, y), modifiers: modifiers, time: CACurrentMediaTime())))
    commit()
  }

  /// The visible part of the content moves by `dx` and `dy`; an end without.
  func scroll(
    _ source: ScrollEvent.Source, _ dx: Double = 0, _ dy: Double = 0, at place: CGPoint,
    isEnd: Bool = false
  ) {
    stage.inject(
      .scroll(
        ScrollEvent(
          source: source, dx: dx, dy: dy, isEnd: isEnd, position: Point(place),
          time: CACurrentMediaTime())))
    commit()
  }

  func tap(_ x: Double, _ y: Double) {
    touch(.began, x, y)
    touch(.ended, x, y)
  }

  func key(
    _ keysym: UInt32, _ text: String = "", isPressed: Bool = true, isRepeat: Bool = false,
    modifiers: KeyModifiers = []
  ) {
    stage.inject(
      .key(
        KeyEvent(
          keysym: keysym, text: text, isPressed: isPressed, isRepeat: isRepeat,
          modifiers: modifiers, time: CACurrentMediaTime())))
    commit()
  }
}

/// Expects a number within `tolerance` of another; NaN never is.
func expect(
  _ value: CGFloat?, near expected: Double, within tolerance: Double = 1e-4,
  _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let value, abs(Double(value) - expected) <= tolerance else {
    Issue.record(
      "\(value.map { "\($0)" } ?? "no value") instead of \(expected) ± \(tolerance) \(comment())",
      sourceLocation: sourceLocation)
    return
  }
}

extension UIView {
  /// What is on screen.
  var shown: CALayer? { layer.presentation() }
}

/// What a completion was told, and when.
@MainActor
final class Completions {
  struct Call: Equatable {
    var finished: Bool
    /// Seconds after the mark.
    var time: Double
  }

  private(set) var calls: [Call] = []
  private let test: TestWindow

  init(_ test: TestWindow) { self.test = test }

  var flags: [Bool] { calls.map(\.finished) }
  var block: (Bool) -> Void { { self.calls.append(Call(finished: $0, time: self.test.now)) } }
}
