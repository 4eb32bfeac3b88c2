import AnimationCore
import LayerCommit

/// What commits do to emitters.
extension SurfaceRenderer {
  /// Notes that something was committed that a layer's particles may depend on.
  func noteEmitter(_ slot: Int, _ animations: [LayerAnimation]) {
    guard !scene.emitters.touched.contains(slot) else { return }
    let isAnimated = animations.contains { animation in
      animation.leaves.contains { $0.target.property.isOfEmitters }
    }
    if isAnimated || scene.emitters.contains(slot) { scene.emitters.touched.insert(slot) }
  }

  func noteEmitter(_ slot: Int, _ layer: NewLayer) {
    if layer.values.hasExtras, layer.values.extras[.emitterCells] != .none {
      scene.emitters.touched.insert(slot)
    }
    if !layer.animations.isEmpty { noteEmitter(slot, layer.animations) }
  }

  func noteEmitter(_ slot: Int, _ property: LayerProperty) {
    if property.isOfEmitters { scene.emitters.touched.insert(slot) }
  }

  /// Hands the committed values on, after the changes of a commit at media time `time`.
  func settleEmitters(at time: Double) {
    if !scene.emitters.isEmpty { scene.emitters.followTimes(scene.tree, at: time) }
    guard !scene.emitters.touched.isEmpty else { return }
    for slot in scene.emitters.touched.sorted() {
      var values = ExtraValues()
      for property in EmitterModel.properties + [.emitterPosition, .emitterZPosition] {
        values[property] = committed(slot, .extra(property))
      }
      var grouped: [PropertyAnimation] = []
      animations.gather(slot, into: &grouped)
      let isNew = scene.emitters.set(
        slot, values, grouped.compactMap { EmitterAnimation($0) },
        at: scene.tree.localTime(of: slot, at: time))
      if isNew {
        scene.tree.mark(slot, .own)
        scene.leaveQuickWay(slot)
      }
    }
    scene.emitters.touched.removeAll(keepingCapacity: true)
  }

  /// Passes on which images cells have and had, and says once that there are too many particles.
  func settleEmitterImages() {
    guard !scene.emitters.isEmpty || !scene.emitters.released.isEmpty else { return }
    let (retained, released) = scene.emitters.takeImages()
    for image in retained { images.retain(.contents(Contents(image))) }
    for image in released { images.release(.contents(Contents(image))) }
    guard scene.emitters.isFull, !warnedParticles else { return }
    warnedParticles = true
    warnings.append(
      "an emitter layer would have more than \(EmitterModel.mostParticles) particles at once; some "
        + "are left out; give its cells lower birth rates or shorter lifetimes")
  }
}
