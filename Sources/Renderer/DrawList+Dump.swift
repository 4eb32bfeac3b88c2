import Geometry

extension DrawList {
  /// The list as text, one quad per line, for people and for text goldens.
  package var dump: String {
    var lines = [
      "draw list \(size.width)x\(size.height), clear \(Self.text(clearColor)), damage "
        + damage.rects.map(Self.text).joined(separator: " ")
    ]
    for image in uploads {
      let size = image.bitmap.size
      lines.append("upload image \(image.id.raw) \(size.width)x\(size.height)")
    }
    for id in releases { lines.append("release image \(id.raw)") }
    for (index, pass) in passes.enumerated() {
      switch pass.target {
      case .surface: lines.append("pass \(index) to surface")
      case .offscreen(let area): lines.append("pass \(index) offscreen \(Self.text(area))")
      }
      for batch in pass.batches {
        lines.append("  \(batch.kind)\(Self.text(batch.texture)) × \(batch.instances.count)")
        for instance in instances[batch.instances] { lines.append("    \(Self.text(instance))") }
      }
    }
    for (index, clip) in clips.enumerated() {
      lines.append(
        "clip \(index) \(clip.shape == 0 ? "rounded rect" : "half plane") \(Self.text(clip.rect))"
          + (clip.radii == .zero ? "" : " radii \(Self.text(clip.radii))")
          + (clip.parent < 0 ? "" : " within \(clip.parent)"))
    }
    return lines.joined(separator: "\n")
  }

  private static func text(_ rect: PixelRect) -> String {
    "(\(rect.x) \(rect.y) \(rect.width) \(rect.height))"
  }

  private static func text(_ texture: TextureSource) -> String {
    switch texture {
    case .none: ""
    case .image(let id, let nearest): " of image \(id.raw)\(nearest ? " nearest" : "")"
    case .pass(let index): " of pass \(index)"
    }
  }

  private static func text(_ quad: Instance) -> String {
    var parts = ["rect \(text(quad.rect))", "color \(text(quad.color))"]
    let rows = [quad.row0, quad.row1, quad.row2].map { row in
      "(\(number(row.x)) \(number(row.y)) \(number(row.z)))"
    }
    parts.append("matrix \(rows.joined())")
    if quad.extra != .zero { parts.append("extra \(text(quad.extra))") }
    if quad.radii != .zero { parts.append("radii \(text(quad.radii))") }
    if quad.params.x != 0 { parts.append("size \(number(quad.params.x))") }
    if quad.params.y != 15 { parts.append("edges \(number(quad.params.y))") }
    if quad.clip >= 0 { parts.append("clip \(quad.clip)") }
    return parts.joined(separator: " ")
  }

  private static func text(_ v: SIMD4<Float>) -> String {
    "(\(number(v.x)) \(number(v.y)) \(number(v.z)) \(number(v.w)))"
  }

  /// Up to four decimals, without trailing zeros: what a float holds of pixel coordinates.
  private static func number(_ value: Float) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
    let rounded = (Double(value) * 1e4).rounded() / 1e4
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
