import AnimationCore
import CoreGraphicsAPI
import LayerCommit
import QuartzCore
import TestSupport

/// An application with two windows and its servers, on a virtual clock: what random operations
/// change, and what must be true of it afterwards.
///
/// The application's turns are played one by one, so that commits, events and callbacks come in every
/// order in which they may.
final class LayerWorld {
  struct Screen {
    let host: LayerHost
    let server: SynchronousServer
  }

  /// A layer that nobody needs any more.
  private struct Released { weak var layer: CALayer? }

  static let mostLayers = 24

  var screens: [Screen] = []
  /// All layers that the application holds, shown or not.
  var layers: [CALayer] = []
  private(set) var animations: [AddedAnimation] = []
  private(set) var blocks: [AddedBlock] = []
  /// Of the open transactions, outermost first.
  var openBlocks: [AddedBlock] = []
  private var released: [Released] = []
  private var begins: [AnimationID: Double] = [:]
  private var added = 0
  private var turns = 0
  /// What was found wrong on the way.
  private(set) var complaints: [String] = []

  private var surfaces: UInt32 = 5000

  init() {
    CATransaction.flush()
    LayerHost.drainDeferred()
    MediaClock.useVirtual(100)
    screens = [makeScreen(), makeScreen()]
    turn()
  }

  func makeScreen() -> Screen {
    surfaces += 1
    let server = SynchronousServer(SurfaceID(raw: surfaces))
    let host = LayerHost(surface: server.surface, service: server)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    root.position = CGPoint(x: 32, y: 32)
    host.rootLayer = root
    layers.append(root)
    return Screen(host: host, server: server)
  }

  func isRoot(_ layer: CALayer) -> Bool { layer.host?.rootLayer === layer }

  // MARK: What operations report

  /// Unlike every other one.
  func makeDuration(_ coarse: Double) -> Double {
    added += 1
    return coarse + Double(added) * 0x1p-32
  }

  func add(_ animation: CAAnimation, to layer: CALayer, key givenKey: String?) {
    let key = animation is CATransition ? kCATransition : givenKey
    let new = AddedAnimation(animation, key: key, on: layer)
    if let key { removed(from: layer) { $0.key == key } }
    layer.add(animation, forKey: givenKey)
    animations.append(new)
    for block in openBlocks { block.members.append(new) }
  }

  func removed(from layer: CALayer, where isGone: (AddedAnimation) -> Bool = { _ in true }) {
    for animation in animations where animation.isInList && animation.layer === layer {
      if isGone(animation) { animation.remove() }
    }
  }

  /// The fades that changes make by themselves take the places of transitions that were committed.
  func noteFades() {
    for animation in animations where animation.isInList && animation.key == kCATransition {
      let kept = animation.layer?.animation(forKey: kCATransition)
      if kept?.duration != animation.duration { animation.remove() }
    }
  }

  func openBlock() -> AddedBlock {
    let block = AddedBlock()
    blocks.append(block)
    openBlocks.append(block)
    return block
  }

  func mayHaveAnimated() { for block in openBlocks { block.hasOthers = true } }

  /// The application forgets a subtree that has been taken out.
  func letGo(of layer: CALayer) {
    let gone = subtree(layer)
    released += gone.map { Released(layer: $0) }
    layers.removeAll { layer in gone.contains { $0 === layer } }
  }

  func subtree(_ layer: CALayer) -> [CALayer] {
    let below = (layer.sublayers ?? []) + (layer.mask.map { [$0] } ?? [])
    return [layer] + below.flatMap { subtree($0) }
  }

  func close(_ host: LayerHost) {
    for animation in animations where animation.host === host {
      animation.host = nil
      let isShown = animation.layer?.host === host
      if isShown || animation.isRemovedOnCompletion { animation.remove() }
    }
    host.close()
  }

  // MARK: Turns

  /// One turn of the main loop.
  func turn() {
    flush()
    serve()
    LayerHost.drainDeferred()
    flush()
    turns += 1
    check()
  }

  func flush() {
    noteCommit()
    CATransaction.flush()
    committed()
  }

  /// Before a commit: what it ends because its layer has left.
  func noteCommit() {
    for animation in animations where animation.isInList {
      guard let layer = animation.layer else { continue }
      if !animation.isCommitted {
        if layer.host == nil {
          animation.remove()
          continue
        }
        animation.isCommitted = true
      } else if let old = animation.host, old !== layer.host, animation.isRemovedOnCompletion {
        animation.remove()
      }
      animation.host = layer.host
    }
  }

