import AnimationCore
import Geometry
import TestSupport
import Testing

@Suite("Keyframes as curves")
struct KeyframeCurveTests {
  private static let path = Path([
    .move(Point(0, 0)), .line(Point(40, 10)), .quad(control: Point(80, 0), to: Point(60, 50)),
    .cubic(control1: Point(0, 90), control2: Point(-40, 10), to: Point(10, 20)),
  ])

  private static func tracks() -> [KeyframeTrack] {
    let points = [(0.0, 0.0), (30, 10), (35, 60), (-10, 20)].map {
      PropertyValue.point(Point($0.0, $0.1))
    }
    return CalculationMode.allCases.filter { $0 != .discrete }.flatMap { mode in
      var timed = KeyframeTrack(values: points, mode: mode)
      timed.keyTimes = [0, 0.2, 0.7, 1]
      timed.functions = [.easeIn, nil, UnitBezier(0.3, -0.5, 0.6, 1.4)]
      var along = KeyframeTrack(path: path, mode: mode)
      along.functions = [.easeOut]
      return [KeyframeTrack(values: points, mode: mode), timed, along]
    }
  }

  @Test("The velocity is the slope of the values, in every mode")
  func slope() throws {
    for track in Self.tracks() {
      let curve = try #require(KeyframeCurve(track))
      for i in 0..<97 {
        let x = (Double(i) + 0.37) / 97
        // Beside a key the slope may have a step.
        if curve.keys.contains(where: { abs($0 - x) < 2e-4 }) { continue }
        let h = 1e-6
        let expected = (curve.value(at: x + h) - curve.value(at: x - h)) * (1 / (2 * h))
        let found = curve.velocity(at: x)
        let error = ((found - expected) * (found - expected)).sum().squareRoot()
        let size = (expected * expected).sum().squareRoot()
        #expect(error <= 1e-3 * size + 1e-3, "\(track.mode) at \(x): \(found) for \(expected)")
      }
    }
  }

  @Test("Keys are the times of the values; jumps and rests have no velocity")
  func keys() throws {
    var track = KeyframeTrack(values: [.number(0), .number(4), .number(4), .number(9)])
    #expect(try #require(KeyframeCurve(track)).keys == [0, 1.0 / 3, 2.0 / 3, 1])
    #expect(try #require(KeyframeCurve(track)).velocity(at: 0.5) == .zero)
    #expect(try #require(KeyframeCurve(track)).velocity(at: 1).x.rounded() == 15)
    track.mode = .discrete
    #expect(try #require(KeyframeCurve(track)).velocity(at: 0.3) == .zero)
    track.mode = .linear
    track.keyTimes = [0, 0.5, 0.5, 1]
    #expect(try #require(KeyframeCurve(track)).velocity(at: 0.5).x == 10)
  }

  @Test("What animates nothing is no curve")
  func nothing() {
    #expect(KeyframeCurve(KeyframeTrack(values: [.number(1)])) == nil)
    #expect(KeyframeCurve(KeyframeTrack(values: [.number(1), .point(.zero)])) == nil)
    #expect(KeyframeCurve(KeyframeTrack(path: Path())) == nil)
    #expect(KeyframeCurve(KeyframeTrack(values: [.none, .none])) == nil)
  }
}
