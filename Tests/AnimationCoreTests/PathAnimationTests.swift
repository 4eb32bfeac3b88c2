import AnimationCore
import Foundation
import Geometry
import TestSupport
import Testing

@Suite("Animations along a path")
struct PathAnimationTests {
  private let corner = Path([.move(.zero), .line(Point(10, 0)), .line(Point(10, 90))])

  private func point(
    _ path: Path, _ mode: CalculationMode = .linear, keyTimes: [Double]? = nil,
    functions: [UnitBezier?] = [], at fraction: Double
  ) -> [Double] {
    var track = KeyframeTrack(path: path, mode: mode)
    track.keyTimes = keyTimes
    track.functions = functions
    return value(leaf("position", .keyframes(track)), at: fraction, over: .point(Point(-1, -1)))
      .numbers(2)
  }

  /// The image of (1, 0).
  private func heading(
    _ path: Path, _ mode: CalculationMode = .linear, output: PathOutput = .rotation,
    at fraction: Double
  ) -> [Double] {
    let track = KeyframeTrack(path: path, output: output, mode: mode)
    guard
      case .matrix(let m) = value(
        leaf("transform", .keyframes(track)), at: fraction, over: .matrix(.scale(9, 9)))
    else { return [] }
    return [m.r0.x, m.r0.y]
  }

  @Test("Points and directions are those of the table")
  func table() throws {
    let file = try VectorFile(named: "path-animation")
    file.run(kind: "path-animation") { c in
      let path = Path(c["path"])
      let mode: CalculationMode = c["calculationMode"].string == "paced" ? .paced : .linear
      let times = c["keyTimes"].isNull ? nil : c["keyTimes"].doubles
      // Of the tolerances of a case the finer one.
      let tolerance = c["exactTolerance"].double ?? c.tolerance ?? 1e-6
      for row in c["samples"].array.map(\.doubles) {
        let shown = point(path, mode, keyTimes: times, at: row[0])
        #expect(isClose(shown, Array(row[1...2]), tolerance), "\(c.id) at \(row[0]): \(shown)")
        guard row.count > 3 else { continue }
        for (output, sign) in [(PathOutput.rotation, 1.0), (.reverseRotation, -1)] {
          // At a joint the direction of either neighbour is right.
          let shown = [row[0], row[0] - 1e-9].map {
            heading(path, mode, output: output, at: $0)
          }
          let expected = [sign * cos(row[3]), sign * sin(row[3])]
          #expect(
            shown.contains { isClose($0, expected, 1e-6) }, "\(c.id) at \(row[0]): \(shown)")
        }
      }
    }
  }

  @Test("Discrete movement holds the start of each element, evenly or by the key times")
  func discrete() {
    #expect(point(corner, .discrete, at: 0.49) == [0, 0])
    #expect(point(corner, .discrete, at: 0.5) == [10, 0])
    #expect(point(corner, .discrete, at: 1) == [10, 0])
    #expect(point(corner, .discrete, keyTimes: [0, 0.2, 1], at: 0.3) == [10, 0])
    let line = Path([.move(Point(3, 4)), .line(Point(5, 5))])
    #expect(point(line, .discrete, at: 0.7) == [3, 4])
  }

  @Test("Each element has its timing function; paced movement has none")
  func functions() {
    let late = UnitBezier(1, 0, 1, 0)
    let shown = point(corner, functions: [nil, late], at: 0.75)
    #expect(point(corner, functions: [nil, late], at: 0.25) == [5, 0])
    #expect(isClose(shown, [10, 90 * late.value(at: 0.5)], 1e-9))
    #expect(isClose(point(corner, .paced, functions: [late], at: 0.5), [10, 40], 1e-9))
  }

  @Test("Key times given to a paced path make it linear; cubic-paced movement ignores them")
  func pacedKeyTimes() {
    #expect(point(corner, .paced, keyTimes: [0, 0.8, 1], at: 0.4) == [5, 0])
    #expect(isClose(point(corner, .cubicPaced, keyTimes: [0, 0.8, 1], at: 0.5), [10, 40], 1e-9))
    #expect(point(corner, .cubic, at: 0.25) == [5, 0])
  }

  @Test("A move between two parts is a jump that takes no time")
  func jump() {
    let path = Path([
      .move(.zero), .line(Point(10, 0)), .move(Point(50, 50)), .line(Point(50, 60)), .close,
    ])
    #expect(isClose(point(path, at: 1.0 / 3 - 1e-9), [10, 0], 1e-6))
    #expect(isClose(point(path, at: 1.0 / 3 + 1e-9), [50, 50], 1e-6))
    #expect(isClose(point(path, .paced, at: 0.5), [50, 55], 1e-9))
    // The line that closes the second part counts.
    #expect(isClose(point(path, at: 5.0 / 6), [50, 55], 1e-9))
  }

  @Test("Where the path stands still the layer keeps its heading")
  func standstill() {
    let path = Path([
      .move(.zero), .line(Point(0, 10)), .line(Point(0, 10)), .line(Point(-10, 10)),
    ])
    #expect(isClose(heading(path, at: 0.5), [0, 1], 1e-12))
    #expect(isClose(heading(path, at: 0.9), [-1, 0], 1e-12))
    let point = Path([.move(.zero), .line(.zero)])
    #expect(isClose(heading(point, at: 0.5), [1, 0], 1e-12))
    #expect(isClose(heading(point, .paced, at: 0.5), [1, 0], 1e-12))
  }

  @Test("Beyond its ends the movement goes on: along the curve, or straight when paced")
  func overshoot() {
    #expect(isClose(point(corner, at: 1.1), [10, 108], 1e-9))
    #expect(isClose(point(corner, .paced, at: 1.1), [10, 100], 1e-9))
    #expect(isClose(point(corner, .paced, at: -0.1), [-10, 0], 1e-9))
  }

  @Test("A path without segments, key times that are none and other properties animate nothing")
  func nothing() {
    #expect(point(Path(), at: 0.5) == [-1, -1])
    #expect(point(Path([.move(Point(4, 4))]), at: 0.5) == [-1, -1])
    #expect(point(corner, keyTimes: [0, 0.8, 0.2], at: 0.5) == [-1, -1])
    #expect(point(corner, keyTimes: [0], at: 0.5) == [-1, -1])
    let track = KeyframeTrack(path: corner)
    #expect(
      value(leaf("opacity", .keyframes(track)), at: 0.5, over: .number(0.5)) == .number(0.5))
  }

  @Test("Paced movement along curves has one speed")
  func speed() {
    var random = SeededGenerator.printed("PathAnimationTests.speed")
    for _ in 0..<10 {
      func p() -> Point { Point(random.number(0...100), random.number(0...100)) }
      let path = Path([
        .move(p()), .cubic(control1: p(), control2: p(), to: p()), .quad(control: p(), to: p()),
      ])
      let places = (0...2000).map { point(path, .paced, at: Double($0) / 2000) }
      let steps = zip(places, places.dropFirst()).map { hypot($1[0] - $0[0], $1[1] - $0[1]) }
      let length = PathMeasure(path).length
      // A chord is shorter than its arc in tight bends.
      #expect(steps.allSatisfy { $0 <= length / 2000 * (1 + 1e-9) })
      #expect(steps.filter { $0 < length / 2000 * 0.999 }.count < 40, "\(path)")
    }
  }
}
