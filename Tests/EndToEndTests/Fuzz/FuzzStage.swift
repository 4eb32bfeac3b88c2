import CoreGraphics
import QuartzCore
import Testing

/// A stage where odd layers are shown beside good ones, which must not notice.
@MainActor
struct FuzzStage {
  let stage: TestStage
  /// Clips what is shown in it.
  let canvas = CALayer()
  private let draws: Bool

  init(draws: Bool = true) throws {
    stage = try TestStage(width: 96, height: 64, background: .opaque(0, 0, 0), draws: draws)
    self.draws = draws
    stage.add(canvas) {
      $0.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
      $0.masksToBounds = true
    }
    stage.add(CALayer()) {
      $0.frame = CGRect(x: 72, y: 8, width: 16, height: 48)
      $0.backgroundColor = .opaque(0, 1, 0)
    }
    stage.mark()
  }

  /// Shows `layer` alone in the canvas.
  func show(_ layer: CALayer) {
    withoutActions { canvas.sublayers = [layer] }
  }

  /// Goes on for some seconds and looks at the frame.
  func step(_ seconds: Double, _ label: @autoclosure () -> String) throws {
    stage.commit()
    stage.at(CACurrentMediaTime() - stage.zero + seconds)
    guard draws else {
      try stage.stage.drawFrame()
      return
    }
    let pixels = stage.pixels()
    pixels.expect(80, 32, near: [0, 255, 0, 255], within: 0, "the layer beside \(label())")
    pixels.expect(68, 32, near: [0, 0, 0, 255], within: 0, "the background beside \(label())")
  }

  func close() { stage.stage.close() }
}
