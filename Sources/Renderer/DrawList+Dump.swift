import Geometry

extension DrawList {
  /// The list as text for people and goldens: numbers with at most four decimals, images by their
  /// order of appearance, so that the text is the same in every run.
  package var dump: String {
    var names: [ImageID: String] = [:]
    func name(_ id: ImageID) -> String {
      if let name = names[id] { return name }
      let name = "#\(names.count + 1)"
      names[id] = name
      return name
    }
    var text = "surface \(size.width)×\(size.height) clear \(Self.text(clearColor)) damage"
    text += damage.isEmpty ? " none\n" : damage.rects.map { " " + Self.text($0) }.joined() + "\n"
    for image in uploads {
      let s = image.bitmap.size
      text += "upload \(name(image.id)) \(s.width)×\(s.height) \(image.bitmap.format)\n"
    }
    for id in releases { text += "release \(name(id))\n" }
    for (i, clip) in clips.enumerated() {
      text += "clip \(i)\(clip.parent >= 0 ? " in \(clip.parent)" : "")"
      text += clip.shape == 1 ? " half plane" : clip.shape == 3 ? " sharp half plane" : " rect"
      text += " \(Self.text(clip.rect))"
      if clip.radii != .zero { text += " radii \(Self.text(clip.radii))" }
      text += Self.text(clip.row0, clip.row1, clip.row2) + "\n"
    }
    for (i, pass) in passes.enumerated() {
      text += "pass \(i) "
      switch pass.target {
      case .surface: text += "surface"
      case .offscreen(let area): text += "offscreen \(Self.text(area))"
      case .image(let id, let size): text += "image \(name(id)) \(size.width)×\(size.height)"
      }
      switch pass.start {
      case .clear: break
      case .resume(let first): text += " after \(first)"
      case .copy(let source): text += " copy of \(source)"
      case .blur(let source, let sigma, let edge):
        text += " blur of \(source) by \(Self.number(sigma.x)) \(Self.number(sigma.y))"
        if edge == .extended { text += " extended" }
      }
      text += pass.isWhole ? " whole\n" : "\n"
      for batch in pass.batches {
        text += "  \(batch.kind)"
        switch batch.texture {
        case .none: break
        case .image(let id, let filter):
          text += " \(name(id))\(filter == .linear ? "" : " \(filter)")"
        case .pass(let pass): text += " pass \(pass)"
        case .coverage(let pass): text += " coverage \(pass)"
        }
        if batch.blend != .over { text += " \(batch.blend)" }
        if batch.backdrop >= 0 { text += " over \(batch.backdrop)" }
        text += "\n"
        for i in batch.instances {
          let quad = batch.kind == .solid ? Instance(solids[i]) : instances[i]
          text += "    \(Self.text(quad, batch.kind))\(ramp(of: quad, batch.kind))\n"
        }
      }
    }
    return text
  }

  private static func text(_ i: Instance, _ kind: Kind) -> String {
    var text = "\(Self.text(i.rect)) color \(Self.text(i.color))"
    switch kind {
    case .solid, .pass, .filter: break
    case .blend:
      text += " \(BlendMode(rawValue: UInt8(i.params.x)).map { "\($0)" } ?? "no mode")"
    case .arc:
      text += " arc \(Self.text(i.extra)) about \(Self.text(i.radii))"
    case .gradient: text += " from to \(Self.text(i.extra))"
    case .shape:
      if i.params.x != 0 { text += " border \(number(i.params.x)) \(Self.text(i.extra))" }
    case .image:
      text += " texture \(Self.text(i.extra))"
      if i.radii != i.extra { text += " within \(Self.text(i.radii))" }
    case .shadow: text += " sigma \(number(i.params.x))"
    }
    if kind != .image, kind != .arc, i.radii != .zero { text += " radii \(Self.text(i.radii))" }
    let isPass = kind == .pass || kind == .filter || kind == .blend
    if kind != .solid && !isPass && kind != .shadow && i.params.y != 15 {
      text += " edges \(number(i.params.y))"
    }
    if i.clip >= 0 { text += " clip \(i.clip)" }
    return text + Self.text(i.row0, i.row1, i.row2)
  }

  /// The stops of a gradient or the columns of a filter's matrix.
  private func ramp(of quad: Instance, _ kind: Kind) -> String {
    let first = Int(quad.ramp)
    let count: Int
    switch kind {
    case .gradient: count = 2 + 2 * (ramps.indices.contains(first) ? Int(ramps[first].y) : 0)
    case .filter: count = 5
    case .solid, .shape, .image, .shadow, .pass, .blend, .arc: return ""
    }
    guard first >= 0, first + count <= ramps.count else { return " ramp missing" }
    return " ramp" + ramps[first..<first + count].map { " " + Self.text($0) }.joined()
  }

  /// Nothing for the identity, six numbers for an affine map, nine otherwise.
  private static func text(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>) -> String {
    if a.z == 0 && b.z == 0 && c.z == 1 {
      let m = [a.x, a.y, b.x, b.y, c.x, c.y]
      return m == [1, 0, 0, 1, 0, 0] ? "" : " by [\(m.map(number).joined(separator: " "))]"
    }
    let rows = [a, b, c].map { [$0.x, $0.y, $0.z].map(number).joined(separator: " ") }
    return " by [\(rows.joined(separator: " | "))]"
  }

  private static func text(_ v: SIMD4<Float>) -> String {
    "(\(number(v.x)), \(number(v.y)), \(number(v.z)), \(number(v.w)))"
  }

  private static func text(_ r: PixelRect) -> String {
    "(\(r.x), \(r.y), \(r.width), \(r.height))"
  }

  private static func number(_ value: Float) -> String {
    guard value.isFinite else { return "\(value)" }
    guard abs(value) < 1e9 else { return "\(value)" }
    let scaled = (Double(value) * 10_000).rounded()
    let whole = Int(abs(scaled))
    var digits = "\(whole % 10_000 + 10_000)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return (scaled < 0 ? "-" : "") + "\(whole / 10_000)" + (digits.isEmpty ? "" : "." + digits)
  }
}
