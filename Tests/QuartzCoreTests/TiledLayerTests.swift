import CoreGraphicsAPI
import Foundation
import Geometry
import LayerCommit
import Locks
import Testing

@testable import QuartzCore

/// Fills each tile by a formula of the layer's space, and notes which were drawn.
final class Map: CATiledLayer {
  struct Draw: Hashable {
    var rect: CGRect
    var scale: CGFloat
    var isMain: Bool
  }

  let log = Guarded<[Draw]>([])

  override class func fadeDuration() -> CFTimeInterval { 0.2 }

  override func draw(in ctx: CGContext) {
    let box = ctx.boundingBoxOfClipPath
    log.withLock {
      $0.append(Draw(rect: box, scale: ctx.ctm.a, isMain: Thread.isMainThread))
    }
    ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    ctx.fill(box)
  }

  func take() -> Set<Draw> {
    log.withLock { list in
      defer { list = [] }
      return Set(list)
    }
  }
}

@MainActor
@Suite("Tiled layers")
struct TiledLayerTests {
  /// A map of 1000 × 1000 points in tiles of 100 pixels, of which the stage shows 400 × 400.
  static func map(on stage: Stage, _ prepare: (Map) -> Void = { _ in }) -> Map {
    stage.host.awaitsTiles = true
    let map = Map()
    map.tileSize = CGSize(width: 100, height: 100)
    map.actions = ["position": NSNull(), "transform": NSNull(), "bounds": NSNull()]
    map.anchorPoint = .zero
    map.bounds = CGRect(x: 0, y: 0, width: 1000, height: 1000)
    prepare(map)
    stage.root.addSublayer(map)
    settle(stage)
    return map
  }

  /// Commits until nothing is drawn any more.
  static func settle(_ stage: Stage) {
    stage.commit()
    while stage.host.drawsTiles {
      _ = stage.host.awaitTiles()
      stage.commit()
    }
  }

  static func shown(_ map: Map) -> [CALayer] { map.pages.container.sublayers ?? [] }

  @Test("What is seen is drawn in tiles, off the main thread, each clipped to its place")
  func visibleTiles() {
    withStage { stage in
      let map = Self.map(on: stage)
      let draws = map.take()
      let expected = (0..<4).flatMap { y in
        (0..<4).map { CGRect(x: 100 * $0, y: 100 * y, width: 100, height: 100) }
      }
      #expect(Set(draws.map(\.rect)) == Set(expected) && draws.count == 16)
      #expect(draws.allSatisfy { !$0.isMain && $0.scale == 1 })
      #expect(Self.shown(map).count == 16)
      #expect(Set(Self.shown(map).map(\.frame)) == Set(expected))
      #expect(map.sublayers == nil && map.contents == nil && !stage.host.drawsTiles)
      Self.settle(stage)
      #expect(map.take().isEmpty)
    }
  }

  @Test("Tiles lie below the sublayers, which know nothing of them")
  func order() {
    withStage { stage in
      let map = Self.map(on: stage)
      let pin = CALayer()
      map.addSublayer(pin)
      Self.settle(stage)
      #expect(map.sublayers?.count == 1)
      #expect(map.presentation()?.sublayers?.count == 1)
      // The last list that the server was given begins with the tiles.
      let lists = stage.service.commits.flatMap(\.ops).compactMap { op -> [LayerID]? in
        guard case .setSublayers(let id, let list) = op, id == map.shownID else { return nil }
        return list
      }
      #expect(lists.last == [map.pages.container, pin].compactMap(\.shownID))
      #expect(lists.last?.count == 2)
      #expect(map.hitTest(CGPoint(x: 50, y: 50)) === map)
      // A tree made from nothing is the same.
      let snapshot = stage.host.snapshot().contains { op in
        guard case .setSublayers(map.shownID, let list) = op else { return false }
        return list.count == 2
      }
      #expect(snapshot)
    }
  }

