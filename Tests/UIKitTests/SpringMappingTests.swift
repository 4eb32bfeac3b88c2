import Foundation
import TestSupport
import Testing
import UIKit

@testable import UIKitAPI

@Suite("UIKit springs")
struct SpringMappingTests {
  @Test("duration and damping ratio give the stiffness and damping of the table")
  func mapping() throws {
    let file = try VectorFile(named: "uikit-spring-mapping")
    var count = 0
    file.run { row in
      guard let duration = row["duration"].double, let ratio = row["dampingRatio"].double,
        let velocity = row["initialVelocity"].double, let stiffness = row["stiffness"].double,
        let damping = row["damping"].double
      else { return }
      count += 1
      let spring = UIKitSpring(duration: duration, dampingRatio: ratio, initialVelocity: velocity)
      #expect(abs(spring.stiffness / stiffness - 1) < 1e-3, "\(row.id): \(spring.stiffness)")
      #expect(abs(spring.damping / damping - 1) < 1e-3, "\(row.id): \(spring.damping)")
    }
    #expect(count > 5)
  }

  @Test(
    "Values that make no sense give a spring all the same",
    arguments: [(0.0, 0.5, 0.0), (-1, 0, 0), (.nan, .nan, .nan), (1, 0.001, 1e9), (20, 5, -1e9)])
  func bad(duration: Double, ratio: Double, velocity: Double) {
    let spring = UIKitSpring(duration: duration, dampingRatio: ratio, initialVelocity: velocity)
    #expect(spring.stiffness > 0 && spring.stiffness.isFinite)
    #expect(spring.damping > 0 && spring.damping.isFinite)
    #expect((0.01...10).contains(spring.duration))
  }
}
