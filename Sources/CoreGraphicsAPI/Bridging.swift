import Foundation

// Casts out of `Any` as on Apple's systems, where numbers become `CGFloat` and `NSValue`s the
// structures in them, and back. Foundation on Linux bridges only the types of the language.

extension CGFloat: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
    result = CGFloat(source.doubleValue)
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSNumber, result: inout CGFloat?
  ) -> Bool {
    result = CGFloat(source.doubleValue)
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    CGFloat(source?.doubleValue ?? 0)
  }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) {
    result = source.holds(pointEncoding) ? source.pointValue : nil
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CGPoint?
  ) -> Bool {
    _forceBridgeFromObjectiveC(source, result: &result)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint {
    source?.pointValue ?? .zero
  }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) {
    result = source.holds(sizeEncoding) ? source.sizeValue : nil
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CGSize?
  ) -> Bool {
    _forceBridgeFromObjectiveC(source, result: &result)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize {
    source?.sizeValue ?? .zero
  }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) {
    result = source.holds(rectEncoding) ? source.rectValue : nil
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSValue, result: inout CGRect?
  ) -> Bool {
    _forceBridgeFromObjectiveC(source, result: &result)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect {
    source?.rectValue ?? .zero
  }
}

private let pointEncoding = "{CGPoint=dd}"
private let sizeEncoding = "{CGSize=dd}"
private let rectEncoding = "{CGRect={CGPoint=dd}{CGSize=dd}}"

extension NSValue {
  /// The value holds a structure of this Objective-C encoding.
  fileprivate func holds(_ encoding: String) -> Bool {
    // Safety: `objCType` is a C string that lives as long as the value.
    unsafe String(cString: objCType) == encoding
  }

  /// Wraps a transform as `Any`-typed properties of animations accept it. Stored as the array of
  /// its six numbers, since Foundation on Linux encodes no structures of other modules.
  public convenience init(cgAffineTransform t: CGAffineTransform) {
    self.init(doubles: [t.a, t.b, t.c, t.d, t.tx, t.ty].map { Double($0) })
  }

  /// All zeros where the value holds no affine transform.
  public var cgAffineTransformValue: CGAffineTransform {
    guard let n = doubles(6) else { return CGAffineTransform() }
    return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  }

  /// A value that holds an array of numbers.
  package convenience init(doubles: [Double]) {
    // Safety: the array lives through the call, which copies as many numbers as the type says.
    unsafe self.init(bytes: doubles, objCType: "[\(doubles.count)d]")
  }

  /// The numbers of a value that holds an array of `count` of them.
  package func doubles(_ count: Int) -> [Double]? {
    guard holds("[\(count)d]") else { return nil }
    var numbers = [Double](repeating: 0, count: count)
    // Safety: the value holds exactly as many numbers, as its type says.
    unsafe getValue(&numbers)
    return numbers
  }
}
