import AnimationCore
import Foundation
import Geometry
import LayerCommit
import RenderServer
import Renderer
import TestSupport
import Testing

/// Whole layer trees against expected colours: the server's lists, drawn by the plain rasterizer.
@Suite("Reference scenes")
struct ReferenceSceneTests {
  /// The same scene seen in another way must come to the same colours, at moved places.
  enum Variant: CaseIterable {
    case plain, quarterTurn, mirrored, doubleScale, halfOpaque

    func root(_ size: Size, _ layers: [Node]) -> Node {
      Node(
        1,
        { v in
          v.frame(0, 0, size.width, size.height)
          switch self {
          case .plain, .doubleScale: break
          case .quarterTurn:
            v.transform = .rotation(.pi / 2, 0, 0, 1)
            v.position = Point(size.height / 2, size.width / 2)
          case .mirrored: v.transform = .scale(-1, 1)
          case .halfOpaque: v.opacity = 0.5
          }
        }, layers)
    }

    func surface(_ size: Size) -> Size {
      self == .quarterTurn ? Size(size.height, size.width) : size
    }

    func pixel(_ x: Double, _ y: Double, _ size: Size) -> (Int, Int) {
      switch self {
      case .plain, .halfOpaque: (Int(x), Int(y))
      case .quarterTurn: (Int(size.height - y), Int(x))
      case .mirrored: (Int(size.width - x), Int(y))
      case .doubleScale: (Int(x * 2), Int(y * 2))
      }
    }

    func color(_ c: SIMD3<Double>, over background: SIMD4<Double>) -> SIMD3<Double> {
      guard self == .halfOpaque else { return c }
      return (c + SIMD3(background.x, background.y, background.z)) / 2
    }
  }

  private func color(_ v: VectorValue) -> Color {
    let c = v.doubles
    return Color(c[0], c[1], c[2], c[3])
  }

  private func node(_ v: VectorValue, _ id: inout UInt64) -> Node {
    id += 1
    let own = id
    let children = v["sublayers"].array.map { node($0, &id) }
    return Node(
      own,
      { l in
        let b = v["bounds"].doubles, p = v["position"].doubles
        l.bounds = Rect(b[0], b[1], b[2], b[3])
        l.position = Point(p[0], p[1])
        let a = v["anchorPoint"].doubles
        if a.count == 2 { l.anchorPoint = Point(a[0], a[1]) }
        let t = v["transform"].doubles
        if t.count == 6 { l.transform = Matrix4(affine: t[0], t[1], t[2], t[3], t[4], t[5]) }
        if !v["backgroundColor"].isNull { l.backgroundColor = color(v["backgroundColor"]) }
        if let n = v["opacity"].double { l.opacity = n }
        if let n = v["cornerRadius"].double { l.cornerRadius = n }
        if let n = v["zPosition"].double { l.zPosition = n }
        l.masksToBounds = v["masksToBounds"].bool == true
        l.isHidden = v["hidden"].bool == true
        if let n = v["borderWidth"].double { l.borderWidth = n }
        if !v["borderColor"].isNull { l.borderColor = color(v["borderColor"]) }
        if let n = v["shadowOpacity"].double { l.shadowOpacity = n }
        if let n = v["shadowRadius"].double { l.shadowRadius = n }
        let o = v["shadowOffset"].doubles
        if o.count == 2 { l.shadowOffset = Size(o[0], o[1]) }
        if !v["shadowColor"].isNull { l.shadowColor = color(v["shadowColor"]) }
        let s = v["shadowRect"].doubles
        if s.count == 4 {
          let r = Rect(s[0], s[1], s[2], s[3])
          var path = Path([.move(r.origin), .close])
          path.roundedRect = RoundedRect(rect: r, radius: 0)
          l.shadowPath = path
        }
      }, children)
  }

  private func missing(_ v: VectorValue) -> String? {
    if !v["mask"].isNull { return "mask layers" }
    if !v["gradient"].isNull { return "gradient layers" }
    return v["sublayers"].array.lazy.compactMap { missing($0) }.first
  }

