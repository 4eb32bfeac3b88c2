@testable import Demos
import CoreGraphics
import QuartzCore
import Testing
import UIKit

@MainActor @Suite("Shapes, drawn and drawing themselves")
struct ShapeFeatureTests {
  private let white = [255, 255, 255, 255]
  private let blue = [0, 0, 255, 255]

  private func shape(_ path: CGPath, lineWidth: CGFloat = 4) -> (CAShapeLayer) -> Void {
    {
      $0.path = path
      $0.fillColor = nil
      $0.strokeColor = .opaque(0, 0, 1)
      $0.lineWidth = lineWidth
    }
  }

  @Test("S50: a curve that comes back to its start is a drop, not filled, 112.5 points long")
  func drop() throws {
    let stage = try TestStage(width: 200, height: 200, background: .opaque(1, 1, 1))
    defer { stage.stage.close() }
    let center = CGPoint(x: 100, y: 40)
    let path = UIBezierPath()
    path.move(to: center)
    path.addCurve(
      to: center, controlPoint1: CGPoint(x: center.x - 150, y: center.y + 150),
      controlPoint2: CGPoint(x: center.x + 150, y: center.y + 150))
    let exact = path.cgPath.boundingBoxOfPath
    expect(Double(exact.maxY - center.y), near: 112.5, within: 1e-9, "the lowest point")
    expect(Double(exact.width), near: 50 * 3.0.squareRoot(), within: 1e-9, "450 / 3√3")

    stage.add(CAShapeLayer(), shape(path.cgPath))
    stage.mark()
    stage.at(0.1)
    let pixels = stage.pixels()
    for y in [151, 152, 153] { pixels.expect(100, y, near: blue, within: 2, "the lowest point") }
    for y in [149, 155] { pixels.expect(100, y, near: white, within: 0, "beside the line") }
    // Where it is widest: 75 below, 43.3 to the sides.
    for x in [56, 143] { pixels.expect(x, 115, near: blue, within: 2, "the widest place") }
    pixels.expect(100, 110, near: white, within: 0, "inside")
    pixels.expect(100, 30, near: white, within: 0, "above")
  }

  /// A way to build a path, what it covers and pixels on its line and beside it.
  struct Building: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bounds: CGRect
    let on: [(Int, Int)]
    let off: [(Int, Int)]
    let build: @MainActor @Sendable () -> UIBezierPath

