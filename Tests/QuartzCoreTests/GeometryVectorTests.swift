import CoreGraphicsAPI
import Geometry
import QuartzCore
import TestSupport
import Testing

@MainActor
@Suite struct GeometryVectorTests {
  static func numbers(_ v: VectorValue) -> [Double] { v.array.map { $0.double ?? .nan } }

  static func areNear(_ a: [Double], _ b: [Double], _ tolerance: Double) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
  }

  static func transform(_ v: VectorValue) -> CATransform3D {
    CATransform3D(Matrix4(rowMajor: numbers(v)))
  }

  /// One of `["rotate", angle, x, y, z]`, `["scale", …]`, `["translate", …]`.
  static func make(_ v: VectorValue) -> CATransform3D {
    let n = v.array.dropFirst().map { CGFloat($0.double ?? .nan) }
    return switch v[0].string {
    case "rotate": CATransform3DMakeRotation(n[0], n[1], n[2], n[3])
    case "scale": CATransform3DMakeScale(n[0], n[1], n[2])
    default: CATransform3DMakeTranslation(n[0], n[1], n[2])
    }
  }

  @Test("Transform functions concatenate in Apple's order and invert")
  func functions() throws {
    let file = try VectorFile(named: "transforms")
    file.run(kind: "concat") { c in
      let product = c["operations"].array.map(Self.make)
        .reduce(CATransform3DIdentity, CATransform3DConcat)
      let t = c.tolerance ?? 1e-9
      #expect(Self.areNear(product.matrix.rowMajor, Self.numbers(c["matrix"]), t), "\(c.id)")
      let inverse = CATransform3DInvert(product)
      #expect(Self.areNear(inverse.matrix.rowMajor, Self.numbers(c["inverse"]), t), "\(c.id)")
    }
    file.run(kind: "premultiply") { c in
      let start = Self.make(c["start"])
      let n = c["function"].array.dropFirst().map { CGFloat($0.double ?? .nan) }
      let result =
        switch c["function"][0].string {
        case "rotate": CATransform3DRotate(start, n[0], n[1], n[2], n[3])
        case "scale": CATransform3DScale(start, n[0], n[1], n[2])
        default: CATransform3DTranslate(start, n[0], n[1], n[2])
        }
      #expect(
        Self.areNear(result.matrix.rowMajor, Self.numbers(c["matrix"]), c.tolerance ?? 1e-9),
        "\(c.id)")
    }
  }

  @Test("Key paths read and write the parts of a layer's transform")
  func components() throws {
    let file = try VectorFile(named: "transforms")
    file.run(kind: "components") { c in
      let layer = CALayer()
      layer.transform = Self.transform(c["matrix"])
      for part in ["scale", "rotation", "translation"] {
        for (i, axis) in ["x", "y", "z"].enumerated() {
          let read = layer.value(forKeyPath: "transform.\(part).\(axis)") as? Double
          #expect(
            isNear(read, c[part][i].double ?? .nan, c.tolerance ?? 1e-8), "\(c.id) \(part).\(axis)")
        }
      }
    }
    file.run(kind: "set-component") { c in
      let layer = CALayer()
      layer.transform = Self.transform(c["matrix"])
      layer.setValue(c["value"].double, forKeyPath: c["keyPath"].string ?? "")
      #expect(
        Self.areNear(
          layer.transform.matrix.rowMajor, Self.numbers(c["result"]), c.tolerance ?? 1e-8),
        "\(c.id)")
    }
  }

  @Test("Points and frames go through anchor, bounds, transform and position")
  func layerGeometry() throws {
    try VectorFile(named: "transforms").run(kind: "layer-geometry") { c in
      let b = Self.numbers(c["bounds"]), a = Self.numbers(c["anchorPoint"])
      let p = Self.numbers(c["position"])
      let layer = CALayer(), superlayer = CALayer()
      superlayer.addSublayer(layer)
      layer.bounds = CGRect(x: b[0], y: b[1], width: b[2], height: b[3])
      layer.anchorPoint = CGPoint(x: a[0], y: a[1])
      layer.position = CGPoint(x: p[0], y: p[1])
      let scale = CGFloat(c["scale"].double ?? 1)
      layer.transform = CATransform3DConcat(
        CATransform3DMakeScale(scale, scale, 1),
        CATransform3DMakeRotation(CGFloat(c["rotation"].double ?? 0), 0, 0, 1))
      let local = Self.numbers(c["localPoint"])
      let there = layer.convert(CGPoint(x: local[0], y: local[1]), to: superlayer)
      let t = c.tolerance ?? 1e-8
      #expect(
        Self.areNear([there.x, there.y].map { Double($0) }, Self.numbers(c["superlayerPoint"]), t),
        "\(c.id)")
      let back = layer.convert(there, from: superlayer)
      #expect(Self.areNear([back.x, back.y].map { Double($0) }, local, 1e-6), "\(c.id)")
      let f = layer.frame
      let frame = [f.origin.x, f.origin.y, f.width, f.height].map { Double($0) }
      #expect(Self.areNear(frame, Self.numbers(c["frame"]), t), "\(c.id)")
    }
  }

  @Test("Perspective projects points as the formula says")
  func perspective() throws {
    try VectorFile(named: "transforms").run(kind: "perspective") { c in
      var perspective = CATransform3DIdentity
      // Written as "-1/500".
      let distance = c["m34"].string?.split(separator: "/").last.flatMap { Double($0) } ?? .nan
      perspective.m34 = CGFloat(-1 / distance)
      let turned = CATransform3DConcat(
        CATransform3DMakeRotation(CGFloat(c["rotationY"].double ?? 0), 0, 1, 0), perspective)
      #expect(
        Self.areNear(turned.matrix.rowMajor, Self.numbers(c["matrix"]), c.tolerance ?? 1e-9),
        "\(c.id)")
      // A point at height z lies in a layer whose anchor is that far behind it.
      let p = Self.numbers(c["point"])
      let layer = CALayer(), superlayer = CALayer()
      superlayer.addSublayer(layer)
      layer.anchorPointZ = CGFloat(-p[2])
      layer.transform = turned
      let there = layer.convert(CGPoint(x: p[0], y: p[1]), to: superlayer)
      #expect(
        Self.areNear(
          [there.x, there.y].map { Double($0) }, Self.numbers(c["projected"]), 1e-8), "\(c.id)")
    }
  }

  @Test("Time converts between layers as measured")
  func convertTime() throws {
    try VectorFile(named: "media-timing").run(kind: "convertTime") { c in
      var layers: [String: CALayer] = [:]
      for row in c["layers"].array {
        let layer = CALayer()
        layer.beginTime = row["beginTime"].double ?? 0
        layer.timeOffset = row["timeOffset"].double ?? 0
        layer.speed = Float(row["speed"].double ?? 1)
        layers[row["name"].string ?? ""] = layer
        row["parent"].string.flatMap { layers[$0] }?.addSublayer(layer)
      }
      let from = c["fromLayer"].string.flatMap { layers[$0] }
      let to = c["toLayer"].string.flatMap { layers[$0] }
      let result =
        from?.convertTime(c["time"].double ?? 0, to: to)
        ?? to?.convertTime(c["time"].double ?? 0, from: nil)
      #expect(isNear(result, c["result"].double ?? .nan, 1e-9), "\(c.id)")
    }
  }

  @Test("Pausing and resuming a layer lets no time be lost")
  func pauseResume() throws {
    try VectorFile(named: "media-timing").run(kind: "pause-resume") { c in
      let layer = CALayer()
      let pauseAt = c["pauseAt"].double ?? 0, resumeAt = c["resumeAt"].double ?? 0
      for (time, expected) in c["samples"].array.map({ ($0[0].double ?? 0, $0[1].double ?? 0) }) {
        if time >= pauseAt, layer.speed == 1, layer.beginTime == 0 {
          let now = layer.convertTime(pauseAt, from: nil)
          layer.speed = 0
          layer.timeOffset = now
        }
        if time >= resumeAt, layer.speed == 0 {
          let paused = layer.timeOffset
          layer.speed = 1
          layer.timeOffset = 0
          layer.beginTime = 0
          layer.beginTime = layer.convertTime(resumeAt, from: nil) - paused
          #expect(isNear(layer.beginTime, c["beginTimeAfterResume"].double ?? .nan), "\(c.id)")
        }
        #expect(isNear(layer.convertTime(time, from: nil), expected), "\(c.id) at \(time)")
      }
    }
  }
}
