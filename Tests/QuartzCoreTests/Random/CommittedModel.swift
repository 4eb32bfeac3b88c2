import AnimationCore
import LayerCommit

/// What commits say about a tree, kept as plainly as it can be.
struct CommittedModel: Equatable {
  struct Node: Equatable {
    var values = LayerValues()
    var timing = LayerTiming.identity
    var children: [LayerID] = []
    var mask: LayerID?
    var animations: [LayerAnimation] = []
  }

  private(set) var nodes: [LayerID: Node] = [:]
  private(set) var root: LayerID?

  init(_ ops: [CommitOp] = []) { _ = apply(ops) }

  /// Returns what makes no sense: layers that are made twice or that nobody knows.
  mutating func apply(_ ops: [CommitOp]) -> [String] {
    var nonsense: [String] = []
    func known(_ id: LayerID, _ op: CommitOp) -> Bool {
      if nodes[id] == nil { nonsense.append("unknown layer: \(op)") }
      return nodes[id] != nil
    }
    for op in ops.flatMap(\.steps) {
      switch op {
      case .createLayers(let layers):
        for layer in layers {
          if nodes[layer.id] != nil { nonsense.append("made twice: \(op)") }
          nodes[layer.id] = Node()
        }
      case .destroy(let id): if known(id, op) { nodes[id] = nil }
      case .setRoot(let id): if id.map({ known($0, op) }) ?? true { root = id }
      case .setSublayers(let id, let list):
        if known(id, op) && list.allSatisfy({ known($0, op) }) { nodes[id]?.children = list }
      case .setMask(let id, let mask):
        if known(id, op) && mask.map({ known($0, op) }) ?? true { nodes[id]?.mask = mask }
      case .set(let id, let property, let value):
        if known(id, op) { nodes[id]?.values[property] = value }
      case .setTiming(let id, let timing): if known(id, op) { nodes[id]?.timing = timing }
      case .setAnimations(let id, let list): if known(id, op) { nodes[id]?.animations = list }
      case .setWantsTicks, .request: break
      }
    }
    if let root, nodes[root] == nil { nonsense.append("the root is gone") }
    return nonsense
  }

  /// The layers below the root, masks too, with the time maps on the way there, outermost first.
  var shown: [(id: LayerID, node: Node, chain: [LayerTiming])] {
    var result: [(id: LayerID, node: Node, chain: [LayerTiming])] = []
    var rest = root.map { [($0, [LayerTiming]())] } ?? []
    while let (id, above) = rest.popLast() {
      guard let node = nodes[id] else { continue }
      let chain = above + [node.timing]
      result.append((id, node, chain))
      rest += (node.children + (node.mask.map { [$0] } ?? [])).map { ($0, chain) }
    }
    return result
  }

  /// What the two say differently, by layer.
  func differences(from other: CommittedModel) -> [String] {
    var result: [String] = []
    if root != other.root { result.append("root \(root as Any) is not \(other.root as Any)") }
    for id in Set(nodes.keys).union(other.nodes.keys).sorted(by: { $0.raw < $1.raw }) {
      guard let a = nodes[id], let b = other.nodes[id] else {
        result.append("layer \(id.raw): known \(nodes[id] != nil), not \(other.nodes[id] != nil)")
        continue
      }
      for property in LayerProperty.allCases where a.values[property] != b.values[property] {
        result.append(
          "layer \(id.raw): \(property) \(a.values[property]) is not \(b.values[property])")
      }
      if a.timing != b.timing { result.append("layer \(id.raw): \(a.timing) is not \(b.timing)") }
      if a.children != b.children {
        result.append("layer \(id.raw): sublayers \(a.children) are not \(b.children)")
      }
      if a.mask != b.mask {
        result.append("layer \(id.raw): mask \(a.mask as Any) is not \(b.mask as Any)")
      }
      if a.animations != b.animations {
        result.append(
          "layer \(id.raw): animations \(a.animations.map(\.id.raw)) are not "
            + "\(b.animations.map(\.id.raw)), or differ")
      }
    }
    return result
  }
}
