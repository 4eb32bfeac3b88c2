import AnimationCore
import CoreGraphicsAPI
import Geometry
import LayerCommit
import QuartzCore
import Locks

/// Records commits and keeps as much of the server's tree as it takes to know when animations
/// start and end.
final class FakeService: RenderService {
  private struct Node {
    var timing = LayerTiming.identity
    var parent: LayerID?
    var isMask = false
    var sublayers: [LayerID] = []
    var masks: [LayerID] = []
    var animations: [LayerAnimation] = []
  }

  private struct State {
    var commits: [Commit] = []
    var nodes: [LayerID: Node] = [:]
    var started: Set<AnimationID> = []
    var finished: Set<AnimationID> = []

    /// Those that were linked in this way before, and are not now, have no parent.
    mutating func link(_ list: [LayerID], to id: LayerID, isMask: Bool) {
      let old = (isMask ? nodes[id]?.masks : nodes[id]?.sublayers) ?? []
      for child in old {
        guard let node = nodes[child], node.parent == id, node.isMask == isMask else { continue }
        nodes[child]?.parent = nil
      }
      for child in list {
        nodes[child]?.parent = id
        nodes[child]?.isMask = isMask
      }
      if isMask { nodes[id]?.masks = list } else { nodes[id]?.sublayers = list }
    }
  }

  private let state = Guarded(State())

  var commits: [Commit] { state.withLock { $0.commits } }

  func submit(_ commit: Commit) {
    state.withLock { state in
      state.commits.append(commit)
      for op in commit.ops {
        switch op {
        case .createLayers(let layers):
          for layer in layers {
            state.nodes[layer.id] = Node(timing: layer.timing, animations: layer.animations)
          }
        case .destroy(let id): state.nodes[id] = nil
        case .setSublayers(let id, let list): state.link(list, to: id, isMask: false)
        case .setMask(let id, let mask): state.link(mask.map { [$0] } ?? [], to: id, isMask: true)
        case .setTiming(let id, let timing): state.nodes[id]?.timing = timing
        case .setAnimations(let id, let list): state.nodes[id]?.animations = list
        case .setRoot, .set, .setWantsTicks, .request: break
        }
      }
    }
  }

  func takeEvents() -> [ServerEvent] { [] }

  /// Starts and ends that have come by a media time and were not reported yet.
  func due(at time: Double, surface: SurfaceID) -> [ServerEvent] {
    state.withLock { state in
      var events: [ServerEvent] = []
      let animated = state.nodes.filter { !$0.value.animations.isEmpty }
      for (id, node) in animated.sorted(by: { $0.key.raw < $1.key.raw }) {
        var chain: [LayerTiming] = []
        var next: LayerID? = id
        while let current = next, let node = state.nodes[current] {
          chain.append(node.timing)
          next = node.parent
        }
        let local = chain.reversed().reduce(time) { $1.local(fromParent: $0) }
        for animation in node.animations {
          if local >= animation.timing.beginTime, state.started.insert(animation.id).inserted {
            events.append(.animationStarted(surface, id, animation.id, time: time))
          }
          if local >= animation.timing.endTime, state.finished.insert(animation.id).inserted {
            events.append(.animationFinished(surface, id, animation.id, time: time))
          }
        }
      }
      return events
    }
  }
}

/// A tree shown by a fake server, on a virtual clock.
@MainActor
final class Stage {
  let service = FakeService()
  let host: LayerHost
  let root = CALayer()
  private(set) var zero = 100.0

  private static var lastSurface: UInt32 = 1000

  init() {
    CATransaction.flush()
    LayerHost.drainDeferred()
    MediaClock.useVirtual(100)
    Self.lastSurface += 1
    host = LayerHost(surface: SurfaceID(raw: Self.lastSurface), service: service)
    root.bounds = CGRect(x: 0, y: 0, width: 400, height: 400)
    root.position = CGPoint(x: 200, y: 200)
    // Tests put layers there all the time, and mean no fade by it.
    root.actions = ["sublayers": NSNull()]
    host.rootLayer = root
    commit()
  }

  /// A layer below the root, committed.
  func layer(_ prepare: (CALayer) -> Void = { _ in }) -> CALayer {
    let layer = CALayer()
    prepare(layer)
    root.addSublayer(layer)
    commit()
    return layer
  }

