import CoreGraphicsAPI
import Geometry
import QuartzCore
import ScriptedCompositor
import TestSupport
import Testing
import UIKitAPI

@testable import Host
@testable import LayerStage

/// Draws what shows how many pixels there are.
private final class Drawing: UIView {
  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.setFillColor(.white)
    context.fillEllipse(in: bounds.insetBy(dx: 3, dy: 3))
  }
}

@Suite("The scale of a window", .serialized)
@MainActor
struct ScaleTests {
  @Test("Buffers have the rounded number of pixels, shown at the size in points")
  func sizes() throws {
    let cases = try VectorValue(fixture: "FieldCases/h12-fractional-sizes.json")["buffer"].array
    #expect(cases.count == 8)
    for each in cases {
      let logical = try #require(each["logical"].double)
      let parts = try #require(each["n120"].double)
      let pixels = try #require(each["pixels"].double)
      let window = try PacingWindow {
        $0.scale120 = UInt32(parts)
        $0.initialSize = Size(logical, 30)
      }
      try window.start(vblanks: 1)
      let now = try window.window()
      #expect(now.bufferSize?.width == Int(pixels), "\(logical) points at \(parts)/120")
      #expect(now.viewportDestination == Size(logical, 30) && now.bufferScale == 1)
      #expect(now.size == Size(logical, 30) && now.stretchedFrames == [])
      #expect(window.stage.scale == CGFloat(parts) / 120)
      try window.close()
    }
  }

  /// Fills the window with single pixels.
  private func showChecker(_ layer: CALayer, in window: PacingWindow) throws -> Bitmap {
    let size = PixelSize(points: Size(window.stage.size), scale: Double(window.stage.scale))
    let picture = checker(size)
    withoutActions {
      layer.anchorPoint = .zero
      layer.position = .zero
      layer.contents = CGImage(picture)
      layer.bounds = CGRect(
        x: 0, y: 0, width: CGFloat(size.width) / window.stage.scale,
        height: CGFloat(size.height) / window.stage.scale)
    }
    return picture
  }

  @Test("Single pixels stay single pixels at every scale, also when it changes while it is shown")
  func singlePixels() throws {
    let window = try PacingWindow(size: CGSize(width: 101, height: 67))
    let layer = CALayer()
    withoutActions { window.root.addSublayer(layer) }
    try window.start()
    for parts in [120, 150, 160, 210, 180, 240, 130, 120] as [UInt32] {
      try window.compositor.preferScale(window.id, parts)
      try window.settle()
      try window.step()
      let expected = try showChecker(layer, in: window)
      try window.step()
      let shown = try window.picture()
      #expect(shown.difference(from: expected)?.largest == 0, "at \(parts)/120")
      #expect(try window.window().size == Size(101, 67))
    }
    #expect(try window.window().stretchedFrames == [])
    try window.close()
  }

  @Test("Without fractions a window takes the largest scale of its outputs")
  func wholeScale() throws {
    let window = try PacingWindow {
      $0.hasFractionalScale = false
      $0.outputs = [OutputDescription("A", scale: 1), OutputDescription("B", scale: 2)]
    }
    try window.start()
    let outputs = try window.compositor.outputs
    for (enters, scale) in [(true, 2), (false, 1)] {
      if enters {
        try window.compositor.enterOutput(window.id, outputs[1])
      } else {
        try window.compositor.leaveOutput(window.id, outputs[1])
      }
      try window.settle()
      try window.step()
      try window.step()
      let now = try window.window()
      #expect(now.bufferSize == PixelSize(120 * scale, 80 * scale) && now.bufferScale == scale)
      #expect(now.size == Size(120, 80))
    }
    try window.close()
  }

  /// A label and a view that draws, as shown at `parts`/120 after a beginning at another scale.
  private func text(at parts: UInt32, beginning: UInt32) throws -> Bitmap {
    let window = try PacingWindow { $0.scale120 = beginning }
    let views = UIWindow(stage: window.stage)
    let controller = UIViewController()
    views.rootViewController = controller
    views.makeKeyAndVisible()
    let label = UILabel(frame: CGRect(x: 8, y: 8, width: 100, height: 30))
    label.text = "Sharp"
    label.textColor = .white
    controller.view.addSubview(label)
    controller.view.addSubview(Drawing(frame: CGRect(x: 8, y: 45, width: 60, height: 30)))
    try window.start(vblanks: 0)
    if parts != beginning {
      try window.compositor.preferScale(window.id, parts)
      try window.settle()
      try window.step()
    }
    try window.step()
    #expect(label.contentScaleFactor == CGFloat(parts) / 120)
    #expect(label.layer.contentsScale == CGFloat(parts) / 120)
    #expect(try window.window().stretchedFrames == [])
    defer { views.isHidden = true }
    let picture = try window.picture()
    try window.close()
    return picture
  }

  @Test("Text is drawn again for a new scale, and looks as if it had always been at that scale")
  func text() throws {
    let changed = try text(at: 180, beginning: 120)
    let fresh = try text(at: 180, beginning: 180)
    #expect(changed.size == PixelSize(180, 120))
    #expect(changed.difference(from: fresh)?.largest == 0)
    // There is text at all.
    #expect(Set(changed.bytes).count > 8)
  }
}
