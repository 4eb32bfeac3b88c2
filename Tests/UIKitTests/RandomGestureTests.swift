import LayerCommit
import LayerStage
import TestSupport
import Testing
import UIKit

@testable import UIKitAPI

/// Checks that a view is told of each touch in order.
@MainActor
private final class StrictView: UIView {
  private var told: Set<UITouch> = []
  private(set) var faults: [String] = []

  private func begin(_ touches: Set<UITouch>) {
    if !told.isDisjoint(with: touches) { faults.append("began twice") }
    told.formUnion(touches)
  }
  private func end(_ touches: Set<UITouch>, _ word: String) {
    if !told.isSuperset(of: touches) { faults.append("\(word) without a beginning") }
    told.subtract(touches)
  }
  /// What a sequence that is over has left behind.
  func checkIsOver() {
    if !told.isEmpty { faults.append("\(told.count) touches never ended") }
    told = []
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { begin(touches) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    if !told.isSuperset(of: touches) { faults.append("moved without a beginning") }
  }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    end(touches, "ended")
  }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    end(touches, "cancelled")
  }
}

/// Checks that a recogniser tells its states in order.
@MainActor
private final class StateWitness {
  let name: String
  private var isUnderWay = false
  private(set) var successes = 0
  private(set) var faults: [String] = []

  init(_ recognizer: UIGestureRecognizer) {
    name = "\(type(of: recognizer))"
    recognizer.addTarget { [weak self] in self?.note($0.state) }
  }

  private func note(_ state: UIGestureRecognizer.State) {
    switch state {
    case .began:
      if isUnderWay { faults.append("\(name) began twice") }
      isUnderWay = true
    case .changed: if !isUnderWay { faults.append("\(name) changed before it began") }
    case .ended:
      isUnderWay = false
      successes += 1
    case .cancelled:
      if !isUnderWay { faults.append("\(name) was cancelled before it began") }
      isUnderWay = false
    case .possible, .failed: faults.append("\(name) told of \(state)")
    }
  }

  func checkIsOver() {
    if isUnderWay { faults.append("\(name) never ended") }
    isUnderWay = false
  }
}

@MainActor
private final class Allowing: UIGestureRecognizerDelegate {
  let allows: Bool
  init(_ allows: Bool) { self.allows = allows }
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { allows }
}

/// Nested views with recognisers of all kinds, related at random, and hands that do anything.
@MainActor
private final class Playground {
  private let test: TestWindow
  private var views: [StrictView] = []
  private var recognizers: [UIGestureRecognizer] = []
  private var witnesses: [StateWitness] = []
  private var delegates: [Allowing] = []
  private var fingers: [Int32: (Double, Double)] = [:]
  private var buttons: [PointerEvent.Button] = []
  private var time = 0.0

  init(_ random: inout SeededGenerator) throws {
    test = try TestWindow()
    var parent = test.root
    for depth in 0..<3 {
      let inset = CGFloat(depth) * 60
      let view = StrictView(frame: parent.bounds.insetBy(dx: inset / 2, dy: inset / 2))
      view.isMultipleTouchEnabled = random.chance(0.5)
      view.isExclusiveTouch = random.chance(0.1)
      parent.addSubview(view)
      views.append(view)
      parent = view
    }
    for _ in 0..<random.pick([2, 5, 9]) { addRecognizer(&random) }
    for recognizer in recognizers where random.chance(0.3) {
      recognizer.require(toFail: random.pick(recognizers))
    }
    test.mark()
  }

  private func addRecognizer(_ random: inout SeededGenerator) {
    let made: UIGestureRecognizer
    switch random.pick([0, 1, 2, 3, 4, 5, 6, 7]) {
    case 0:
      let tap = UITapGestureRecognizer()
      tap.numberOfTapsRequired = random.pick([1, 2, 3])
      tap.numberOfTouchesRequired = random.pick([1, 1, 2])
      tap.buttonMaskRequired = random.pick([.primary, .primary, .secondary])
      made = tap
    case 1:
      let press = UILongPressGestureRecognizer()
      press.numberOfTapsRequired = random.pick([0, 0, 1])
      press.minimumPressDuration = random.pick([0, 0.1, 0.5])
      made = press
    case 2:
      let swipe = UISwipeGestureRecognizer()
      swipe.direction = random.pick([.left, .right, [.up, .down]])
      made = swipe
    case 3: made = UIPinchGestureRecognizer()
    case 4: made = UIRotationGestureRecognizer()
    case 5:
      let pan = UIScreenEdgePanGestureRecognizer()
      pan.edges = .all
      made = pan
    case 6: made = UIHoverGestureRecognizer()
    default:
      let pan = UIPanGestureRecognizer()
      pan.minimumNumberOfTouches = random.pick([1, 1, 2])
      pan.maximumNumberOfTouches = random.pick([1, 2, .max])
      pan.allowedScrollTypesMask = random.pick([[], .all, .discrete])
      made = pan
    }
    made.delaysTouchesBegan = random.chance(0.3)
    made.delaysTouchesEnded = random.chance(0.7)
    made.cancelsTouchesInView = random.chance(0.7)
    let delegate = Allowing(random.chance(0.4))
    delegates.append(delegate)
    made.delegate = delegate
    random.pick(views).addGestureRecognizer(made)
    recognizers.append(made)
    witnesses.append(StateWitness(made))
  }