  /// One turn of the main loop.
  func commit() {
    CATransaction.flush()
    for event in service.due(at: MediaClock.now, surface: host.surface) { host.handle(event) }
    LayerHost.drainDeferred()
    CATransaction.flush()
  }

  /// Commits; `at` counts from now.
  func mark() {
    commit()
    zero = MediaClock.now
  }

  /// Moves the clock to `time` seconds after the mark, in steps of a hundredth.
  func at(_ time: Double) {
    var now = MediaClock.now
    while now < zero + time {
      now = min(now + 0.01, zero + time)
      MediaClock.useVirtual(now)
      commit()
    }
  }

  /// The operations of the last commit, layers named by the order of their creation.
  var lastOps: [String] { ops(service.commits.count - 1) }

  func ops(_ index: Int) -> [String] {
    var names: [LayerID: String] = [:]
    for commit in service.commits {
      for case .createLayers(let layers) in commit.ops {
        for layer in layers { names[layer.id] = "#\(names.count)" }
      }
    }
    func name(_ id: LayerID?) -> String { id.flatMap { names[$0] } ?? "nil" }
    return service.commits[index].ops.flatMap(\.steps).map { op in
      switch op {
      case .createLayers(let layers): "create \(layers.map { name($0.id) }.joined(separator: " "))"
      case .destroy(let id): "destroy \(name(id))"
      case .setRoot(let id): "root \(name(id))"
      case .setSublayers(let id, let list):
        "sublayers \(name(id)) [\(list.map { name($0) }.joined(separator: " "))]"
      case .setMask(let id, let mask): "mask \(name(id)) \(name(mask))"
      case .set(let id, let property, let value): "set \(name(id)) \(property.name) \(text(value))"
      case .setTiming(let id, let t):
        "timing \(name(id)) \(t.beginTime) \(t.timeOffset) \(t.speed)"
      case .setAnimations(let id, let list):
        "animations \(name(id)) \(list.flatMap(\.leaves).map(\.target.keyPath))"
      case .setWantsTicks(let on): "ticks \(on)"
      case .request(let request): "request \(request)"
      }
    }
  }

  private func text(_ value: PropertyValue) -> String {
    switch value {
    case .none: "none"
    case .number(let n): "\(n)"
    case .vector(let v): "(\(v.x) \(v.y) \(v.z) \(v.w))"
    case .matrix(let m): "\(m.rowMajor)"
    case .path(let p): "path of \(p.elements.count)"
    case .contents(let c): "image \(c.image.bitmap.size.width)×\(c.image.bitmap.size.height)"
    case .list, .records: value.dump
    }
  }

  func close() {
    host.close()
    LayerHost.drainDeferred()
    CATransaction.flush()
    MediaClock.useVirtual(nil)
  }
}

@MainActor
func withStage(_ body: (Stage) throws -> Void) rethrows {
  let stage = Stage()
  defer { stage.close() }
  try body(stage)
}

/// What was warned about while `body` ran.
@MainActor
func warnings(_ body: () -> Void) -> [String] {
  let box = Box()
  Warnings.redirect { box.add($0) }
  defer { Warnings.redirect(to: nil) }
  body()
  return box.all
}

/// The traps that `body` would have run into.
@MainActor
func traps(_ body: () -> Void) -> [String] {
  let box = Box()
  replaceMisuseHandler { box.add($0) }
  defer { replaceMisuseHandler(nil) }
  body()
  return box.all
}

private final class Box: Sendable {
  private let lines = Guarded<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

func isNear(_ a: Double?, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
  guard let a else { return false }
  return abs(a - b) <= tolerance
}

extension CALayer {
  var shownX: Double? { presentation().map { Double($0.position.x) } }
  var shownY: Double? { presentation().map { Double($0.position.y) } }
}

final class Log: CAAnimationDelegate {
  var lines: [String] = []
  func animationDidStart(_ anim: CAAnimation) { lines.append("start \(tag(anim))") }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    lines.append("stop \(tag(anim)) \(flag)")
  }
  private func tag(_ anim: CAAnimation) -> String { anim.value(forKey: "tag") as? String ?? "?" }
}

@MainActor
func move(_ tag: String = "a", to x: Double, duration: Double = 1, log: Log? = nil)
  -> CABasicAnimation
{
  let animation = CABasicAnimation(keyPath: "position.x")
  animation.toValue = x
  animation.duration = duration
  animation.delegate = log
  animation.setValue(tag, forKey: "tag")
  return animation
}
