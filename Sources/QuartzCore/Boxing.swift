import AnimationCore
import CoreGraphicsAPI
import Geometry

/// The one door between `Any?` in the API and typed values below it.
///
/// Out of `Any`, Linux bridges less than Apple's systems: a `CGFloat` does not cast to `Double`, an
/// `Int` not to `CGFloat`. So every accepted type is tried here, and only here.
package enum Boxing {
  /// Any number or truth value; nil for another type and for what is not finite.
  package static func number(_ any: Any) -> Double? {
    let number: Double? =
      switch any {
      case let v as Double: v
      case let v as CGFloat: Double(v)
      case let v as Int: Double(v)
      case let v as Float: Double(v)
      case let v as Bool: v ? 1 : 0
      case let v as NSNumber: v.doubleValue
      case let v as any BinaryInteger: Double(v)
      default: nil
      }
    guard let number, number.isFinite else { return nil }
    return number
  }

  /// `any` as a value that fits a property or its component; nil where its type does not fit or a
  /// number in it is not finite.
  package static func value(_ any: Any, for target: AnimationTarget) -> PropertyValue? {
    switch target.kind {
    case .number, .integer, .flag: return number(any).map { .number($0) }
    case .choice: return choice(any, of: target.property).map { .number(Double($0)) }
    case .point:
      guard let point = any as? CGPoint, Point(point).isFinite else { return nil }
      return .point(Point(point))
    case .size:
      guard let size = any as? CGSize, Size(size).isFinite else { return nil }
      return .size(Size(size))
    case .rect:
      guard let rect = any as? CGRect, Rect(rect).isFinite else { return nil }
      // A difference of two rectangles may have a negative size; properties make theirs positive.
      return .rect(Rect(rect))
    case .color: return (any as? CGColor).map { .color($0.color) }
    case .matrix: return matrix(any).map { .matrix($0.matrix) }
    case .path: return (any as? CGPath).map { .path($0.path) }
    case .contents: return (any as? CGImage).map { .contents(Contents($0.pixelImage)) }
    case .numbers: return list(any) { number($0).map { SIMD4($0, 0, 0, 0) } }
    case .colors: return list(any) { ($0 as? CGColor)?.color.components }
    case .records: return records(any, of: target).map { .records($0.map(\.record)) }
    }
  }

  /// A finite transform of either dimension.
  static func matrix(_ any: Any) -> CATransform3D? {
    let matrix =
      (any as? CATransform3D)?.matrix ?? (any as? CGAffineTransform)?.matrix
      ?? (any as? NSValue)?.transformMatrix
    guard let matrix, matrix.isFinite else { return nil }
    return CATransform3D(matrix)
  }

  /// The raw value of a named choice: a string or one of the API's types for them.
  static func name(_ any: Any) -> String? {
    (any as? String) ?? (any as? any RawRepresentable)?.rawValue as? String
  }

  /// Whether `value(_:for:)` has one.
  package static func fits(_ any: Any, _ target: AnimationTarget) -> Bool {
    value(any, for: target) != nil
  }

  /// A value as the API hands it out: numbers as `NSNumber`, the rest as the type of the property.
  /// Nil for no colour, no path, no contents.
  package static func any(_ value: PropertyValue, for target: AnimationTarget) -> Any? {
    switch (target.kind, value) {
    case (_, .none): return nil
    case (.flag, .number(let n)): return NSNumber(value: n != 0)
    case (.choice, .number(let n)): return choiceName(n, of: target.property)
    case (_, .number(let n)):
      // Casts to `Float`, the type of these properties, succeed for exact values only.
      return switch target.property {
      case .opacity, .shadowOpacity: NSNumber(value: Float(n))
      case .extra(let property) where target.field == nil && property.isSinglePrecision:
        NSNumber(value: Float(n))
      default: NSNumber(value: n)
      }
    case (.point, .vector(let v)): return CGPoint(x: v.x, y: v.y)
    case (.size, .vector(let v)): return CGSize(width: v.x, height: v.y)
    case (.color, .vector(let v)): return CGColor(Color(components: v))
    case (_, .vector(let v)): return CGRect(x: v.x, y: v.y, width: v.z, height: v.w)
    case (_, .matrix(let m)): return CATransform3D(m)
    case (_, .path(let p)): return CGPath(p)
    case (_, .contents(let c)): return CGImage(c.image)
    case (.colors, .list(let l)): return l.map { CGColor(Color(components: $0)) }
    case (_, .list(let l)): return l.map { NSNumber(value: $0.x) }
    case (_, .records(let records)): return objects(records, of: target)
    }
  }

  /// All entries, or nil where one does not fit.
  private static func list(_ any: Any, _ entry: (Any) -> SIMD4<Double>?) -> PropertyValue? {
    guard let array = any as? [Any] else { return nil }
    let entries = array.compactMap(entry)
    return entries.count == array.count ? .list(entries) : nil
  }

  /// The raw value of a mask or of a named choice.
  private static func choice(_ any: Any, of property: LayerProperty) -> UInt8? {
    let name = name(any)
    switch property {
    case .extra(let property):
      return name.flatMap { property.traits.choices.firstIndex(of: $0) }.map { UInt8($0) }
    case .contentsGravity:
      return name.flatMap { CALayerContentsGravity(rawValue: $0).gravity?.rawValue }
    case .minificationFilter, .magnificationFilter:
      return name.flatMap { CALayerContentsFilter(rawValue: $0).filter?.rawValue }
    default:
      let bits =
        (any as? CACornerMask).map { Double($0.rawValue) }
        ?? (any as? CAEdgeAntialiasingMask).map { Double($0.rawValue) } ?? number(any)
      guard let bits, bits >= 0, bits < 16 else { return nil }
      return UInt8(bits)
    }
  }

  private static func choiceName(_ raw: Double, of property: LayerProperty) -> Any? {
    guard raw >= 0, raw < 256 else { return nil }
    let raw = UInt8(raw)
    switch property {
    case .extra(let property):
      let choices = property.traits.choices
      return Int(raw) < choices.count ? choices[Int(raw)] : nil
    case .contentsGravity:
      return ContentsGravity(rawValue: raw).map { CALayerContentsGravity($0).rawValue }
    case .minificationFilter, .magnificationFilter:
      return ContentsFilter(rawValue: raw).map { CALayerContentsFilter($0).rawValue }
    default: return NSNumber(value: raw)
    }
  }
}
