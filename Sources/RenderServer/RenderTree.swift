import AnimationCore
import Geometry
import LayerCommit

/// What a change makes necessary to look at again.
struct Dirty: OptionSet, Hashable {
  let rawValue: UInt8
  /// What the layer itself draws.
  static let own = Dirty(rawValue: 1)
  /// Where the layer and everything below it is seen, and whether.
  static let place = Dirty(rawValue: 2)
  /// How the result of the subtree is blended.
  static let opacity = Dirty(rawValue: 4)
  /// In which order the sublayers are drawn.
  static let order = Dirty(rawValue: 8)
  /// Which sublayers there are.
  static let sublayers = Dirty(rawValue: 16)
  /// How often, where and how a replicator shows its sublayers.
  static let copies = Dirty(rawValue: 32)
  /// The layer itself has moved in its superlayer, or has come into view.
  static let moved = Dirty(rawValue: 64)
  /// What is done to the picture of the layer with all below it, and so how far pixels of it reach.
  static let picture: Dirty = [.own, .place, .opacity]
}

extension LayerProperty {
  var dirty: Dirty {
    switch self {
    case .position, .zPosition, .anchorPoint, .anchorPointZ, .transform, .hidden, .doubleSided:
      [.place, .moved]
    // They move sublayers.
    case .sublayerTransform, .geometryFlipped: [.place, .moved, .own]
    case .bounds, .masksToBounds: [.place, .moved, .own]
    case .opacity, .allowsGroupOpacity: .opacity
    case .backgroundColor, .cornerRadius, .maskedCorners, .borderWidth, .borderColor, .contents,
      .contentsRect, .contentsCenter,
      .contentsScale, .contentsGravity, .minificationFilter, .magnificationFilter, .contentsTint,
      .allowsEdgeAntialiasing, .edgeAntialiasingMask:
      .own
    case .shadowColor, .shadowOpacity, .shadowOffset, .shadowRadius, .shadowPath: .own
    case .extra(let property): property.dirty
    }
  }
}

extension ExtraProperty {
  fileprivate var dirty: Dirty {
    switch self {
    case .filters, .backgroundFilters, .compositingFilter, .shouldRasterize, .rasterizationScale:
      .picture
    // A layer that becomes a space, or is one no longer, draws anew whatever it holds.
    case .sublayerMode, .preservesDepth: [.own, .place, .order, .opacity]
    case .instanceCount, .instanceDelay, .instanceTransform, .instanceColor, .instanceRedOffset,
      .instanceGreenOffset, .instanceBlueOffset, .instanceAlphaOffset:
      .copies
    case .cornerCurve, .minificationFilterBias, .path, .fillColor, .fillRule, .strokeColor,
      .strokeStart, .strokeEnd, .lineWidth, .miterLimit, .lineCap, .lineJoin, .lineDashPattern,
      .lineDashPhase, .colors, .locations, .startPoint, .endPoint, .gradientType, .emitterCells,
      .birthRate,
      .lifetime, .emitterPosition, .emitterZPosition, .emitterSize, .emitterDepth,
      .emitterShape, .emitterMode, .renderMode, .velocity, .scale, .spin, .seed:
      .own
    }
  }
}

/// The layers of one surface as the last commits left them: a structure of arrays indexed by slot.
///
/// Owns which layer lies where and its values; `values` shows what is presented, so an animated
/// property holds its animated value there and its committed one in the sampler. An operation that
/// makes no sense (an unknown or destroyed id, a layer inside itself) changes nothing.
struct RenderTree {
  /// Nil-like for `parents` and `root`.
  static let none: Int32 = -1
  /// Layers nested deeper than this are not shown: the tree is walked by recursion.
  static let maximumDepth = 512

