import AnimationCore
import Geometry

extension Commit {
<<<<<<< HEAD
  /// The commit as text for people and goldens: one operation a line, ids as given.
  package var dump: String {
    var text = "commit \(serial) surface \(surface.raw) at \(time.dump)\n"
    for op in ops { text += "  \(op.dump)\n" }
    return text
  }
}

extension CommitOp {
  package var dump: String {
    switch self {
    case .create(let id): return "create \(id.raw)"
    case .destroy(let id): return "destroy \(id.raw)"
    case .setRoot(let id): return "root \(id.map { "\($0.raw)" } ?? "none")"
    case .setSublayers(let id, let list):
      return
        "sublayers \(id.raw): \(list.isEmpty ? "none" : list.map { "\($0.raw)" }.joined(separator: " "))"
    case .set(let id, let property, let value): return "set \(id.raw) \(property) = \(value.dump)"
    case .setTiming(let id, let timing):
      return "timing \(id.raw): begin \(timing.beginTime.dump) offset \(timing.timeOffset.dump) "
        + "speed \(timing.speed.dump)"
    case .setAnimations(let id, let list):
      guard !list.isEmpty else { return "animations \(id.raw): none" }
      return "animations \(id.raw):" + list.map { "\n    " + $0.dump }.joined()
    case .setWantsTicks(let wanted): return "ticks \(wanted ? "on" : "off")"
    }
  }
}

extension LayerAnimation {
  package var dump: String {
    "animation \(id.raw) \(timing.dump)" + leaves.map { "\n      " + $0.dump }.joined()
  }
}

extension AnimationTiming {
  /// Without what has its default.
  package var dump: String {
    var text = "begin \(beginTime.dump) duration \(duration.dump)"
    if speed != 1 { text += " speed \(speed.dump)" }
    if timeOffset != 0 { text += " offset \(timeOffset.dump)" }
    if repeatCount != 0 { text += " repeat \(repeatCount.dump)" }
    if repeatDuration != 0 { text += " for \(repeatDuration.dump)" }
    if autoreverses { text += " autoreverses" }
    if fillMode != .removed { text += " fill \(fillMode)" }
    if let f = function {
      text += " curve(\(f.x1.dump), \(f.y1.dump), \(f.x2.dump), \(f.y2.dump))"
    }
    return text
  }
}

extension AnimationLeaf {
  package var dump: String {
    var text = "\(target.property)"
    if target.component != .whole { text += ".\(target.component)" }
    if isAdditive { text += " additive" }
    if isCumulative { text += " cumulative" }
    func ends(_ from: PropertyValue?, _ to: PropertyValue?, _ by: PropertyValue?) -> String {
      [("from", from), ("to", to), ("by", by)].compactMap { name, value in
        value.map { " \(name) \($0.dump)" }
      }.joined()
    }
    switch curve {
    case .basic(let from, let to, let by):
      text += ends(from, to, by)
    case .spring(let spring, let duration, let from, let to, let by):
      text +=
        " spring(mass \(spring.mass.dump), stiffness \(spring.stiffness.dump), damping "
        + "\(spring.damping.dump), velocity \(spring.initialVelocity.dump), \(duration.dump) s)"
        + ends(from, to, by)
    case .keyframes(let track):
      text += " \(track.mode) \(track.values.map(\.dump).joined(separator: " → "))"
      if let times = track.keyTimes {
        text += " at \(times.map(\.dump).joined(separator: " "))"
      }
    }
    return text + timings.dropFirst().map { " in (\($0.dump))" }.joined()
=======
  /// The commit as text, one operation per line, for people and for text goldens.
  ///
  /// Layers, animations and images are named by the order of their creation in the process.
  package var dump: String {
    var lines = ["commit \(serial) of surface \(surface.raw) at \(Dump.number(time))"]
    for op in ops { Dump.add(op, to: &lines) }
    return lines.joined(separator: "\n")
  }
}

private enum Dump {
  static func add(_ op: CommitOp, to lines: inout [String]) {
    switch op {
    case .create(let layer):
      lines.append("  create #\(layer.raw)")
    case .destroy(let layer):
      lines.append("  destroy #\(layer.raw)")
    case .setRoot(let layer):
      lines.append("  root " + (layer.map { "#\($0.raw)" } ?? "none"))
    case .setSublayers(let layer, let sublayers):
      let names = sublayers.map { "#\($0.raw)" }.joined(separator: " ")
      lines.append("  #\(layer.raw) sublayers [\(names)]")
    case .set(let layer, let property, let value):
      lines.append("  #\(layer.raw) \(property) = \(text(value, of: property))")
    case .setTiming(let layer, let timing):
      lines.append(
        "  #\(layer.raw) timing begin \(number(timing.beginTime)) "
          + "offset \(number(timing.timeOffset)) speed \(number(timing.speed))")
    case .setAnimations(let layer, let animations):
      lines.append("  #\(layer.raw) animations" + (animations.isEmpty ? " none" : ""))
      for animation in animations { add(animation, to: &lines) }
    case .setWantsTicks(let wanted):
      lines.append("  ticks " + (wanted ? "on" : "off"))
    }
  }

