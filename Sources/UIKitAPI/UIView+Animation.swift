import CoreGraphicsAPI
import QuartzCore

extension UIView {
  final func animationAction(for layer: CALayer, _ event: String) -> (any CAAction)? { NSNull() }
}
