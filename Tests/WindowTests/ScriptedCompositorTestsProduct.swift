import Foundation
import Geometry
import ScriptedCompositor
import Testing

@Suite("The product's own window on the scripted compositor")
struct ScriptedCompositorProductTests {
  /// The command, which the build puts beside the tests.
  private static var executable: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("compositor")
  }

  @Test("The command draws one changed frame per vblank, breaks no rule, and closes when asked")
  func demo() throws {
    let compositor = try ScriptedCompositor { $0.initialSize = Size(320, 200) }
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = ["--demo", "spring-lab"]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["WAYLAND_DISPLAY": compositor.socketPath]) { _, new in new }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
    }
    let id = try compositor.waitForWindow()
    var shown = 0
    for frame in 0..<10 {
      let window = try compositor.waitForCommit(id, after: frame)
      #expect(window.bufferSize == PixelSize(320, 200))
      // One of the application's and one of the driver's.
      #expect((1...2).contains(window.outstandingCallbacks))
      let vblank = try compositor.vblank()
      if let picture = vblank[id], picture.isNew, picture.changedPixels > 0 { shown += 1 }
    }
    #expect(shown >= 8)
    let window = try compositor.window(id)
    #expect(window.stretchedFrames.isEmpty)
    #expect(window.discardCount == 0)
    try compositor.requestClose(id)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(compositor.violations.isEmpty, "\(compositor.violations)")
  }
}
