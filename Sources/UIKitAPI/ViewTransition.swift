import AnimationCore
import CoreGraphicsAPI
import QuartzCore

/// How the new picture of a view takes the old one's place.
enum ViewTransition: UInt {
  case flipFromLeft = 1
  case flipFromRight, curlUp, curlDown, crossDissolve, flipFromTop, flipFromBottom

  /// Adds the animations to the layer of a view whose picture is about to change, or has changed since
  /// the last commit.
  @MainActor
  func add(to view: UIView, _ block: AnimationBlock, _ settings: AnimationSettings) {
    let transition = CATransition()
    settings.configure(transition)
    switch self {
    case .crossDissolve: transition.type = .fade
    case .curlUp: (transition.type, transition.subtype) = (.push, .fromBottom)
    case .curlDown: (transition.type, transition.subtype) = (.push, .fromTop)
    case .flipFromLeft: flip(view, transition, (0, 1), 1, block, settings)
    case .flipFromRight: flip(view, transition, (0, 1), -1, block, settings)
    case .flipFromTop: flip(view, transition, (1, 0), -1, block, settings)
    case .flipFromBottom: flip(view, transition, (1, 0), 1, block, settings)
    }
    block.add(transition, to: view.layer, key: kCATransition, of: view, settings)
  }

  /// Half a turn about an axis in the view's plane, seen in perspective: old up to a quarter, new from
  /// there, so that neither is seen from behind.
  @MainActor
  private func flip(
    _ view: UIView, _ transition: CATransition, _ axis: (x: CGFloat, y: CGFloat), _ sign: CGFloat,
    _ block: AnimationBlock, _ settings: AnimationSettings
  ) {
    let turn = CAKeyframeAnimation(keyPath: "transform")
    settings.configure(turn)
    let length = max(view.bounds.width, view.bounds.height, 1)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / (2 * length)
    func pose(_ degrees: Int) -> CATransform3D {
      let angle = sign * CGFloat(degrees) * .pi / 180
      return CATransform3DConcat(CATransform3DMakeRotation(angle, axis.x, axis.y, 0), perspective)
    }
    // Between poses as near as these a matrix turns as an angle does.
    let poses = Array(stride(from: 0, through: 90, by: 5))
    turn.values = poses.map { pose($0) } + poses.map { pose($0 - 90) }
    turn.keyTimes =
      poses.map { NSNumber(value: Double($0) / 180) }
      + poses.map { NSNumber(value: Double($0) / 180 + 0.5) }
    turn.isAdditive = true
    block.add(turn, to: view.layer, key: view.layer.freeKey("transform"), of: view, settings)

    // The old picture stays whole, until the turn is half done.
    transition.endProgress = 0
    transition.timingFunction = CAMediaTimingFunction(name: .linear)
    transition.duration = settings.duration * Self.halfway(settings.pace)
    transition.fillMode = .backwards
  }

  /// The fraction at which a pace is half way.
  private static func halfway(_ pace: AnimationSettings.Pace) -> Double {
    guard case .curve(let function) = pace else { return 0.5 }
    var low = 0.0, high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if function.curve.value(at: middle) < 0.5 { low = middle } else { high = middle }
    }
    return high
  }
}
