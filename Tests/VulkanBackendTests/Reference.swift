import Foundation
import Geometry

/// Coverage of the pixel at (x, y) by a convex shape of at least a third of a pixel: by 32 × 32
/// samples where a coarse look finds an edge.
func sampledCoverage(_ x: Int, _ y: Int, _ contains: (Double, Double) -> Bool) -> Double {
  func hits(_ n: Int, _ inset: Double) -> Int {
    var hits = 0
    for j in 0..<n {
      for i in 0..<n {
        let px = Double(x) + (Double(i) + inset) / (Double(n) - 1 + 2 * inset)
        let py = Double(y) + (Double(j) + inset) / (Double(n) - 1 + 2 * inset)
        if contains(px, py) { hits += 1 }
      }
    }
    return hits
  }
  switch hits(4, 0) {
  case 0: return 0
  case 16: return 1
  default: return Double(hits(32, 0.5)) / 1024
  }
}

/// A rectangle with circular corners; radii in the order of `DrawList.Instance.radii`.
struct ReferenceRect {
  var x: Double, y: Double, width: Double, height: Double
  var radii: [Double] = [0, 0, 0, 0]

  func contains(_ px: Double, _ py: Double) -> Bool {
    let u = px - x, v = py - y
    guard u >= 0, v >= 0, u < width, v < height else { return false }
    let right = u > width / 2, bottom = v > height / 2
    let r = radii[(bottom ? 2 : 0) + (right ? 1 : 0)]
    let du = r - (right ? width - u : u), dv = r - (bottom ? height - v : v)
    return du <= 0 || dv <= 0 || du * du + dv * dv <= r * r
  }

  /// The rectangle's coverage after a Gaussian blur at a point: closed along x, numeric along y.
  func blurred(_ px: Double, _ py: Double, sigma: Double) -> Double {
    let n = 600
    let low = max(y, py - 6 * sigma), high = min(y + height, py + 6 * sigma)
    guard high > low else { return 0 }
    var sum = 0.0
    for i in 0..<n {
      let v = low + (Double(i) + 0.5) * (high - low) / Double(n)
      let (left, right) = row(v)
      let weight = exp(-0.5 * pow((v - py) / sigma, 2)) / (sigma * (2 * Double.pi).squareRoot())
      let scale = sigma * 2.0.squareRoot()
      sum += weight * 0.5 * (erf((right - px) / scale) - erf((left - px) / scale))
    }
    return sum * (high - low) / Double(n)
  }

  private func row(_ py: Double) -> (Double, Double) {
    let bottom = py - y > height / 2
    func inset(_ r: Double) -> Double {
      let d = r - (bottom ? y + height - py : py - y)
      return d <= 0 ? 0 : r - (r * r - d * d).squareRoot()
    }
    return (x + inset(radii[bottom ? 2 : 0]), x + width - inset(radii[bottom ? 3 : 1]))
  }
}

/// Device pixels to plane points: the inverse of a homography.
struct InversePlane {
  private var rows: [SIMD3<Double>]

  init(_ forward: Rows) {
    let m = [forward.row0, forward.row1, forward.row2].map {
      SIMD3(Double($0.x), Double($0.y), Double($0.z))
    }
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    // Cramer's rule: the cross products are the columns of the inverse.
    let columns = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])]
    let determinant = (m[0] * columns[0]).sum()
    rows = (0..<3).map { i in
      SIMD3(columns[0][i], columns[1][i], columns[2][i]) / determinant
    }
  }

  /// Nil where the plane is behind the viewer.
  func point(_ px: Double, _ py: Double) -> Point? {
    let v = rows[0] * px + rows[1] * py + rows[2]
    return v.z > 0 ? Point(v.x / v.z, v.y / v.z) : nil
  }

  /// As a draw list holds it.
  var forClips: Rows {
    func row(_ i: Int) -> SIMD4<Float> {
      SIMD4(Float(rows[i].x), Float(rows[i].y), Float(rows[i].z), 0)
    }
    return Rows(row0: row(0), row1: row(1), row2: row(2))
  }
}

/// A file of test vectors.
struct Vectors {
  let cases: [[String: Any]]

  init(_ name: String) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/Vectors/\(name).json")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    cases = (json as? [String: Any])?["cases"] as? [[String: Any]] ?? []
  }

  func ofKind(_ kind: String) -> [[String: Any]] { cases.filter { $0["kind"] as? String == kind } }
}

func numbers(_ any: Any?) -> [Double] {
  (any as? [Any] ?? []).compactMap { ($0 as? NSNumber)?.doubleValue }
}

/// A straight colour as a draw list wants it.
func premultiplied(_ c: [Double], opacity: Double = 1) -> SIMD4<Float> {
  let a = c[3] * opacity
  return SIMD4(Float(c[0] * a), Float(c[1] * a), Float(c[2] * a), Float(a))
}

/// The greatest difference of a pixel's channels from expected values of 0…1.
func difference(_ pixel: SIMD4<UInt8>, _ expected: [Double]) -> Double {
  let p = [pixel.x, pixel.y, pixel.z, pixel.w].map { Double($0) / 255 }
  return zip(p, expected).map { abs($0 - $1) }.max() ?? 0
}
