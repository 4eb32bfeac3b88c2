/// The candidate with the fewest typing mistakes between it and `word`; the first of several equals,
/// nil only when there are no candidates.
package func nearestName(to word: String, among candidates: [String]) -> String? {
  candidates.enumerated().min {
    (editDistance(word, $0.element), $0.offset) < (editDistance(word, $1.element), $1.offset)
  }?.element
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string
/// alignment distance).
package func editDistance(_ a: String, _ b: String) -> Int {
  // Hostile arguments may be megabytes long; no name is.
  let a = Array(a.unicodeScalars.prefix(64)), b = Array(b.unicodeScalars.prefix(64))
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in 0..<b.count {
      var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
