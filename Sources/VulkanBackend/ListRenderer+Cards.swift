import CVulkan
import Renderer

/// Shadows with the shapes that cast them, where they follow each other: one draw for a run of them.
extension ListRenderer {
  /// Where the next quad of a pass is.
  struct Cursor: Equatable {
    var batch = 0
    /// Quads of that batch that have been drawn.
    var drawn = 0
  }

  /// Draws the run of cards that begins at `cursor`, if one does; returns where the rest begins.
  func recordCards(
    _ list: DrawList, _ batches: [DrawList.Batch], from cursor: Cursor, _ slot: FrameRing.Slot,
    _ cost: inout FrameCost
  ) throws(BackendError) -> Cursor {
    guard drawsCards else { return cursor }
    var next = cursor
    let first = cardCount
    while next.drawn == 0, next.batch + 1 < batches.count {
      let below = batches[next.batch], above = batches[next.batch + 1]
      guard below.kind == .shadow, below.instances.count == 1, above.kind == .shape,
        above.blend == .over, let i = below.instances.first, let j = above.instances.first,
        list.instances.indices.contains(i), list.instances.indices.contains(j),
        let card = Card(shadow: list.instances[i], under: list.instances[j])
      else { break }
      slot.cards.buffer.store(card, at: cardCount)
      cardCount += 1
      next =
        above.instances.count > 1
        ? Cursor(batch: next.batch + 1, drawn: 1) : Cursor(batch: next.batch + 2)
    }
    if cardCount > first { try draw(.card, first..<cardCount, slot.commands, &cost) }
    return next
  }
}
