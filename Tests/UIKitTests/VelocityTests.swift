import Foundation
import TestSupport
import Testing
import UIKit

@testable import UIKitAPI

@Suite("Speed of a movement")
struct VelocityTests {
  @Test("is that of the table for samples")
  func samples() throws {
    try VectorFile(named: "scroll-gesture").run(kind: "velocity-sampler") { row in
      var sampler = VelocitySampler()
      var time = 0.0
      for sample in row["samples"].array.map(\.doubles) {
        time = sample[0]
        sampler.add(CGPoint(x: sample[1], y: -sample[1]), at: time)
      }
      let expected = row["velocity"].double ?? .nan
      expect(sampler.velocity(at: time).x, near: expected, within: 1e-6, row.id)
      expect(sampler.velocity(at: time).y, near: -expected, within: 1e-6, row.id)
    }
  }

  @Test("fades at rest as the table says, and is gone in the end")
  func rest() throws {
    try VectorFile(named: "scroll-gesture").run(kind: "velocity-idle-decay") { row in
      let velocity = row["velocity"].double ?? .nan, rest = row["idleTime"].double ?? .nan
      var sampler = VelocitySampler()
      sampler.add(.zero, at: 0)
      sampler.add(CGPoint(x: velocity / 10, y: 0), at: 0.1)
      let remaining = row["remaining"].double ?? .nan
      expect(sampler.velocity(at: 0.1 + rest).x, near: remaining, within: 1e-6, row.id)
      let dropped = row["droppedAfter"].double ?? .nan
      #expect(sampler.velocity(at: 0.1 + dropped + 0.001) == .zero)
    }
  }
}
