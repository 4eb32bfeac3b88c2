import AnimationCore
import Geometry

/// What a replicator's presented values make of its copies.
struct InstanceLook: Equatable {
  /// How many copies are wanted, from 0.
  var count: Int
  /// From each copy to the next, about the anchor point.
  var transform: Matrix4
  /// Seconds by which each copy is behind the one before.
  var delay: Double
  /// Straight, of the first copy, and what is added from each to the next.
  var color: SIMD4<Double>
  var colorStep: SIMD4<Double>
  var bounds: Rect
  var anchorPoint: Point
  var anchorPointZ: Double

  init(_ values: [LayerValues], _ slot: Int) {
    let extras = values[slot].extras
    func number(_ property: ExtraProperty) -> Double {
      if case .number(let n) = extras[property] { n } else { 0 }
    }
    count = Int(min(max(number(.instanceCount), 0), Double(Replicas.maximumCount)))
    transform = if case .matrix(let m) = extras[.instanceTransform] { m } else { .identity }
    delay = number(.instanceDelay)
    // No colour is none to multiply with.
    color = if case .vector(let v) = extras[.instanceColor] { v } else { .one }
    colorStep = SIMD4(
      number(.instanceRedOffset), number(.instanceGreenOffset), number(.instanceBlueOffset),
      number(.instanceAlphaOffset))
    bounds = values[slot].bounds
    anchorPoint = values[slot].anchorPoint
    anchorPointZ = values[slot].anchorPointZ
  }

  /// Straight components, limited to what colours have.
  func color(of copy: Int) -> SIMD4<Double> {
    (color + colorStep * Double(copy)).clamped(lowerBound: .zero, upperBound: .one)
  }

  /// Zero for the first.
  func timing(of copy: Int) -> LayerTiming {
    var timing = LayerTiming()
    let late = delay * Double(copy)
    guard late.isFinite else { return timing }
    if late > 0 { timing.beginTime = late } else { timing.timeOffset = -late }
    return timing
  }
}