  func step(_ random: inout SeededGenerator) {
    if random.chance(0.5) {
      time += random.pick([0.004, 0.016, 0.1, 0.4, 0.7])
      test.at(time)
    }
    let x = random.number(0...400), y = random.number(0...400)
    switch random.pick([0, 1, 2, 2, 2, 2, 3, 4, 5, 6, 7]) {
    case 0, 1:
      let finger = random.pick([1, 2, 3] as [Int32])
      // Where it is down already its end has been lost.
      fingers[finger] = (x, y)
      test.touch(.began, x, y, finger: finger)
    case 2:
      guard let (finger, place) = anyFinger(&random) else { return }
      let to = (place.0 + random.number(-30...30), place.1 + random.number(-30...30))
      fingers[finger] = to
      test.touch(.moved, to.0, to.1, finger: finger)
    case 3:
      guard let (finger, place) = anyFinger(&random) else { return }
      fingers[finger] = nil
      test.touch(random.chance(0.8) ? .ended : .cancelled, place.0, place.1, finger: finger)
    case 4:
      let button = random.pick([PointerEvent.Button.primary, .secondary])
      if random.chance(0.5) {
        buttons.append(button)
        test.pointer(.pressed(button), x, y)
      } else {
        buttons.removeAll { $0 == button }
        test.pointer(.released(button), x, y)
      }
    case 5: test.pointer(random.chance(0.9) ? .moved : .left, x, y)
    case 6:
      test.scroll(
        random.pick([.wheel, .finger]), random.number(-20...20), random.number(-20...20),
        at: CGPoint(x: x, y: y), isEnd: random.chance(0.2))
    default:
      let recognizer = random.pick(recognizers)
      switch random.pick([0, 1, 2]) {
      case 0: recognizer.isEnabled.toggle()
      case 1: random.pick(views).addGestureRecognizer(recognizer)
      default: recognizer.view?.removeGestureRecognizer(recognizer)
      }
    }
  }

  private func anyFinger(_ random: inout SeededGenerator) -> (Int32, (Double, Double))? {
    guard !fingers.isEmpty else { return nil }
    let finger = random.pick(fingers.keys.sorted())
    return fingers[finger].map { (finger, $0) }
  }

  /// How often gestures of each kind have come to their end.
  var successes: [String: Int] {
    Dictionary(witnesses.map { ($0.name, $0.successes) }, uniquingKeysWith: +)
  }

  /// All hands go, and time passes: everything is as at first.
  func end() -> [String] {
    for (finger, place) in fingers.sorted(by: { $0.key < $1.key }) {
      test.touch(.ended, place.0, place.1, finger: finger)
    }
    for button in buttons { test.pointer(.released(button), 0, 0) }
    test.pointer(.left, 0, 0)
    fingers = [:]
    buttons = []
    time += 3
    test.at(time)
    var faults: [String] = []
    for recognizer in recognizers where recognizer.state != .possible {
      faults.append("\(type(of: recognizer)) is left \(recognizer.state)")
    }
    if !test.window.touches.inPlay.isEmpty {
      faults.append("in play: \(test.window.touches.inPlay.map { type(of: $0) })")
    }
    for view in views { view.checkIsOver() }
    for witness in witnesses { witness.checkIsOver() }
    return faults + views.flatMap(\.faults) + witnesses.flatMap(\.faults)
  }
}

@Suite("Gestures at random")
@MainActor
struct RandomGestureTests {
  @Test("Whatever hands do, views and targets are told in order, and all is ready in the end")
  func sequences() throws {
    var count = 0
    var successes: [String: Int] = [:]
    try Fuzz("RandomGestureTests", cases: 150).run { random in
      count += 1
      let playground = try Playground(&random)
      for _ in 0..<3 {
        for _ in 0..<40 { playground.step(&random) }
        let faults = playground.end()
        #expect(faults == [], "case \(count)")
        if !faults.isEmpty { return }
      }
      successes.merge(playground.successes, uniquingKeysWith: +)
    }
    #expect(successes.count == 8 && successes.values.allSatisfy { $0 > 0 }, "\(successes)")
  }
}
