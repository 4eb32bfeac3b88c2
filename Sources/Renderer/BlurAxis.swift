import Glibc

/// How a Gaussian blur along one axis is made of few samples, at any width: pixels are averaged by
/// `scale`, a short kernel blurs those averages, and the result is interpolated linearly.
///
/// Averaging and interpolating blur as well; the kernel is narrower by the variance that they add, so
/// that the whole is within 2 % of full coverage of the true Gaussian. Reduced pixels count from the
/// origin of the space and not of the picture, so that a part comes out as it does in the whole.
package struct BlurAxis: Equatable, Sendable {
  /// Pixels to a reduced one: a power of two, 1 for narrow blurs.
  package let scale: Int
  /// Reduced pixels that the kernel reaches to each side; 0 for no blur at all.
  package let radius: Int
  /// Standard deviation of the kernel in reduced pixels.
  private let deviation: Double

  package static let largestRadius = 12
  /// Wider blurs than this many pixels are taken for this wide: more than 256 × 256 pixels to one are
  /// too many for a loop of some drivers.
  package static let largestSigma: Float = 2000

  /// - Parameter sigma: The standard deviation in pixels. What is not a positive number blurs nothing,
  ///   nor does what changes no pixel by more than the last bit.
  package init(sigma: Float) {
    var scale = 1, radius = 0, deviation = 0.0
    if sigma > 1.0 / 6 {
      let sigma = min(sigma, Self.largestSigma)
      // Interpolating errs by the square of what a reduced pixel is of the width, and by less where the
      // only places are a quarter of one away from it.
      while sigma / Float(2 * scale) >= (scale == 1 ? 1.75 : 2) { scale *= 2 }
      deviation = Self.kernelDeviation(Double(sigma), scale: Double(scale))
      radius = min(Int((3 * deviation - 0.5).rounded(.up)), Self.largestRadius)
    }
    self.scale = scale
    self.radius = radius
    self.deviation = deviation
  }

  /// Pixels beyond a blurred picture that the result may reach.
  package static func reach(sigma: Double) -> Int { BlurAxis(sigma: Float(sigma)).reach }

  /// Pixels beyond the blurred picture that the result may reach.
  package var reach: Int { scale == 1 ? radius : (2 * radius + 3) * scale / 2 - 1 }

  /// Pixels are squares of one colour, which widens a blur by 1/12 as an average of n pixels does by
  /// (n² − 1)/12; interpolating between them adds n²/6 + 1/12.
  private static func kernelDeviation(_ sigma: Double, scale n: Double) -> Double {
    guard n > 1 else { return sigma }
    return ((sigma * sigma + 1.0 / 12) / (n * n) - 1.0 / 3).squareRoot()
  }

  /// The kernel from the middle on to one side: what a Gaussian takes from each pixel, which is a square
  /// of one colour.
  package func weights() -> SIMD16<Float> {
    var weights = SIMD16<Float>.zero
    guard radius > 0 else {
      weights[0] = 1
      return weights
    }
    let unit = deviation * 2.0.squareRoot()
    func below(_ x: Double) -> Double { erf(x / unit) }
    let all = below(Double(radius) + 0.5)
    for i in 0...radius {
      let share = i == 0 ? below(0.5) : 0.5 * (below(Double(i) + 0.5) - below(Double(i) - 0.5))
      weights[i] = Float(share / all)
    }
    return weights
  }
}
