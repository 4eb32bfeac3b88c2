import CoreGraphics
import QuartzCore
import Testing
import UIKit

/// A view with a sublayer that has none.
@MainActor private struct Scene {
  let test: ViewStage
  let view: UIView
  let layer = CALayer()

  init() throws {
    test = try ViewStage()
    view = test.add(UIView(), CGRect(x: 0, y: 0, width: 40, height: 40))
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    view.layer.addSublayer(layer)
    test.stage.mark()
  }

  /// Moves on and looks at both.
  func expectShown(
    view x: Double, layer layerX: Double, at time: Double, _ why: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    test.at(time)
    let layers = [view.layer, layer]
    expect(
      try layers.map { try test.stage.served($0).position.x }, near: [x, layerX], why,
      sourceLocation: sourceLocation)
    expect(
      layers.map { Double($0.presentation()?.position.x ?? .nan) }, near: [x, layerX], why,
      sourceLocation: sourceLocation)
  }
}

@MainActor @Suite("F18: a sublayer without a view in an animation block")
struct StandaloneLayerTests {
  // The eased curve of blocks after a quarter, the default curve after a quarter and half way.
  private let easedQuarter = 12.916193, quarter = 40.851059, half = 80.240339

  @Test("It takes the transaction's quarter second, not the block's second")
  func ownDuration() throws {
    let scene = try Scene()
    UIView.animate(withDuration: 1) {
      scene.view.center.x = 120
      scene.layer.position.x = 105
    }
    scene.test.at(0.125)
    expect(try scene.test.stage.served(scene.layer).position.x, near: 5 + half, "half way")
    try scene.expectShown(view: 20 + easedQuarter, layer: 105, at: 0.25, "the layer is there")
    try scene.expectShown(view: 70, layer: 105, at: 0.5, "the view is half way")
    try scene.expectShown(view: 120, layer: 105, at: 1, "the block's end")
  }

  @Test("A transaction inside the block gives it the same duration, by the transaction's curve")
  func explicitDuration() throws {
    let scene = try Scene()
    UIView.animate(withDuration: 1) {
      scene.view.center.x = 120
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      scene.layer.position.x = 105
      CATransaction.commit()
    }
    try scene.expectShown(view: 20 + easedQuarter, layer: 5 + quarter, at: 0.25, "a quarter")
    try scene.expectShown(view: 70, layer: 5 + half, at: 0.5, "half way")
    try scene.expectShown(view: 120, layer: 105, at: 1, "the end of both")
  }
}
