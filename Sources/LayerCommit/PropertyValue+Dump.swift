import AnimationCore
import Geometry

extension Double {
  /// At most four decimals, none that are zero; the same text on every machine.
  package var dump: String {
    guard isFinite else { return isNaN ? "nan" : (self > 0 ? "inf" : "-inf") }
    guard abs(self) < 1e14 else { return "\(self)" }
    let scaled = (self * 10_000).rounded()
    let whole = Int(abs(scaled))
    var digits = "\(whole % 10_000 + 10_000)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return (scaled < 0 ? "-" : "") + "\(whole / 10_000)" + (digits.isEmpty ? "" : "." + digits)
  }
}

extension PropertyValue {
  /// Readable and stable: images by their size, not by their identity.
  package var dump: String {
    switch self {
    case .none: "none"
    case .number(let n): n.dump
    case .vector(let v): "(\(v.x.dump), \(v.y.dump), \(v.z.dump), \(v.w.dump))"
    case .matrix(let m): m.dump
    case .path(let path): path.dump
    case .contents(let contents): contents.dump
    case .list(let list):
      "[" + list.map { PropertyValue.vector($0).dump }.joined(separator: " ") + "]"
    case .records(let records): "[" + records.map(\.dump).joined(separator: " ") + "]"
    }
  }
}

extension Record {
  package var dump: String {
    let name = name.map { " \"\($0)\"" } ?? ""
    let parts = fields.map { "\($0.key) \($0.value.dump)" } + records.map(\.dump)
    return "\(type)\(name)\(isEnabled ? "" : " off")(\(parts.joined(separator: ", ")))"
  }
}

extension Matrix4 {
  /// The affine part where that is all there is, else sixteen numbers.
  package var dump: String {
    func list(_ numbers: [Double]) -> String { numbers.map(\.dump).joined(separator: " ") }
    if isIdentity { return "identity" }
    if isAffine2D { return "[\(list([r0.x, r0.y, r1.x, r1.y, r3.x, r3.y]))]" }
    return "[\([r0, r1, r2, r3].map { list([$0.x, $0.y, $0.z, $0.w]) }.joined(separator: " | "))]"
  }
}

extension Path {
  package var dump: String {
    if let rounded = roundedRect {
      let r = rounded.rect
      return "roundedRect(\(r.minX.dump), \(r.minY.dump), \(r.size.width.dump), "
        + "\(r.size.height.dump), radius \(rounded.radius.dump))"
    }
    return "path(\(elements.count) elements)"
  }
}

extension Contents {
  package var dump: String {
    func picture(_ image: PixelImage) -> String {
      let size = image.bitmap.size
      let kind = image.bitmap.format == .alpha8 ? "mask" : "image"
      return "\(kind) \(size.width)×\(size.height)"
    }
    guard let previous else { return picture(image) }
    return "\(picture(previous)) → \(picture(image)) at \(progress.dump)"
  }
}
