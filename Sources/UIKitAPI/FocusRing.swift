import CoreGraphicsAPI
import QuartzCore

/// What shows that keys go to a control: a ring around it in the tint colour.
@MainActor
final class FocusRing {
  private unowned let control: UIControl
  private var layer: CALayer?

  /// Points.
  private static let distance: CGFloat = 3, width: CGFloat = 3

  init(_ control: UIControl) { self.control = control }

  var isShown = false {
    didSet {
      guard isShown != oldValue else { return }
      UIView.withoutActions {
        if isShown {
          let ring = CALayer()
          ring.zPosition = 1
          control.layer.addSublayer(ring)
          layer = ring
        } else {
          layer?.removeFromSuperlayer()
          layer = nil
        }
      }
      layOut()
    }
  }

  func layOut() {
    guard let layer else { return }
    let (rect, radius) = control.focusShape
    // A control that clips would cut off what lies around it.
    let out = control.clipsToBounds ? 0 : Self.distance + Self.width
    UIView.withoutActions {
      layer.frame = rect.insetBy(dx: -out, dy: -out)
      layer.cornerRadius = radius + out
      layer.borderWidth = Self.width
      layer.borderColor = control.tintColor.resolvedColor(with: control.traitCollection).cgColor
    }
  }
}
