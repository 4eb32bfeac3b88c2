import CoreGraphicsAPI
import Geometry
import QuartzCore
import ScriptedCompositor
import TestSupport
import Testing
import VulkanBackend

@testable import Host
@testable import LayerStage

/// A tree that uses what a frame can use, and changes a part of itself.
@MainActor
struct PictureScene {
  private let picture = CALayer()
  private let group = CALayer()
  private let mover = CALayer()
  private let text = CATextLayer()

  init(in root: CALayer, scale: CGFloat) {
    withoutActions {
      root.backgroundColor = CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 1)
      picture.frame = CGRect(x: 4, y: 4, width: 22, height: 18)
      picture.contents = CGImage(checker(PixelSize(11, 9)))
      picture.shadowOpacity = 0.8
      group.frame = CGRect(x: 30, y: 8, width: 50, height: 40)
      group.opacity = 0.6
      for i in 0..<4 {
        let at = CGFloat(i) * 9
        let box = CALayer()
        box.frame = CGRect(x: at, y: at, width: 20, height: 12)
        box.cornerRadius = 4
        box.backgroundColor = CGColor(red: 1, green: at / 30, blue: 0.5, alpha: 1)
        group.addSublayer(box)
      }
      text.frame = CGRect(x: 4, y: 40, width: 60, height: 24)
      text.fontSize = 14
      text.string = "Frame"
      text.contentsScale = scale
      mover.bounds = CGRect(x: 0, y: 0, width: 11, height: 7)
      mover.backgroundColor = CGColor(red: 0.2, green: 0.9, blue: 0.3, alpha: 1)
      for layer in [picture, group, text, mover] { root.addSublayer(layer) }
    }
    change(0)
  }

  /// Picture number `n`.
  func change(_ n: Int) {
    withoutActions {
      mover.position = CGPoint(x: 12 + 9 * CGFloat(n % 8), y: 30 + 4 * CGFloat(n % 3))
      group.opacity = n % 4 == 3 ? 0.3 : 0.6
      if n % 5 == 4 { picture.contents = CGImage(checker(PixelSize(5 + n, 4))) }
    }
  }
}

@Suite("What a window shows", .serialized)
@MainActor
struct DeviceWindowTests {
  private static let size = CGSize(width: 96, height: 72)

  @Test("It is the picture that the same tree gives without a window", arguments: [120, 180])
  func pictures(parts: UInt32) throws {
    let scale = CGFloat(parts) / 120
    let count = 12
    let window = try PacingWindow(size: Self.size) { $0.scale120 = parts }
    var scene = PictureScene(in: window.root, scale: scale)
    try window.start(vblanks: 0)
    var shown: [Bitmap] = []
    for n in 0..<count {
      scene.change(n)
      try window.step()
      shown.append(try window.picture())
    }
    // Only parts were drawn, into images that hold older frames.
    let pixels = PixelSize(points: Size(Self.size), scale: Double(scale))
    let partial = try window.records().filter {
      $0.damagedPixels < pixels.width * pixels.height / 2
    }
    #expect(partial.count >= count / 2)
    try window.close()

    var configuration = LayerStage.Configuration(size: Self.size)
    configuration.scale = scale
    configuration.validatesVulkan = true
    let stage = try LayerStage(configuration)
    defer { stage.close() }
    scene = PictureScene(in: stage.rootLayer, scale: scale)
    for n in 0..<count {
      scene.change(n)
      stage.commit()
      let expected = try stage.snapshot().pixelImage.bitmap
      let difference = try #require(shown[n].difference(from: expected))
      #expect(difference.largest <= 2, "picture \(n), at \(difference.worstPixel)")
    }
  }

  enum Disturbance: CaseIterable {
    case partialFrame, resizedFrame
  }

  /// One window whose frames are disturbed.
  @MainActor
  private final class Patient {
    let window: PacingWindow
    let scene: PictureScene
    let disturbance: Disturbance
    private var isLarge = false

