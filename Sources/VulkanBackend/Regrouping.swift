import Geometry
import Renderer

/// Moves quads that one pipeline draws together where nothing between them touches the same pixels:
/// changing pipelines costs as much as dropping tens of quads.
///
/// Batches are looked at in their order. Each joins the last group of its kind if it meets no group
/// that came later; what it meets is found out by tiles of pixels, which may say too much and never
/// too little. So every pixel is drawn by the same quads in the same order. Keeps its arrays: used
/// again it allocates nothing.
struct Regrouping {
  /// What neighbouring batches must have in common to need no change between them.
  fileprivate struct Key: Equatable {
    var kind: PipelineKind
    var texture: DrawList.TextureSource
    var blend: DrawList.Blend
    var backdrop: Int32
  }

  /// Batches that are drawn one after the other, chained by `next`.
  private struct Group {
    var key: Key
    var first: Int
    var last: Int
    /// So many quads that nobody asks where they are.
    var isWall: Bool
  }

  /// A pass with fewer changes of kind is left as it is, and a list that would not lose that many.
  private static let leastChanges = 8
  /// How many groups a batch may pass over, less one.
  private static let openGroups = 8
  /// More quads in a batch are taken to be everywhere.
  private static let mostQuads = 256

  /// A shadow stays with the shape that is drawn with it; see `Card`.
  var keepsCards = true

  private var groups: [Group] = []
  /// By batch of the pass at hand: the one that follows in its group, or −1.
  private var next: [Int] = []
  /// Where the last groups have drawn, in turn.
  private var tiles = TileSets(count: openGroups)
  /// The tiles of the batch at hand.
  private var boxes: [TileBox] = []
  private var result = DrawList(size: PixelSize(0, 0), damage: PixelRegion(), clearColor: .zero)
  private var spareBatches: [[DrawList.Batch]] = []

  /// The same list in an order that is cheaper to draw; nil where there is none. To be followed by
  /// `letGo`, once it has been drawn.
  mutating func regrouped(_ list: DrawList) -> DrawList? {
    guard list.passes.contains(where: { Self.changes(in: $0) >= Self.leastChanges }) else {
      return nil
    }
    (result.size, result.damage, result.clearColor) = (list.size, list.damage, list.clearColor)
    result.instances.removeAll(keepingCapacity: true)
    result.solids.removeAll(keepingCapacity: true)
    var saved = 0
    for pass in list.passes {
      let changes = Self.changes(in: pass)
      result.passes.append(
        DrawList.Pass(
          target: pass.target, start: pass.start, isWhole: pass.isWhole,
          batches: spareBatches.popLast() ?? []))
      if changes >= Self.leastChanges {
        group(pass, of: list)
        saved += changes - changesBetweenGroups()
        for group in groups { copy(group, pass, of: list) }
      } else {
        for batch in pass.batches { copy(batch, of: list) }
      }
    }
    guard saved >= Self.leastChanges else {
      letGo()
      return nil
    }
    (result.clips, result.ramps) = (list.clips, list.ramps)
    (result.uploads, result.releases) = (list.uploads, list.releases)
    return result
  }

  /// Gives up what the list shares with the one it was made from.
  mutating func letGo() {
    for i in result.passes.indices {
      var batches: [DrawList.Batch] = []
      swap(&batches, &result.passes[i].batches)
      batches.removeAll(keepingCapacity: true)
      spareBatches.append(batches)
    }
    result.passes.removeAll(keepingCapacity: true)
    (result.clips, result.ramps, result.uploads, result.releases) = ([], [], [], [])
  }

  /// At least as many as there are pipelines to be changed, without a look at any quad.
  private static func changes(in pass: DrawList.Pass) -> Int {
    var changes = 0
    var last: DrawList.Kind?
    for i in pass.batches.indices where pass.batches[i].kind != last {
      changes += 1
      last = pass.batches[i].kind
    }
    return changes
  }

  private func changesBetweenGroups() -> Int {
    var changes = 0
    var last: PipelineKind?
    for group in groups where group.key.kind != last {
      changes += 1
      last = group.key.kind
    }
    return changes
  }

  // MARK: - Groups

  private mutating func group(_ pass: DrawList.Pass, of list: DrawList) {
    groups.removeAll(keepingCapacity: true)
    next.removeAll(keepingCapacity: true)
    switch pass.target {
    case .surface: tiles.begin(list.size.bounds)
    case .offscreen(let area): tiles.begin(area)
    case .image(_, let size): tiles.begin(size.bounds)
    }
    var i = 0
    while i < pass.batches.count {
      let isCard = keepsCards && Card(at: i, of: pass.batches, list) != nil
      let last = isCard ? i + 1 : i
      defer { i = last + 1 }
      next.append(isCard ? last : -1)
      if isCard { next.append(-1) }
      let batch = pass.batches[i], quads = batch.quads(of: list)
      guard !quads.isEmpty else { continue }
      let key = isCard ? .card : Key(batch, quads, of: list)
      boxes.removeAll(keepingCapacity: true)
      let isPlaced =
        addTiles(of: batch.kind, quads, list)
        && (!isCard || addTiles(of: .shape, pass.batches[last].quads(of: list), list))
      let isWall = !isPlaced || boxes.count > Self.mostQuads
      if !isWall, let joined = groupToJoin(key) {
        next[groups[joined].last] = i
        groups[joined].last = last
        tiles.add(boxes, to: joined % Self.openGroups)
      } else {
        groups.append(Group(key: key, first: i, last: last, isWall: isWall))
        let slot = (groups.count - 1) % Self.openGroups
        tiles.empty(slot)
        if !isWall { tiles.add(boxes, to: slot) }
      }
    }
  }