    init(
      _ name: String, _ bounds: CGRect, on: [(Int, Int)], off: [(Int, Int)],
      _ build: @escaping @MainActor @Sendable () -> UIBezierPath
    ) {
      testDescription = name
      self.bounds = bounds
      self.on = on
      self.off = off
      self.build = build
    }
  }

  private static func path(_ build: (UIBezierPath) -> Void) -> UIBezierPath {
    let path = UIBezierPath()
    build(path)
    return path
  }

  nonisolated static let buildings = [
    Building(
      "line", CGRect(x: 20, y: 30, width: 100, height: 50), on: [(70, 55)], off: [(70, 45)]
    ) {
      path {
        $0.move(to: CGPoint(x: 20, y: 30))
        $0.addLine(to: CGPoint(x: 120, y: 80))
      }
    },
    Building(
      "curve", CGRect(x: 20, y: 40, width: 100, height: 60), on: [(70, 39), (70, 40)],
      off: [(70, 44), (70, 99)]
    ) {
      path {
        $0.move(to: CGPoint(x: 20, y: 100))
        $0.addCurve(
          to: CGPoint(x: 120, y: 100), controlPoint1: CGPoint(x: 20, y: 20),
          controlPoint2: CGPoint(x: 120, y: 20))
      }
    },
    Building(
      "quad curve", CGRect(x: 20, y: 60, width: 100, height: 40), on: [(70, 59), (70, 60)],
      off: [(70, 64), (70, 30)]
    ) {
      path {
        $0.move(to: CGPoint(x: 20, y: 100))
        $0.addQuadCurve(to: CGPoint(x: 120, y: 100), controlPoint: CGPoint(x: 70, y: 20))
      }
    },
    Building(
      "arc", CGRect(x: 30, y: 70, width: 80, height: 40), on: [(70, 109), (70, 110), (42, 98)],
      off: [(70, 30), (70, 70)]
    ) {
      UIBezierPath(
        arcCenter: CGPoint(x: 70, y: 70), radius: 40, startAngle: 0, endAngle: .pi,
        clockwise: true)
    },
    Building(
      "rounded rectangle", CGRect(x: 20, y: 30, width: 100, height: 60),
      on: [(70, 29), (70, 30), (20, 60), (119, 60)], off: [(21, 31), (118, 88), (70, 60)]
    ) {
      UIBezierPath(
        roundedRect: CGRect(x: 20, y: 30, width: 100, height: 60), cornerRadius: 18)
    },
    Building(
      "oval", CGRect(x: 20, y: 30, width: 100, height: 60),
      on: [(70, 29), (70, 30), (20, 60), (119, 60)], off: [(30, 35), (110, 85), (70, 60)]
    ) {
      UIBezierPath(ovalIn: CGRect(x: 20, y: 30, width: 100, height: 60))
    },
    Building(
      "closed", CGRect(x: 20, y: 20, width: 100, height: 100), on: [(70, 70), (70, 20), (119, 70)],
      off: [(60, 80), (90, 60)]
    ) {
      path {
        $0.move(to: CGPoint(x: 20, y: 20))
        $0.addLine(to: CGPoint(x: 120, y: 20))
        $0.addLine(to: CGPoint(x: 120, y: 120))
        $0.close()
      }
    },
  ]

  @Test(
    "S51: what a path is built of has its bounds and its pixels; the path's width is not the layer's",
    arguments: buildings)
  func building(_ building: Building) throws {
    let stage = try TestStage(width: 150, height: 150, background: .opaque(1, 1, 1))
    defer { stage.stage.close() }
    let path = building.build()
    path.lineWidth = 40
    let bounds = path.cgPath.boundingBoxOfPath
    expect(
      [bounds.minX, bounds.minY, bounds.width, bounds.height].map(Double.init),
      near: [
        building.bounds.minX, building.bounds.minY, building.bounds.width, building.bounds.height,
      ].map(Double.init), within: 0.01)
    stage.add(CAShapeLayer(), shape(path.cgPath))
    stage.mark()
    stage.at(0.1)
    let pixels = stage.pixels()
    for (x, y) in building.on { pixels.expect(x, y, near: blue, within: 2, "on the line") }
    for (x, y) in building.off { pixels.expect(x, y, near: white, within: 0, "beside it") }
  }

  @Test("S52: a heart draws itself in two seconds, round at its ends, and stays drawn")
  func lineDrawing() throws {
    let stage = try TestStage(width: 240, height: 240, background: .opaque(1, 1, 1))
    defer { stage.stage.close() }
    let frame = CGRect(x: 20, y: 20, width: 200, height: 200)
    let heart = stage.add(CAShapeLayer()) {
      shape(UIBezierPath.heart(in: frame).cgPath, lineWidth: 12)($0)
      $0.lineCap = .round
      $0.lineJoin = .round
    }
    stage.mark()
    let draw = CABasicAnimation(keyPath: "strokeEnd")
    draw.fromValue = 0
    draw.toValue = 1
    draw.duration = 2
    draw.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    heart.add(draw, forKey: "draw")
    stage.mark()
    let end = ValueProbe.keyPath("strokeEnd")
    stage.at(0.5)
    try end.expect(heart, on: stage, near: [0.129], within: 5e-4)
    stage.at(1)
    try end.expect(heart, on: stage, near: [0.5], within: 1e-6)
    // Half of its length is the left half, down to the tip.
    let half = stage.pixels()
    half.expect(22, 84, near: blue, within: 2, "the left side")
    half.expect(217, 84, near: white, within: 0, "the right side")
    half.expect(123, 222, near: blue, within: 2, "the round end, beyond the tip")
    half.expect(128, 214, near: white, within: 0, "further on")
    stage.at(2.1)
    try end.expect(heart, on: stage, near: [1])
    #expect(heart.animationKeys() == nil)
    let whole = stage.pixels()
    whole.expect(217, 84, near: blue, within: 2, "the right side")
    whole.expect(128, 214, near: blue, within: 2, "past the tip")
  }

  @Test("S53: a heart fills from clear to pink in half a second and stays pink")
  func fill() throws {
    let stage = try TestStage(width: 240, height: 240, background: .opaque(1, 1, 1))
    defer { stage.stage.close() }
    let pink = CGColor.opaque(1, 0.4, 0.6)
    let heart = stage.add(CAShapeLayer()) {
      $0.path = UIBezierPath.heart(in: CGRect(x: 20, y: 20, width: 200, height: 200)).cgPath
      $0.fillColor = .clear
    }
    stage.mark()
    let fill = CABasicAnimation(keyPath: "fillColor")
    fill.fromValue = CGColor.clear
    fill.toValue = pink
    fill.duration = 0.5
    heart.add(fill, forKey: "fill")
    withoutActions { heart.fillColor = pink }
    stage.mark()
    let color = ValueProbe.keyPath("fillColor")
    stage.at(0.25)
    // Straight components: on the way from a clear black the hue is half as bright.
    try color.expect(heart, on: stage, near: [0.5, 0.2, 0.3, 0.5])
    stage.pixels().expect(120, 120, near: [191, 153, 166, 255], within: 1, "half opaque")
    for time in [0.51, 3] {
      stage.at(time)
      try color.expect(heart, on: stage, near: [1, 0.4, 0.6, 1])
      stage.pixels().expect(120, 120, near: [255, 102, 153, 255], within: 0, "at \(time)")
    }
    stage.pixels().expect(120, 40, near: white, within: 0, "between the lobes")
  }

  @Test("S54: a ring without bounds circles about its origin, once a second, until it is stopped")
  func loadingRing() throws {
    let stage = try TestStage(width: 300, height: 300, background: .opaque(1, 1, 1))
    defer { stage.stage.close() }
    let ring = stage.add(CAShapeLayer()) {
      shape(
        UIBezierPath(
          arcCenter: CGPoint(x: 60, y: 0), radius: 30, startAngle: -.pi / 2, endAngle: .pi,
          clockwise: true
        ).cgPath)($0)
      $0.lineCap = .round
      $0.position = CGPoint(x: 150, y: 150)
    }
    stage.mark()
    let spin = CABasicAnimation(keyPath: "transform.rotation.z")
    spin.fromValue = 0
    spin.toValue = 2 * Double.pi
    spin.duration = 1
    spin.repeatCount = .infinity
    ring.add(spin, forKey: "spin")
    stage.mark()
    func expectRing(turns: Double, _ label: String) {
      let pixels = stage.pixels()
      /// The pixel at an angle of the ring that has not turned, in quarters of a circle.
      func pixel(_ quarters: Double, _ color: [Int], _ tolerance: Int) {
        let a = quarters * .pi / 2, b = turns * 2 * .pi
        let x = 60 + 30 * cos(a), y = 30 * sin(a)
        let px = 150 + x * cos(b) - y * sin(b), py = 150 + x * sin(b) + y * cos(b)
        pixels.expect(
          Int(px.rounded(.down)), Int(py.rounded(.down)), near: color, within: tolerance, label)
      }
      for quarters in [-0.5, 0, 0.5, 1, 1.5] { pixel(quarters, blue, 2) }
      pixel(2.5, white, 0)
    }
    for time in [0.0, 0.25, 0.5, 0.75, 1, 7.25] {
      stage.at(time)
      expectRing(turns: time.truncatingRemainder(dividingBy: 1), "at \(time)")
    }
    ring.removeAllAnimations()
    stage.commit()
    stage.at(7.5)
    expectRing(turns: 0, "stopped")
    // The end at half a turn is round: the line goes on by half its width.
    #expect(stage.pixels()[180, 148][0] < 128)
    #expect(stage.pixels()[180, 146] == white)
  }
}