    init(device: String, _ disturbance: Disturbance) throws {
      self.disturbance = disturbance
      window = try PacingWindow(size: DeviceWindowTests.size, device: device)
      scene = PictureScene(in: window.root, scale: 1)
      try window.start(vblanks: 0)
      for n in [1, 2, 3] {
        scene.change(n)
        try window.step()
      }
    }

    /// Disturbs the next frame, which has another picture, and another size where that is the
    /// disturbance. What is shown then.
    func draw(_ fault: InjectedFault?, atCall call: Int) throws -> Bitmap {
      let count = try window.window().frameCount
      isLarge.toggle()
      let number = isLarge ? 4 : 3
      switch disturbance {
      case .partialFrame:
        try window.surface.inject(fault, atCall: call)
        scene.change(number)
      case .resizedFrame:
        window.stage.onResize = { [scene] _ in scene.change(number) }
        try window.compositor.configure(window.id, isLarge ? 110 : 96, isLarge ? 64 : 72)
        try window.settle()
        try window.surface.inject(fault, atCall: call)
      }
      try window.stepUntilFrame(after: count)
      return try window.picture()
    }
  }

  @Test(
    "A frame disturbed at any of its Vulkan calls is shown whole and right, and so is the next",
    arguments: InjectedFault.allCases, Disturbance.allCases)
  func everyCall(fault: InjectedFault, disturbance: Disturbance) throws {
    let device = try deviceOfOurOwn()
    var patient = try Patient(device: device, disturbance)
    // The first rounds have no fault: they give the pictures and the number of calls.
    var expected: [Bitmap] = []
    var calls = 0
    for _ in 0..<2 {
      expected.append(try patient.draw(nil, atCall: 0))
      calls = max(calls, try patient.window.surface.vulkanCalls())
    }
    #expect(calls > 8)
    #expect(expected[0] != expected[1])
    for call in 1...calls {
      // Devices that are lost over and over are given up.
      if fault == .deviceLost, call % 6 == 0 {
        try patient.window.close()
        patient = try Patient(device: device, disturbance)
      }
      #expect(try patient.draw(fault, atCall: call) == expected[0], "call \(call)")
      if fault == .deviceLost, call < calls - 3 {
        #expect(try patient.window.surface.vulkanCalls() == 0, "call \(call) was not made")
      }
      #expect(try patient.draw(nil, atCall: 0) == expected[1], "after call \(call)")
      #expect(try patient.window.window().stretchedFrames == [], "call \(call)")
    }
    try patient.window.close()
  }

  @Test("A device that is lost over and over ends the window, with a reason")
  func hopeless() throws {
    let window = try PacingWindow(size: Self.size, device: try deviceOfOurOwn())
    let scene = PictureScene(in: window.root, scale: 1)
    try window.start(vblanks: 0)
    for n in 1...20 where !window.stage.hasEnded {
      try window.surface.inject(.deviceLost, atCall: 1)
      scene.change(n)
      // The last one takes the window with it.
      do { try window.step() } catch ScriptError.noWindow { try window.turn() }
    }
    #expect(window.stage.loss?.contains("lost") == true, "\(window.stage.loss ?? "not lost")")
    window.stage.close()
    window.compositor.stop()
    // The next window gets a device that works.
    let next = try PacingWindow(size: Self.size, device: try deviceOfOurOwn())
    try next.start()
    try next.close()
  }

  @Test("Two windows on one device survive its loss")
  func sharedDevice() throws {
    let device = try deviceOfOurOwn()
    let windows = try [
      PacingWindow(size: Self.size, device: device), PacingWindow(size: Self.size, device: device),
    ]
    let scenes = windows.map { PictureScene(in: $0.root, scale: 1) }
    var pictures: [Bitmap] = []
    for round in 0..<2 {
      for (window, scene) in zip(windows, scenes) {
        scene.change(1)
        if round == 0 { try window.start(vblanks: 0) } else { try window.step() }
        scene.change(2)
        if round == 1, window === windows[0] {
          try window.surface.inject(.deviceLost, atCall: 1)
        }
        try window.step()
        pictures.append(try window.picture())
      }
    }
    #expect(Set(pictures).count == 1)
    for window in windows { try window.close() }
  }
}
