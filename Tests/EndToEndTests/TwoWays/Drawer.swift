import Geometry
import LayerCommit
import LayerStage
import Profiling
import QuartzCore
import RenderServer
import Renderer
import TestSupport
import Testing
import VulkanBackend

/// One of the quicker ways that can be turned off without changing a picture.
struct Optimization: CustomStringConvertible {
  let description: String
  let option: Optimizations

  static let damage = Optimization(description: "damage", option: .damage)

  static let all = [
    damage, Optimization(description: "culling", option: .culling),
    Optimization(description: "quick fills", option: .quickFills),
    Optimization(description: "analytic clips", option: .analyticClips),
    Optimization(description: "analytic shadows", option: .analyticShadows),
    Optimization(description: "single pieces", option: .singlePieces),
    Optimization(description: "rasterization", option: .rasterization),
    Optimization(description: "the coverage cache", option: .coverageCache),
    Optimization(description: "shared textures", option: .sharedTextures),
    Optimization(description: "front to back", option: .frontToBack),
    Optimization(description: "folded groups", option: .foldedGroups),
    Optimization(description: "cards", option: .cards),
    Optimization(description: "regrouping", option: .regrouping),
    Optimization(description: "resting sublayers", option: .restingSublayers),
    Optimization(description: "ready pictures", option: .readyPictures),
    Optimization(description: "analytic arcs", option: .analyticArcs),
  ]
}

/// Layers that are shown nowhere: what they commit goes to the drawers of a test.
@MainActor
final class CommittedTree {
  let stage: TestStage
  private let scene: VectorValue
  private var taken = 0

  init(_ scene: VectorValue) throws {
    let size = scene["size"].doubles
    self.scene = scene
    stage = try TestStage(width: size[0], height: size[1], draws: false)
    stage.stage.recordCommits()
    withoutActions {
      for (key, value) in scene["root"].fields { SceneLayers.set(key, value, on: stage.root) }
      for layer in scene["layers"].array { stage.root.addSublayer(SceneLayers.make(layer)) }
    }
  }

  /// What was committed since the last call.
  func takeCommits() -> [Commit] {
    stage.commit()
    let all = stage.stage.commits
    defer { taken = all.count }
    return Array(all[taken...])
  }

  func close() { stage.stage.close() }

  /// A surface for this tree that draws for itself.
  func drawer(_ device: VulkanDevice, without optimization: Optimization? = nil) throws -> Drawer {
    let background = scene["background"].doubles
    let drawer = Drawer(
      try OffscreenBackend(device: device),
      size: Size(Double(stage.size.width), Double(stage.size.height)),
      scale: scene["scale"].double ?? 1,
      background: Color(background[0], background[1], background[2], background[3]))
    if let optimization { drawer.renderer.optimizations.subtract(optimization.option) }
    return drawer
  }
}

/// One surface of the server and its pixels.
@MainActor
final class Drawer {
  let renderer: SurfaceRenderer
  private let backend: OffscreenBackend
  /// Of the last frame.
  private(set) var record = FrameRecord()
  private(set) var outcome = FrameOutcome.nothingChanged

  fileprivate init(_ backend: OffscreenBackend, size: Size, scale: Double, background: Color) {
    self.backend = backend
    renderer = SurfaceRenderer(
      surface: SurfaceID(raw: 1), backend: backend, size: size, scale: scale,
      background: background)
  }

  /// The frame seen at `time`, media time.
  func draw(_ commits: [Commit], at time: Double) throws -> Bitmap {
    for commit in commits { renderer.apply(commit) }
    var events: [ServerEvent] = []
    renderer.advance(to: time, events: &events)
    record = FrameRecord()
    outcome = try renderer.drawFrame(
      at: FrameTarget(timestamp: time, presentTime: time, startBy: time, interval: 1.0 / 60),
      record: &record)
    return try backend.readPixels()
  }
}
