import AnimationCore
import Geometry
import LayerCommit

extension Scene: CustomStringConvertible {
  /// One layer a line, indented by depth, back to front; values that differ from the defaults.
  var description: String {
    var text = "surface \(bounds.width)×\(bounds.height) px\n"
    if tree.root >= 0 { write(Int(tree.root), "layer", depth: 1, to: &text) }
    return text
  }

  private func write(_ slot: Int, _ role: String, depth: Int, to text: inout String) {
    let id = tree.ids[slot]
    text +=
      String(repeating: "  ", count: depth) + (id.isMade ? "\(role) copy" : "\(role) \(id.raw)")
    if let blend = blends[Int32(slot)] { text += " \(blend.kind) \(blend.progress.dump)" }
    if let tint = tints[Int32(slot)] { text += " tint=\(PropertyValue.vector(tint).dump)" }
    let defaults = LayerValues()
    for property in LayerProperty.allCases {
      let value = tree.values[slot][property]
      if value != defaults[property] { text += " \(property.name)=\(value.dump)" }
    }
    let timing = tree.timings[slot]
    if timing != .identity {
      text +=
        " timing=(begin \(timing.beginTime.dump), offset \(timing.timeOffset.dump), "
        + "speed \(timing.speed.dump))"
    }
    let placement = placements[slot]
    if !placement.isVisible {
      text += " invisible"
    } else {
      let b = subtreeBox(of: slot)
      text += " box=(\(b.x), \(b.y), \(b.width), \(b.height))"
      if placement.needsPass { text += placement.clipsPass ? " pass+clip" : " pass" }
    }
    text += "\n"
    if let mask = tree.masks[Int32(slot)], tree.isAttached[Int(mask)] {
      write(Int(mask), "mask", depth: depth + 1, to: &text)
    }
    for child in tree.children[slot] where tree.isAttached[Int(child)] {
      write(Int(child), "layer", depth: depth + 1, to: &text)
    }
  }
}
