/// Quicker ways to the same pixels. All are in use unless measurements or tests, which compare the
/// two, turn some off; that is done before anything is committed.
package struct Optimizations: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Only what differs from the last frame is drawn.
  package static let damage = Optimizations(rawValue: 1 << 0)
  /// What lies wholly outside of what is drawn gets no quads.
  package static let culling = Optimizations(rawValue: 1 << 1)
  /// Plain fills are kept as quads, and moved in loops of their own.
  package static let quickFills = Optimizations(rawValue: 1 << 2)
  /// Rounded clips cut each piece where one pass for all would look the same.
  package static let analyticClips = Optimizations(rawValue: 1 << 3)
  /// Shadows of rounded rectangles are computed for each fragment.
  package static let analyticShadows = Optimizations(rawValue: 1 << 4)
  /// A single piece fades without a pass.
  package static let singlePieces = Optimizations(rawValue: 1 << 5)
  /// Layers that want it are drawn by a bitmap that is kept.
  package static let rasterization = Optimizations(rawValue: 1 << 6)
  /// Coverage of paths, and shadows made from it, is kept.
  package static let coverageCache = Optimizations(rawValue: 1 << 7)
  /// Small images share large textures, and runs of them are one draw.
  package static let sharedTextures = Optimizations(rawValue: 1 << 8)
  /// Opaque images are drawn front to back.
  package static let frontToBack = Optimizations(rawValue: 1 << 9)
  /// A group at the end of another is drawn into the other's pass.
  package static let foldedGroups = Optimizations(rawValue: 1 << 10)
  /// A shadow and the shape that casts it are one quad.
  package static let cards = Optimizations(rawValue: 1 << 11)
  /// Quads of one kind are drawn together where nothing between them touches the same pixels.
  package static let regrouping = Optimizations(rawValue: 1 << 12)
  /// Sublayers that rest in a layer that moves are placed again only where they are seen.
  package static let restingSublayers = Optimizations(rawValue: 1 << 13)
  /// Images and text by themselves are kept as quads, and moved as `quickFills` are.
  package static let readyPictures = Optimizations(rawValue: 1 << 14)
  /// Lines along arcs of circles are computed for each fragment.
  package static let analyticArcs = Optimizations(rawValue: 1 << 15)

  /// What is kept from frame to frame.
  package static let caches: Optimizations = [.rasterization, .coverageCache]
  package static let all = Optimizations(rawValue: (1 << 16) - 1)
}
