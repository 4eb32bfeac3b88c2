import AnimationCore
import CoreGraphics
import QuartzCore
import Testing

/// One animated property, read from the server and from the presentation layer alike.
struct ValueProbe: Sendable {
  let name: String
  let served: @Sendable (LayerValues) -> [Double]
  let presented: @Sendable (CALayer) -> [Double]

  static let positionX = ValueProbe(name: "position.x") {
    [$0.position.x]
  } presented: {
    [Double($0.position.x)]
  }
  static let positionY = ValueProbe(name: "position.y") {
    [$0.position.y]
  } presented: {
    [Double($0.position.y)]
  }
  static let position = ValueProbe(name: "position") {
    [$0.position.x, $0.position.y]
  } presented: {
    [Double($0.position.x), Double($0.position.y)]
  }
  static let shadowOffset = ValueProbe(name: "shadowOffset") {
    [$0.shadowOffset.width, $0.shadowOffset.height]
  } presented: {
    [Double($0.shadowOffset.width), Double($0.shadowOffset.height)]
  }
  static let bounds = ValueProbe(name: "bounds") {
    [$0.bounds.minX, $0.bounds.minY, $0.bounds.size.width, $0.bounds.size.height]
  } presented: {
    let bounds = $0.bounds
    return [bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height]
      .map(Double.init)
  }
  static let backgroundColor = ValueProbe(name: "backgroundColor") {
    guard let c = $0.backgroundColor?.components else { return [] }
    return [c.x, c.y, c.z, c.w]
  } presented: {
    $0.backgroundColor?.components?.map(Double.init) ?? []
  }
  static let opacity = ValueProbe(name: "opacity") {
    [$0.opacity]
  } presented: {
    [Double($0.opacity)]
  }
  static let isHidden = ValueProbe(name: "hidden") {
    [$0.isHidden ? 1 : 0]
  } presented: {
    [$0.isHidden ? 1 : 0]
  }

  /// Whatever consists of numbers, by its key path: nothing for nil.
  static func keyPath(_ keyPath: String) -> ValueProbe {
    guard let target = AnimationTarget(keyPath: keyPath) else {
      fatalError("\(keyPath) is no key path of a layer")
    }
    return ValueProbe(name: keyPath) {
      numbers($0[target], of: target)
    } presented: {
      let value = $0.value(forKeyPath: keyPath).flatMap { Boxing.value($0, for: target) }
      return numbers(value ?? .none, of: target)
    }
  }

  private static func numbers(_ value: PropertyValue, of target: AnimationTarget) -> [Double] {
    switch value {
    case .none, .path, .contents, .records: []
    case .list(let list):
      list.flatMap { target.kind == .numbers ? [$0.x] : [$0.x, $0.y, $0.z, $0.w] }
    case .number(let number): [number]
    case .matrix(let matrix): matrix.rowMajor
    case .vector(let vector):
      switch target.kind {
      case .rect, .color: [vector.x, vector.y, vector.z, vector.w]
      case .point, .size: [vector.x, vector.y]
      case .number, .integer, .flag, .choice, .matrix, .path, .contents, .numbers, .colors,
        .records:
        [vector.x]
      }
    }
  }

  /// Expects a layer to show this now, on the server and presented alike.
  @MainActor
  func expect(
    _ layer: CALayer, on stage: TestStage, near expected: [Double], within tolerance: Double = 1e-9,
    _ label: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    EndToEndTests.expect(
      served(try stage.served(layer)), near: expected, within: tolerance,
      "\(name) on the server \(label)", sourceLocation: sourceLocation)
    EndToEndTests.expect(
      layer.presentation().map(presented), near: expected, within: tolerance,
      "\(name) presented \(label)", sourceLocation: sourceLocation)
  }
}

/// Many animations, each on a layer of its own, sampled through layer, commit and server.
///
/// Every layer stands still at a local time that the batch sets before each sample, so samples that
/// lie exactly on a boundary are exact. Animations are added while that time is below zero.
@MainActor
final class ValueBatch {
  private struct Check {
    let layer: CALayer
    let probe: ValueProbe
    let expected: [Double]
    let tolerance: Double
    let label: String
    let sourceLocation: SourceLocation
  }

  let stage: TestStage
  private var checks: [Double: [Check]] = [:]

  init() throws { stage = try TestStage(width: 16, height: 16, draws: false) }

  /// The layer with these animations, kept after their end. `fill`, unless nil, replaces theirs.
  func add(
    _ animations: [CAAnimation], to layer: CALayer = CALayer(),
    fill: CAMediaTimingFillMode? = .both, model: (CALayer) -> Void = { _ in }
  ) -> CALayer {
    stage.add(layer) { layer in
      layer.speed = 0
      layer.timeOffset = -8
      model(layer)
      for animation in animations {
        animation.isRemovedOnCompletion = false
        if let fill { animation.fillMode = fill }
        layer.add(animation, forKey: nil)
      }
    }
  }

  /// Remembers what `layer` must show when its local time is `time`.
  func expect(
    _ layer: CALayer, at time: Double, _ probe: ValueProbe, near expected: [Double],
    within tolerance: Double, _ label: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    checks[time, default: []].append(
      Check(
        layer: layer, probe: probe, expected: expected, tolerance: tolerance,
        label: "\(label) at \(time)", sourceLocation: sourceLocation))
  }

  /// Samples everything; returns how many comparisons were made.
  @discardableResult
  func run() throws -> Int {
    stage.mark()
    var compared = 0
    for (index, time) in checks.keys.sorted().enumerated() {
      let due = checks[time] ?? []
      withoutActions {
        for check in due { check.layer.timeOffset = time }
      }
      stage.commit()
      stage.at(Double(index + 1) / 64)
      for check in due {
        EndToEndTests.expect(
          check.probe.served(try stage.served(check.layer)), near: check.expected,
          within: check.tolerance, "\(check.label), \(check.probe.name) on the server",
          sourceLocation: check.sourceLocation)
        EndToEndTests.expect(
          check.layer.presentation().map(check.probe.presented), near: check.expected,
          within: check.tolerance, "\(check.label), \(check.probe.name) presented",
          sourceLocation: check.sourceLocation)
        compared += 1
      }
    }
    return compared
  }
}
