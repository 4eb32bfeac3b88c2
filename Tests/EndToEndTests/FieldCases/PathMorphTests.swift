import AnimationCore
import CoreGraphics
import Geometry
import QuartzCore
import Testing

@MainActor @Suite("F27: paths that change into one another")
struct PathMorphTests {
  private static let circle = CGPath(
    ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100), transform: nil)

  /// The same square by as many elements as asked for, each of them a curve or each of them a line.
  private static func square(by count: Int, curved: Bool) -> CGPath {
    let corners = [(0, 0), (100, 0), (100, 100), (0, 100)].map { CGPoint(x: $0, y: $1) }
    let path = CGMutablePath()
    path.move(to: corners[0])
    for i in 1...count {
      let a = corners[(i - 1) % 4], b = i == count ? corners[0] : corners[i % 4]
      func third(_ n: CGFloat) -> CGPoint {
        CGPoint(x: a.x + (b.x - a.x) * n / 3, y: a.y + (b.y - a.y) * n / 3)
      }
      if curved {
        path.addCurve(to: b, control1: third(1), control2: third(2))
      } else {
        path.addLine(to: b)
      }
    }
    path.closeSubpath()
    return path
  }

  private static func points(_ path: Path?) -> [Double] {
    (path?.elements ?? []).flatMap { element -> [Point] in
      switch element {
      case .move(let p), .line(let p): [p]
      case .quad(let control, let p): [control, p]
      case .cubic(let control1, let control2, let p): [control1, control2, p]
      case .close: []
      }
    }.flatMap { [$0.x, $0.y] }
  }

  enum Property: String, CaseIterable { case shadowPath, path }

  /// What a layer shows while one path becomes another.
  @MainActor private struct Morph {
    let stage: TestStage
    let layer: CALayer
    let property: Property

    init(
      _ property: Property, _ animation: CABasicAnimation = CABasicAnimation(), from: CGPath,
      to: CGPath
    ) throws {
      stage = try TestStage(draws: false)
      layer = stage.add(property == .path ? CAShapeLayer() : CALayer())
      self.property = property
      stage.commit()
      animation.keyPath = property.rawValue
      animation.fromValue = from
      animation.toValue = to
      animation.duration = 1
      layer.add(animation, forKey: nil)
      stage.mark()
    }

    /// The server and the presentation layer must agree.
    func shown(at time: Double) throws -> Path? {
      stage.at(time)
      let target = try #require(AnimationTarget(keyPath: property.rawValue))
      let presented = layer.presentation()?.value(forKey: property.rawValue) as? CGPath
      guard case .path(let path) = try stage.served(layer)[target] else {
        #expect(presented == nil, "at \(time)")
        return nil
      }
      #expect(presented?.path == path, "at \(time)")
      return path
    }
  }

  @Test("A square of four curves becomes a circle point by point", arguments: Property.allCases)
  func sameElements(_ property: Property) throws {
    let square = Self.square(by: 4, curved: true)
    let morph = try Morph(property, from: square, to: Self.circle)
    let ends = [square, Self.circle].map { Self.points($0.path) }
    #expect(ends[0].count == ends[1].count)
    for p in [0, 0.25, 0.5, 0.8125] {
      let shown = try morph.shown(at: p)
      let middle = zip(ends[0], ends[1]).map { $0 + ($1 - $0) * p }
      expect(Self.points(shown), near: middle, within: 1e-9, "at \(p)")
    }
    #expect(try morph.shown(at: 1.01) == nil, "the model has no path")
  }

  @Test(
    "Where number or kind of the elements differ, the first shows and from half time the second",
    arguments: Property.allCases)
  func otherElements(_ property: Property) throws {
    for count in [4, 5] {
      let square = Self.square(by: count, curved: false)
      let morph = try Morph(property, from: square, to: Self.circle)
      for (p, path) in [(0, square), (0.49, square), (0.5, Self.circle), (0.9, Self.circle)] {
        #expect(try morph.shown(at: p) == path.path, "\(count) lines, at \(p)")
      }
    }
  }

  @Test("A spring overshoots both ways and no point is lost", arguments: Property.allCases)
  func spring(_ property: Property) throws {
    let square = Self.square(by: 4, curved: true)
    let spring = CASpringAnimation()
    spring.mass = 2
    spring.stiffness = 1000
    spring.damping = 10
    spring.initialVelocity = 20
    let morph = try Morph(property, spring, from: square, to: Self.circle)
    let ends = [square, Self.circle].map { Self.points($0.path) }
    let place = try #require(ends[0].indices.first { abs(ends[0][$0] - ends[1][$0]) > 10 })
    var progress: [Double] = []
    for step in 0..<100 {
      let shown = Self.points(try morph.shown(at: Double(step) / 100))
      #expect(shown.count == ends[0].count && shown.allSatisfy(\.isFinite))
      progress.append((shown[place] - ends[0][place]) / (ends[1][place] - ends[0][place]))
      let p = progress.last ?? 0
      expect(shown, near: zip(ends[0], ends[1]).map { $0 + ($1 - $0) * p }, within: 1e-9)
    }
    #expect(progress.max() ?? 0 > 1.5 && progress.dropFirst(10).min() ?? 1 < 0.7)
  }
}
