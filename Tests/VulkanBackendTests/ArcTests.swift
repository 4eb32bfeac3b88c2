import Foundation
import Geometry
import Renderer
import TestSupport
import Testing

@testable import VulkanBackend

@Suite("Lines along arcs", .enabled(if: TestDevice.isAvailable, TestDevice.skipReason))
struct ArcTests {
  struct Arc: CustomStringConvertible {
    var radius: Double
    var halfWidth: Double
    var halfSweep: Double
    /// −1 for round ends.
    var flatEnd = -1.0
    var description: String { "\(radius) ± \(halfWidth), \(halfSweep), ends \(flatEnd)" }

    /// How much of the pixel about `p`, from the centre, lies in the line: by columns and rows, each
    /// cell softened by its own size.
    func coverage(_ p: Point, middle: Double) -> Double {
      let cells = 20
      var sum = 0.0
      for y in 0..<cells {
        for x in 0..<cells {
          let q = Point(
            p.x + (Double(x) + 0.5) / Double(cells) - 0.5,
            p.y + (Double(y) + 0.5) / Double(cells) - 0.5)
          let angle = abs((atan2(q.y, q.x) - middle).remainder(dividingBy: 2 * .pi))
          func soft(_ d: Double) -> Double { min(max(d * Double(cells) + 0.5, 0), 1) }
          let ring = halfWidth - abs(q.length - radius)
          // The place relative to the nearer end: along its radius and beyond it.
          let beyond = q.length * sin(angle - halfSweep)
          let along = q.length * cos(angle - halfSweep) - radius
          if angle <= halfSweep {
            sum += soft(ring) * (flatEnd == 0 && along > -radius ? soft(-beyond) : 1)
          } else if flatEnd < 0 {
            sum += soft(halfWidth - Point(along, beyond).length)
          } else if along > -radius {
            sum += soft(halfWidth - abs(along)) * soft(flatEnd - beyond)
          }
        }
      }
      return sum / Double(cells * cells)
    }
  }

  static let arcs = [
    Arc(radius: 21, halfWidth: 3, halfSweep: 1.7), Arc(radius: 21, halfWidth: 3, halfSweep: 0.01),
    Arc(radius: 21, halfWidth: 3, halfSweep: .pi), Arc(radius: 21, halfWidth: 3, halfSweep: 2.9),
    Arc(radius: 9, halfWidth: 0.8, halfSweep: 1), Arc(radius: 5, halfWidth: 3, halfSweep: 0.6),
    Arc(radius: 40, halfWidth: 12, halfSweep: 2.2), Arc(radius: 3, halfWidth: 1.4, halfSweep: 2),
    Arc(radius: 21, halfWidth: 3, halfSweep: 1.7, flatEnd: 0),
    Arc(radius: 30, halfWidth: 9, halfSweep: 0.2, flatEnd: 0),
    Arc(radius: 21, halfWidth: 3, halfSweep: 1.7, flatEnd: 3),
    Arc(radius: 10, halfWidth: 1, halfSweep: 2.9, flatEnd: 0),
  ]

  private static func list(_ arc: Arc, at center: SIMD2<Float>, middle: Double) -> DrawList {
    var list = DrawList(130, 120, clear: black)
    let reach = Float(arc.radius + 2 * arc.halfWidth)
    list.add(
      .arc, SIMD4(center.x - reach, center.y - reach, 2 * reach, 2 * reach), white,
      extra: SIMD4<Float>(SIMD4(arc.radius, arc.halfWidth, arc.halfSweep, arc.flatEnd)),
      radii: SIMD4<Float>(SIMD4(cos(middle), sin(middle), 1, 0)))
    return list
  }

  @Test("Coverage is the area of the line in each pixel", arguments: arcs)
  func area(_ arc: Arc) throws {
    for (center, middle) in [(SIMD2<Float>(64.3, 59.8), 0.7), (SIMD2(65, 60), -2.1)] {
      let bitmap = try drawn(Self.list(arc, at: center, middle: middle))
      var worst = 0.0
      for y in 0..<120 {
        for x in 0..<130 {
          let p = Point(
            Double(x) + 0.5 - Double(center.x), Double(y) + 0.5 - Double(center.y))
          let wanted = arc.coverage(p, middle: middle) * 255
          worst = max(worst, abs(Double(bitmap[x, y].x) - wanted))
        }
      }
      // Half of that may go lost by rounding, and some in counting.
      #expect(worst < 1.6, "\(worst)")
    }
  }

  @Test("A clip cuts it, and changes no pixel inside")
  func clip() throws {
    let arc = Self.arcs[0]
    let plain = try drawn(Self.list(arc, at: SIMD2(64.3, 59.8), middle: 0.7))
    var list = Self.list(arc, at: SIMD2(64.3, 59.8), middle: 0.7)
    let clip = list.addClip(SIMD4(0, 0, 70, 120))
    list.instances[0].clip = Int32(clip)
    let clipped = try drawn(list)
    for y in 0..<120 {
      for x in 0..<130 {
        #expect(clipped[x, y] == (x < 70 ? plain[x, y] : SIMD4(0, 0, 0, 255)))
      }
    }
  }

  @Test("Each pixel is drawn once, where pieces of the strip meet too")
  func once() throws {
    for middle in [0, 0.3, 1.5707963] {
      for arc in Self.arcs.prefix(4) {
        var list = Self.list(arc, at: SIMD2(64.5, 60.5), middle: middle)
        let whole = try drawn(list)
        list.instances[0].color = SIMD4(0.5, 0.5, 0.5, 0.5)
        let half = try drawn(list)
        for y in 0..<120 {
          for x in 0..<130 {
            #expect(abs(Int(half[x, y].x) * 2 - Int(whole[x, y].x)) <= 2, "\(arc), \(x), \(y)")
          }
        }
      }
    }
  }
}
