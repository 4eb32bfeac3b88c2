import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Something a layer can look like: it is drawn by itself, in a box of 56 points.
struct Look: CustomTestStringConvertible {
  /// The golden's name.
  let name: String
  /// Adds the layers to the box.
  let build: @MainActor (CALayer) -> Void

  var testDescription: String { name }

  /// Points along each side of the box.
  static let side: CGFloat = 56

  init(_ name: String, _ build: @escaping @MainActor (CALayer) -> Void) {
    self.name = name
    self.build = build
  }

  /// Layers described as in the oracle's scenes.
  init(_ name: String, _ layers: String...) {
    self.init(name) { box in
      for layer in layers { box.addSublayer(SceneLayers.make(VectorValue(text: layer))) }
    }
  }

  /// A look of one layer, 40 points wide in the middle of the box.
  static func layer<Layer: CALayer>(
    _ name: String, _ make: @escaping @MainActor @autoclosure () -> Layer,
    _ configure: @escaping @MainActor (Layer) -> Void
  ) -> Look {
    Look(name) { box in
      let layer = make()
      layer.frame = CGRect(x: 8, y: 8, width: 40, height: 40)
      configure(layer)
      box.addSublayer(layer)
    }
  }
}

/// The ways in which each look is drawn.
enum LookVariant: CaseIterable {
  case plain, flipped, turned, inGroup

  /// Makes a box look that way.
  @MainActor
  func apply(to box: CALayer) {
    switch self {
    case .plain: break
    case .flipped: box.isGeometryFlipped = true
    case .turned: box.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    case .inGroup: box.opacity = 0.6
    }
  }
}

extension VectorValue {
  /// From JSON that a test has written down.
  init(text: String) {
    do {
      self = try JSONDecoder().decode(VectorValue.self, from: Data(text.utf8))
    } catch {
      preconditionFailure("a test's JSON does not parse: \(error): \(text)")
    }
  }
}
