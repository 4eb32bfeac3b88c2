import Foundation
import TestSupport
import Testing

/// Memory that grows with time ends every program that runs for long. The command is watched from
/// outside, because other tests share this process.
@Suite("Memory of the command", .serialized, .enabled(if: ResidentMemory.isMeaningful))
struct MemoryTests {
  /// What the resident size may gain after the warm-up, in bytes: allocators and drivers settle
  /// slowly, but what is lost with every frame or resize comes to more.
  private static let slack = 1_500_000.0

  @Test(
    "It stays the same over thousands of frames", .timeLimit(.minutes(10)),
    arguments: ["gallery", "keyframes"])
  func frames(demo: String) throws {
    let frames = SeededGenerator.isDeepRun ? 10_000 : 1_200
    let memory = try watch([
      "--demo", demo, "--headless", "--frames", "\(frames)", "--size", "320x180",
    ])
    #expect(memory.samples.count >= 20)
    #expect(memory.growth(after: 0.5) < Self.slack, "\(memory)")
  }

  @Test("A process that grows is noticed, one that only warms up is not")
  func trend() {
    let noise = (0..<100).map { Double($0 * 7919 % 13) * 10_000 }
    let warm = ResidentMemory(
      samples: noise.enumerated().map { $1 + 1e8 - 5e7 * pow(0.8, Double($0)) })
    #expect(abs(warm.growth(after: 0.5)) < 100_000)
    let growing = ResidentMemory(samples: noise.enumerated().map { $1 + 1e8 + 60_000 * Double($0) })
    #expect(abs(growing.growth(after: 0.5) - 49 * 60_000) < 100_000)
  }

  /// Runs the command to its end and looks at its memory on the way.
  private func watch(_ arguments: [String]) throws -> ResidentMemory {
    let process = Process()
    process.executableURL = CommandRunner.executable
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    var memory = ResidentMemory()
    try process.run()
    defer { CommandRunner.wait(for: process, seconds: 0) }
    let limit = Date(timeIntervalSinceNow: 540)
    while process.isRunning, Date() < limit {
      memory.sample(process.processIdentifier)
      Thread.sleep(forTimeInterval: 0.02)
    }
    try #require(!process.isRunning, "the command took too long")
    #expect(process.terminationStatus == 0)
    return memory
  }
}
