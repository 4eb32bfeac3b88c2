import AnimationCore
import CoreGraphics
import Foundation
import Geometry
@testable import QuartzCore
import TestSupport
import Testing

/// The properties that the table of defaults calls animatable, each animated explicitly.
@MainActor @Suite("Animatable properties")
struct AnimatableTests {
  private static let classes = [
    "CALayer", "CATextLayer", "CAShapeLayer", "CAGradientLayer", "CAReplicatorLayer",
    "CAEmitterLayer", "CAEmitterCell", "CAScrollLayer",
  ]

  private static func layer(_ name: String) -> CALayer? {
    switch name {
    case "CALayer": CALayer()
    case "CATextLayer": CATextLayer()
    case "CAShapeLayer": CAShapeLayer()
    case "CAGradientLayer": CAGradientLayer()
    case "CAReplicatorLayer": CAReplicatorLayer()
    case "CAEmitterLayer": CAEmitterLayer()
    case "CAEmitterCell": emitter()
    case "CAScrollLayer": CAScrollLayer()
    default: nil
    }
  }

  /// With a cell for the animations of the properties of cells.
  private static func emitter() -> CALayer {
    let cell = CAEmitterCell()
    cell.name = "spark"
    let layer = CAEmitterLayer()
    layer.emitterCells = [cell]
    return layer
  }

  /// Properties that the main side animates by drawing anew: the server knows pictures of them.
  private static let drawn: Set = ["CATextLayer.fontSize"]

  /// The tree has no values between two others: these change by transition only.
  private static let structure: Set = ["sublayers", "mask"]

  /// Where an animation begins and ends, and what it shows half way.
  private struct Ends {
    var from: Any, to: Any, middle: Any

    init(_ from: Any, _ to: Any, _ middle: Any) {
      (self.from, self.to, self.middle) = (from, to, middle)
    }

    /// By the type that the table names; nil for one that it does not know.
    init?(type: String, from start: VectorValue) {
      switch type {
      case "number": self.init(0.25, 0.75, 0.5)
      case "integer": self.init(2, 7, 5)
      case "point": self.init(CGPoint(x: 1, y: 2), CGPoint(x: 3, y: 8), CGPoint(x: 2, y: 5))
      case "size":
        self.init(
          CGSize(width: 1, height: 2), CGSize(width: 3, height: 8), CGSize(width: 2, height: 5))
      case "rect":
        func rect(_ x: CGFloat, _ width: CGFloat) -> CGRect {
          CGRect(x: x, y: 0, width: width, height: 0.5)
        }
        self.init(rect(0, 1), rect(0.5, 0.25), rect(0.25, 0.625))
      case "color":
        self.init(
          CGColor.straight([1, 0, 0, 1]), CGColor.straight([0, 0, 1, 0.5]),
          CGColor.straight([0.5, 0, 0.5, 0.75]))
      case "transform":
        func move(_ x: CGFloat) -> CATransform3D { CATransform3DMakeTranslation(x, 2, 0) }
        self.init(move(10), move(30), move(20))
      case "bool":
        // A flag is the new one as soon as time has passed.
        let old = start.bool ?? false
        self.init(old, !old, !old)
      case "mask":
        self.init(CACornerMask.layerMinXMinYCorner.rawValue, 6, 6)
      case "path":
        func path(_ x: CGFloat) -> CGPath {
          CGPath(rect: CGRect(x: x, y: 0, width: 8, height: 4), transform: nil)
        }
        self.init(path(0), path(10), path(5))
      case "numbers": self.init([0, 0.5], [1, 1.5], [0.5, 1])
      case "colors":
        self.init(
          [CGColor.straight([1, 0, 0, 1]), CGColor.straight([0, 0, 0, 1])],
          [CGColor.straight([0, 0, 1, 0.5]), CGColor.straight([0, 1, 0, 1])],
          [CGColor.straight([0.5, 0, 0.5, 0.75]), CGColor.straight([0, 0.5, 0, 1])])
      case "cells":
        let new = CAEmitterCell()
        self.init([CAEmitterCell](), [new], [new])
      case "filters":
        let new = CAFilter(type: "colorInvert")
        self.init([CAFilter(type: "gaussianBlur")], [new], [new])
      case "filter": self.init("multiplyBlendMode", "screenBlendMode", "screenBlendMode")
      default: return nil
      }
    }
  }

