import Foundation
import QuartzCore
import Testing

@MainActor @Suite("F22: where the vanishing point is")
struct VanishingPointTests {
  private static let distance = 500.0
  private static let angle = Double.pi / 4

  /// First and last lit column of row 100, left of x 200 (`first`) and right of it.
  private func edges(_ pixels: Pixels, first: Bool) -> (Int, Int)? {
    let lit = (first ? 0..<200 : 200..<400).filter { pixels[$0, 100][0] > 127 }
    guard let low = lit.first, let high = lit.last else { return nil }
    return (low, high)
  }

  /// Where a card of width 100 turned about y, its centre `offset` points right of the vanishing
  /// point, shows its left and right edge, seen from `distance`; from the vanishing point.
  private func expectedEdges(offset: Double) -> [Double] {
    [-50.0, 50.0].map { x in
      let z = -x * sin(Self.angle)
      return (offset + x * cos(Self.angle)) / (1 - z / Self.distance)
    }
  }

  private func stageWithCards(
    _ configure: (_ root: CALayer, _ card: CALayer) -> Void
  ) throws -> Pixels {
    let stage = try TestStage(width: 400, height: 200, background: .opaque(0, 0, 0))
    for x: CGFloat in [100, 300] {
      stage.add(CALayer()) {
        $0.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        $0.position = CGPoint(x: x, y: 100)
        $0.backgroundColor = .opaque(1, 1, 1)
        configure(stage.root, $0)
      }
    }
    stage.commit()
    stage.at(0.1)
    return stage.pixels()
  }

  private func expectEdges(
    _ pixels: Pixels, first: Bool, _ expected: [Double],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let (low, high) = edges(pixels, first: first) else {
      Issue.record("no card on row 100", sourceLocation: sourceLocation)
      return
    }
    // A column counts as lit when at least half of it is covered.
    expect(
      [Double(low), Double(high) + 1], near: expected, within: 0.51,
      sourceLocation: sourceLocation)
  }

  @Test("Perspective in a layer's own transform vanishes at that layer's position")
  func ownTransform() throws {
    let pixels = try stageWithCards { _, card in
      var perspective = CATransform3DIdentity
      perspective.m34 = CGFloat(-1 / Self.distance)
      card.transform = CATransform3DRotate(perspective, CGFloat(Self.angle), 0, 1, 0)
    }
    expectEdges(pixels, first: true, expectedEdges(offset: 0).map { 100 + $0 })
    expectEdges(pixels, first: false, expectedEdges(offset: 0).map { 300 + $0 })
  }

  @Test("Perspective in sublayerTransform vanishes at the parent's anchor point for all")
  func sublayerTransform() throws {
    let pixels = try stageWithCards { root, card in
      root.sublayerTransform.m34 = CGFloat(-1 / Self.distance)
      card.transform = CATransform3DMakeRotation(CGFloat(Self.angle), 0, 1, 0)
    }
    expectEdges(pixels, first: true, expectedEdges(offset: -100).map { 200 + $0 })
    expectEdges(pixels, first: false, expectedEdges(offset: 100).map { 200 + $0 })
  }
}
