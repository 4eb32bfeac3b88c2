import Geometry
import LayerCommit
import Profiling
import RenderServer
import Renderer
import Testing

@testable import Host

@Suite("Frame producer")
struct FrameProducerTests {
  /// Backends in the order they are handed out; each throws its error once, in its first call.
  private func producer(
    _ errors: BackendError?..., made: @escaping (NullBackend) -> Void = { _ in }
  ) throws -> FrameProducer {
    var rest = errors[...]
    let maker = BackendMaker { _ throws(BackendError) in
      let backend = NullBackend()
      made(backend)
      backend.nextError = rest.popFirst() ?? nil
      return (backend, nil)
    }
    return try FrameProducer(
      surface: SurfaceID(raw: 1), maker: maker, size: Size(10, 10), scale: 1, background: .black)
  }

  private func draw(_ producer: FrameProducer, at time: Double = 1) throws(HostError)
    -> FrameOutcome
  {
    try producer.draw(
      at: FrameTarget(timestamp: time, presentTime: time, startBy: time, interval: 0.01),
      finish: { $0.index = 1 })
  }

  @Test("The first frame of an empty surface shows the background")
  func firstFrame() throws {
    let frames = try producer()
    #expect(try draw(frames) == .drawn)
    #expect(try draw(frames, at: 2) == .nothingChanged)
    #expect(frames.profile.frames.count == 1)
  }

  @Test("A surface out of date is configured again and the frame drawn")
  func outOfDate() throws {
    let frames = try producer(.surfaceOutOfDate)
    #expect(try draw(frames) == .drawn)
  }

  @Test("A lost device is rebuilt, and the first frame on the new one is a full one")
  func deviceLost() throws {
    var backends: [NullBackend] = []
    let frames = try producer(nil, nil) { backends.append($0) }
    #expect(try draw(frames) == .drawn)
    backends[0].nextError = .deviceLost
    // Something must want a frame for the loss to be noticed.
    frames.resize(size: Size(20, 10), scale: 1)
    #expect(try draw(frames, at: 2) == .drawn)
    #expect(backends.count == 2)
    #expect(backends[1].lastList?.damage.bounds == PixelRect(0, 0, 20, 10))
  }

  @Test("A device that is lost again and again ends in an error, not in a loop")
  func alwaysLost() throws {
    let lost = BackendError.deviceLost
    var made = 0
    let frames = try producer(lost, lost, lost, lost, lost, lost) { _ in made += 1 }
    #expect(throws: HostError.lost("the Vulkan device was lost and could not be rebuilt")) {
      try draw(frames)
    }
    #expect(made == 3)
  }

  @Test("A device that cannot be rebuilt says why")
  func notRebuilt() throws {
    var isFirst = true
    let maker = BackendMaker { _ throws(BackendError) in
      guard isFirst else { throw .unavailable("it was unplugged") }
      isFirst = false
      let backend = NullBackend()
      backend.nextError = .deviceLost
      return (backend, nil)
    }
    let frames = try FrameProducer(
      surface: SurfaceID(raw: 1), maker: maker, size: Size(10, 10), scale: 1, background: .black)
    #expect(throws: HostError.noDevice("it was unplugged")) { try draw(frames) }
  }

  /// Its device breaks in the first frame and cannot be made again for `failures` tries.
  private func breaking(failures: Int) throws -> FrameProducer {
    var made = 0
    let maker = BackendMaker { _ throws(BackendError) in
      made += 1
      if made > 1, made <= 1 + failures { throw .unavailable("it resets itself") }
      let backend = NullBackend()
      if made == 1 { backend.nextError = .deviceLost }
      return (backend, nil)
    }
    return try FrameProducer(
      surface: SurfaceID(raw: 1), maker: maker, size: Size(10, 10), scale: 1, background: .black)
  }

  @Test("A device that is away for a while is tried again, ever later, and draws when it is back")
  func backAfterAWhile() throws {
    let frames = try breaking(failures: 4)
    var delays: [Double] = []
    for time in 1...4 {
      #expect(throws: HostError.self) { try draw(frames, at: Double(time)) }
      delays.append(try #require(frames.retryDelay))
    }
    #expect(zip(delays, delays.dropFirst()).allSatisfy { $1 > $0 })
    #expect(try draw(frames, at: 5) == .drawn)
    #expect(frames.retryDelay == nil && frames.profile.frames.count == 1)
  }

  @Test("A device that stays away is given up after some seconds; no frame pretends to be drawn")
  func staysAway() throws {
    let frames = try breaking(failures: 100)
    var waited = 0.0, tries = 0
    repeat {
      #expect(throws: HostError.self) { try draw(frames, at: 1 + waited) }
      tries += 1
      waited += frames.retryDelay ?? 0
    } while frames.retryDelay != nil && tries < 50
    #expect((5...12).contains(tries) && waited > 1 && waited < 5)
    #expect(frames.profile.frames.isEmpty)
  }

  @Test("What draws nothing leaves its input and times to no later frame")
  func nothingPending() throws {
    let frames = try producer()
    #expect(try draw(frames) == .drawn)
    var batch = CommitBatch()
    batch.commits = [Commit(surface: SurfaceID(raw: 1), serial: 1, time: 1, ops: [])]
    batch.span = CommitBatch.Span(nanoseconds: 1000, begin: 1, end: 1.1, inputTime: 0.9)
    var events: [ServerEvent] = []
    frames.advance(to: 1.2, applying: batch, events: &events)
    #expect(try draw(frames, at: 2) == .nothingChanged)
    frames.redraw()
    #expect(try draw(frames, at: 3) == .drawn)
    let last = try #require(frames.profile.frames.last)
    #expect(last.inputTime == nil && last.commitBegin == nil && last.commit == 0)
  }
}
