import AnimationCore
import CoreGraphicsAPI

/// The layers of a host whose contents the main side draws frame by frame, because values under keys
/// of the application's own animate. Only touched with `CommitLock` held.
struct DrivenLayers {
  var layers: [CALayer] = []
  /// Those that were postponed to the end of the commit, or were just drawn by copies for the last
  /// time: to be drawn by the layer itself unless it animates then.
  var settled: [CALayer] = []
  /// The contents may have to change with the next commit.
  var isDue = false
  /// When the frame of the last tick is seen, in media time.
  var frameTime = -Double.infinity
}

extension LayerHost {
  /// Values under keys of the application's own are animating.
  var drivesLayers: Bool { CommitLock.shared.withLock { !driven.layers.isEmpty } }

  /// Ticks are wanted to draw layers by.
  var drivesFrames: Bool {
    CommitLock.shared.withLock {
      guard !driven.layers.isEmpty else { return false }
      let time = MediaClock.now
      return driven.layers.contains { layer in
        guard let committed = layer.committed, let animations = committed.customAnimations else {
          return false
        }
        return animations.isMoving(at: committed.localTime(time), rate: committed.rate)
      }
    }
  }

  /// A frame is being prepared that will be seen at `time`, in media time.
  func driveLayers(at time: Double) {
    let hasLayers = CommitLock.shared.withLock {
      driven.frameTime = time
      guard !driven.layers.isEmpty else { return !tiled.isEmpty }
      driven.isDue = true
      return true
    }
    if hasLayers { TransactionStack.current.touch(self) }
  }

  /// An animation has begun or is over.
  func checkDrivenLayers() {
    CommitLock.shared.withLock { driven.isDue = true }
    TransactionStack.current.touch(self)
  }

  // MARK: During a commit

  /// The layer needs display and may be drawn by copies: when the animations are known.
  func postponesDisplay(of layer: CALayer) {
    driven.settled.append(layer)
    driven.isDue = true
  }

  /// The animations of a layer that has some of this kind, or had until now, are compiled.
  func animatesCustomValues(_ layer: CALayer, _ committed: CommittedLayer) {
    let old = committed.customAnimations
    let new = CustomAnimations(layer.attached)
    new?.drawn = old?.drawn
    new?.drawnTime = old?.drawnTime
    committed.customAnimations = new
    driven.isDue = true
    if old == nil, new != nil { driven.layers.append(layer) }
    if old != nil, new == nil {
      driven.layers.removeAll { $0 === layer }
      driven.settled.append(layer)
      layer.displayIsNeeded = true
    }
  }

  /// The layer has left: what it looked like last it does not look like when it comes back.
  func leavesCustomAnimations(_ layer: CALayer, _ committed: CommittedLayer) {
    guard committed.customAnimations != nil else { return }
    committed.customAnimations = nil
    driven.layers.removeAll { $0 === layer }
    layer.displayIsNeeded = true
    layer.host?.postponesDisplay(of: layer)
  }

  /// Draws what looks different at the moment that the next frame is about. False where there was
  /// nothing to look at: otherwise there may be changes, and ticks that are no longer wanted.
  func drawDrivenLayers(at commitTime: Double) -> Bool {
    guard driven.isDue else { return false }
    driven.isDue = false
    let stack = TransactionStack.current
    let outer = stack.frameTime
    let time = max(commitTime, driven.frameTime)
    stack.frameTime = time
    let settled = driven.settled
    driven.settled = []
    for layer in settled where layer.host === self { layer.displayIfNeeded() }
    for layer in driven.layers { layer.drawShownValues(at: time) }
    stack.frameTime = outer
    return true
  }
}