  private(set) var slotOf: [LayerID: Int] = [:]
  private(set) var ids: [LayerID] = []
  /// Presented values.
  var values: [LayerValues] = []
  private(set) var timings: [LayerTiming] = []
  private(set) var parents: [Int32] = []
  private(set) var children: [[Int32]] = []
  /// The masks of those slots that have one. A mask's parent is the layer that it masks, but it is
  /// none of the children.
  private(set) var masks: [Int32: Int32] = [:]
  private var dirty: [Dirty] = []
  /// Ranks of attached layers that are dirty.
  private var changed = RankSet()
  private(set) var root = none
  /// The attached layers, every superlayer before its sublayers and its mask.
  private(set) var order: [Int32] = []
  /// Where each slot lies in `order`; negative for not at all.
  private(set) var rank: [Int32] = []
  /// Where the sublayers of each slot lie in `order`: side by side.
  private(set) var sublayerRanks: [Range<Int>] = []
  /// The slots in `order`.
  private(set) var isAttached: [Bool] = []
  /// `order` no longer fits the links.
  private(set) var isStructureStale = false
  /// Layers with their own place in time; 0 means that all share the media time.
  private(set) var ownTimings = 0
  /// Layers of the server's that stand between others and have no time of their own.
  private var timeless: Set<Int32> = []
  private var freeSlots: [Int] = []
  /// The lists of the commit being applied; linked together at its end, because a valid commit may
  /// pass through a state in which a layer lies inside itself.
  private var pendingLists: [(LayerID, [LayerID])] = []
  private var pendingMasks: [(LayerID, LayerID?)] = []
  /// Layers of whose sublayers some were destroyed in the commit being applied: their lists still
  /// name those until its end, because looking for each by itself takes too long in a long list.
  private var bereaved: [Int] = []

  init() {}

  var count: Int { ids.count }

  // MARK: - Changes

  /// Makes room for that many more layers at once.
  mutating func reserve(_ more: Int) {
    let wanted = ids.count + more - freeSlots.count
    guard wanted > ids.capacity else { return }
    // Not less than double: one layer at a time must not copy all of them each time.
    let capacity = max(wanted, 2 * ids.count)
    slotOf.reserveCapacity(capacity)
    ids.reserveCapacity(capacity)
    values.reserveCapacity(capacity)
    timings.reserveCapacity(capacity)
    parents.reserveCapacity(capacity)
    children.reserveCapacity(capacity)
    dirty.reserveCapacity(capacity)
    isAttached.reserveCapacity(capacity)
    rank.reserveCapacity(capacity)
    sublayerRanks.reserveCapacity(capacity)
  }

