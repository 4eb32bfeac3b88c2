import CVulkan
import Geometry
import Renderer

/// Passes: what they draw into, what that holds at first, and how long it is kept.
extension ListRenderer {
  /// What a target's passes have drawn so far.
  struct Result {
    var texture: Texture?
    /// What of its space the texture covers.
    var area = PixelRect.zero
    /// The texture is lent for as long as passes read it.
    var isLent = false
  }

  func recordPasses(
    _ list: DrawList, _ target: Target?, _ slot: FrameRing.Slot, _ cost: inout FrameCost
  ) throws(BackendError) {
    plan.make(for: list)
    results.removeAll(keepingCapacity: true)
    for _ in list.passes.indices { results.append(Result()) }
    surfaceUse = target?.use ?? .none
    var drewSurface = false
    for index in list.passes.indices where plan[index].isNeeded {
      switch list.passes[index].target {
      case .surface:
        guard let target else { continue }
        try recordSurface(list, index, target, slot, &cost)
        drewSurface = true
      case .offscreen, .image:
        try recordTexture(list, index, target, slot, &cost)
      }
      giveBack(endingAt: index, of: list.passes[index])
    }
    guard let target else { return }
    if !drewSurface { try recordSurface(list, nil, target, slot, &cost) }
    // Whoever uses it as an attachment again waits for these writes then: a barrier may make a driver
    // finish them now.
    guard surfaceUse != target.endUse else { return }
    device.prepare(target.image, &surfaceUse, for: target.endUse, slot.commands)
  }

  // MARK: - Lifetimes

  private func giveBack(endingAt index: Int, of pass: DrawList.Pass) {
    func ends(_ source: Int) {
      guard let first = plan.first(of: source, before: index + 1), plan[first].lastUse == index
      else { return }
      giveBack(first)
    }
    if plan[index].hasSources { pass.forEachSource { source, _ in ends(source) } }
    ends(index)
  }

  func giveBack(_ index: Int) {
    if results[index].isLent, let texture = results[index].texture { passTextures.give(texture) }
    results[index].texture = nil
  }

  /// The texture of an earlier pass that the one being recorded does not draw into.
  func result(of index: Int, readBy reader: Int) -> (texture: Texture, area: PixelRect)? {
    guard let first = plan.first(of: index, before: reader), let texture = results[first].texture,
      texture !== pass.texture
    else { return nil }
    return (texture, results[first].area)
  }

  /// Before the pass begins: what its batches read can be sampled then.
  private func prepareSources(
    _ batches: [DrawList.Batch], _ index: Int, _ commands: OpaquePointer
  ) throws(BackendError) {
    guard plan.entries.indices.contains(index), plan[index].hasSources else { return }
    func prepare(_ source: Int) {
      guard let texture = result(of: source, readBy: index)?.texture else { return }
      device.prepare(texture.image.raw, &texture.lastUse, for: .sampled, commands)
    }
    for batch in batches {
      switch batch.texture {
      case .none: break
      case .image(let id, let filter):
        guard filter == .trilinear, textures[id]?.texture !== pass.texture else { continue }
        try textures.makeMipmaps(of: id, commands)
      case .pass(let source), .coverage(let source): prepare(source)
      }
      if batch.backdrop >= 0 { prepare(Int(batch.backdrop)) }
    }
  }

  // MARK: - Targets

