import RenderServer
import Testing

@Suite("Start delay")
struct StartDelayTests {
  private func seen(
    _ delay: inout StartDelay, _ count: Int, inTime: Bool = true, after share: Double? = nil
  ) {
    for _ in 0..<count { delay.seen(inTime: inTime, after: share ?? delay.share) }
  }

  @Test("The first frames start at once")
  func first() {
    var delay = StartDelay()
    seen(&delay, 20)
    #expect(delay.share == 0)
  }

  @Test("While frames are in time the delay grows in small steps up to half an interval")
  func grows() {
    var delay = StartDelay()
    var last = 0.0
    for _ in 0..<2000 {
      seen(&delay, 1)
      #expect(delay.share >= last && delay.share <= last + 1.0 / 16)
      last = delay.share
    }
    #expect(last == 0.5)
  }

  @Test("A late frame takes the delay back, and the next try comes later")
  func late() {
    var delay = StartDelay()
    seen(&delay, 32 * 4)
    #expect(delay.share == 0.25)
    seen(&delay, 1, inTime: false)
    #expect(delay.share <= 0.125)
    let after = delay.share
    seen(&delay, 63)
    #expect(delay.share == after)
    seen(&delay, 1)
    #expect(delay.share > after)
  }

  @Test("Frames that were late although they started at once change nothing")
  func lateAnyhow() {
    var delay = StartDelay()
    seen(&delay, 32 * 2)
    let before = delay
    delay.seen(inTime: false, after: 0)
    #expect(delay.share == before.share && delay.longest == before.longest)
  }

  @Test("Frames that waited for the application and were late make the next wait shorter")
  func waited() {
    var delay = StartDelay()
    #expect(delay.longest == 0.5)
    delay.seen(inTime: false, after: 0.5)
    #expect(delay.longest < 0.45)
    for _ in 0..<10 { delay.seen(inTime: false, after: delay.longest) }
    #expect(delay.longest == 0)
    // Not for ever.
    seen(&delay, 100_000, after: 0)
    #expect(delay.longest == 0.5)
  }

  @Test("A display that tells nothing any more gets its frames at once")
  func forgets() {
    var delay = StartDelay()
    seen(&delay, 200)
    delay.forget()
    #expect(delay == StartDelay())
  }
}
