/// Layers are told apart by which one they are.
extension CALayer: Hashable {
  public static func == (a: CALayer, b: CALayer) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CALayer: CustomStringConvertible {
  public var description: String {
    "<\(type(of: self))\(name.map { " \"\($0)\"" } ?? "") bounds \(bounds) position \(position)>"
  }
}
