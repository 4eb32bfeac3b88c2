import AnimationCore
import Geometry

/// In which order the sublayers of a layer are drawn.
extension Scene {
  /// Whether the sublayers of a layer hide each other as planes in space.
  func isInDepth(_ slot: Int) -> Bool {
    guard !orders.isEmpty, case .depth? = orders[Int32(slot)] else { return false }
    return true
  }

  /// True when sublayers that did not change themselves may look different: those cut in depth.
  mutating func updateSublayerOrder(_ slot: Int) -> Bool {
    let key = Int32(slot)
    let old = orders[key]
    var members: [Int32] = []
    gatherMembers(of: slot, into: &members)
    // Depth is found from presented values.
    if members.contains(where: { !placements[Int($0)].isFlat }) {
      for member in members { leaveQuickWay(Int(member)) }
    }
    let new: SublayerOrder?
    if let blend = isBlend(slot) ? blends[key] : nil {
      new = order(of: blend)
    } else if isReplicator(slot), !placements[slot].isSpace {
      new = nil
    } else {
      new = order(of: members, in: slot)
    }
    guard old != new else { return false }
    orders[key] = new
    if case .depth? = old { return true }
    if case .depth? = new { return true }
    return false
  }

  /// Nil for the order of the tree.
  private func order(of members: [Int32], in owner: Int) -> SublayerOrder? {
    var isSorted = true, isFlat = true
    var last = -Double.infinity
    for member in members {
      if !placements[Int(member)].isFlat { isFlat = false }
      let height = placements[Int(member)].height
      if height < last { isSorted = false }
      last = height
    }
    if isFlat {
      guard !isSorted else { return nil }
      let order = members.enumerated().sorted {
        let a = placements[Int($0.element)].height, b = placements[Int($1.element)].height
        return a != b ? a < b : $0.offset < $1.offset
      }
      return .sorted(order.map(\.element))
    }
    let scale = orderPlane(of: owner).pixelsPerPoint
    var sorter = DepthSorter(overlap: scale > 1e-6 ? 1 / scale : 1)
    let byBias = members.enumerated().sorted {
      let a = zPosition(of: Int($0.element)), b = zPosition(of: Int($1.element))
      return a != b ? a < b : $0.offset < $1.offset
    }
    for (_, member) in byBias {
      sorter.add(
        item: Int(member), isTranslucent: isTranslucent(face(of: Int(member))),
        bounds: tree.values[face(of: Int(member))].bounds,
        matrix: matrixToPlane(face(of: Int(member))))
    }
    return .depth(sorter.sorted())
  }

  /// Whether something may shine through all of a layer, as far as that can be told from itself alone.
  private func isTranslucent(_ slot: Int) -> Bool {
    guard drawnOpacity(tree.values[slot].opacity) == 1 else { return true }
    let body = LayerBody(
      tree.values, slot, isYUp: placements[slot].isYUp, maximumImageSize: maximumImageSize)
    guard body.fill.w < 1 else { return false }
    guard let image = body.firstImage, image.isOpaque else { return true }
    return image.rect.intersection(body.shape.rect) != body.shape.rect
  }
}
