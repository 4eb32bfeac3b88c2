import AnimationCore
import Geometry
import TestSupport
import Testing

func isClose(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance }

func isClose(_ a: [Double], _ b: [Double], _ tolerance: Double) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { isClose($0, $1, tolerance) }
}

extension UnitBezier {
  /// By the name that the tables use.
  static func named(_ name: String?) -> UnitBezier? {
    switch name {
    case "linear": .linear
    case "easeIn": .easeIn
    case "easeOut": .easeOut
    case "easeInEaseOut": .easeInEaseOut
    case "default": .standard
    case _: nil
    }
  }
}

extension AnimationTiming {
  init(_ v: VectorValue) {
    self.init()
    beginTime = v["beginTime"].double ?? 0
    timeOffset = v["timeOffset"].double ?? 0
    speed = v["speed"].double ?? 1
    duration = v["duration"].double ?? 0
    repeatCount = v["repeatCount"].double ?? 0
    repeatDuration = v["repeatDuration"].double ?? 0
    autoreverses = v["autoreverses"].bool ?? false
    switch v["fillMode"].string {
    case "backwards": fillMode = .backwards
    case "forwards": fillMode = .forwards
    case "both": fillMode = .both
    case _: fillMode = .removed
    }
  }

  init(begin: Double = 0, duration: Double, fill: FillMode = .removed) {
    self.init()
    beginTime = begin
    self.duration = duration
    fillMode = fill
  }
}

extension PropertyValue {
  /// A number, a point or a rectangle, by how many numbers there are.
  init(numbers n: [Double]) {
    self =
      n.count == 1
      ? .number(n[0]) : .vector(SIMD4(n[0], n[1], n.count > 2 ? n[2] : 0, n.count > 3 ? n[3] : 0))
  }

  /// As many numbers as asked for; all of a list.
  func numbers(_ count: Int) -> [Double] {
    if case .list(let list) = self { return list.map(\.x) }
    guard let v = numbers else { return [] }
    return Array([v.x, v.y, v.z, v.w].prefix(count))
  }
}

/// A leaf that runs from 0 to 1 s without a timing function unless told otherwise.
func leaf(
  _ keyPath: String, _ curve: AnimationCurve, timing: AnimationTiming = .init(duration: 1)
) -> AnimationLeaf {
  guard let target = AnimationTarget(keyPath: keyPath) else {
    Issue.record("\(keyPath) is no key path")
    return AnimationLeaf(target: AnimationTarget(.opacity), timings: [timing], curve: curve)
  }
  return AnimationLeaf(target: target, timings: [timing], curve: curve)
}

/// What a leaf shows at a fraction of its duration.
func value(_ leaf: AnimationLeaf, at fraction: Double, over below: PropertyValue) -> PropertyValue {
  leaf.value(LeafSample(progress: fraction), over: below)
}

extension LayerValues {
  /// These values, taken for the model's, with animations of the given leaves at a moment.
  func animated(by leaves: [AnimationLeaf], at time: Double) -> LayerValues {
    var result = self
    let animations = leaves.enumerated().map { i, leaf in
      LayerAnimation(id: AnimationID(raw: UInt64(i)), timing: leaf.timings[0], leaves: [leaf])
    }
    result.apply(animations, at: time)
    return result
  }
}
