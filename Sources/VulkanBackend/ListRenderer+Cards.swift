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
    while next.drawn == 0, let card = Card(at: next.batch, of: batches, list) {
      slot.cards.buffer.store(card, at: cardCount)
      cardCount += 1
      next =
        batches[next.batch + 1].instances.count > 1
        ? Cursor(batch: next.batch + 1, drawn: 1) : Cursor(batch: next.batch + 2)
    }
    if cardCount > first { try draw(.card, first..<cardCount, slot.commands, &cost) }
    return next
  }
}

extension Card {
  /// The shadow that is the batch at this index, and the first shape of the next one; nil where these are
  /// no card.
  init?(at index: Int, of batches: [DrawList.Batch], _ list: DrawList) {
    guard index + 1 < batches.count, batches[index].kind == .shadow,
      batches[index].instances.count == 1, batches[index + 1].kind == .shape,
      batches[index + 1].blend == .over
    else { return nil }
    let below = batches[index].instances.lowerBound
    let above = batches[index + 1].instances.lowerBound
    guard list.instances.indices.contains(below), list.instances.indices.contains(above) else {
      return nil
    }
    self.init(shadow: list.instances[below], under: list.instances[above])
  }
}
