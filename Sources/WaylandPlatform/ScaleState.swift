/// The integer scale of a window: the highest among the outputs it is on.
struct ScaleState<Output: Equatable> {
  enum Action: Equatable {
    case none
    case changed(Int)
  }

  private(set) var scale = 1
  private var entered: [Output] = []
  /// Whether it was ever on an output.
  private var hasEntered = false

  mutating func enter(_ output: Output) {
    if !entered.contains(output) { entered.append(output) }
  }

  mutating func leave(_ output: Output) {
    entered.removeAll { $0 == output }
  }

  /// Chooses again from all outputs there are. Before the window is on any, all count: a first
  /// frame that is too fine looks better than one that is too coarse. A window that has left its
  /// outputs keeps its scale.
  mutating func update(outputs: [(output: Output, scale: Int)]) -> Action {
    let known = outputs.filter { entered.contains($0.output) }
    let highest: Int?
    if !known.isEmpty {
      hasEntered = true
      highest = known.map(\.scale).max()
    } else {
      highest = hasEntered ? nil : outputs.map(\.scale).max()
    }
    guard let highest, highest != scale else { return .none }
    scale = highest
    return .changed(highest)
  }
}