  /// After a commit: what it let go of, and the begins that it resolved.
  func committed() {
    for animation in animations where animation.layer == nil { animation.remove() }
    for block in blocks { block.isSealed = true }
    let now = MediaClock.now
    for screen in screens {
      for (_, node, chain) in screen.server.model.shown {
        for animation in node.animations where begins[animation.id] != animation.timing.beginTime {
          let begin = animation.timing.beginTime
          if let old = begins[animation.id] {
            complaints.append("a begin changed from \(old) to \(begin)")
          }
          begins[animation.id] = begin
          guard let added = added(animation) else { continue }
          added.resolvedBegin = begin
          let wanted = added.begin != 0 ? added.begin : max(0, local(chain, now))
          if abs(begin - wanted) > 1e-9 * max(1, abs(wanted)) {
            complaints.append("a begin was resolved to \(begin) instead of \(wanted)")
          }
        }
      }
    }
  }

  func advance(to time: Double) {
    MediaClock.useVirtual(time)
    serve()
    for screen in screens {
      if screen.host.wantsTicks {
        let frame = FrameTarget(
          timestamp: time, presentTime: time, startBy: time, interval: 1.0 / 60)
        screen.host.handle(.tick(screen.server.surface, frame))
      }
      do {
        _ = try screen.server.draw()
        let second = try screen.server.draw()
        if second != .nothingChanged { complaints.append("the same frame was drawn twice") }
      } catch { complaints.append("no frame: \(error)") }
    }
  }

  /// Takes the events that are due, and says which begins and ends they should be.
  private func serve() {
    let now = MediaClock.now
    for screen in screens {
      let events = screen.server.takeEvents()
      var started: Set<AnimationID> = [], finished: Set<AnimationID> = []
      for event in events {
        switch event {
        case .animationStarted(_, _, let id, _): started.insert(id)
        case .animationFinished(_, _, let id, _): finished.insert(id)
        case .tick, .configure, .closeRequested, .input, .windowChanged, .surfaceLost: break
        }
      }
      for (_, node, chain) in screen.server.model.shown {
        let time = local(chain, now)
        let isPaused = chain.contains { $0.speed == 0 }
        // It may have been later within the step than it is at its end.
        let isBackwards = chain.contains { $0.speed < 0 },
          jumps = chain.contains { $0.beginTime != 0 }
        let isBehind = chain.contains { $0.timeOffset < 0 }
        let mayTurn = isBackwards && (jumps || isBehind) || isBehind && jumps
        // At a boundary the last bit of a sum decides; there the server may have it either way.
        func reaches(_ boundary: Double, _ added: AddedAnimation, _ isReported: Bool) -> Bool {
          if abs(time - boundary) < 1e-9 { return isReported }
          // When it was added, within the step, it was later than now.
          let mayHaveBeen = mayTurn || isBackwards && !added.isServed
          return time > boundary || mayHaveBeen && isReported
        }
        for animation in node.animations {
          guard let added = added(animation), let begin = added.resolvedBegin else { continue }
          if reaches(begin, added, started.contains(animation.id)) { added.begins() }
          if !isPaused, reaches(begin + added.span, added, finished.contains(animation.id)) {
            added.ends()
          }
          added.isServed = true
        }
      }
      for event in events { screen.host.handle(event) }
    }
  }

  private func local(_ chain: [LayerTiming], _ mediaTime: Double) -> Double {
    chain.reduce(mediaTime) { time, layer in
      time < layer.beginTime ? 0 : (time - layer.beginTime) * layer.speed + layer.timeOffset
    }
  }

  private func added(_ animation: LayerAnimation) -> AddedAnimation? {
    animations.first { $0.duration == animation.timing.duration }
  }

  // MARK: What must be true

  private func check() {
    for screen in screens { check(screen) }
    complaints += animations.compactMap(\.complaint) + blocks.compactMap(\.complaint)
    animations.removeAll { !$0.isInList }
    blocks.removeAll { $0.calls > 0 }
    let kept = released.filter { $0.layer != nil }.count
    if kept > 0 { complaints.append("\(kept) layers outlive their last use") }
    released.removeAll()
  }

