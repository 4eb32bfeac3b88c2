import AnimationCore
import Geometry

extension Commit {
  /// The commit as text for people and goldens: one step a line, ids as given.
  package var dump: String {
    var text = "commit \(serial) surface \(surface.raw) at \(time.dump)\n"
    for step in ops.lazy.flatMap(\.steps) { text += "  \(step.dump)\n" }
    return text
  }
}

extension CommitOp {
  package var dump: String {
    switch self {
    case .createLayers(let layers):
      return "create " + layers.map { "\($0.id.raw)" }.joined(separator: " ")
    case .destroy(let id): return "destroy \(id.raw)"
    case .setRoot(let id): return "root \(id.map { "\($0.raw)" } ?? "none")"
    case .setSublayers(let id, let list):
      return
        "sublayers \(id.raw): \(list.isEmpty ? "none" : list.map { "\($0.raw)" }.joined(separator: " "))"
    case .setMask(let id, let mask): return "mask \(id.raw): \(mask.map { "\($0.raw)" } ?? "none")"
    case .set(let id, let property, let value):
      return "set \(id.raw) \(property.name) = \(value.dump)"
    case .setTiming(let id, let timing):
      return "timing \(id.raw): begin \(timing.beginTime.dump) offset \(timing.timeOffset.dump) "
        + "speed \(timing.speed.dump)"
    case .setAnimations(let id, let list):
      guard !list.isEmpty else { return "animations \(id.raw): none" }
      return "animations \(id.raw):" + list.map { "\n    " + $0.dump }.joined()
    case .setWantsTicks(let wanted): return "ticks \(wanted ? "on" : "off")"
    case .request(let request): return "request \(request)"
    }
  }
}

extension LayerAnimation {
  package var dump: String {
    "animation \(id.raw) \(timing.dump)" + (transition.map { " " + $0.dump } ?? "")
      + leaves.map { "\n      " + $0.dump }.joined()
  }
}

extension Transition {
  /// Without the side where none counts, and without the whole way.
  package var dump: String {
    var text = "transition \(kind)"
    if kind != .fade { text += " from \(side)" }
    if !isWhole { text += " \(progress(0).dump)…\(progress(1).dump)" }
    return text
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

extension ProgressPath {
  package var dump: String {
    var text = "led"
    switch pace {
    case .line: break
    case .curve(let f):
      text += " curve(\(f.x1.dump), \(f.y1.dump), \(f.x2.dump), \(f.y2.dump))"
    case .spring(_, let duration): text += " by a spring of \(duration.dump) s"
    }
    if from != 0 || to != 1 { text += " part \(from.dump)…\(to.dump)" }
    return text + " progress \(value(at: 0).dump)…\(value(at: 1).dump)"
  }
}

extension AnimationLeaf {
  package var dump: String {
    var text = target.property.name
    if let field = target.field { text += ".\(field.name).\(field.key)" }
    if target.component != .whole { text += ".\(target.component)" }
    if let function { text += " by \(function)" }
    if isAdditive { text += " additive" }
    if isCumulative { text += " cumulative" }
    if let path { text += " " + path.dump }
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
      text += " \(track.mode) "
      if let path = track.path {
        text += "\(track.pathOutput) along \(PropertyValue.path(path).dump)"
      } else {
        text += track.values.map(\.dump).joined(separator: " → ")
      }
      if let times = track.keyTimes {
        text += " at \(times.map(\.dump).joined(separator: " "))"
      }
    }
    return text + timings.dropFirst().map { " in (\($0.dump))" }.joined()
  }
}
