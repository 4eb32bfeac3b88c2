import CoreGraphics
import QuartzCore
import Testing
import UIKit

@MainActor @Suite("Transactions, and layers at rest")
struct TransactionFeatureTests {
  @Test("S47: with actions off a colour is there with the next frame")
  func actionsOff() throws {
    let stage = try TestStage(draws: false)
    let layer = stage.add(CALayer()) { $0.backgroundColor = .opaque(0, 0, 1) }
    stage.mark()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.backgroundColor = .opaque(1, 0, 0)
    CATransaction.commit()
    #expect(layer.animationKeys() == nil)
    stage.at(1.0 / 60)
    try ValueProbe.backgroundColor.expect(layer, on: stage, near: [1, 0, 0, 1])
  }

  /// What a completion block told.
  private final class Told {
    var times: [Double] = []
    var wasInsideCommit = false
    var isCommitted = false

    func run() {
      times.append(CACurrentMediaTime())
      wasInsideCommit = wasInsideCommit || !isCommitted
    }
  }

  /// Half a second, eased, with a completion block.
  private func change(_ layer: CALayer, _ told: Told) {
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.5)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeInEaseOut))
    CATransaction.setCompletionBlock { told.run() }
    layer.cornerRadius = 20
    layer.backgroundColor = .opaque(0, 0, 1)
    CATransaction.commit()
    told.isCommitted = true
  }

  @Test("S48: a layer of its own is half way at half time, and the block runs once, at the end")
  func standaloneLayer() throws {
    let stage = try TestStage(draws: false)
    let layer = stage.add(CALayer()) { $0.backgroundColor = .opaque(1, 0, 0) }
    stage.mark()
    let told = Told()
    change(layer, told)
    stage.mark()
    let radius = ValueProbe.keyPath("cornerRadius")
    stage.at(0.25)
    try radius.expect(layer, on: stage, near: [10])
    try ValueProbe.backgroundColor.expect(layer, on: stage, near: [0.5, 0, 0.5, 1])
    stage.at(0.49)
    #expect(told.times.isEmpty)
    stage.at(2)
    expect(told.times, near: [stage.zero + 0.5], within: 1e-9)
    #expect(!told.wasInsideCommit)
    try radius.expect(layer, on: stage, near: [20])
  }

  @Test("S48: a view's layer changes at once, and the block runs in the next turn, not the commit")
  func viewLayer() throws {
    let test = try ViewStage(), stage = test.stage
    let layer = test.add(UIView(), CGRect(x: 0, y: 0, width: 100, height: 100)).layer
    let told = Told()
    change(layer, told)
    #expect(told.times.isEmpty && layer.animationKeys() == nil)
    stage.mark()
    expect(told.times, near: [stage.zero], within: 1e-9)
    #expect(!told.wasInsideCommit)
    try ValueProbe.keyPath("cornerRadius").expect(layer, on: stage, near: [20])
    stage.at(2)
    #expect(told.times.count == 1)
  }

  /// Counts how often it draws itself.
  private final class DrawnLayer: CALayer {
    private(set) var drawings = 0
    override func draw(in ctx: CGContext) {
      drawings += 1
      ctx.setFillColor(.opaque(1, 0, 0))
      ctx.fill(bounds)
    }
  }

  @Test("S49: in sixty frames without a change nothing is committed, drawn or uploaded again")
  func atRest() throws {
    let stage = try TestStage(draws: false)
    let drawn = stage.add(DrawnLayer()) {
      $0.frame = CGRect(x: 10, y: 10, width: 64, height: 64)
      $0.setNeedsDisplay()
    }
    stage.add(CATextLayer()) {
      $0.frame = CGRect(x: 10, y: 100, width: 200, height: 40)
      $0.string = "cached"
    }
    let neighbour = stage.add(CALayer()) {
      $0.frame = CGRect(x: 200, y: 200, width: 40, height: 40)
      $0.backgroundColor = .opaque(0, 1, 0)
    }
    stage.stage.recordCommits()
    stage.mark()
    #expect(try stage.stage.drawFrame())
    let commits = stage.stage.commits.count
    let first = try #require(try stage.stage.countedFrames()).cost.uploadedBytes
    #expect(drawn.drawings == 1 && first > 0)

    for frame in 1...60 {
      stage.at(Double(frame) / 60)
      #expect(try !stage.stage.drawFrame(), "frame \(frame)")
    }
    #expect(stage.stage.commits.count == commits && drawn.drawings == 1)

    // A neighbour that moves needs frames, but nobody's picture anew.
    let move = CABasicAnimation(keyPath: "position.x")
    move.toValue = 20
    move.duration = 2
    neighbour.add(move, forKey: nil)
    stage.mark()
    for frame in 1...60 {
      stage.at(Double(frame) / 60)
      #expect(try stage.stage.drawFrame(), "frame \(frame)")
    }
    let last = try #require(try stage.stage.countedFrames())
    #expect(last.frames >= 61 && last.cost.uploadedBytes == first && drawn.drawings == 1)
    #expect(stage.stage.commits.count == commits + 1)
  }
}
