import AnimationCore
import Geometry
import QuartzCore
import Testing
import UIKit

/// A view that an animator moves by 100 points, and what the animator says of it.
@MainActor
final class Mover {
  let test: TestWindow
  let view = UIView()
  private(set) var ends: [(position: UIViewAnimatingPosition, time: Double)] = []

  init(_ test: TestWindow) {
    self.test = test
    test.add(view, CGRect(x: 0, y: 0, width: 20, height: 20))
    test.mark()
  }

  convenience init() throws { self.init(try TestWindow()) }

  /// An animator for the move; its completions are noted.
  func animator(
    _ duration: Double = 1, _ curve: UIView.AnimationCurve = .easeInOut, moves: Bool = true
  ) -> UIViewPropertyAnimator {
    animator(UIViewPropertyAnimator(duration: duration, curve: curve), moves: moves)
  }

  func animator(
    _ duration: Double = 1, _ parameters: any UITimingCurveProvider
  ) -> UIViewPropertyAnimator {
    animator(UIViewPropertyAnimator(duration: duration, timingParameters: parameters))
  }

  func animator(_ animator: UIViewPropertyAnimator, moves: Bool = true) -> UIViewPropertyAnimator {
    if moves { animator.addAnimations { self.view.center.x += 100 } }
    animator.addCompletion { self.ends.append(($0, self.test.now)) }
    return animator
  }

  var positions: [UIViewAnimatingPosition] { ends.map(\.position) }

  /// How much of the move is set in the model.
  var model: Double { (Double(view.center.x) - 10) / 100 }

  /// How much of the move is seen after a commit; what the server shows is the same.
  var shown: Double {
    test.commit()
    let shown = view.shown?.position.x ?? .nan
    if let served = try? test.stage.serverValues(of: view.layer)?.position.x {
      #expect(abs(served - Double(shown)) < 1e-9, "the server shows \(served), not \(shown)")
    } else {
      Issue.record("the server does not know the view")
    }
    return (Double(shown) - 10) / 100
  }
}

/// The ease in, ease out curve by bisection of its polynomial.
func easeInOut(_ x: Double) -> Double { bezier(x, 0.42, 0, 0.58, 1) }

func bezier(_ x: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
  func at(_ s: Double, _ a: Double, _ b: Double) -> Double {
    3 * a * s * (1 - s) * (1 - s) + 3 * b * s * s * (1 - s) + s * s * s
  }
  var low = 0.0, high = 1.0
  for _ in 0..<80 {
    let middle = (low + high) / 2
    if at(middle, x1, x2) < x { low = middle } else { high = middle }
  }
  return at((low + high) / 2, y1, y2)
}

func expect(
  _ value: Double, near expected: Double, within tolerance: Double = 1e-6,
  _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
) {
  if !(abs(value - expected) <= tolerance) {
    Issue.record(
      "\(value) instead of \(expected) ± \(tolerance) \(comment())",
      sourceLocation: sourceLocation)
  }
}
