import Geometry
import Renderer

/// Which passes of a list are worth drawing, which share a target, and how long each target is needed.
///
/// References to passes that do not come earlier count for nothing.
struct PassPlan {
  struct Entry {
    /// The pass that began the target: this one, or the one that it goes on with. What is said of a
    /// target is said here.
    var first: Int
    /// Something that is seen or kept depends on it.
    var isNeeded = false
    /// It draws all of its target.
    var isWhole: Bool
    /// It asks for other passes, or for images that may have to be made ready: most do neither.
    fileprivate(set) var hasSources = false

    /// Some pass of the target draws all of it, beyond the surface too.
    fileprivate(set) var coversArea = false
    /// Read other than pixel for pixel: all of it must have been drawn.
    fileprivate var isReadFreely = false
    fileprivate var isRead = false
    /// The last pass that draws or reads the target.
    fileprivate(set) var lastUse = -1
  }

  private(set) var entries: [Entry] = []

  subscript(index: Int) -> Entry { entries[index] }

  /// The pass that began the target of the pass at `index`; nil for none that comes before `reader`.
  func first(of index: Int, before reader: Int) -> Int? {
    index >= 0 && index < reader ? entries[index].first : nil
  }

  /// The last pass that draws or reads the target that `index` draws into.
  func lastUse(of index: Int) -> Int { entries[entries[index].first].lastUse }

  /// All of the target that `index` draws into can be read, beyond the surface too.
  func coversArea(_ index: Int) -> Bool { entries[entries[index].first].coversArea }

  mutating func make(for list: DrawList) {
    entries.removeAll(keepingCapacity: true)
    var surface: Int?
    for (index, pass) in list.passes.enumerated() {
      var first = index
      switch (pass.target, pass.start) {
      case (.surface, _):
        first = surface ?? index
        surface = first
      case (.offscreen, .resume(let start)), (.image, .resume(let start)):
        if start >= 0, start < index, list.passes[start].target == pass.target {
          first = entries[start].first
        }
      case (.offscreen, .clear), (.offscreen, .copy), (.offscreen, .blur), (.image, .clear),
        (.image, .copy), (.image, .blur):
        break
      }
      entries.append(Entry(first: first, isWhole: pass.isWhole))
    }
    for index in list.passes.indices.reversed() { look(at: list.passes[index], index) }
    for index in list.passes.indices {
      let first = entries[index].first
      if case .surface = list.passes[index].target { continue }
      if entries[first].isReadFreely { entries[index].isWhole = true }
      if entries[index].isWhole { entries[first].coversArea = true }
    }
  }

  /// Later passes have been looked at.
  private mutating func look(at pass: DrawList.Pass, _ index: Int) {
    let first = entries[index].first
    switch pass.target {
    case .surface, .image: entries[index].isNeeded = true
    case .offscreen: entries[index].isNeeded = entries[first].isRead
    }
    guard entries[index].isNeeded else { return }
    entries[first].lastUse = max(entries[first].lastUse, index)
    pass.forEachSource { source, freely in
      entries[index].hasSources = true
      note(source, readBy: index, freely: freely)
    }
    if pass.batches.contains(where: { $0.texture.isTrilinear }) { entries[index].hasSources = true }
  }

  private mutating func note(_ source: Int, readBy index: Int, freely: Bool) {
    guard let first = first(of: source, before: index) else { return }
    entries[first].isRead = true
    entries[first].lastUse = max(entries[first].lastUse, index)
    if freely { entries[first].isReadFreely = true }
  }
}

extension DrawList.Pass {
  /// The passes whose results it asks for, as often as it does, and whether it may read more of them
  /// than the pixels that it draws.
  func forEachSource(_ body: (_ source: Int, _ freely: Bool) -> Void) {
    switch start {
    case .clear, .resume: break
    case .copy(let source): body(source, false)
    case .blur(let source, _, _): body(source, true)
    }
    for batch in batches {
      if let source = batch.texture.pass { body(source, batch.kind == .image) }
      if batch.backdrop >= 0 { body(Int(batch.backdrop), false) }
    }
  }
}

extension DrawList.TextureSource {
  fileprivate var isTrilinear: Bool {
    if case .image(_, .trilinear) = self { true } else { false }
  }

  /// The pass whose result this is.
  var pass: Int? {
    switch self {
    case .none, .image: nil
    case .pass(let index), .coverage(let index): index
    }
  }
}
