import Geometry

/// Leaves of the shape that most have, as numbers alone and side by side: under no group, between
/// two known ends, with no spring, and adding up to nothing.
///
/// They say what `PropertyAnimation` says of the same leaves. A frame loop asks thousands of them
/// without following a reference, counting one or copying anything.
package struct PlainLeaves: Sendable {
  private var leaves: [PlainLeaf] = []

  package init() {}

  package var count: Int { leaves.count }

  package mutating func reserve(_ count: Int) { leaves.reserveCapacity(count) }

  /// Takes in all leaves of an animation, in list order, or none when there is one of another
  /// shape. A whole matrix is no numbers that are plain.
  package mutating func append(_ animation: PropertyAnimation) {
    let first = leaves.count
    for leaf in animation.leaves {
      let isPlain = leaf.component != .whole || animation.property.kind != .matrix
      guard isPlain, let plain = PlainLeaf(leaf) else {
        leaves.removeLast(leaves.count - first)
        return
      }
      leaves.append(plain)
    }
  }

  /// For properties that are one number. `localTime` is the layer's.
  package func number(_ range: Range<Int>, over model: Double, at localTime: Double) -> Double {
    var value = model
    for i in range {
      if let shown = leaves[i].value(at: localTime) { value = shown.x }
    }
    return value
  }

  /// For points, sizes, rectangles and colours; nil is a nil colour.
  package func vector(_ range: Range<Int>, over model: SIMD4<Double>?, at localTime: Double)
    -> SIMD4<Double>?
  {
    var value = model
    for i in range {
      guard let shown = leaves[i].value(at: localTime) else { continue }
      if leaves[i].component == .whole {
        value = shown
      } else {
        value?.setComponent(leaves[i].component, to: shown)
      }
    }
    return value
  }

  /// For matrices: changes the parts that are animated. False when none is shown.
  package func apply(_ range: Range<Int>, to parts: inout TransformParts, at localTime: Double)
    -> Bool
  {
    var isShown = false
    for i in range {
      guard let shown = leaves[i].value(at: localTime) else { continue }
      parts[leaves[i].component] = shown
      isShown = true
    }
    return isShown
  }
}

private struct PlainLeaf: Sendable {
  let component: PropertyComponent
  let timing: AnimationTiming
  let start: SIMD4<Double>
  let slope: SIMD4<Double>

  init?(_ leaf: LeafProgram) {
    guard let (timing, line) = leaf.plain else { return nil }
    component = leaf.component
    self.timing = timing
    (start, slope) = line
  }

  /// One number stands in x; nil when the leaf contributes nothing.
  @inline(__always) func value(at localTime: Double) -> SIMD4<Double>? {
    guard let fraction = timing.fraction(at: localTime) else { return nil }
    let value = start + slope * timing.progress(fraction)
    return value.isFinite ? value : nil
  }
}
