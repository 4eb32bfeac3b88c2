import Foundation
import QuartzCore
import Testing

@MainActor @Suite("F63: how soft a shadow is")
struct ShadowBlurTests {
  /// How the box below is said to cast its shadow.
  enum Caster: CaseIterable { case path, silhouette }

  /// Of full coverage, at a distance from the middle of a box with sides of 40, blurred with a
  /// standard deviation of `sigma`.
  private func blurredBox(_ x: Double, _ y: Double, _ sigma: Double) -> Double {
    func along(_ d: Double) -> Double {
      if sigma == 0 { return abs(d) < 20 ? 1 : 0 }
      return
        (erf((d + 20) / (sigma * 2.0.squareRoot()))
        - erf((d - 20) / (sigma * 2.0.squareRoot()))) / 2
    }
    return along(x) * along(y)
  }

  @Test(
    "A box of 40 × 40 points blurs as a Gaussian of the shadow's radius, from hard to hardly there",
    arguments: Caster.allCases, [0.0, 5, 40, 200])
  func profile(caster: Caster, radius: Double) throws {
    // The caster stands beside the canvas and is not seen; its shadow is in the middle.
    let width = 240.0, away = 400.0
    let stage = try TestStage(width: width, height: width, background: .opaque(0, 0, 0))
    defer { stage.stage.close() }
    stage.add(CALayer()) {
      $0.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
      $0.position = CGPoint(x: width / 2 - away, y: width / 2)
      $0.shadowColor = .opaque(1, 1, 1)
      $0.shadowOpacity = 1
      $0.shadowRadius = radius
      $0.shadowOffset = CGSize(width: away, height: 0)
      switch caster {
      case .path: $0.shadowPath = CGPath(rect: $0.bounds, transform: nil)
      case .silhouette:
        // Two halves: no box that could be blurred by a formula.
        for x in [0.0, 20] {
          let half = CALayer()
          half.frame = CGRect(x: x, y: 0, width: 20, height: 40)
          half.backgroundColor = .opaque(1, 0, 0)
          $0.addSublayer(half)
        }
      }
    }
    stage.commit()
    stage.at(0.1)
    let pixels = stage.pixels()
    for y in stride(from: 0, to: pixels.height, by: 3) {
      for x in stride(from: 0, to: pixels.width, by: 3) {
        let expected = blurredBox(
          Double(x) + 0.5 - width / 2, Double(y) + 0.5 - width / 2, radius)
        // What is further than three radii from the box may be cut off.
        expect(
          Double(pixels[x, y][0]), near: expected * 255, within: 3,
          "radius \(radius) at (\(x), \(y))")
      }
    }
  }
}
