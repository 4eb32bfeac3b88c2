import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Builds the layer tree of a stored pixel case, renders it and compares the samples.
///
/// Colours are bytes of straight alpha, frames are points at scale 1.
@MainActor
enum PixelCase {
  /// Runs the base scene and every variant. `edgeRule` sees each rendered frame.
  static func run(_ name: String, edgeRule: (Pixels) -> Void = { _ in }) throws {
    let file = try fieldCase(name)
    edgeRule(try render(file, changes: [:], samples: file["samples"].array, "\(name)"))
    for variant in file["variants"].array where !variant["samples"].isNull {
      let changes = variant["set"].fields.merging(variant["change"].fields) { $1 }
      edgeRule(
        try render(
          file, changes: changes, samples: variant["samples"].array, "\(name) \(changes.keys)"))
    }
  }

  private static func render(
    _ file: VectorValue, changes: [String: VectorValue], samples: [VectorValue], _ label: String
  ) throws -> Pixels {
    let canvas = file["canvas"]
    let stage = try TestStage(
      width: CGFloat(canvas["width"].double ?? 0), height: CGFloat(canvas["height"].double ?? 0),
      background: color(canvas["background"]))
    withoutActions {
      let layer = makeLayer(file["root"])
      for (key, value) in changes { set(key, value, on: layer) }
      stage.root.addSublayer(layer)
    }
    stage.commit()
    stage.at(0.1)
    let pixels = stage.pixels()
    for sample in samples {
      let place = sample["at"].doubles
      pixels.expect(
        Int(place[0]), Int(place[1]), near: sample["rgba"].doubles.map { Int($0) },
        within: Int(sample["tol"].double ?? 0), "\(label): \(sample["note"].string ?? "")")
    }
    return pixels
  }

  private static func makeLayer(_ description: VectorValue) -> CALayer {
    let layer = description["class"].string == "CAReplicatorLayer" ? CAReplicatorLayer() : CALayer()
    // The frame first: other properties must not change what it means.
    set("frame", description["frame"], on: layer)
    for (key, value) in description.fields where key != "frame" { set(key, value, on: layer) }
    return layer
  }

  private static func set(_ key: String, _ value: VectorValue, on layer: CALayer) {
    switch key {
    case "frame":
      let n = value.doubles.map { CGFloat($0) }
      layer.frame = CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    case "backgroundColor": layer.backgroundColor = color(value)
    case "opacity": layer.opacity = Float(value.double ?? 1)
    case "allowsGroupOpacity": layer.allowsGroupOpacity = value.bool ?? true
    case "cornerRadius": layer.cornerRadius = CGFloat(value.double ?? 0)
    case "masksToBounds": layer.masksToBounds = value.bool ?? false
    case "rotateZ": layer.transform = transform(.object([key: value]))
    case "class": break
    case "instanceCount": replicator(layer)?.instanceCount = value.int ?? 1
    case "instanceRedOffset": replicator(layer)?.instanceRedOffset = Float(value.double ?? 0)
    case "instanceTransform": replicator(layer)?.instanceTransform = transform(value)
    case "sublayers":
      for sublayer in value.array { layer.addSublayer(makeLayer(sublayer)) }
    default: Issue.record("the runner does not know the key \(key)")
    }
  }

  private static func replicator(_ layer: CALayer) -> CAReplicatorLayer? {
    layer as? CAReplicatorLayer
  }

  private static func transform(_ value: VectorValue) -> CATransform3D {
    if let angle = value["rotateZ"].double { return CATransform3DMakeRotation(angle, 0, 0, 1) }
    let n = value["translate"].doubles
    return CATransform3DMakeTranslation(n[0], n[1], n[2])
  }

  private static func color(_ bytes: VectorValue) -> CGColor {
    .straight(bytes.doubles.map { $0 / 255 })
  }
}
