import Geometry
import TestSupport
import Testing

func isClose(_ a: [Double], _ b: [Double], _ tolerance: Double) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
}

/// A matrix from the tables' `["rotate", angle, x, y, z]` and the like.
private func matrix(_ operation: VectorValue) -> Matrix4 {
  let n = Array(operation.array.dropFirst()).compactMap(\.double)
  switch operation[0].string {
  case "rotate": return .rotation(n[0], n[1], n[2], n[3])
  case "scale": return .scale(n[0], n[1], n[2])
  case "translate": return .translation(n[0], n[1], n[2])
  case let name:
    Issue.record("unknown operation \(name ?? "nil")")
    return .identity
  }
}

@Suite("Matrix4")
struct Matrix4Tests {
  @Test("Concatenation applies the left matrix first; the inverse undoes it")
  func concat() throws {
    try VectorFile(named: "transforms").run(kind: "concat") { c in
      let m = c["operations"].array.map(matrix).reduce(Matrix4.identity) { $0.concat($1) }
      #expect(isClose(m.rowMajor, c["matrix"].doubles, 1e-9), "\(c.id)")
      let inverse = try #require(m.inverse)
      #expect(isClose(inverse.rowMajor, c["inverse"].doubles, 1e-9), "\(c.id)")
      let p = c["point"].doubles
      let q = m.applied(toRow: SIMD4(p[0], p[1], p[2], 1))
      #expect(isClose([q.x, q.y, q.z], c["transformedPoint"].doubles, 1e-9), "\(c.id)")
    }
  }

  @Test("Translate, scale and rotate functions act before the matrix they are given")
  func premultiply() throws {
    try VectorFile(named: "transforms").run(kind: "premultiply") { c in
      let m = matrix(c["function"]).concat(matrix(c["start"]))
      #expect(isClose(m.rowMajor, c["matrix"].doubles, 1e-9), "\(c.id)")
      if case .translation = Operation(c["function"]) {
        let n = c["function"].array.dropFirst().compactMap(\.double)
        let short = matrix(c["start"]).afterTranslation(n[0], n[1], n[2])
        #expect(isClose(short.rowMajor, c["matrix"].doubles, 1e-9), "\(c.id)")
      }
    }
  }

  private enum Operation {
    case translation, other
    init(_ v: VectorValue) { self = v[0].string == "translate" ? .translation : .other }
  }

  @Test("A point of a tilted plane is projected towards the vanishing point and back")
  func perspective() throws {
    try VectorFile(named: "transforms").run(kind: "perspective") { c in
      let distance = try #require(
        c["m34"].string?.split(separator: "/").last.flatMap { Double($0) })
      var eye = Matrix4.identity
      eye.r2.w = -1 / distance
      let m = Matrix4.rotation(try #require(c["rotationY"].double), 0, 1, 0).concat(eye)
      #expect(isClose(m.rowMajor, c["matrix"].doubles, 1e-9), "\(c.id)")
      let p = c["point"].doubles
      let q = try #require(m.project(Point(p[0], p[1]), z: p[2]))
      #expect(isClose([q.x, q.y], c["projected"].doubles, 1e-9), "\(c.id)")
      guard p[2] == 0 else { return }
      #expect(m.homography.project(Point(p[0], p[1])) == q, "\(c.id)")
      let back = try #require(m.unproject(q))
      #expect(isClose([back.x, back.y], [p[0], p[1]], 1e-9), "\(c.id)")
    }
  }

  @Test("A singular matrix has no inverse")
  func singular() {
    #expect(Matrix4.scale(0, 1).inverse == nil)
    #expect(Matrix4.scale(.nan, 1).inverse == nil)
    #expect(Matrix4.scale(1e-200, 1e-200, 1e-200).inverse == nil)
    #expect(Matrix3(SIMD3(1, 2, 0), SIMD3(2, 4, 0), SIMD3(0, 0, 1)).inverse == nil)
  }

  @Test("Rotating about an axis of length zero changes nothing")
  func zeroAxis() {
    #expect(Matrix4.rotation(1, 0, 0, 0) == .identity)
    #expect(Matrix4.rotation(.nan, 0, 0, 1) == .identity)
  }

  @Test("Points at and behind the eye are not projected")
  func behindTheEye() {
    var m = Matrix4.rotation(.pi / 2, 0, 1, 0)
    m.r2.w = 0
    m = m.concat(
      Matrix4(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, -0.01), SIMD4(0, 0, 0, 1)))
    // The plane stands on edge: x runs away from the eye, −x towards it, and −100 is at the eye.
    #expect(m.project(Point(-99, 10)) != nil)
    #expect(m.project(Point(-101, 10)) == nil)
  }

  @Test("The bounding box cuts off what is behind the eye and stays finite")
  func clippedBox() {
    let eye = Matrix4(
      SIMD4(1, 0, 0, -0.01), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))
    // w = 1 − x / 100: the right half of the rectangle is behind the eye.
    let box = eye.boundingBox(of: Rect(0, 0, 200, 10))
    #expect(box.isFinite)
    #expect(box.minX == 0 && box.minY == 0)
    #expect(box.maxX > 1e5 && box.maxY > 1e5)
    #expect(eye.boundingBox(of: Rect(150, 0, 50, 10)) == .zero)
  }

  @Test("The bounding box of a flat matrix is that of the four corners")
  func flatBox() {
    let m = Matrix4.rotation(.pi / 6, 0, 0, 1).translated(5, 7)
    let box = m.boundingBox(of: Rect(1, 2, 30, 40))
    let corners = Rect(1, 2, 30, 40).corners.compactMap { m.project($0) }
    #expect(box == Rect(bounding: corners))
  }

  @Test("Seen from behind, areas change sign")
  func areaScale() {
    #expect(Matrix4.rotation(1, 0, 1, 0).areaScale(at: .zero) > 0)
    #expect(Matrix4.rotation(3, 0, 1, 0).areaScale(at: .zero) < 0)
  }

  @Test("A 3×3 inverse undoes a perspective")
  func inverse3() throws {
    let h = Matrix3(SIMD3(2, 1, 0.001), SIMD3(-1, 3, -0.002), SIMD3(40, -7, 1.1))
    let product = h.concat(try #require(h.inverse))
    for (row, unit) in [
      (product.r0, Matrix3.identity.r0), (product.r1, Matrix3.identity.r1),
      (product.r2, Matrix3.identity.r2),
    ] {
      #expect(isClose([row.x, row.y, row.z], [unit.x, unit.y, unit.z], 1e-12))
    }
  }
}