  /// `index` is nil where no pass draws the surface.
  private func recordSurface(
    _ list: DrawList, _ index: Int?, _ target: Target, _ slot: FrameRing.Slot,
    _ cost: inout FrameCost
  ) throws(BackendError) {
    let bounds = target.size.bounds
    let covered = limitToDamage(list, bounds)
    let isNew = surfaceUse == .none
    guard isNew || !covered.isEmpty else { return }
    let isFull = scissors.count == 1 && covered == bounds
    let goesOn = index.map { list.passes[$0].start.goesOn && plan[$0].first != $0 } ?? false
    let clears = isNew || (isFull && !goesOn)
    pass = OpenPass(
      image: target.image, view: target.view, area: clears ? bounds : covered,
      clear: clears ? list.clearColor : nil,
      damageClear: clears || goesOn ? nil : list.clearColor)
    let batches = index.map { list.passes[$0].batches } ?? []
    try prepareSources(batches, index ?? 0, slot.commands)
    device.prepare(target.image, &surfaceUse, for: .drawn, dropping: isNew, slot.commands)
    try record(list, batches, index ?? 0, origin: (0, 0), target.size, slot, &cost)
    try end(slot.commands)
    cost.passes += 1
  }

  private func recordTexture(
    _ list: DrawList, _ index: Int, _ surface: Target?, _ slot: FrameRing.Slot,
    _ cost: inout FrameCost
  ) throws(BackendError) {
    let first = plan[index].first
    let goesOn = results[first].texture != nil
    let area = goesOn ? results[first].area : area(of: list, index, surface)
    var covered = plan[index].isWhole ? drawAll(of: area) : limitToDamage(list, area)
    guard !covered.isEmpty else { return }
    if !goesOn { results[first] = try begin(list.passes[index].target, area) }
    guard let texture = results[first].texture else { return }
    let commands = slot.commands
    let isImage = !results[first].isLent
    // What an image held before stays where it is not drawn; a new one holds nothing.
    if isImage, texture.lastUse == .none { covered = drawAll(of: area) }
    let keeps = goesOn || (isImage && texture.lastUse != .none && !plan[index].isWhole)
    pass = OpenPass(
      image: texture.image.raw, view: texture.image.view, texture: texture, area: covered,
      keeps: keeps)
    try prepareSources(list.passes[index].batches, index, commands)
    switch goesOn ? .resume(first) : list.passes[index].start {
    case .clear:
      pass.clears(to: .zero)
    case .resume:
      if !goesOn { pass.clears(to: .zero) }
    case .copy(let source):
      try copy(list, from: source, surface, area, index, commands)
    case .blur(let source, let sigma, let edge):
      try blur(source, sigma, edge, area, index, commands, &cost)
    }
    device.prepare(
      texture.image.raw, &texture.lastUse, for: .drawn, dropping: pass.clear != nil, commands)
    let origin = (area.x, area.y)
    try record(
      list, list.passes[index].batches, index, origin: origin, texture.image.size, slot, &cost)
    try end(commands)
    cost.passes += 1
    if case .image(let id, _) = list.passes[index].target {
      device.prepare(texture.image.raw, &texture.lastUse, for: .sampled, commands)
      textures.dropMipmaps(of: id, ring)
    }
  }

  /// What the target that the pass at `index` begins covers; empty for what cannot be drawn.
  private func area(of list: DrawList, _ index: Int, _ surface: Target?) -> PixelRect {
    switch list.passes[index].target {
    case .surface: return .zero
    case .offscreen(let area):
      let visible = (surface?.size ?? list.size).bounds
      let area = plan.coversArea(index) ? area : area.intersection(visible)
      return textures.accepts(PixelSize(area.width, area.height)) ? area : .zero
    case .image(_, let size):
      return size.bounds
    }
  }

  private func begin(
    _ target: DrawList.Pass.Target, _ area: PixelRect
  ) throws(BackendError) -> Result {
    switch target {
    case .surface: return Result()
    case .offscreen:
      let texture = try passTextures.take(PixelSize(area.width, area.height))
      return Result(texture: texture, area: area, isLent: true)
    case .image(let id, let size):
      return Result(texture: try textures.target(id, size, pipelines.format, ring), area: area)
    }
  }

