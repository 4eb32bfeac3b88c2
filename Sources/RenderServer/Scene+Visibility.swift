import AnimationCore
import Geometry

/// Which layers are not worth a frame, and which are left out altogether.
extension Scene {
  /// The tree goes on below the last layer that is drawn.
  var hasLayersTooDeep: Bool {
    for slot in tree.order {
      for child in tree.children[Int(slot)] where !tree.isAttached[Int(child)] { return true }
    }
    return false
  }

  /// Whether an animation of the layer may change a pixel, as far as all else stays as it is. What
  /// is hidden, outside of everything or without anything to draw shows nothing of its animations,
  /// except of those that bring it into view.
  func canBeSeen(_ slot: Int, _ running: [LayerAnimations.Running]) -> Bool {
    // Masks run in time, and are not drawn.
    guard tree.rank[slot] >= 0 else { return false }
    let parent = tree.superlayer(of: slot)
    if parent >= 0, isBlend(parent), !subtreeBox(of: parent).isEmpty { return true }
    if parent >= 0 {
      let above = placements[parent]
      guard above.isVisible, !above.clipBox.isEmpty else { return false }
    }
    let placement = placements[slot]
    if placement.isVisible && !subtreeBox(of: slot).isEmpty { return true }
    func isAnimated(_ property: LayerProperty) -> Bool {
      running.contains { $0.animation.leaves.contains { $0.target.property == property } }
    }
    if tree.values[slot].isHidden && !isAnimated(.hidden) { return false }
    if !(tree.values[slot].opacity > 0) && !isAnimated(.opacity) { return false }
    let hasSublayers = !tree.children[slot].isEmpty
    let body = LayerBody(
      tree.values, slot, isYUp: placement.isYUp, maximumImageSize: maximumImageSize)
    let hasOwn =
      !placement.isSpace
      && (body.hasFill || body.hasBorder || body.imageCount > 0 || body.shadow != nil
        || emitters.contains(slot))
    return running.contains { entry in
      entry.animation.leaves.contains { leaf in
        let property = leaf.target.property
        switch property.dirty {
        case .opacity: return !placement.isVisible && (hasSublayers || hasOwn)
        case .own:
          return !placement.isSpace
            && (canAppear(slot, placement, body, property)
              || property.isOfEmitters && emitters.contains(slot))
        default:
          // Places, bounds and hidden.
          return hasSublayers || hasOwn || property == .bounds
        }
      }
    }
  }

  /// Whether a layer that shows nothing may show something through one of its own properties.
  private func canAppear(
    _ slot: Int, _ placement: Placement, _ body: LayerBody, _ property: LayerProperty
  ) -> Bool {
    switch property {
    case .shadowColor, .shadowOpacity, .shadowOffset, .shadowRadius, .shadowPath: return true
    case .contents, .contentsRect, .contentsScale, .contentsGravity:
      switch tree.values[slot].contentsGravity {
      case .resize, .resizeAspect: break
      default: return true
      }
    case .backgroundColor, .borderColor, .borderWidth: break
    default:
      // They shape what is there.
      return false
    }
    guard placement.isVisible else {
      // Animated as well, or this would not be asked.
      return tree.values[slot].isHidden || !(tree.values[slot].opacity > 0)
    }
    let parent = tree.superlayer(of: slot)
    let limit = parent >= 0 ? placements[parent].clipBox : bounds
    return !placement.plane.pixels(of: body.shape, within: limit).isEmpty
  }
}
