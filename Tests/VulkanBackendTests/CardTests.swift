import Foundation
import Geometry
import Renderer
import TestSupport
import Testing

@testable import VulkanBackend

@Suite("Cards", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct CardTests {
  /// A card's two quads, as a scene makes them.
  private struct Parts {
    var rect = SIMD4<Float>(30, 25, 100, 70)
    var rows = Rows.identity
    var radius: Float = 12
    var border: Float = 2
    var sigma: Float = 7
    var offset = SIMD2<Float>(0, 4)
    var fill = SIMD4<Float>(0.2, 0.4, 0.6, 0.8)
    var shade = black * 0.5

    func add(to list: inout DrawList, clip: Int = -1) {
      let cast = SIMD4(lowHalf: rect.lowHalf + offset, highHalf: rect.highHalf)
      list.add(.shadow, cast, shade, rows: rows, radius: radius, own: sigma, clip: clip)
      list.add(
        .shape, rect, fill, rows: rows, extra: white * 0.7, radius: radius, own: border, clip: clip)
    }
  }

  private static let size = PixelSize(160, 120)

  private static func list(_ cards: [Parts]) -> DrawList {
    var list = DrawList(size.width, size.height, clear: SIMD4(0.9, 0.8, 0.7, 1))
    for card in cards { card.add(to: &list) }
    return list
  }

  private static func drawn(_ list: DrawList, asCards: Bool) throws -> (Bitmap, draws: Int) {
    try TestDevice.use { device in
      let backend = try OffscreenBackend(device: device)
      backend.renderer.drawsCards = asCards
      try backend.configure(size: list.size)
      _ = try backend.acquire()
      let cost = try backend.render(list)
      return (try backend.readPixels(), cost.draws)
    }
  }

  private static func random(_ random: inout SeededGenerator) -> Parts {
    func number(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &random) }
    var card = Parts()
    card.sigma = number(2...9)
    card.radius = number(0.5...2) * card.sigma
    // Corners far from each other.
    let least = 2 * (card.radius + 3 * card.sigma)
    card.rect = SIMD4(
      number(0...60), number(0...40), least + number(0...40), least + number(0...30))
    card.offset = SIMD2(number(-6...6), number(-6...10))
    card.border = [0, 0, 1, number(0...3)].randomElement(using: &random)!
    card.fill = SIMD4(number(0...0.6), number(0...0.6), number(0...0.6), number(0.6...1))
    card.shade = SIMD4(number(0...0.3), 0, 0, number(0.3...1))
    guard Bool.random(using: &random) else { return card }
    let angle = number(0...6.28), scale = number(0.6...1.3)
    let mirror: Float = Bool.random(using: &random) ? 1 : -1
    let c = cos(angle) * scale, s = sin(angle) * scale
    let x = card.rect.x + card.rect.z / 2, y = card.rect.y + card.rect.w / 2
    card.rows = Rows(
      row0: SIMD4(c, s, 0, 0), row1: SIMD4(-s, c, 0, 0) * mirror,
      row2: SIMD4(80 - c * x + s * mirror * y, 60 - s * x - c * mirror * y, 1, 0))
    return card
  }

  @Test(
    "A card is what its shadow and its shape are one after the other",
    arguments: 0..<40 as Range<UInt64>)
  func likeItsParts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let list = Self.list([Self.random(&random)])
    let (card, draws) = try Self.drawn(list, asCards: true)
    let (parts, both) = try Self.drawn(list, asCards: false)
    #expect(both == 2)
    // Small ones may have corners too sharp for a card.
    #expect(draws == 1 || list.instances[1].radii.x < list.instances[1].params.x + 3)
    #expect(card.difference(parts) <= 2, "a unit for each of the two blends")
  }

  @Test(
    "What is damaged is drawn as the whole is, wherever the target begins",
    arguments: 0..<12 as Range<UInt64>)
  func damagedParts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let cards = (0..<4).map { _ in Self.random(&random) }
    var list = Self.list(cards)
    let (whole, draws) = try Self.drawn(list, asCards: true)
    #expect(draws < 8)
    let area = PixelRect(37, 21, 70, 66)
    var pass = DrawList(
      Self.size.width, Self.size.height, clear: SIMD4(0.9, 0.8, 0.7, 1))
    pass.passes = [DrawList.Pass(target: .offscreen(area: area)), pass.passes[0]]
    let all = SIMD4<Float>(0, 0, 160, 120)
    pass.add(.solid, all, list.clearColor, edges: 0, pass: 0)
    for card in cards {
      let first = pass.instances.count
      card.add(to: &pass)
      pass.passes[0].batches += pass.passes[1].batches.suffix(2)
      pass.passes[1].batches.removeLast(2)
      #expect(pass.instances.count == first + 2)
    }
    pass.add(
      .pass, SIMD4(Float(area.x), Float(area.y), Float(area.width), Float(area.height)), white,
      edges: 0, texture: .pass(0))
    let (aside, _) = try Self.drawn(pass, asCards: true)
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX { #expect(aside[x, y] == whole[x, y], "\(x), \(y)") }
    }
    list.damage = PixelRegion(area)
    let (part, _) = try Self.drawn(list, asCards: true)
    for y in area.y..<area.maxY {
      for x in area.x..<area.maxX { #expect(part[x, y] == whole[x, y], "\(x), \(y)") }
    }
  }

  @Test("A run of cards is one draw, and what follows in the last one's batch is drawn")
  func runs() throws {
    var list = Self.list([
      Parts(), Parts(rect: SIMD4(50, 30, 90, 70)), Parts(rect: SIMD4(5, 40, 90, 70)),
    ])
    #expect(try Self.drawn(list, asCards: true).draws == 1)
    // The third card's shape and what lies in it are neighbours of one kind.
    list.add(.shape, SIMD4(20, 50, 30, 20), red, radius: 4)
    list.add(.shape, SIMD4(60, 60, 20, 20), green, radius: 6)
    let last = list.passes[0].batches.count - 3
    list.passes[0].batches[last].instances =
      list.passes[0].batches[last].instances.lowerBound..<list.instances.count
    list.passes[0].batches.removeLast(2)
    let (cards, draws) = try Self.drawn(list, asCards: true)
    let (parts, _) = try Self.drawn(list, asCards: false)
    #expect(draws == 2)
    #expect(cards.difference(parts) <= 6, "a unit for each of the six blends")
  }

  @Test("What is no card is drawn as a shadow and a shape")
  func others() throws {
    func draws(_ change: (inout DrawList.Instance, inout DrawList.Instance) -> Void) throws -> Int {
      var list = Self.list([Parts()])
      var (shadow, shape) = (list.instances[0], list.instances[1])
      change(&shadow, &shape)
      list.instances = [shadow, shape]
      let (cards, draws) = try Self.drawn(list, asCards: true)
      let (parts, _) = try Self.drawn(list, asCards: false)
      #expect(cards.difference(parts) <= 2)
      return draws
    }
    #expect(try draws { _, _ in } == 1)
    let changes: [(String, (inout DrawList.Instance, inout DrawList.Instance) -> Void)] = [
      ("another plane", { $1.row2.x = 3 }),
      (
        "far away",
        {
          $0.row2.x = 9000
          $1.row2.x = 9000
        }
      ),
      (
        "stretched",
        {
          $0.row0.x = 1.1; $1.row0.x = 1.1
        }
      ),
      (
        "skewed",
        {
          $0.row1.x = 0.1; $1.row1.x = 0.1
        }
      ),
      (
        "in perspective",
        {
          $0.row0.z = 0.001; $1.row0.z = 0.001
        }
      ),
      ("a corner of its own", { $1.radii.x = 3 }),
      ("a hard edge", { $1.params.y = 14 }),
      ("continuous corners", { $1.params.y = 31 }),
      ("a border as wide as the corner", { $1.params.x = 11 }),
      ("square corners", { $1.radii = .zero }),
      ("a shape elsewhere", { _, shape in shape.rect.x += 90 }),
      ("no blur", { shadow, _ in shadow.params.x = 0 }),
      ("large corners of the shadow", { shadow, _ in shadow.params.x = 4 }),
      ("corners of the shadow that meet", { shadow, _ in shadow.params.x = 14 }),
    ]
    for (name, change) in changes { #expect(try draws(change) == 2, "\(name)") }
  }
}
