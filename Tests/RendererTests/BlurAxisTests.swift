import Foundation
import Testing

@testable import Renderer

@Suite("Planning a blur along an axis")
struct BlurAxisTests {
  @Test("Kernel, averaging and interpolation together have the variance of the Gaussian")
  func variance() {
    for sigma in [0.8, 1, 2, 2.9, 3, 3.1, 5, 8, 14, 50, 333] {
      let axis = BlurAxis(sigma: Float(sigma))
      let n = Double(axis.scale), weights = axis.weights()
      var sum = Double(weights[0]), variance = 0.0
      for i in 1...max(axis.radius, 1) {
        sum += 2 * Double(weights[i])
        variance += 2 * Double(weights[i]) * Double(i * i)
      }
      #expect(abs(sum - 1) < 1e-5)
      // Averages of n pixels, linear interpolation between them; a square pixel's own.
      let others = n > 1 ? (n * n - 1) / 12 + n * n / 6 + 1.0 / 12 : 0
      let all = variance * n * n + others
      // Three standard deviations hold 97.3 % of the variance.
      #expect(all <= (sigma * sigma + 1.0 / 12) * 1.001, "\(sigma)")
      #expect(all >= (sigma * sigma + 1.0 / 12) * 0.955, "\(sigma)")
      #expect(axis.radius <= BlurAxis.largestRadius)
      #expect(axis.reach >= Int(2.9 * sigma - 0.5))
    }
  }

  @Test("What is no width blurs nothing, and what is too wide is limited")
  func limits() {
    for sigma in [0, -1, .nan, -.infinity, 0.1] as [Float] {
      let axis = BlurAxis(sigma: sigma)
      #expect(axis.radius == 0 && axis.scale == 1 && axis.weights()[0] == 1 && axis.reach == 0)
    }
    #expect(BlurAxis(sigma: .infinity) == BlurAxis(sigma: BlurAxis.largestSigma))
  }
}