  private static func add(_ animation: LayerAnimation, to lines: inout [String]) {
    lines.append("    animation \(animation.id.raw): \(text(animation.timing))")
    for leaf in animation.leaves {
      let component =
        leaf.target.component == .whole ? "" : ".\(leaf.target.component)"
      let flags = (leaf.isAdditive ? " additive" : "") + (leaf.isCumulative ? " cumulative" : "")
      lines.append(
        "      \(leaf.target.property)\(component)\(flags) \(text(leaf.curve, leaf.target.property))"
      )
      // The outermost map is the animation's own, given above.
      for timing in leaf.timings.dropFirst() { lines.append("        in \(text(timing))") }
    }
  }

  private static func text(_ curve: AnimationCurve, _ property: LayerProperty) -> String {
    func ends(_ from: PropertyValue?, _ to: PropertyValue?, _ by: PropertyValue?) -> String {
      [("from", from), ("to", to), ("by", by)].compactMap { name, value in
        value.map { "\(name) \(text($0, of: property))" }
      }.joined(separator: " ")
    }
    switch curve {
    case .basic(let from, let to, let by):
      return "basic \(ends(from, to, by))"
    case .spring(let spring, let duration, let from, let to, let by):
      return "spring mass \(number(spring.mass)) stiffness \(number(spring.stiffness)) "
        + "damping \(number(spring.damping)) velocity \(number(spring.initialVelocity)) "
        + "duration \(number(duration)) \(ends(from, to, by))"
    case .keyframes(let track):
      let values = track.values.map { text($0, of: property) }.joined(separator: ", ")
      let times = track.keyTimes.map { " at [\($0.map(number).joined(separator: " "))]" } ?? ""
      return "keyframes \(track.mode) [\(values)]\(times)"
    }
  }

  private static func text(_ timing: AnimationTiming) -> String {
    var parts = ["begin \(number(timing.beginTime))", "duration \(number(timing.duration))"]
    if timing.timeOffset != 0 { parts.append("offset \(number(timing.timeOffset))") }
    if timing.speed != 1 { parts.append("speed \(number(timing.speed))") }
    if timing.repeatCount != 0 { parts.append("repeats \(number(timing.repeatCount))") }
    if timing.repeatDuration != 0 { parts.append("repeats for \(number(timing.repeatDuration))") }
    if timing.autoreverses { parts.append("autoreverses") }
    if timing.fillMode != .removed { parts.append("fills \(timing.fillMode)") }
    if let f = timing.function {
      parts.append("curve (\([f.x1, f.y1, f.x2, f.y2].map(number).joined(separator: " ")))")
    }
    return parts.joined(separator: " ")
  }

  private static func text(_ value: PropertyValue, of property: LayerProperty) -> String {
    switch value {
    case .none: return "none"
    case .number(let n): return number(n)
    case .vector(let v):
      let isPair = property.kind == .point || property.kind == .size
      let components = isPair ? [v.x, v.y] : [v.x, v.y, v.z, v.w]
      return "(\(components.map(number).joined(separator: " ")))"
    case .matrix(let m):
      if m.isIdentity { return "identity" }
      return [m.r0, m.r1, m.r2, m.r3].map { row in
        "(\([row.x, row.y, row.z, row.w].map(number).joined(separator: " ")))"
      }.joined()
    case .path(let path): return "path of \(path.elements.count) elements"
    case .contents(let contents):
      let size = contents.image.bitmap.size
      return "image \(contents.image.id.raw) \(size.width)x\(size.height)"
    }
  }

  /// Up to six decimals, without trailing zeros.
  static func number(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    if rounded == rounded.rounded(), abs(rounded) < 1e15 { return "\(Int(rounded))" }
    return value.isFinite && abs(value) < 1e9 ? "\(rounded)" : "\(value)"
>>>>>>> host
  }
}
