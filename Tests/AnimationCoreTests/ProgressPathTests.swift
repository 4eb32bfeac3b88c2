import Testing

@testable import AnimationCore

@Suite("Paths of progress")
struct ProgressPathTests {
  private static let spring: ProgressPath.Pace = {
    var spring = SpringParameters()
    spring.stiffness = 200
    return .spring(SpringMotion(spring), duration: 1.5)
  }()
  private static let paces: [ProgressPath.Pace] = [
    .line, .curve(.easeInEaseOut), .curve(UnitBezier(0.2, -0.6, 0.4, 1.7)), spring,
  ]

  @Test("A path begins where it is told to, whatever its pace", arguments: paces)
  func start(_ pace: ProgressPath.Pace) {
    for start in [-0.2, 0, 0.3, 1, 1.4] {
      for from in [0.0, 0.25, 0.8] {
        #expect(
          ProgressPath(pace, from: from, to: 1, start: start, scale: 0.7).value(at: 0) == start)
        let fitted = ProgressPath(pace, from: from, to: 1, start: start, end: 1)
        #expect(fitted.value(at: 0) == start)
        #expect(abs(fitted.value(at: 1) - 1) < 1e-12)
      }
    }
  }

  @Test("Part of a curve is the curve itself, forwards and back")
  func parts() {
    let curve = UnitBezier.easeInEaseOut
    let half = ProgressPath(
      .curve(curve), from: 0.25, to: 1, start: curve.value(at: 0.25), end: 1)
    let back = ProgressPath(
      .curve(curve), from: 0.75, to: 0, start: curve.value(at: 0.75), end: 0)
    for i in 0...20 {
      let u = Double(i) / 20
      #expect(abs(half.value(at: u) - curve.value(at: 0.25 + 0.75 * u)) < 1e-12)
      #expect(abs(back.value(at: u) - curve.value(at: 0.75 * (1 - u))) < 1e-12)
    }
  }

  @Test("A part that leads nowhere near as far becomes a line")
  func degenerate() {
    let path = ProgressPath(.curve(.easeInEaseOut), from: 1, to: 1, start: 0.5, end: 1)
    #expect(path.value(at: 0.5) == 0.75)
    let steep = ProgressPath(.curve(.easeOut), from: 0.99, to: 1, start: 0, end: 1)
    #expect(steep.value(at: 0.5) == 0.5)
  }

  @Test("The velocity is the slope of the value", arguments: paces)
  func velocity(_ pace: ProgressPath.Pace) {
    let path = ProgressPath(pace, from: 0.1, to: 0.9, start: 0.2, scale: -0.8)
    for i in 1..<20 {
      let u = Double(i) / 20, h = 1e-6
      let slope = (path.value(at: u + h) - path.value(at: u - h)) / (2 * h)
      #expect(abs(path.velocity(at: u) - slope) < 1e-4 * max(1, abs(slope)))
    }
    #expect(ProgressPath(held: 0.4).velocity(at: 0.5) == 0)
  }

  @Test("A course says what a leaf that is led by it shows, at every moment")
  func course() {
    var course = AnimationCourse(
      along: ProgressPath(.curve(.easeIn), start: 0.25, scale: 0.5), duration: 2,
      window: AnimationCourse.Window(start: 0.5, length: 1))
    course.delay = 0.3
    let (top, own) = course.timings(committedAt: 100)
    let leaf = AnimationLeaf(
      target: AnimationTarget(.zPosition), groups: [], timing: AnimationTiming(),
      curve: .basic(from: .number(0), to: .number(10), by: nil), isAdditive: false,
      isCumulative: false
    ).led(by: course.path, groups: [top], timing: own ?? top)
    for i in -5...30 {
      let t = Double(i) / 10
      let sample = leaf.sample(at: 100 + t)
      #expect(abs((sample?.progress ?? .nan) - course.progress(after: t)) < 1e-9)
    }
    #expect(course.progress(after: 0) == 0.25)
    #expect(abs(course.progress(after: 9) - 0.75) < 1e-12)
    #expect(course.velocity(after: 0.5) == 0 && course.velocity(after: 9) == 0)
    let h = 1e-6
    let slope = (course.progress(after: 1.4 + h) - course.progress(after: 1.4 - h)) / (2 * h)
    #expect(abs(course.velocity(after: 1.4) - slope) < 1e-4)
  }

  @Test("Held, nothing moves and no end comes")
  func held() {
    let course = AnimationCourse(held: 0.6)
    let timing = course.timings(committedAt: 5).course
    #expect(timing.endTime == .infinity)
    for t in [0.0, 1, 1000] { #expect(course.progress(after: t) == 0.6) }
  }
}