  @Test("Colours of every scene are those of the table", arguments: Variant.allCases)
  func scenes(variant: Variant) throws {
    try VectorFile(named: "reference-scenes").run(excluding: { c in
      c["scene"]["layers"].array.lazy.compactMap { missing($0) }.first
    }) { c in
      let s = c["scene"]["size"].doubles
      let size = Size(s[0], s[1])
      let surface = variant.surface(size)
      let background = color(c["scene"]["background"])
      let h = Harness(
        surface.width, surface.height, scale: variant == .doubleScale ? 2 : 1,
        background: background)
      var id: UInt64 = 1
      let root = variant.root(size, c["scene"]["layers"].array.map { node($0, &id) })
      h.commit(root.ops + [.setRoot(root.id)])
      var raster = ReferenceRasterizer()
      raster.draw(h.list)
      let tolerance = try #require(c.tolerance)
      for sample in c["samples"].array {
        let n = sample.doubles
        let (x, y) = variant.pixel(n[0], n[1], size)
        let expected = variant.color(SIMD3(n[2], n[3], n[4]), over: background.components)
        var got = raster[x, y]
        if variant == .doubleScale {
          // The sample lies where four pixels meet.
          got = (got + raster[x - 1, y] + raster[x, y - 1] + raster[x - 1, y - 1]) / 4
        }
        let difference = SIMD3(got.x, got.y, got.z) - expected
        #expect(
          max(abs(difference.x), abs(difference.y), abs(difference.z))
            <= tolerance, "\(c.id) at \(n[0]), \(n[1]): \(got) for \(expected)")
      }
    }
  }
}

/// Cases from the field with exact pixels.
@Suite("Field cases")
struct FieldCaseTests {
  private func load(_ name: String) throws -> VectorValue {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = folder.appendingPathComponent("Fixtures/FieldCases/\(name).json")
    return try JSONDecoder().decode(VectorValue.self, from: Data(contentsOf: file))
  }

  private func color(_ v: VectorValue) -> Color {
    let c = v.doubles.map { $0 / 255 }
    return Color(c[0], c[1], c[2], c[3])
  }

  private func node(_ v: VectorValue, _ id: inout UInt64, _ changes: [String: VectorValue]) -> Node
  {
    id += 1
    let own = id
    let children = v["sublayers"].array.map { node($0, &id, [:]) }
    return Node(
      own,
      { l in
        func value(_ key: String) -> VectorValue { changes[key] ?? v[key] }
        let f = v["frame"].doubles
        l.frame(f[0], f[1], f[2], f[3])
        l.backgroundColor = color(v["backgroundColor"])
        l.cornerRadius = v["cornerRadius"].double ?? 0
        l.masksToBounds = v["masksToBounds"].bool == true
        l.opacity = value("opacity").double ?? 1
        l.allowsGroupOpacity = value("allowsGroupOpacity").bool ?? true
      }, children)
  }

  private func raster(_ file: VectorValue, _ changes: [String: VectorValue] = [:])
    -> ReferenceRasterizer
  {
    let canvas = file["canvas"]
    let h = Harness(
      canvas["width"].double ?? 0, canvas["height"].double ?? 0,
      background: color(canvas["background"]))
    var id: UInt64 = 1
    h.show([node(file["root"], &id, changes)])
    var raster = ReferenceRasterizer()
    raster.draw(h.list)
    return raster
  }

  private func check(_ samples: VectorValue, _ raster: ReferenceRasterizer) {
    for sample in samples.array {
      let at = sample["at"].doubles, want = sample["rgba"].doubles
      let got = raster[Int(at[0]), Int(at[1])] * 255
      let tolerance = (sample["tol"].double ?? 0) + 1e-3
      for i in 0..<4 {
        #expect(abs(got[i] - want[i]) <= tolerance, "\(sample["note"].string ?? "") \(got)")
      }
    }
  }

  @Test("F33, h08: a layer with sublayers fades as one picture")
  func groupOpacity() throws {
    let file = try load("h08-group-opacity")
    check(file["samples"], raster(file))
    for variant in file["variants"].array {
      check(variant["samples"], raster(file, variant["set"].fields))
    }
  }

  @Test("F62, h11: a rounded clip inside a rounded clip leaks nothing at softened edges")
  func nestedRoundedClip() throws {
    let file = try load("h11-nested-rounded-clip")
    let raster = raster(file)
    check(file["samples"], raster)
    // The red circle is wholly covered by its green child.
    for y in 20..<80 {
      for x in 20..<80 {
        let c = raster[x, y] * 255
        #expect(c.x - c.y <= 2 || c.z > 254 && c.x > 254, "red at \(x), \(y): \(c)")
      }
    }
  }
}
