/// Places in the order of a tree, taken out one after the other while more are put in further on.
///
/// A bit for each place: nothing is sorted, nothing is held twice, and 64 places that are not in
/// the set cost one look.
struct RankSet {
  private var words: [UInt64] = []

  /// Empties the set and makes room for the ranks below `count`.
  mutating func reset(count: Int) {
    let needed = (count + 63) / 64
    words.removeAll(keepingCapacity: true)
    words.append(contentsOf: repeatElement(0, count: needed))
  }

  mutating func insert(_ rank: Int) { words[rank >> 6] |= 1 << UInt64(rank & 63) }

  /// Calls `body` for all, the least first.
  func forEach(_ body: (Int) -> Void) {
    for i in words.indices {
      var word = words[i]
      while word != 0 {
        body(i << 6 | word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }

  /// Takes out the least rank; none may be left that is below `start`.
  mutating func popFirst(from start: Int) -> Int? {
    var i = start >> 6
    while i < words.count {
      let word = words[i]
      if word != 0 {
        words[i] = word & (word - 1)
        return i << 6 | word.trailingZeroBitCount
      }
      i += 1
    }
    return nil
  }

  /// Takes out the greatest rank; none may be left that is not below `end`.
  mutating func popLast(below end: Int) -> Int? {
    var i = (end + 63) >> 6
    while i > 0 {
      i -= 1
      let word = words[i]
      if word != 0 {
        let bit = 63 - word.leadingZeroBitCount
        words[i] = word & ~(1 << UInt64(bit))
        return i << 6 | bit
      }
    }
    return nil
  }
}