  private static func expect(
    _ shown: PropertyValue, near wanted: PropertyValue, _ label: String
  ) {
    let isNear =
      switch (shown, wanted) {
      case (.matrix(let a), .matrix(let b)):
        zip(a.rowMajor, b.rowMajor).allSatisfy { abs($0 - $1) < 1e-9 }
      case (.path(let a), .path(let b)): a.elements == b.elements
      case (.list, .list), (.records, .records): shown == wanted
      case (_, _):
        zip([shown.numbers], [wanted.numbers]).allSatisfy { a, b in
          guard let a, let b else { return false }
          return (0..<4).allSatisfy { abs(a[$0] - b[$0]) < 1e-9 }
        }
      }
    #expect(isNear, "\(label): \(shown) instead of \(wanted)")
  }

  @Test("An explicit animation of each shows the middle at half time, on the server and presented")
  func middle() throws {
    let stage = try TestStage(width: 16, height: 16, draws: false)
    var rows: [(label: String, key: String, layer: CALayer, ends: Ends)] = []
    var types: Set<String> = []
    for item in try VectorFile(named: "layer-defaults").cases {
      guard Self.classes.contains(item.id) else { continue }
      for (key, row) in item["properties"].fields where row["animatable"].bool == true {
        let type = row["type"].string ?? ""
        if Self.structure.contains(key) || type == "image" { continue }
        let ends = try #require(
          Ends(type: type, from: row["default"]), "\(item.id).\(key): \(type)")
        types.insert(type)
        let layer = try #require(Self.layer(item.id), "no layer for \(item.id)")
        let path = item.id == "CAEmitterCell" ? "emitterCells.spark.\(key)" : key
        rows.append(("\(item.id).\(key)", path, stage.add(layer), ends))
      }
    }
    #expect(rows.count >= 90 && types.count >= 14)
    stage.commit()
    for row in rows {
      let animation = CABasicAnimation(keyPath: row.key)
      animation.fromValue = row.ends.from
      animation.toValue = row.ends.to
      animation.duration = 1
      row.layer.add(animation, forKey: nil)
    }
    stage.mark()
    stage.at(0.5)
    for (label, key, layer, ends) in rows {
      let isDrawn = Self.drawn.contains(label)
      let custom = isDrawn ? layer.customTarget(keyPath: key)?.target : nil
      let target = try #require(layer.animationTarget(keyPath: key) ?? custom, "\(label)")
      let wanted = try #require(Boxing.value(ends.middle, for: target), "\(label)")
      if !isDrawn {
        Self.expect(try stage.served(layer)[target], near: wanted, "\(label), served")
      }
      let presented = layer.presentation()?.value(forKeyPath: key)
        .flatMap { Boxing.value($0, for: target) }
      Self.expect(presented ?? .none, near: wanted, "\(label), presented")
    }
  }

  @Test("Contents dissolve into one another")
  func contents() throws {
    let stage = try TestStage(width: 16, height: 16, draws: false)
    let images = try (0..<2).map { _ in
      try #require(CGImage(Bitmap(size: PixelSize(1, 1), format: .bgra8Premultiplied)))
    }
    let layer = stage.add(CALayer())
    stage.commit()
    let animation = CABasicAnimation(keyPath: "contents")
    animation.fromValue = images[0]
    animation.toValue = images[1]
    animation.duration = 1
    layer.add(animation, forKey: nil)
    stage.mark()
    stage.at(0.25)
    let shown = try #require(try stage.served(layer).contents)
    #expect(shown.image == images[1].pixelImage && shown.previous == images[0].pixelImage)
    #expect(shown.progress == 0.25)
    #expect((layer.presentation()?.contents as? CGImage)?.pixelImage == images[1].pixelImage)
  }

  @Test("All classes are there; the properties that are left out are those that there are not")
  func leftOut() throws {
    let animated = try VectorFile(named: "layer-defaults").cases
      .filter { $0["properties"].fields.values.contains { $0["animatable"].bool == true } }
      .map(\.id)
    #expect(Set(animated) == Set(Self.classes))
  }

  @Test("A whole number is rounded once, on top of all that adds up to it")
  func wholeNumbers() throws {
    let stage = try TestStage(width: 16, height: 16, draws: false)
    let layer = stage.add(CAReplicatorLayer()) { $0.instanceCount = 3 }
    stage.commit()
    for _ in 0..<2 {
      let step = CABasicAnimation(keyPath: "instanceCount")
      step.fromValue = 0
      step.toValue = 1
      step.isAdditive = true
      step.duration = 1
      layer.add(step, forKey: nil)
    }
    stage.mark()
    let count = ValueProbe.keyPath("instanceCount")
    for (time, wanted) in [(0.2, 3), (0.3, 4), (0.5, 4), (0.7, 4), (0.8, 5)] as [(Double, Double)] {
      stage.at(time)
      try count.expect(layer, on: stage, near: [wanted], "at \(time)")
    }
  }
}
