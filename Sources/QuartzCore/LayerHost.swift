import CoreGraphicsAPI
import LayerCommit

/// The application's side of one surface: the tree that is shown there, what changed in it, and the
/// way of the server's events to those who wait for them.
///
/// One host belongs to each window or offscreen output. Setting `rootLayer` shows a tree; commits
/// then go to `service` until `close()`.
///
/// Threads: hosts are made, handed events and closed on the main thread. A commit of any thread lays
/// out and submits, with `CommitLock` held, the hosts whose trees that thread changed; whoever
/// changes a tree that another thread commits holds `CATransaction.lock()`.
///
/// Who runs the loop calls, on the main thread and for everything that has arrived, `handle(_:)`
/// for each event and then `drainDeferred()`; what these calls changed is committed by
/// `CATransaction.flush()` or when the run loop goes to wait.
package final class LayerHost {
  // Only touched with `CommitLock` held.
  nonisolated(unsafe) private static var registry: [LayerHost] = []

  /// All open hosts, oldest first.
  package static var all: [LayerHost] { CommitLock.shared.withLock { unsafe registry } }

  /// Moment for which `presentation()` answers: while display links are called, when the frame
  /// being prepared will be seen; else now.
  package static var presentationTime: Double {
    TransactionStack.current.frameTime ?? MediaClock.now
  }

  package let surface: SurfaceID
  private let service: any RenderService
  var encoder = CommitEncoder()
  var driven = DrivenLayers()
  /// The tiled layers that the server knows. Only touched with `CommitLock` held.
  var tiled: [CATiledLayer] = []
  /// Tiles are taken over by `awaitTiles` alone; otherwise the main queue does it as they come.
  package var awaitsTiles = false
  /// Pixels of the surface for each point of the root: how finely contents are drawn in tiles.
  package var scale = 1.0 {
    didSet { if scale != oldValue, !tiled.isEmpty { TransactionStack.current.touch(self) } }
  }
  private var serial: UInt64 = 0
  /// What becomes of the animations of layers that leave the tree from now on.
  package var leavingAnimations = LeavingAnimations.endRemovable

  package init(surface: SurfaceID, service: any RenderService) {
    self.surface = surface
    self.service = service
    CommitLock.shared.withLock { unsafe Self.registry.append(self) }
    touchIfWantsTicks()
  }

  /// The tree that is shown. A layer that stood elsewhere leaves that place.
  package var rootLayer: CALayer? {
    get { root }
    set { show(newValue) }
  }
  private var root: CALayer?

  private func show(_ new: CALayer?) {
    guard new !== root else { return }
    let old = root
    root = nil
    encoder.rootChanged()
    old?.move(to: nil)
    new?.detach()
    // Whoever was told of it may have shown another tree, or put the layer into one.
    guard root == nil, new?.storedSuperlayer == nil, new?.host == nil else { return }
    root = new
    new?.tellOfFlips()
    new?.move(to: self)
    TransactionStack.current.touch(self)
  }

  /// Shows nothing any more; ends the animations of the tree unfinished.
  package func close() {
    leavingAnimations = .endAll
    rootLayer = nil
    CommitLock.shared.withLock {
      endLeaving()
      _ = encoder.encode(self, at: MediaClock.now)
      unsafe Self.registry.removeAll { $0 === self }
    }
    // Of what was waited for nothing is kept.
    if awaitsTiles { _ = awaitTiles(seconds: 0) }
    // The ticks go to another host from now on.
    DisplayLinks.release(self)
    Self.all.first?.touchIfWantsTicks()
  }

  /// A display link is waiting for ticks, and this is the host that gets them; or layers are drawn
  /// by them.
  package var wantsTicks: Bool {
    DisplayLinks.areWaiting(for: self) || Self.all.first === self && DisplayLinks.areWaiting
      || drivesFrames || movesTiles
  }

  private func touchIfWantsTicks() {
    if wantsTicks { TransactionStack.current.touch(self) }
  }

  // MARK: What layers report

  func enqueue(_ layer: CALayer) { encoder.changed.append(layer) }
  func needsLayout(_ layer: CALayer) { layoutQueue.append(layer) }
  func needsDisplay(_ layer: CALayer) { displayQueue.append(layer) }

  private var layoutQueue: [CALayer] = []
  private var displayQueue: [CALayer] = []

  // MARK: Commit

  /// More rounds of layout than this mean that layout asks for layout for ever.
  private static let mostRounds = 100

  /// Lays out, draws, and hands the changes of every host that `stack` touched to its server. With
  /// `CommitLock` held. Returns the hosts that are not done.
  static func commit(_ stack: TransactionStack) -> [LayerHost] {
    // In the order of their making; layout and drawing may touch more of them.
    func touched() -> [LayerHost] {
      unsafe registry.filter { host in stack.touchedHosts.contains { $0 === host } }
    }
    var hosts = touched()
    var rounds = 0
    while hosts.contains(where: \.hasQueued) {
      rounds += 1
      guard rounds <= mostRounds else {
        Warnings.once(
          "layout.endless", "layout keeps asking for layout; the rest waits for the next commit")
        break
      }
      for host in hosts { host.layoutAndDisplay() }
      hosts = touched()
    }
    for host in hosts { host.endLeaving() }
    // One time for all, so that everything begun in this commit stays in step.
    let time = MediaClock.now
    for host in hosts { host.encode(at: time) }
    for host in hosts { host.submit(at: time) }
    return hosts.filter(\.hasQueued)
  }

  private var hasQueued: Bool { !layoutQueue.isEmpty || !displayQueue.isEmpty }

  /// Superlayers before sublayers; drawing when nothing needs layout.
  private func layoutAndDisplay() {
    guard !layoutQueue.isEmpty else {
      let queue = displayQueue
      displayQueue.removeAll(keepingCapacity: true)
      for layer in queue where layer.host === self {
        if layer.isDrawnByCopies { postponesDisplay(of: layer) } else { layer.displayIfNeeded() }
      }
      return
    }
    let queue = layoutQueue
    layoutQueue.removeAll(keepingCapacity: true)
    var depths = Depths()
    let ordered = queue.map { ($0, depths.depth(of: $0)) }.sorted { $0.1 < $1.1 }
    for (layer, _) in ordered where layer.host === self { layer.layoutNow() }
  }

  /// Asks something of the window or output, with the next commit.
  package func request(_ request: SurfaceRequest) {
    requests.append(request)
    TransactionStack.current.touch(self)
  }
  private var requests: [SurfaceRequest] = []

  /// Waiting to be submitted in the same commit.
  private var ops: [CommitOp] = []

  private func encode(at time: Double) {
    // Whatever changes may change what time it is for the layers.
    if !driven.layers.isEmpty, !encoder.changed.isEmpty { driven.isDue = true }
    ops = encoder.encode(self, at: time)
  }

  private func submit(at time: Double) {
    if drawDrivenLayers(at: time) {
      // What drew may have changed other layers.
      var rounds = 0
      while hasQueued, rounds < Self.mostRounds {
        rounds += 1
        layoutAndDisplay()
      }
      endLeaving()
      ops += encoder.encode(self, at: time)
    }
    if arrangeTiles(at: time) { ops += encoder.encode(self, at: time) }
    var ops = self.ops
    self.ops = []
    for request in requests { ops.append(.request(request)) }
    requests.removeAll(keepingCapacity: true)
    guard !ops.isEmpty else { return }
    serial += 1
    service.submit(Commit(surface: surface, serial: serial, time: time, ops: ops))
  }

  // MARK: Events

  /// Takes one event of this surface. Delegates and completion blocks are called by
  /// `drainDeferred()`, or before the next tick's display links, so that all that end in one turn
  /// are told in the right order.
  package func handle(_ event: ServerEvent) {
    switch event {
    case .tick(_, let frame):
      Callbacks.deliver()
      TransactionStack.current.frameTime = frame.presentTime
      DisplayLinks.tick(frame, of: self)
      TransactionStack.current.frameTime = nil
      driveLayers(at: frame.presentTime)
    case .animationStarted(_, let layer, let animation, _):
      encoder.layer(layer)?.animationStarted(animation)
      checkTiles()
    case .animationFinished(_, let layer, let animation, _):
      encoder.layer(layer)?.animationFinished(animation)
      checkTiles()
    case .configure, .closeRequested, .input, .windowChanged, .surfaceLost:
      // For the one who owns the window.
      break
    }
  }

  /// Makes the delegate calls and runs the completion blocks that are due. Calls that these cause
  /// wait for the next drain. False when there was nothing to do.
  @discardableResult
  package static func drainDeferred() -> Bool { Callbacks.deliver() }

  /// Something waits for `drainDeferred()`.
  package static var hasDeferred: Bool { !Callbacks.isEmpty }
}

/// How many superlayers layers have, each asked for once.
private struct Depths {
  private var known: [ObjectIdentifier: Int] = [:]
  /// Siblings stand side by side in most lists.
  private var last: (superlayer: CALayer, depth: Int)?

  mutating func depth(of layer: CALayer) -> Int {
    guard let superlayer = layer.storedSuperlayer else { return 0 }
    if let last, last.superlayer === superlayer { return last.depth + 1 }
    let depth = walk(superlayer)
    last = (superlayer, depth)
    return depth + 1
  }

  private mutating func walk(_ layer: CALayer) -> Int {
    var chain: [CALayer] = []
    var depth = -1
    var next: CALayer? = layer
    while let current = next {
      if let found = known[ObjectIdentifier(current)] {
        depth = found
        break
      }
      chain.append(current)
      next = current.storedSuperlayer
    }
    for layer in chain.reversed() {
      depth += 1
      known[ObjectIdentifier(layer)] = depth
    }
    return depth
  }
}
