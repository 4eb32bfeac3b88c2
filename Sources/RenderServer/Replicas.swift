import LayerCommit

extension LayerID {
  /// Made by the server, for what it shows besides the layers that were committed.
  init(made number: UInt64) { self.init(raw: 1 << 63 | number) }

  var isMade: Bool { raw >> 63 == 1 }
}

/// Which layers of the tree are copies that replicators make, and of which layers.
///
/// A replicator's sublayers lie in a container of their own, and each copy of them in another one,
/// below the replicator side by side. A container has the place, the time and the colour of its
/// copy; what is in it are layers like any other. So a copied layer may itself be a replicator, and
/// its copies are copied in turn: a layer has copies by every replicator above it.
struct Replicas {
  struct Replicator {
    let id: LayerID
    /// By number of the copy; the sublayers themselves lie in the first.
    var containers: [LayerID]
    /// What the containers show.
    var look: InstanceLook?
    /// There was no room for all copies.
    var isLimited = false
  }

  /// The copies that one replicator makes of one layer, from the second on: the first is the layer
  /// itself. Nil for those there was no room for.
  private struct Copies {
    let replicator: LayerID
    var ids: [LayerID?]
  }

  /// What commits have changed and copies do not show yet.
  struct Work {
    /// Layers whose sublayers or mask are others now.
    var rearranged: [LayerID] = []
    /// Layers that may have left a replicator.
    var strayed: [LayerID] = []
    /// Layers that may have become replicators, or are none any longer.
    var converted: [LayerID] = []

    var isEmpty: Bool { rearranged.isEmpty && strayed.isEmpty && converted.isEmpty }
  }

  /// Copies there may be of all replicators of a surface together, so that replicators within
  /// replicators cannot use up all memory.
  static let maximumCount = 20_000

  private(set) var replicators: [Replicator] = []
  private var places: [LayerID: Int] = [:]
  private var owners: [LayerID: LayerID] = [:]
  private var copies: [LayerID: [Copies]] = [:]
  /// What each copy is one of.
  private var originals: [LayerID: LayerID] = [:]
  var work = Work()
  /// Copies have gone since replicators were last looked at.
  var hasFreed = false

  /// Copies that there are.
  var count: Int { originals.count }
  var isEmpty: Bool { replicators.isEmpty }
  var hasCopies: Bool { !copies.isEmpty }

  mutating func takeWork() -> Work {
    defer { work = Work() }
    return work
  }

  // MARK: - Replicators

  func isReplicator(_ id: LayerID) -> Bool { places[id] != nil }

  subscript(replicator id: LayerID) -> Replicator? {
    get { places[id].map { replicators[$0] } }
    set {
      guard let i = places[id] else {
        guard let newValue else { return }
        places[id] = replicators.count
        replicators.append(newValue)
        for container in newValue.containers { owners[container] = id }
        return
      }
      for container in replicators[i].containers { owners[container] = nil }
      if let newValue {
        replicators[i] = newValue
        for container in newValue.containers { owners[container] = id }
      } else {
        places[id] = nil
        let last = replicators.removeLast()
        if i < replicators.count {
          replicators[i] = last
          places[last.id] = i
        }
      }
    }
  }

  /// The replicator that a container belongs to.
  func owner(of container: LayerID) -> LayerID? { owners.isEmpty ? nil : owners[container] }

  /// The layer below which the sublayers of a layer lie.
  func host(of id: LayerID) -> LayerID {
    guard let i = places[id] else { return id }
    return replicators[i].containers[0]
  }

  // MARK: - Copies

  /// The replicators that make copies of a layer.
  func copiers(of id: LayerID) -> [LayerID] { copies[id]?.map(\.replicator) ?? [] }

  func isCopied(_ id: LayerID) -> Bool { !copies.isEmpty && copies[id] != nil }

  func copies(of id: LayerID, by replicator: LayerID) -> [LayerID?] {
    copies[id]?.first { $0.replicator == replicator }?.ids ?? []
  }

  /// All copies of a layer and copies of those.
  func allCopies(of id: LayerID) -> [LayerID] {
    guard let groups = copies[id] else { return [] }
    return groups.flatMap(\.ids).flatMap { copy in copy.map { [$0] + allCopies(of: $0) } ?? [] }
  }

  func original(of copy: LayerID) -> LayerID? { originals[copy] }

  /// Sets the copies of a layer by one replicator and returns those that are none any longer.
  @discardableResult
  mutating func setCopies(_ ids: [LayerID?], of id: LayerID, by replicator: LayerID) -> [LayerID] {
    var groups = copies[id] ?? []
    var gone: [LayerID] = []
    if let i = groups.firstIndex(where: { $0.replicator == replicator }) {
      gone = groups[i].ids.dropFirst(ids.count).compactMap { $0 }
      groups[i].ids = ids
      if ids.isEmpty { groups.remove(at: i) }
    } else if !ids.isEmpty {
      groups.append(Copies(replicator: replicator, ids: ids))
    }
    copies[id] = groups.isEmpty ? nil : groups
    for case let copy? in ids { originals[copy] = id }
    for copy in gone { originals[copy] = nil }
    if !gone.isEmpty { hasFreed = true }
    return gone
  }

  /// The layer has no copies any longer; returns them.
  mutating func removeCopies(of id: LayerID) -> [LayerID] {
    copiers(of: id).flatMap { setCopies([], of: id, by: $0) }
  }
}
