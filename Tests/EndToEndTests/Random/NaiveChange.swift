import TestSupport

/// One change of a running layer, for the naive layer and the product's alike.
enum NaiveChange {
  case set(String, [Double])
  case add(NaiveAnimation)
  case remove(key: String)
  case removeAll
}

/// What an animation added without a duration or a function takes over.
struct NaiveTransaction {
  var duration: Double?
  var curve: [Double]?
}

extension NaiveLayer {
  /// One transaction at a moment of media time.
  mutating func apply(
    _ changes: [NaiveChange], in transaction: NaiveTransaction, atMediaTime media: Double
  ) {
    // Animations without ends start from what the last commit shows.
    let shown = presented(atMediaTime: media)
    for change in changes {
      switch change {
      case .set(let property, let value): model[property] = value
      case .add(let animation): add(animation, shown: shown)
      case .remove(let key): animations.removeAll { $0.key == key }
      case .removeAll: animations.removeAll()
      }
    }
    commit(atMediaTime: media, duration: transaction.duration, curve: transaction.curve)
  }

  /// The largest number that takes part in a property: what errors are measured by.
  func range(of property: String) -> Double {
    let values = [model[property] ?? []] + animations.flatMap { $0.values(of: property) }
    return values.joined().reduce(1) { max($0, abs($1)) }
  }

  /// Something of this property runs along a spline at constant speed, which nobody knows exactly.
  func isPaced(_ property: String) -> Bool { animations.contains { $0.isPaced(property) } }
}

extension NaiveAnimation {
  fileprivate func values(of property: String) -> [[Double]] {
    if case .group(let children) = content { return children.flatMap { $0.values(of: property) } }
    guard target?.property == property else { return [] }
    return switch content {
    case .basic(let from, let to, let by), .spring(_, let from, let to, let by):
      [from, to, by, captured].compactMap { $0 }
    case .keyframes(let keyframes): keyframes.values
    case .group: []
    }
  }

  fileprivate func isPaced(_ property: String) -> Bool {
    switch content {
    case .group(let children): children.contains { $0.isPaced(property) }
    case .keyframes(let keyframes):
      target?.property == property && keyframes.mode == .cubicPaced
    case .basic, .spring: false
    }
  }
}

extension RandomAnimations {
  /// What a second transaction does to a layer that runs already.
  mutating func changes(of layer: NaiveLayer) -> [NaiveChange] {
    prepare(for: layer)
    return (0..<Int.random(in: 0...3, using: &random)).map { _ in
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let property = layer.model.keys.sorted().randomElement(using: &random) ?? "opacity"
        return .set(property, modelValue(of: property))
      case 2: return .remove(key: random.pick(Self.keys))
      case 3 where random.chance(0.3): return .removeAll
      default: return .add(topLevelAnimation(of: layer))
      }
    }
  }

  mutating func transaction() -> NaiveTransaction {
    NaiveTransaction(
      duration: random.chance(0.3) ? random.grid(0.25...2) : nil,
      curve: random.chance(0.2) ? [0.25, 0.5, 0.75, 1] : nil)
  }
}