  @Test("New tiles fade in over the class's duration, and no longer than once")
  func fade() throws {
    try withStage { (stage) throws in
      let map = Self.map(on: stage)
      stage.mark()
      let tile = try #require(Self.shown(map).first)
      #expect(isNear(tile.presentation().map { Double($0.opacity) }, 0))
      stage.at(0.1)
      #expect(isNear(tile.presentation().map { Double($0.opacity) }, 0.5, 0.01))
      stage.at(0.25)
      #expect(isNear(tile.presentation().map { Double($0.opacity) }, 1))
      // Away and back again.
      map.position = CGPoint(x: -400, y: 0)
      Self.settle(stage)
      stage.mark()
      stage.at(0.3)
      map.position = .zero
      _ = map.take()
      Self.settle(stage)
      #expect(map.take().isEmpty)
      #expect(Self.shown(map).allSatisfy { $0.presentation()?.opacity == 1 })
    }
  }

  @Test("While the layer moves, tiles are drawn as they come to be seen")
  func scrolling() {
    withStage { stage in
      let map = Self.map(on: stage)
      _ = map.take()
      let move = CABasicAnimation(keyPath: "position.x")
      move.fromValue = 0
      move.toValue = -200
      move.duration = 1
      map.add(move, forKey: nil)
      stage.mark()
      #expect(stage.host.wantsTicks)
      for frame in 1...30 {
        stage.frame(frame)
        Self.settle(stage)
      }
      // Half way 100 points have moved: one more column is seen.
      #expect(Set(map.take().map(\.rect.minX)) == [400])
      #expect(Set(Self.shown(map).map(\.frame.minX)) == [100, 200, 300, 400])
      for frame in 31...70 {
        stage.frame(frame)
        Self.settle(stage)
      }
      #expect(!stage.host.wantsTicks)
      #expect(Set(Self.shown(map).map(\.frame.minX)) == [0, 100, 200, 300])
    }
  }

  @Test(
    "The level is the coarsest that has enough pixels, within the levels there are",
    arguments: [
      // Scale seen at, levels, bias, and the scale drawn at.
      (1.0, 1, 0, 1.0), (0.5, 1, 0, 1), (0.5, 3, 0, 0.5), (0.6, 3, 0, 1), (0.25, 3, 0, 0.25),
      (0.1, 3, 0, 0.25), (2, 3, 0, 1), (2, 3, 1, 2), (3, 4, 2, 4), (16, 4, 2, 4), (0.5, 3, 2, 1),
    ])
  func levels(seen: Double, levels: Int, bias: Int, drawn: Double) {
    withStage { stage in
      let map = Self.map(on: stage) {
        $0.levelsOfDetail = levels
        $0.levelsOfDetailBias = bias
        $0.setAffineTransform(CGAffineTransform(scaleX: CGFloat(seen), y: CGFloat(seen)))
      }
      let draws = map.take()
      #expect(!draws.isEmpty && draws.allSatisfy { $0.scale == CGFloat(drawn) })
      // A tile has as many pixels as ever.
      let side = min(1000, 100 / drawn)
      #expect(draws.contains { abs(Double($0.rect.width) - side) < 1e-6 })
    }
  }

  @Test("The surface's scale and the scales of superlayers count")
  func outerScale() {
    withStage { stage in
      stage.host.scale = 2
      CATransaction.setDisableActions(true)
      stage.root.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
      stage.commit()
      let map = Self.map(on: stage) {
        $0.levelsOfDetail = 3
        $0.levelsOfDetailBias = 2
      }
      #expect(map.take().allSatisfy { $0.scale == 4 })
    }
  }

  @Test("Another level lies below the one that fits until that is there, then goes")
  func levelChange() {
    withStage { stage in
      let map = Self.map(on: stage) {
        $0.levelsOfDetail = 2
        $0.levelsOfDetailBias = 1
      }
      stage.mark()
      stage.at(0.3)
      let old = Self.shown(map)
      map.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
      Self.settle(stage)
      let both = Self.shown(map)
      #expect(both.contains { $0 === old[0] } && both.count > 16)
      // Coarse tiles first.
      #expect(both.map(\.frame.width) == both.map(\.frame.width).sorted(by: >))
      stage.mark()
      stage.at(0.3)
      #expect(Self.shown(map).allSatisfy { $0.frame.width == 50 })
    }
  }

  @Test("Only tiles that a rectangle touches are drawn again, in place and without a fade")
  func invalidation() throws {
    try withStage { (stage) throws in
      let map = Self.map(on: stage)
      stage.mark()
      stage.at(0.3)
      _ = map.take()
      let tile = try #require(Self.shown(map).first)
      let image = tile.contents as? CGImage
      map.setNeedsDisplay(CGRect(x: 10, y: 10, width: 100, height: 5))
      Self.settle(stage)
      #expect(Set(map.take().map(\.rect.origin)) == [.zero, CGPoint(x: 100, y: 0)])
      #expect(Self.shown(map).first === tile && tile.contents as? CGImage !== image)
      #expect(tile.presentation()?.opacity == 1)
      map.setNeedsDisplay()
      Self.settle(stage)
      #expect(map.take().count == 16)
    }
  }

