import Dispatch
import Locks
import Testing

@Suite("Guarded")
struct GuardedTests {
  /// The thread sanitizer runs this too: it must see that those who wait for each other do not race.
  @Test("one thread at a time gets at the value")
  func exclusion() {
    let values = Guarded([Int]())
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<1000 { values.withLock { $0.append(thread) } }
    }
    let counts = values.withLock { all in (0..<4).map { thread in all.count { $0 == thread } } }
    #expect(counts == [1000, 1000, 1000, 1000])
  }

  @Test("an error leaves the value free for the next")
  func failure() {
    struct Refused: Error {}
    let value = Guarded(1)
    #expect(throws: Refused.self) {
      try value.withLock { content in
        content = 2
        throw Refused()
      }
    }
    #expect(value.withLock { $0 } == 2)
  }
}
