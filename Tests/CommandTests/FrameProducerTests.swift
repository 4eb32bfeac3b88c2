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
}
