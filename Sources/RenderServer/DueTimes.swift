/// When something is next due for each slot: a binary heap that knows where every slot lies in it.
struct DueTimes {
  private var heap: [(time: Double, slot: Int)] = []
  /// Where each slot lies in `heap`; negative for not at all.
  private var place: [Int] = []

  /// The earliest time; infinite when nothing is due.
  var first: Double { heap.first?.time ?? .infinity }

  /// A slot that is due at or before `time`, the earliest first.
  func slot(dueBy time: Double) -> Int? {
    guard let first = heap.first, first.time <= time else { return nil }
    return first.slot
  }

  /// Infinity, or no number, for never.
  mutating func set(_ slot: Int, to time: Double) {
    while place.count <= slot { place.append(-1) }
    var i = place[slot]
    guard time < .infinity else {
      if i >= 0 { remove(at: i) }
      return
    }
    if i < 0 {
      i = heap.count
      heap.append((time, slot))
      place[slot] = i
    } else {
      heap[i].time = time
    }
    settle(i)
  }

  private mutating func remove(at i: Int) {
    swap(i, heap.count - 1)
    place[heap.removeLast().slot] = -1
    if i < heap.count { settle(i) }
  }

  /// Moves an entry whose time has changed to where it belongs.
  private mutating func settle(_ start: Int) {
    var i = start
    while i > 0, heap[i].time < heap[(i - 1) / 2].time {
      swap(i, (i - 1) / 2)
      i = (i - 1) / 2
    }
    while true {
      var least = i
      let left = 2 * i + 1
      if left < heap.count, heap[left].time < heap[least].time { least = left }
      if left + 1 < heap.count, heap[left + 1].time < heap[least].time { least = left + 1 }
      if least == i { return }
      swap(i, least)
      i = least
    }
  }

  private mutating func swap(_ a: Int, _ b: Int) {
    if a != b { heap.swapAt(a, b) }
    place[heap[a].slot] = a
    place[heap[b].slot] = b
  }
}