  /// Returns the slot of the new layer; nil, and nothing happens, when the id is in use.
  mutating func create(_ id: LayerID, _ initial: LayerValues) -> Int? {
    guard slotOf[id] == nil else { return nil }
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      ids[slot] = id
      values[slot] = initial
      isAttached[slot] = false
    } else {
      slot = ids.count
      ids.append(id)
      values.append(initial)
      timings.append(.identity)
      parents.append(Self.none)
      children.append([])
      dirty.append([])
      isAttached.append(false)
      rank.append(Self.none)
      sublayerRanks.append(0..<0)
    }
    slotOf[id] = slot
    return slot
  }

  /// Frees the slot. The sublayers stay, without a superlayer.
  mutating func destroy(_ id: LayerID) {
    guard let slot = slotOf.removeValue(forKey: id) else { return }
    let parent = Int(parents[slot])
    if isMask(slot) {
      unlinkMask(of: parent)
    } else if parent >= 0 {
      parents[slot] = Self.none
      if bereaved.last != parent { bereaved.append(parent) }
      mark(parent, .sublayers)
    }
    unlinkMask(of: slot)
    // One that was destroyed before belongs to nobody already, or to its slot's new layer.
    for child in children[slot] where parents[Int(child)] == Int32(slot) {
      parents[Int(child)] = Self.none
    }
    children[slot] = []
    timeless.remove(Int32(slot))
    if timings[slot] != .identity { ownTimings -= 1 }
    timings[slot] = .identity
    if root == Int32(slot) { root = Self.none }
    values[slot] = LayerValues()
    dirty[slot] = []
    rank[slot] = Self.none
    isStructureStale = true
    freeSlots.append(slot)
  }

  mutating func setRoot(_ id: LayerID?) {
    guard let id else {
      root = Self.none
      isStructureStale = true
      return
    }
    guard let slot = slotOf[id] else { return }
    root = Int32(slot)
    isStructureStale = true
  }

  mutating func setSublayers(of id: LayerID, to list: [LayerID]) {
    pendingLists.append((id, list))
  }

  mutating func setMask(of id: LayerID, to mask: LayerID?) {
    pendingMasks.append((id, mask))
  }

  mutating func setTiming(_ slot: Int, to timing: LayerTiming) {
    guard timings[slot] != timing else { return }
    ownTimings += (timing == .identity ? 0 : 1) - (timings[slot] == .identity ? 0 : 1)
    timings[slot] = timing
  }

  /// Ends a commit: links the sublayer lists and masks that it brought.
  mutating func finishCommit() {
    dropDestroyed()
    // What was a mask may be a sublayer now, and the other way round.
    for (id, _) in pendingMasks { slotOf[id].map { unlinkMask(of: $0) } }
    linkLists()
    // Of several masks of a layer the last is meant: those before take no layer from its list.
    var last: [LayerID: Int] = [:]
    for (i, pending) in pendingMasks.enumerated() { last[pending.0] = i }
    for (i, (id, mask)) in pendingMasks.enumerated() where last[id] == i {
      guard let slot = slotOf[id] else { continue }
      unlinkMask(of: slot)
      guard let mask = mask.flatMap({ slotOf[$0] }), !isAncestor(mask, of: slot) else { continue }
      unlink(mask)
      parents[mask] = Int32(slot)
      masks[Int32(slot)] = Int32(mask)
      mark(slot, .picture)
      isStructureStale = true
    }
    pendingMasks.removeAll()
  }

  private mutating func linkLists() {
    guard !pendingLists.isEmpty else { return }
    let lists = pendingLists
    pendingLists = []
    var before: [Int: [Int32]] = [:]
    for (id, _) in lists {
      guard let slot = slotOf[id], before[slot] == nil else { continue }
      before[slot] = children[slot]
      for child in children[slot] { parents[Int(child)] = Self.none }
      children[slot] = []
    }
    for (id, list) in lists {
      guard let slot = slotOf[id] else { continue }
      // A second list for the same layer replaces the first.
      for child in children[slot] { parents[Int(child)] = Self.none }
      children[slot] = []
      children[slot].reserveCapacity(list.count)
      for child in list {
        guard let child = slotOf[child] else { continue }
        if masks[Int32(slot)] == Int32(child) { unlinkMask(of: slot) }
        guard parents[child] != Int32(slot), !isAncestor(child, of: slot) else { continue }
        unlink(child)
        parents[child] = Int32(slot)
        children[slot].append(Int32(child))
      }
    }
    for (slot, old) in before where children[slot] != old {
      isStructureStale = true
      mark(slot, .sublayers)
      if Self.isReordered(old, children[slot]) { mark(slot, .order) }
    }
  }

  private mutating func dropDestroyed() {
    guard !bereaved.isEmpty else { return }
    // A slot may have a new layer already: that has no superlayer before the lists are linked.
    for slot in Set(bereaved) {
      children[slot].removeAll { parents[Int($0)] != Int32(slot) }
    }
    bereaved.removeAll(keepingCapacity: true)
  }

  private mutating func unlink(_ slot: Int) {
    let parent = Int(parents[slot])
    guard parent >= 0 else { return }
    guard masks[Int32(parent)] != Int32(slot) else { return unlinkMask(of: parent) }
    parents[slot] = Self.none
    children[parent].removeAll { $0 == Int32(slot) }
    mark(parent, .sublayers)
    isStructureStale = true
  }

  private mutating func unlinkMask(of slot: Int) {
    guard !masks.isEmpty, let mask = masks.removeValue(forKey: Int32(slot)) else { return }
    parents[Int(mask)] = Self.none
    mark(slot, .picture)
    isStructureStale = true
  }

  /// Whether a layer is the mask of its parent.
  func isMask(_ slot: Int) -> Bool {
    !masks.isEmpty && parents[slot] >= 0 && masks[parents[slot]] == Int32(slot)
  }

  /// Whether `slot` is `other` or lies above it.
  private func isAncestor(_ slot: Int, of other: Int) -> Bool {
    var current = Int32(other)
    while current >= 0 {
      if current == Int32(slot) { return true }
      current = parents[Int(current)]
    }
    return false
  }

  /// Whether layers that are in both lists changed places among each other.
  private static func isReordered(_ old: [Int32], _ new: [Int32]) -> Bool {
    guard !old.isEmpty, !new.isEmpty else { return false }
    var place: [Int32: Int] = [:]
    for (i, slot) in new.enumerated() { place[slot] = i }
    var last = -1
    for slot in old {
      guard let i = place[slot] else { continue }
      if i < last { return true }
      last = i
    }
    return false
  }

  /// Notes that a presented value has changed.
  mutating func markDirty(_ slot: Int, _ property: LayerProperty) {
    // The corners also shape the clip of everything below.
    let shapesClip =
      (property == .cornerRadius || property == .maskedCorners
        || property == .extra(.cornerCurve)) && values[slot].masksToBounds
    mark(slot, shapesClip ? [.place, .own] : property.dirty)
  }

  mutating func mark(_ slot: Int, _ change: Dirty) {
    dirty[slot].formUnion(change)
    // Layers that come into the tree are looked at anyway.
    if rank[slot] >= 0 { changed.insert(Int(rank[slot])) }
  }

  /// Whether something about the layer has changed that nobody has taken.
  func isMarked(_ slot: Int) -> Bool { !dirty[slot].isEmpty }

  /// What has changed about the first changed layer whose rank is not below `start`, which is
  /// clean from now on. Take them in order: marking layers further on in the meantime is fine.
  mutating func takeChange(from start: Int) -> (rank: Int, change: Dirty)? {
    guard let rank = changed.popFirst(from: start) else { return nil }
    let slot = Int(order[rank])
    defer { dirty[slot] = [] }
    return (rank, dirty[slot])
  }

  /// Calls `body` with the slots of all changed layers.
  func forEachChanged(_ body: (Int) -> Void) {
    changed.forEach { body(Int(order[$0])) }
  }

  // MARK: - Order

  /// Brings `order` up to date. Calls `left` for slots that are no longer attached and marks those
  /// that have come or were moved to another superlayer as dirty.
  mutating func updateOrder(previousParents: inout [Int32], left: (Int) -> Void) {
    guard isStructureStale else { return }
    isStructureStale = false
    let old = order
    var attached = [Bool](repeating: false, count: count)
    for slot in old {
      rank[Int(slot)] = Self.none
      sublayerRanks[Int(slot)] = 0..<0
    }
    order.removeAll(keepingCapacity: true)
    if root >= 0 {
      order.append(root)
      attached[Int(root)] = true
      var next = 0, levelEnd = 1, depth = 0
      while next < order.count && depth < Self.maximumDepth {
        let slot = Int(order[next])
        next += 1
        let first = order.count
        for child in children[slot] where !attached[Int(child)] {
          attached[Int(child)] = true
          order.append(child)
        }
        sublayerRanks[slot] = first..<order.count
        if !masks.isEmpty, let mask = masks[Int32(slot)], !attached[Int(mask)] {
          attached[Int(mask)] = true
          order.append(mask)
        }
        if next == levelEnd {
          levelEnd = order.count
          depth += 1
        }
      }
    }
    while previousParents.count < count { previousParents.append(Self.none) }
    for slot in old where !attached[Int(slot)] { left(Int(slot)) }
    changed.reset(count: order.count)
    for (i, slot) in order.enumerated() {
      let slot = Int(slot)
      rank[slot] = Int32(i)
      // The root has no superlayer, even where it is a sublayer of something.
      let parent = Int32(superlayer(of: slot))
      if !isAttached[slot] || previousParents[slot] != parent {
        dirty[slot] = [.own, .place, .order, .sublayers]
      }
      if !dirty[slot].isEmpty { changed.insert(i) }
      previousParents[slot] = parent
    }
    isAttached = attached
  }

  // MARK: - Time

  /// The layer's local time at media time `t`.
  func localTime(of slot: Int, at t: Double) -> Double {
    guard ownTimings > 0 else { return t }
    let parent = superlayer(of: slot)
    let above = parent >= 0 ? localTime(of: parent, at: t) : t
    if isTimeless(slot) { return above }
    return timings[slot].local(fromParent: above)
  }

  /// Without a timing that says otherwise, those below it are at the time of the layer above: any
  /// other layer is never before its begin.
  mutating func setTimeless(_ slot: Int) { timeless.insert(Int32(slot)) }

  func isTimeless(_ slot: Int) -> Bool {
    !timeless.isEmpty && timeless.contains(Int32(slot)) && timings[slot] == .identity
  }

  /// The slot of the superlayer in the attached tree, or −1.
  func superlayer(of slot: Int) -> Int {
    Int32(slot) == root ? -1 : Int(parents[slot])
  }
}
