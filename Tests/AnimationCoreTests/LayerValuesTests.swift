import Geometry
import Testing

@testable import AnimationCore

@Suite("The values of a layer")
struct LayerValuesTests {
  private static let image = PixelImage(
    Bitmap(size: PixelSize(1, 1), format: .bgra8Premultiplied, bytes: [1, 2, 3, 255]))

  /// One that no property of its kind begins with.
  private static func other(_ property: LayerProperty) -> PropertyValue {
    let value = LayerValues()[property]
    return switch property.kind {
    case .number, .integer: .number(7)
    case .flag: .number(value == .number(0) ? 1 : 0)
    case .choice: .number(value == .number(1) ? 0 : 1)
    case .point, .size, .rect, .color: .vector(SIMD4(1, 2, 3, 4))
    case .matrix: .matrix(.translation(1, 2, 3))
    case .path: .path(Path([.move(.zero), .close]))
    case .contents: .contents(Contents(image))
    case .numbers, .colors: .list([SIMD4(1, 2, 3, 4)])
    case .records: .records([Record(type: "blur", fields: [.init("radius", .number(2), .number)])])
    }
  }

  @Test("Setting one property changes that one alone", arguments: LayerProperty.allCases)
  func setsOne(_ property: LayerProperty) {
    let value = Self.other(property)
    var values = LayerValues()
    values[property] = value
    for each in LayerProperty.allCases where each != property {
      #expect(values[each] == LayerValues()[each])
    }
    #expect(values[property].components == value.components)
    #expect(values != LayerValues())
  }

  @Test(
    "Values set back to their defaults equal those never set", arguments: LayerProperty.allCases)
  func setsBack(_ property: LayerProperty) {
    var values = LayerValues()
    values[property] = Self.other(property)
    values[property] = LayerValues()[property]
    #expect(values == LayerValues())
    #expect(values.hashValue == LayerValues().hashValue)
  }

  @Test("A copy keeps what it had when the original changes", arguments: LayerProperty.allCases)
  func copies(_ property: LayerProperty) {
    var values = LayerValues()
    values[property] = Self.other(property)
    let copy = values
    values[property] = LayerValues()[property]
    #expect(copy[property] != values[property])
    #expect(copy != values)
  }

  @Test("Storing what is there already needs no storage of its own")
  func defaultsAreFree() {
    var values = LayerValues()
    for property in LayerProperty.allCases { values[property] = LayerValues()[property] }
    #expect(values.rare.element.isEmpty)
    #expect(MemoryLayout<LayerValues>.stride <= 320)
  }

  @Test("An animation stores a number of a shape where the last one was, without a copy")
  func inPlace() {
    func place(_ values: LayerValues) -> Int {
      values.extras.entries.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    }
    var values = LayerValues()
    var changed = values.present(0.25, as: .extra(.strokeEnd))
    changed = values.present(0.5, as: .extra(.strokeStart)) && changed
    #expect(changed)
    let first = place(values)
    for step in 1...9 {
      changed = values.present(Double(step) / 16, as: .extra(.strokeEnd))
      #expect(changed)
      #expect(values.extras[.strokeEnd] == .number(Double(step) / 16))
      #expect(place(values) == first)
    }
    changed = values.present(9 / 16, as: .extra(.strokeEnd))
    changed = values.present(.nan, as: .extra(.strokeEnd)) || changed
    changed = values.present(Matrix4.identity, as: .extra(.strokeEnd)) || changed
    #expect(!changed)
    #expect(values.extras[.strokeEnd] == .number(9 / 16))
  }
}

extension PropertyValue {
  /// What a point and a size keep of a vector.
  fileprivate var components: [Double] { numbers.map { [$0.x, $0.y] } ?? [] }
}