  /// The last group of a kind, if what is at hand meets none after it.
  private func groupToJoin(_ key: Key) -> Int? {
    for i in groups.indices.suffix(Self.openGroups).reversed() {
      if groups[i].isWall { return nil }
      if groups[i].key == key { return i }
      if tiles.meets(boxes, in: i % Self.openGroups) { return nil }
    }
    return nil
  }

  /// Adds to `boxes`; false where a quad may be anywhere, or there are too many.
  private mutating func addTiles(of kind: DrawList.Kind, _ quads: Range<Int>, _ list: DrawList)
    -> Bool
  {
    guard quads.count <= Self.mostQuads else { return false }
    for i in quads {
      let reach =
        kind == .solid
        ? list.solids[i].reach : list.instances[i].reach(as: kind, ramps: list.ramps)
      guard let reach else { return false }
      if let box = tiles.box(of: reach) { boxes.append(box) }
    }
    return true
  }

  // MARK: - Copies

  private mutating func copy(_ group: Group, _ pass: DrawList.Pass, of list: DrawList) {
    let target = result.passes.count - 1
    var at = group.first
    while at >= 0 {
      copy(pass.batches[at], of: list)
      let last = result.passes[target].batches.count - 1
      // Runs of images are made by whoever draws them.
      if at != group.first, pass.batches[at].kind != .image, group.key != .card,
        result.passes[target].batches[last - 1].texture == pass.batches[at].texture
      {
        let quads = result.passes[target].batches.removeLast().instances
        let first = result.passes[target].batches[last - 1].instances.lowerBound
        result.passes[target].batches[last - 1].instances = first..<quads.upperBound
      }
      at = next[at]
    }
  }

  /// To the last pass.
  private mutating func copy(_ batch: DrawList.Batch, of list: DrawList) {
    var copy = batch
    if batch.kind == .solid {
      let quads = batch.quads(of: list)
      copy.instances = result.solids.count..<(result.solids.count + quads.count)
      result.solids.append(contentsOf: list.solids[quads])
    } else {
      let quads = batch.quads(of: list)
      copy.instances = result.instances.count..<(result.instances.count + quads.count)
      result.instances.append(contentsOf: list.instances[quads])
    }
    result.passes[result.passes.count - 1].batches.append(copy)
  }
}

extension DrawList.Batch {
  /// Those that are there.
  fileprivate func quads(of list: DrawList) -> Range<Int> {
    instances.clamped(to: kind == .solid ? list.solids.indices : list.instances.indices)
  }
}

extension Regrouping.Key {
  /// Of a shadow and a shape that are drawn together.
  fileprivate static let card = Regrouping.Key(
    kind: .card, texture: .none, blend: .over, backdrop: -1)

  fileprivate init(_ batch: DrawList.Batch, _ quads: Range<Int>, of list: DrawList) {
    kind = PipelineKind(batch, quads, of: list)
    blend = batch.blend
    backdrop = batch.backdrop
    // Runs of these are one draw whatever they show.
    texture = kind == .image ? .none : batch.texture
  }
}

/// Where a quad may touch pixels.
struct QuadReach {
  var low: SIMD2<Float>
  var high: SIMD2<Float>

  /// Pixels that softened edges and rounding add.
  private static let margin: Float = 2

  fileprivate init?(middle: SIMD2<Float>, _ reach: SIMD2<Float>) {
    low = middle - reach - Self.margin
    high = middle + reach + Self.margin
    guard (low + high).sum().isFinite else { return nil }
  }

  fileprivate init?(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ d: SIMD2<Float>) {
    low = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d)) - Self.margin
    high = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d)) + Self.margin
    guard (low + high).sum().isFinite else { return nil }
  }
}

extension DrawList.Solid {
  /// Nil where that is no number.
  var reach: QuadReach? {
    let half = rect.highHalf * 0.5
    let across = matrix.lowHalf * half.x, down = matrix.highHalf * half.y
    let middle = matrix.lowHalf * (rect.x + half.x) + matrix.highHalf * (rect.y + half.y) + offset
    return QuadReach(middle: middle, abs(across) + abs(down))
  }
}

extension DrawList.Instance {
  /// Nil where the quad passes behind the eye or is no number.
  func reach(as kind: DrawList.Kind, ramps: [SIMD4<Float>]) -> QuadReach? {
    var half = rect.highHalf * 0.5
    let centre = rect.lowHalf + half
    switch kind {
    case .solid, .shape, .image, .pass, .filter, .blend, .arc: break
    case .shadow: half += 3 * max(params.x, 0)
    case .gradient: half += ramps.indices.contains(Int(ramp)) ? max(ramps[Int(ramp)].z, 0) : 0
    }
    let middle = row0 * centre.x + row1 * centre.y + row2
    let across = row0 * half.x, down = row1 * half.y
    if row0.z == 0, row1.z == 0, row2.z == 1 {
      return QuadReach(middle: middle.lowHalf, abs(across.lowHalf) + abs(down.lowHalf))
    }
    let a = middle - across - down, b = middle + across - down
    let c = middle - across + down, d = middle + across + down
    guard min(min(a.z, b.z), min(c.z, d.z)) > 0 else { return nil }
    return QuadReach(a.lowHalf / a.z, b.lowHalf / b.z, c.lowHalf / c.z, d.lowHalf / d.z)
  }
}

private func abs(_ v: SIMD2<Float>) -> SIMD2<Float> { SIMD2(Swift.abs(v.x), Swift.abs(v.y)) }
