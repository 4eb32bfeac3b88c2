import CoreGraphicsAPI
import QuartzCore

/// Light and dark, and what else a view has from those around it.
extension UIView {
  /// What this view and those in it go by: light, dark, or the application's.
  final var ownStyle: UIUserInterfaceStyle {
    overrideUserInterfaceStyle == .unspecified ? surroundingStyle : overrideUserInterfaceStyle
  }

  final var inheritedTraits: UITraitCollection { traits(ownStyle) }

  private func traits(_ style: UIUserInterfaceStyle) -> UITraitCollection {
    UITraitCollection(
      userInterfaceStyle: style == .unspecified ? UITraitCollection.standardStyle : style,
      displayScale: layer.contentsScale)
  }

  /// Colours that depend on the traits become what they are now.
  final func resolveColors() {
    guard let color = ownColor, color.isDynamic else { return }
    layer.backgroundColor = color.resolvedColor(with: traitCollection).cgColor
  }

  /// The view has come to others, who go by `new`.
  final func inherit(_ new: UIUserInterfaceStyle) {
    guard new != surroundingStyle else { return }
    let before = ownStyle
    surroundingStyle = new
    spread(from: before)
  }

  final func styleChanged(from old: UIUserInterfaceStyle) {
    spread(from: old == .unspecified ? surroundingStyle : old)
  }

  /// Hands the style on to those that say nothing else, and tells them. Without recursion: trees may
  /// be deeper than the stack.
  private func spread(from before: UIUserInterfaceStyle) {
    let after = ownStyle
    guard before != after else { return }
    var changed: [UIView] = [], rest = [self]
    while let view = rest.popLast() {
      changed.append(view)
      for inner in view.storedSubviews.reversed() {
        inner.surroundingStyle = after
        if inner.overrideUserInterfaceStyle == .unspecified { rest.append(inner) }
      }
    }
    for view in changed where view.ownStyle == after {
      view.tellOfTraits(before: view.traits(before))
    }
  }

  private func tellOfTraits(before: UITraitCollection) {
    guard before.userInterfaceStyle != inheritedTraits.userInterfaceStyle else { return }
    resolveColors()
    UITraitCollection.with(traitCollection) {
      controller?.traitCollectionDidChange(before)
      traitCollectionDidChange(before)
    }
  }

  final var inheritedTint: UIColor {
    var current: UIView? = self
    while let view = current {
      if let tint = view.ownTintColor { return tint }
      current = view.storedSuperview
    }
    return .systemBlue
  }

  /// Tells the views that had the tint colour from this one, too.
  final func changeTint(to new: UIColor?) {
    ownTintColor = new
    var changed: [UIView] = [], rest = [self]
    while let view = rest.popLast() {
      changed.append(view)
      rest.append(contentsOf: view.storedSubviews.reversed().filter { $0.ownTintColor == nil })
    }
    for view in changed { view.tintColorDidChange() }
  }
}
