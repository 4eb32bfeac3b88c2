import Geometry

/// A keyframe track by itself, to be drawn as a curve: values and how fast they change.
package struct KeyframeCurve: Sendable {
  private let table: KeyframeTable

  /// Nil when the track animates nothing, and for values that are neither numbers nor points nor
  /// rectangles.
  package init?(_ track: KeyframeTrack) {
    // Any property of the kind does.
    let properties: [LayerProperty] = [.opacity, .position, .bounds]
    let property = properties.first { property in
      track.path != nil
        ? property == .position : track.values.allSatisfy(AnimationTarget(property).accepts)
    }
    guard let property, let table = KeyframeTable(track, target: AnimationTarget(property)) else {
      return nil
    }
    self.table = table
  }

  /// The numbers at a progress from 0 to 1; a number is x.
  package func value(at progress: Double) -> SIMD4<Double> {
    table.numbers(at: progress) ?? table.value(at: progress).numbers ?? .zero
  }

  /// Their change by the progress; zero where they jump or stand.
  package func velocity(at progress: Double) -> SIMD4<Double> {
    table.velocity(at: progress) ?? .zero
  }

  /// The progress at each key.
  package var keys: [Double] { table.keys }
}

extension KeyframeTable {
  /// The times at which segments begin and end; for paths at constant speed only the ends.
  fileprivate var keys: [Double] {
    stride(from: 0, to: times.count, by: cuts).map { times[$0] }
  }

  /// The derivative of `numbers` by the progress, exactly; nil where nothing moves.
  fileprivate func velocity(at progress: Double) -> SIMD4<Double>? {
    guard !isDiscrete, progress >= times[0],
      let next = times.firstIndex(where: { $0 > progress }) ?? lastRise
    else { return nil }
    let piece = next - 1
    let span = times[next] - times[piece]
    let u = (progress - times[piece]) / span
    let segment = piece / cuts
    if cuts > 1 { return pacedVelocity(segment, piece % cuts, u, span: span) }
    let function = segment < functions.count ? functions[segment] : nil
    let (v, slope) = (function?.value(at: u) ?? u, function?.velocity(at: u) ?? 1)
    switch content {
    case .vectors(let segments): return segments[segment].tangent(at: v) * (slope / span)
    case .path(let motion):
      return motion.velocity(segment: segment, v).map {
        SIMD4($0.x, $0.y, 0, 0) * (slope / span)
      }
    case .matrices, .matrixSpline, .lists, .values: return nil
    }
  }

  /// At the very end the last piece of some length counts.
  private var lastRise: Int? {
    times.indices.dropFirst().last { times[$0] > times[$0 - 1] }
  }

  /// On a spline at constant speed: along the tangent, a cut's length in a cut's time.
  private func pacedVelocity(_ segment: Int, _ cut: Int, _ u: Double, span: Double)
    -> SIMD4<Double>?
  {
    guard case .vectors(let segments) = content else { return nil }
    let step = 1 / Double(cuts)
    let from = Double(cut) * step, to = Double(cut + 1) * step
    let tangent = segments[segment].tangent(
      at: segments[segment].parameter(share: u, of: from, to))
    let length = tangent.length
    guard length > 0 else { return nil }
    return tangent * (segments[segment].length(from: from, to: to) / (span * length))
  }
}
