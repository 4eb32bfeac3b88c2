/// Pixels per point of a window: what the server prefers for it or, where it does not say, the
/// highest integer scale among the outputs it is on.
struct ScaleState<Output: Equatable> {
  enum Action: Equatable {
    case none
    case changed(Double)
  }

  private(set) var scale = 1.0
  private var entered: [Output] = []
  /// Whether it was ever on an output.
  private var hasEntered = false
  /// In 120ths.
  private var preferred: UInt32?

  mutating func enter(_ output: Output) {
    if !entered.contains(output) { entered.append(output) }
  }

  mutating func leave(_ output: Output) {
    entered.removeAll { $0 == output }
  }

  /// wp_fractional_scale_v1.preferred_scale: 120ths of pixels per point. What cannot be meant is
  /// ignored.
  mutating func prefer(_ parts: UInt32) -> Action {
    guard (1...120 * 64).contains(parts) else { return .none }
    preferred = parts
    return change(to: Double(parts) / 120)
  }

  /// Chooses again from all outputs there are. Before the window is on any, all count: a first
  /// frame that is too fine looks better than one that is too coarse. A window that has left its
  /// outputs keeps its scale.
  mutating func update(outputs: [(output: Output, scale: Int)]) -> Action {
    let known = outputs.filter { entered.contains($0.output) }
    if !known.isEmpty { hasEntered = true }
    guard preferred == nil else { return .none }
    let counting = known.isEmpty && !hasEntered ? outputs : known
    guard let highest = counting.map(\.scale).max() else { return .none }
    return change(to: Double(highest))
  }

  private mutating func change(to new: Double) -> Action {
    guard new != scale else { return .none }
    scale = new
    return .changed(new)
  }
}
