import CoreGraphicsAPI
import QuartzCore
import TestSupport

/// What each operation does, with everything chosen by its generator.
extension LayerWorld {
  /// Mostly one that is shown; nil when the application has none.
  private func anyLayer(_ g: inout SeededGenerator) -> CALayer? {
    let shown = layers.filter { $0.host != nil }
    let choice = g.chance(0.85) && !shown.isEmpty ? shown : layers
    return choice.isEmpty ? nil : g.pick(choice)
  }

  // MARK: The tree

  func addLayer(_ g: inout SeededGenerator) {
    guard layers.count < Self.mostLayers, let parent = anyLayer(&g) else { return }
    let layer = g.chance(0.3) ? DrawingLayer() : CALayer()
    // Properties of a layer that was never shown change without animation.
    for _ in 0..<3 { RandomValues.setAny(layer, &g) }
    if g.chance(0.3) { add(RandomValues.animation(self, layer, &g), to: layer, key: nil) }
    parent.insertSublayer(layer, at: UInt32.random(in: 0...3, using: &g))
    layers.append(layer)
  }

  func removeLayer(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g), !isRoot(layer) else { return }
    layer.removeFromSuperlayer()
    if g.chance(0.6) { letGo(of: layer) }
  }

  func reparent(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g), let parent = anyLayer(&g), !isRoot(layer),
      !subtree(layer).contains(parent)
    else { return }
    switch Int.random(in: 0..<3, using: &g) {
    case 0: parent.addSublayer(layer)
    case 1: parent.insertSublayer(layer, at: 0)
    default: parent.insertSublayer(layer, above: parent.sublayers?.first)
    }
  }

  func reorder(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g), let sublayers = layer.sublayers else { return }
    layer.sublayers = sublayers.shuffled(using: &g)
  }

  func setMask(_ g: inout SeededGenerator) {
    guard let owner = anyLayer(&g) else { return }
    if g.chance(0.3) {
      let old = owner.mask
      owner.mask = nil
      if let old, g.chance(0.5) { letGo(of: old) }
      return
    }
    // From anywhere in the tree, or new.
    if g.chance(0.5), layers.count < Self.mostLayers {
      let mask = CALayer()
      RandomValues.setAny(mask, &g)
      if g.chance(0.5) { add(RandomValues.animation(self, mask, &g), to: mask, key: nil) }
      layers.append(mask)
      owner.mask = mask
    } else if let mask = anyLayer(&g), !isRoot(mask), !subtree(mask).contains(owner) {
      owner.mask = mask
    }
  }

  func replaceRoot(_ g: inout SeededGenerator) {
    let host = g.pick(screens).host
    let old = host.rootLayer
    let detached = layers.filter { $0.host == nil && $0.superlayer == nil }
    switch Int.random(in: 0..<4, using: &g) {
    case 0: host.rootLayer = nil
    case 1 where !detached.isEmpty: host.rootLayer = g.pick(detached)
    default:
      let root = CALayer()
      RandomValues.setAny(root, &g)
      layers.append(root)
      host.rootLayer = root
    }
    if let old, old !== host.rootLayer, g.chance(0.5) || layers.count > Self.mostLayers {
      letGo(of: old)
    }
  }

  func hide(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g) else { return }
    mayHaveAnimated()
    layer.isHidden.toggle()
  }

  func closeAndReopenHost(_ g: inout SeededGenerator) {
    // Every other operation is more interesting.
    guard g.chance(0.3) else { return }
    let index = Int.random(in: screens.indices, using: &g)
    close(screens[index].host)
    screens[index] = makeScreen()
    // The old tree stays with the application, or goes.
    let detached = layers.filter { $0.host == nil && $0.superlayer == nil }
    for layer in detached where g.chance(0.7) || layers.count > Self.mostLayers {
      letGo(of: layer)
    }
  }

  // MARK: Properties

  func setProperties(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g) else { return }
    mayHaveAnimated()
    for _ in 0..<Int.random(in: 1...3, using: &g) { RandomValues.setAny(layer, &g) }
  }

  func setOwnValue(_ g: inout SeededGenerator) {
    let drawing = layers.filter { $0 is DrawingLayer }
    guard !drawing.isEmpty else { return }
    g.pick(drawing).setValue(g.grid(0...1), forKey: "level")
  }

  func nestedTransaction(_ g: inout SeededGenerator) {
    // With no transaction open, the outermost of these commits.
    let isOutermost = g.chance(0.5)
    if isOutermost { flush() } else { CATransaction.setValue(1, forKey: "opens an implicit one") }
    let depth = Int.random(in: 1...3, using: &g)
    var hasBlock: [Bool] = []
    for _ in 0..<depth {
      CATransaction.begin()
      hasBlock.append(g.chance(0.6))
      if g.chance(0.5) { CATransaction.setAnimationDuration(g.grid(0...1)) }
      if g.chance(0.3) {
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
      }
      if g.chance(0.5) { CATransaction.setDisableActions(g.chance(0.7)) }
      if hasBlock.last == true {
        let block = openBlock()
        CATransaction.setCompletionBlock { block.call() }
      }
      change(&g)
    }
    for level in 0..<depth {
      if g.chance(0.3) { change(&g) }
      if level == depth - 1 && isOutermost { noteCommit() }
      if hasBlock.popLast() == true { openBlocks.removeLast() }
      CATransaction.commit()
    }
    if isOutermost { committed() }
  }

  private func change(_ g: inout SeededGenerator) {
    switch Int.random(in: 0..<5, using: &g) {
    case 0: setProperties(&g)
    case 1: removeKey(&g)
    case 2: addGroup(&g)
    case 3: addTransition(&g)
    default: addAnimation(&g)
    }
  }

  // MARK: Animations

  private static let keys = ["a", "b", "c"]

  func addAnimation(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g), animations.count < 60 else { return }
    add(
      RandomValues.animation(self, layer, &g), to: layer,
      key: g.chance(0.5) ? nil : g.pick(Self.keys))
  }

  func addGroup(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g), animations.count < 60 else { return }
    let group = CAAnimationGroup()
    group.animations = (0..<Int.random(in: 0...3, using: &g)).map { _ in
      RandomValues.animation(self, layer, &g)
    }
    RandomValues.time(group, self, layer, &g)
    add(group, to: layer, key: g.chance(0.5) ? nil : g.pick(Self.keys))
  }

  /// Under a key that is not its own as well.
  func addTransition(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g), animations.count < 60 else { return }
    let transition = CATransition()
    transition.type = g.pick([.fade, .push, .moveIn, .reveal])
    transition.subtype = g.chance(0.5) ? nil : g.pick([.fromRight, .fromTop])
    transition.startProgress = Float(g.grid(0...0.5))
    RandomValues.time(transition, self, layer, &g)
    add(transition, to: layer, key: g.chance(0.5) ? nil : g.pick(Self.keys))
    // The fade of this does not take its place.
    if g.chance(0.5) {
      mayHaveAnimated()
      layer.masksToBounds.toggle()
    }
  }

  func replaceKey(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g), animations.count < 60 else { return }
    let key = layer.animationKeys()?.first { Self.keys.contains($0) } ?? g.pick(Self.keys)
    add(RandomValues.animation(self, layer, &g), to: layer, key: key)
  }

  func removeKey(_ g: inout SeededGenerator) {
    let animated = layers.filter { $0.animationKeys() != nil }
    guard !animated.isEmpty else { return }
    let layer = g.pick(animated)
    guard let key = layer.animationKeys()?.randomElement(using: &g) else { return }
    removed(from: layer) { $0.key == key }
    layer.removeAnimation(forKey: key)
  }

  func removeAll(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g) else { return }
    removed(from: layer)
    layer.removeAllAnimations()
  }

  // MARK: Time

  func pause(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g) else { return }
    let time = layer.convertTime(CACurrentMediaTime(), from: nil)
    layer.speed = 0
    layer.timeOffset = time
  }

  func resume(_ g: inout SeededGenerator) {
    let paused = layers.filter { $0.speed == 0 }
    guard !paused.isEmpty else { return }
    let layer = g.pick(paused), time = layer.timeOffset
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = 0
    layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - time
  }

  func setSpeed(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g) else { return }
    layer.speed = g.pick([-1, 0, 0.5, 1, 1, 2, 3])
    if g.chance(0.3) { layer.timeOffset = g.grid(0...2) }
    if g.chance(0.3) { layer.beginTime = g.grid(0...1) + CACurrentMediaTime() - 0.5 }
  }

  func scrub(_ g: inout SeededGenerator) {
    guard let layer = anyLayer(&g) else { return }
    layer.speed = 0
    layer.timeOffset = g.chance(0.5) ? g.grid(0...3) : layer.timeOffset + g.grid(-1...1)
  }

  func advanceTime(_ g: inout SeededGenerator) {
    let now = MediaClock.now
    let due = screens.map(\.server.renderer.nextEventTime).min() ?? .infinity
    if due > now, due < now + 10, g.chance(0.5) {
      // To the boundary, or surely beyond it.
      advance(to: g.chance(0.3) ? due : due + 0.001)
    } else {
      advance(to: now + g.number(0...0.8))
    }
  }
}
