import RenderServer
import Testing

@Suite("Redraw state")
struct RedrawStateTests {
  @Test("Any number of changes before a frame cost one frame")
  func coalesces() {
    var state = RedrawState()
    #expect(state.changeArrived() == .drawNow)
    #expect(state.changeArrived() == .none)
    #expect(state.changeArrived() == .none)
    #expect(state.phase == .queued)
  }

  @Test("At most one frame is in flight")
  func oneInFlight() {
    var state = RedrawState()
    _ = state.changeArrived()
    #expect(state.frameSubmitted() == .none)
    #expect(state.changeArrived() == .none)
    #expect(state.phase == .awaitingPresent(redrawNeeded: true))
    #expect(state.presented(continues: false) == .drawNow)
  }

  @Test("A frame that was seen leads to rest when nothing goes on")
  func rest() {
    var state = RedrawState()
    _ = state.changeArrived()
    _ = state.frameSubmitted()
    #expect(state.presented(continues: false) == .none)
    #expect(state.phase == .idle)
  }

  @Test("A running animation draws frame after frame")
  func continues() {
    var state = RedrawState()
    _ = state.changeArrived()
    for _ in 0..<3 {
      _ = state.frameSubmitted()
      #expect(state.presented(continues: true) == .drawNow)
    }
  }

  @Test("A frame without a difference is paced by a timer while something goes on")
  func nothingToDraw() {
    var state = RedrawState()
    _ = state.changeArrived()
    #expect(state.nothingToDraw(continues: true) == .armEstimate)
    #expect(state.changeArrived() == .none)
    #expect(state.phase == .awaitingEstimate(queued: true))
    #expect(state.estimateReached(continues: false) == .drawNow)
    #expect(state.nothingToDraw(continues: false) == .none)
    #expect(state.phase == .idle)
  }

  @Test("Without a free target the same frame is tried again")
  func noSlot() {
    var state = RedrawState()
    _ = state.changeArrived()
    #expect(state.noSlot() == .armEstimate)
    #expect(state.estimateReached(continues: false) == .drawNow)
  }

  @Test("Feedback for a frame that was given up changes nothing")
  func strayFeedback() {
    var state = RedrawState()
    #expect(state.presented(continues: true) == .none)
    #expect(state.estimateReached(continues: true) == .none)
    _ = state.changeArrived()
    #expect(state.presented(continues: true) == .none)
    #expect(state.phase == .queued)
  }
}
