import Geometry
import TestSupport
import Testing

@Suite("Matrix decomposition")
struct DecomposeTests {
  @Test("Scale, angles and translation are read back from S · Rx · Ry · Rz · T")
  func components() throws {
    try VectorFile(named: "transforms").run(kind: "components") { c in
      let parts = TransformParts(Matrix4(rowMajor: c["matrix"].doubles))
      let (s, r, t) = (parts.scale, parts.rotation, parts.translation)
      #expect(isClose([s.x, s.y, s.z], c["scale"].doubles, 1e-8), "\(c.id)")
      #expect(isClose([r.x, r.y, r.z], c["rotation"].doubles, 1e-8), "\(c.id)")
      #expect(isClose([t.x, t.y, t.z], c["translation"].doubles, 1e-8), "\(c.id)")
      #expect(isClose(parts.matrix.rowMajor, c["matrix"].doubles, 1e-8), "\(c.id)")
    }
  }

  @Test("Any matrix comes back from its parts, mirrors, skews and perspective included")
  func roundTrip() {
    var random = SeededGenerator.printed("DecomposeTests.roundTrip")
    for _ in 0..<2000 {
      func n() -> Double { Double.random(in: -3...3, using: &random) }
      func small() -> Double { Double.random(in: -0.01...0.01, using: &random) }
      let m = Matrix4(
        SIMD4(n(), n(), n(), small()), SIMD4(n(), n(), n(), small()),
        SIMD4(n(), n(), n(), small()), SIMD4(n(), n(), n(), 1))
      // A nearly singular matrix loses digits by its nature.
      guard abs(m.determinant) > 0.1 else { continue }
      #expect(isClose(TransformParts(m).matrix.rowMajor, m.rowMajor, 1e-7))
      if let parts = SpatialParts(m) {
        #expect(isClose(parts.matrix.rowMajor, m.rowMajor, 1e-7))
      } else {
        Issue.record("a regular matrix was not taken apart")
      }
      let flat = Matrix4(affine: n(), n(), n(), n(), n(), n())
      if abs(flat.determinant) > 0.1, let parts = AffineParts(flat) {
        #expect(isClose(parts.matrix.rowMajor, flat.rowMajor, 1e-9))
      }
    }
  }

  @Test("A mirror has the negative scale on its own axis")
  func mirror() {
    #expect(TransformParts(.scale(-2, 3)).scale == SIMD3(-2, 3, 1))
    #expect(TransformParts(.scale(2, -3)).scale == SIMD3(2, -3, 1))
    #expect(TransformParts(.scale(2, 3, -1)).scale == SIMD3(2, 3, -1))
    #expect(TransformParts(.scale(2, -3)).rotation == .zero)
  }

  @Test("A singular matrix keeps the directions that it shows")
  func singular() {
    let angle = 0.7
    let m = Matrix4.scale(0, 2).concat(.rotation(angle, 0, 0, 1)).translated(5, 6)
    let parts = TransformParts(m)
    #expect(abs(parts.rotation.z - angle) < 1e-12)
    #expect(parts.scale.x == 0 && abs(parts.scale.y - 2) < 1e-12)
    #expect(isClose(parts.matrix.rowMajor, m.rowMajor, 1e-12))
    #expect(TransformParts(.scale(0, 0, 0)).matrix == .scale(0, 0, 0))
    #expect(SpatialParts(m) == nil && AffineParts(m) == nil)
  }

  @Test("A perspective stays where it is when only the rotation changes")
  func perspectiveKept() {
    var eye = Matrix4.identity
    eye.r2.w = -1.0 / 500
    var parts = TransformParts(eye)
    parts.rotation.y = 0.8
    #expect(
      isClose(parts.matrix.rowMajor, Matrix4.rotation(0.8, 0, 1, 0).concat(eye).rowMajor, 1e-12))
  }

  @Test("A flat matrix rebuilt from its parts is exactly flat")
  func staysFlat() {
    var parts = TransformParts(Matrix4.scale(2, 3).translated(4, 5))
    parts.rotation.z = 1.1
    #expect(parts.matrix.isAffine2D)
    #expect(
      TransformParts(Matrix4.scale(2, 3).translated(4, 5)).matrix == .scale(2, 3).translated(4, 5))
  }
}