  /// Sets `scissors` to the damage inside `area`; returns their bounds, in the target's own pixels.
  private func limitToDamage(_ list: DrawList, _ area: PixelRect) -> PixelRect {
    scissors.removeAll(keepingCapacity: true)
    shadedPerDraw = 0
    targetPixels = max(area.area, 1)
    var covered = PixelRect.zero
    for damaged in list.damage.rects {
      var rect = damaged.intersection(area)
      guard !rect.isEmpty else { continue }
      rect.x -= area.x
      rect.y -= area.y
      shadedPerDraw += rect.area
      covered = covered.union(rect)
      scissors.append(rect.vulkan)
    }
    return covered
  }

  /// Sets `scissors` to all of `area`, as above.
  private func drawAll(of area: PixelRect) -> PixelRect {
    scissors.removeAll(keepingCapacity: true)
    shadedPerDraw = area.area
    targetPixels = max(area.area, 1)
    guard !area.isEmpty else { return .zero }
    let all = PixelRect(0, 0, area.width, area.height)
    scissors.append(all.vulkan)
    return all
  }

  // MARK: - Copies

  /// Fills what the pass draws with what another target holds in the same place; the rest with nothing.
  private func copy(
    _ list: DrawList, from source: Int, _ surface: Target?, _ area: PixelRect, _ index: Int,
    _ commands: OpaquePointer
  ) throws(BackendError) {
    guard let texture = pass.texture, let first = plan.first(of: source, before: index) else {
      pass.clears(to: .zero)
      return
    }
    var from: (image: OpaquePointer, area: PixelRect)?
    let other = results[first].texture
    if case .surface = list.passes[first].target {
      if let surface, surface.canBeCopied, surfaceUse != .none {
        from = (surface.image, surface.size.bounds)
      }
    } else if let other {
      // An image copied from itself holds that already.
      if other === texture { return }
      from = (other.image.raw, results[first].area)
    }
    let covered = collectCopies(from: from?.area ?? .zero, to: area)
    guard let from, covered > 0 else {
      pass.clears(to: .zero)
      return
    }
    if covered < shadedPerDraw {
      let opened = pass
      pass.clears(to: .zero)
      device.prepare(
        texture.image.raw, &texture.lastUse, for: .drawn, dropping: pass.clear != nil, commands)
      try end(commands)
      pass = opened
      pass.keeps = true
    }
    if let other {
      device.prepare(other.image.raw, &other.lastUse, for: .copiedFrom, commands)
    } else {
      device.prepare(from.image, &surfaceUse, for: .copiedFrom, commands)
    }
    device.prepare(
      texture.image.raw, &texture.lastUse, for: .copiedTo, dropping: !pass.keeps, commands)
    vkCmdCopyImage(
      commands, from.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, texture.image.raw,
      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, UInt32(copies.count), copies)
  }

  /// Sets `copies` to what `source` has of the parts that are drawn; returns how many pixels that is.
  private func collectCopies(from source: PixelRect, to area: PixelRect) -> Int {
    copies.removeAll(keepingCapacity: true)
    var pixels = 0
    for scissor in scissors {
      let part = PixelRect(
        Int(scissor.offset.x) + area.x, Int(scissor.offset.y) + area.y,
        Int(scissor.extent.width), Int(scissor.extent.height)
      ).intersection(source)
      guard !part.isEmpty else { continue }
      pixels += part.area
      var copy = VkImageCopy()
      copy.srcSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
      copy.srcSubresource.layerCount = 1
      copy.dstSubresource = copy.srcSubresource
      copy.srcOffset = VkOffset3D(
        x: Int32(part.x - source.x), y: Int32(part.y - source.y), z: 0)
      copy.dstOffset = VkOffset3D(x: Int32(part.x - area.x), y: Int32(part.y - area.y), z: 0)
      copy.extent = VkExtent3D(width: UInt32(part.width), height: UInt32(part.height), depth: 1)
      copies.append(copy)
    }
    return pixels
  }
}

extension DrawList.Pass.Start {
  fileprivate var goesOn: Bool {
    switch self {
    case .resume: true
    case .clear, .copy, .blur: false
    }
  }
}
