import QuartzCore
import TestSupport

/// What an application does to its layers. A new case needs a method of `LayerWorld` and its line in
/// `perform`.
enum Op: CaseIterable {
  case addLayer, removeLayer, reparent, reorder, replaceRoot, setMask
  case setProperty, setOwnValue, nestedTransaction
  case addAnimation, addGroup, addTransition, replaceKey, removeKey, removeAll
  case pause, resume, setSpeed, scrub
  case hide, closeAndReopenHost
  case advanceTime, commit, drain
}

/// An operation with the seed of everything that it chooses, so that it does the same whatever
/// other steps are left out.
struct Step: CustomStringConvertible {
  var op: Op
  var seed: UInt64
  /// A turn of the main loop follows.
  var isTurn: Bool

  static func random(_ g: inout SeededGenerator) -> Step {
    // Time is what most things need most.
    let op = g.chance(0.2) ? .advanceTime : g.pick(Op.allCases)
    return Step(op: op, seed: g.next(), isTurn: g.chance(0.6))
  }

  var description: String { "\(op) \(seed)\(isTurn ? ", turn" : "")" }
}

extension LayerWorld {
  func perform(_ step: Step) {
    var g = SeededGenerator(seed: step.seed)
    switch step.op {
    case .addLayer: addLayer(&g)
    case .removeLayer: removeLayer(&g)
    case .reparent: reparent(&g)
    case .reorder: reorder(&g)
    case .replaceRoot: replaceRoot(&g)
    case .setMask: setMask(&g)
    case .setProperty: setProperties(&g)
    case .setOwnValue: setOwnValue(&g)
    case .nestedTransaction: nestedTransaction(&g)
    case .addAnimation: addAnimation(&g)
    case .addGroup: addGroup(&g)
    case .addTransition: addTransition(&g)
    case .replaceKey: replaceKey(&g)
    case .removeKey: removeKey(&g)
    case .removeAll: removeAll(&g)
    case .pause: pause(&g)
    case .resume: resume(&g)
    case .setSpeed: setSpeed(&g)
    case .scrub: scrub(&g)
    case .hide: hide(&g)
    case .closeAndReopenHost: closeAndReopenHost(&g)
    case .advanceTime: advanceTime(&g)
    case .commit: flush()
    case .drain: LayerHost.drainDeferred()
    }
    noteFades()
    if step.isTurn { turn() }
  }
}