  @Test("Nothing is drawn of what cannot be seen: hidden, outside, clipped, without a place")
  func unseen() {
    withStage { stage in
      #expect(Self.map(on: stage) { $0.isHidden = true }.take().isEmpty)
      #expect(Self.map(on: stage) { $0.position = CGPoint(x: 500, y: 0) }.take().isEmpty)
      #expect(
        Self.map(on: stage) { $0.setAffineTransform(CGAffineTransform(scaleX: 0, y: 1)) }
          .take().isEmpty)
      let clip = CALayer()
      clip.masksToBounds = true
      clip.frame = CGRect(x: 0, y: 0, width: 150, height: 50)
      stage.root.addSublayer(clip)
      let map = Self.map(on: stage)
      _ = map.take()
      clip.addSublayer(map)
      map.setNeedsDisplay()
      Self.settle(stage)
      #expect(map.take().count == 2)
      let loose = Map()
      loose.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      Self.settle(stage)
      #expect(loose.take().isEmpty)
    }
  }

  @Test("Images that are not seen are kept up to a limit in bytes")
  func eviction() {
    withStage { stage in
      // Tiles of a megabyte; the limit is 32 of them.
      let map = Self.map(on: stage) {
        $0.tileSize = CGSize(width: 512, height: 512)
        $0.bounds = CGRect(x: 0, y: 0, width: 512, height: 512 * 60)
      }
      for i in 0..<60 {
        map.position = CGPoint(x: 0, y: -512 * i)
        Self.settle(stage)
      }
      _ = map.take()
      map.position = CGPoint(x: 0, y: -512 * 40)
      Self.settle(stage)
      #expect(map.take().isEmpty, "kept")
      map.position = .zero
      Self.settle(stage)
      #expect(!map.take().isEmpty, "gone")
      #expect(map.pages.bytes <= TilePages.mostUnseenBytes + (4 << 20))
    }
  }

  @Test("Tiny tiles, huge ones and absurd levels are drawn in bounded work")
  func bounds() {
    withStage { stage in
      let tiny = Self.map(on: stage) { $0.tileSize = CGSize(width: 0.01, height: 0.01) }
      #expect((1...TilePages.mostTiles).contains(tiny.take().count))
      let huge = Self.map(on: stage) { $0.tileSize = CGSize(width: 1e12, height: 1e12) }
      #expect(huge.take().count == 1)
      let deep = Self.map(on: stage) {
        $0.levelsOfDetail = .max
        $0.levelsOfDetailBias = .min
      }
      #expect(!deep.take().isEmpty)
      let far = Self.map(on: stage) { $0.bounds = CGRect(x: -1e300, y: 0, width: 1e301, height: 1) }
      _ = far.take()
    }
  }

  @Test("A layer that leaves while it is drawn, or is let go, does no harm")
  func leaving() {
    withStage { stage in
      stage.host.awaitsTiles = true
      for _ in 0..<20 {
        let map = Map()
        map.tileSize = CGSize(width: 50, height: 50)
        map.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
        stage.root.addSublayer(map)
        stage.commit()
        map.removeFromSuperlayer()
        stage.commit()
      }
      Self.settle(stage)
      for _ in 0..<200 where stage.host.awaitTiles() { stage.commit() }
    }
  }

  @Test("The contents stay where they are under a flipped geometry and a sublayer transform")
  func ownTransforms() throws {
    try withStage { (stage) throws in
      let map = Self.map(on: stage) {
        $0.isGeometryFlipped = true
        $0.sublayerTransform = CATransform3DMakeScale(3, 2, 1)
      }
      let container = map.pages.container
      let tile = try #require(Self.shown(map).first)
      let matrix = container.values.toSuper.concat(map.values.sublayerPart)
      let corner = try #require(matrix.project(Point(tile.frame.origin)))
      #expect(abs(corner.x) < 1e-9 && abs(corner.y) < 1e-9)
    }
  }
}
