import AnimationCore
import Geometry
import LayerCommit
import RenderServer
import Renderer
import Testing
import VulkanBackend

@testable import Host

/// Frames that use everything a frame can: images, a group, shapes, more memory than the last one.
struct LossScene {
  static let size = Size(64, 48)
  static let background = Color(0.1, 0.2, 0.3)
  private static let root = LayerID(raw: 1)
  private static let picture = LayerID(raw: 2)
  private static let group = LayerID(raw: 3)
  private static let shapes = (4..<8).map { LayerID(raw: UInt64($0)) }
  let surface: SurfaceID
  private let image = Self.image(seed: 7)

  init(_ surface: SurfaceID) { self.surface = surface }

  private static func image(seed: Int, size: PixelSize = PixelSize(9, 7)) -> PixelImage {
    let bytes = (0..<(size.width * size.height * 4)).map { i in
      i % 4 == 3 ? 255 : UInt8((i * 37 + seed * 11) % 256)
    }
    return PixelImage(Bitmap(size: size, format: .bgra8Premultiplied, bytes: bytes))
  }

  private func box(_ id: LayerID, _ rect: Rect, _ color: Color?) -> [CommitOp] {
    [
      .set(id, .bounds, .vector(SIMD4(0, 0, rect.size.width, rect.size.height))),
      .set(id, .position, .vector(SIMD4(rect.midX, rect.midY, 0, 0))),
      .set(id, .backgroundColor, color.map { .vector($0.components) } ?? .none),
    ]
  }

  /// The first frame.
  var first: Commit {
    var ops: [CommitOp] = ([Self.root, Self.picture, Self.group] + Self.shapes).map { .create($0) }
    ops += box(Self.root, Rect(0, 0, 64, 48), nil)
    ops += box(Self.picture, Rect(4, 4, 18, 14), nil)
    ops += box(Self.group, Rect(20, 10, 40, 30), nil)
    for (i, id) in Self.shapes.enumerated() {
      let at = Double(i) * 6
      ops += box(id, Rect(at, at, 16, 10), Color(1, at / 24, 0.5))
      ops.append(.set(id, .cornerRadius, .number(3)))
    }
    ops += [
      .set(Self.picture, .contents, .contents(Contents(image))),
      .setSublayers(Self.root, [Self.picture, Self.group]),
      .setSublayers(Self.group, Self.shapes), .setRoot(Self.root),
    ]
    return Commit(surface: surface, serial: 1, time: 1, ops: ops)
  }

  /// The frame that is disturbed: number `n` differs from number `n` − 1. A new image, too large to
  /// share a texture, a group that needs a pass, a shadow.
  func change(_ n: Int) -> Commit {
    let new = Self.image(seed: n, size: PixelSize(600, 3))
    let ops: [CommitOp] = [
      .set(Self.picture, .contents, .contents(Contents(new))),
      .set(Self.group, .opacity, .number(0.5)),
      .set(Self.group, .position, .vector(SIMD4(40 + Double(n % 3), 25, 0, 0))),
      .set(Self.picture, .shadowOpacity, .number(0.8)),
    ]
    return Commit(surface: surface, serial: UInt64(n + 1), time: 1, ops: ops)
  }
}

/// A Vulkan device that no other test shares: a name in other letters is another one to the cache.
func deviceOfOurOwn() throws -> String {
  let probe = try HostedSurface(
    HostedSurface.Configuration(
      output: .lockStep, backend: .vulkan(device: nil, validates: false), size: Size(1, 1),
      scale: 1, background: .black))
  defer { probe.close() }
  return try probe.deviceName().uppercased()
}

@Suite("Device loss", .serialized)
struct DeviceLossTests {
  private func surface(device: String) throws -> HostedSurface {
    try HostedSurface(
      HostedSurface.Configuration(
        output: .lockStep, backend: .vulkan(device: device, validates: true),
        size: LossScene.size, scale: 1, background: LossScene.background))
  }

  private func draw(_ surface: HostedSurface, _ commit: Commit, at time: Double) throws -> Bool {
    surface.submit(commit)
    _ = try surface.advance(to: time)
    return try surface.drawFrame(
      at: FrameTarget(timestamp: time, presentTime: time, startBy: time, interval: 0.01))
  }

  @Test(
    "A frame disturbed at any of its Vulkan calls is drawn whole and right",
    arguments: InjectedFault.allCases)
  func everyCall(fault: InjectedFault) throws {
    let device = try deviceOfOurOwn()
    var reference: Bitmap?
    var calls = 0
    // The first round has no fault: it gives the picture and the number of calls.
    var call = 0
    while call <= calls {
      let surface = try surface(device: device)
      defer { surface.close() }
      // Reading its time is among a frame's calls.
      try surface.measureDeviceTime()
      let scene = LossScene(surface.id)
      #expect(try draw(surface, scene.first, at: 1))
      try surface.inject(call == 0 ? nil : fault, atCall: call)
      #expect(try draw(surface, scene.change(1), at: 2), "call \(call)")
      if call == 0 { calls = try surface.vulkanCalls() }
      // A new device has made no call that was counted. How many times of finished frames are read
      // depends on how fast the device is.
      if fault == .deviceLost, call > 0, call < calls - 2 {
        #expect(try surface.vulkanCalls() == 0, "call \(call)")
        let last = try #require(try surface.profile().frames.frames.last)
        #expect(last.damagedPixels == 64 * 48, "call \(call)")
      }
      let pixels = try surface.readPixels()
      #expect(pixels == reference ?? pixels, "call \(call)")
      reference = pixels
      #expect(try surface.validationMessages() == [], "call \(call)")
      call += 1
    }
    #expect(calls > 10)
  }
}