  private func check(_ screen: Screen) {
    let (host, server) = (screen.host, screen.server)
    complaints += server.nonsense
    let now = MediaClock.now
    for (id, wanted) in host.presentedValues(at: now) {
      guard let served = server.renderer.layerValues(of: id, at: now) else {
        complaints.append("the server does not know layer \(id.raw)")
        continue
      }
      complaints += differences(served, wanted).map { "layer \(id.raw): served \($0)" }
    }
    complaints += layers.compactMap { ($0 as? DrawingLayer)?.complaint }
    let shown = host.rootLayer.map { subtree($0).compactMap(\.shownID) } ?? []
    if Set(shown) != Set(server.model.nodes.keys) {
      complaints.append("the server knows other layers than those that are shown")
    }
    // What is made anew costs the most.
    guard turns % 5 == 0 else { return }
    checkWhole(screen, at: now)
    checkEmptyCommit(screen)
  }

  /// The increments have made what the whole makes.
  private func checkWhole(_ screen: Screen, at now: Double) {
    let server = screen.server, whole = screen.host.snapshot()
    complaints += server.model.differences(from: CommittedModel(whole))
    let fresh = SynchronousServer.fresh(whole)
    _ = fresh.takeEvents()
    for id in server.model.nodes.keys {
      guard let a = server.renderer.layerValues(of: id, at: now),
        let b = fresh.renderer.layerValues(of: id, at: now)
      else { continue }
      complaints += differences(a, b).map { "layer \(id.raw): by increments \($0)" }
    }
    // What was shown before is known to one of them only.
    server.renderer.showsTransitions = false
    defer { server.renderer.showsTransitions = true }
    if structure(server, at: now) != structure(fresh, at: now) {
      complaints.append("the tree made by increments is another one")
    }
    if server.renderer.isAnimating != fresh.renderer.isAnimating {
      complaints.append("one of the servers goes on, and the other does not")
    }
    // Nothing is due on account of a layer that is gone.
    if server.renderer.nextReportTime < fresh.renderer.nextReportTime {
      complaints.append("something is due that nobody waits for")
    }
  }

  private func structure(_ server: SynchronousServer, at time: Double) -> [Substring] {
    server.renderer.dumpTree(at: time).split(separator: "\n").dropFirst().map { line in
      let indent = line.prefix { $0 == " " }.count
      return line.prefix(indent + 6) + line.dropFirst(indent + 6).prefix { $0 != " " }
    }
  }

  /// What changed and changed back is sent to nobody.
  private func checkEmptyCommit(_ screen: Screen) {
    guard let root = screen.host.rootLayer else { return }
    let before = screen.server.commits
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let z = root.zPosition
    root.zPosition = z + 1
    root.zPosition = z
    CATransaction.commit()
    if screen.server.commits != before { complaints.append("a commit says what is known") }
  }

  private func differences(_ a: LayerValues, _ b: LayerValues) -> [String] {
    guard a != b else { return [] }
    return LayerProperty.allCases.compactMap { property in
      let (x, y) = (a[property], b[property])
      return x == y || isNear(x, y) ? nil : "\(property) \(x) instead of \(y)"
    }
  }

  private func isNear(_ a: PropertyValue, _ b: PropertyValue) -> Bool {
    switch (a, b) {
    case (.matrix(let m), .matrix(let n)):
      zip(m.rowMajor, n.rowMajor).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($1)) }
    case (.path(let p), .path(let q)): p == q
    default:
      zip([a], [b]).allSatisfy { a, b in
        guard let n = a.numbers, let m = b.numbers else { return false }
        return (0..<4).allSatisfy { abs(n[$0] - m[$0]) <= 1e-9 * max(1, abs(m[$0])) }
      }
    }
  }

  // MARK: The end

  /// Takes everything away; nothing may be left.
  func finish() {
    turn()
    let hosts = screens.map(\.host)
    for layer in layers {
      removed(from: layer)
      layer.removeAllAnimations()
    }
    flush()
    for host in hosts { close(host) }
    screens.removeAll()
    released += layers.map { Released(layer: $0) }
    layers.removeAll()
    flush()
    LayerHost.drainDeferred()
    flush()
    for block in blocks { block.mustHaveRun() }
    check()
    if !animations.isEmpty { complaints.append("animations are left") }
    MediaClock.useVirtual(nil)
  }
}
