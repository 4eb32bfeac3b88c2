import AnimationCore
import Geometry
import LayerCommit
import Renderer

#if canImport(Glibc)
  import Glibc
#endif

/// A cell as it crosses: all numbers as a new cell has them, but for those given.
func emitterCell(
  _ name: String?, _ numbers: [String: Double], contents: PixelImage? = dot,
  color: Color? = .white, _ cells: [Record] = []
) -> Record {
  var all: [String: Double] = ["speed": 1, "duration": .greatestFiniteMagnitude]
  for key in [
    "birthRate", "lifetime", "lifetimeRange", "emissionLatitude", "emissionLongitude",
    "emissionRange", "velocity", "velocityRange", "xAcceleration", "yAcceleration",
    "zAcceleration", "scaleRange", "scaleSpeed", "spin", "spinRange", "redRange", "greenRange",
    "blueRange", "alphaRange", "redSpeed", "greenSpeed", "blueSpeed", "alphaSpeed", "beginTime",
    "timeOffset", "repeatCount", "repeatDuration", "minificationFilterBias",
  ] {
    all[key] = 0
  }
  all["scale"] = 1
  all["contentsScale"] = 1
  all.merge(numbers) { $1 }
  var fields = all.map { Record.Field($0.key, .number($0.value), .number) }
  fields += [
    Record.Field("color", .color(color), .color),
    Record.Field("contents", contents.map { .contents(Contents($0)) } ?? .none, .contents),
    Record.Field("contentsRect", .rect(.unit), .rect),
    Record.Field("autoreverses", .flag(false), .flag),
  ]
  fields.sort { $0.key < $1.key }
  return Record(name: name, type: "cell", fields: fields, records: cells)
}

func emitterCell(
  _ numbers: [String: Double], contents: PixelImage? = dot, color: Color? = .white,
  _ cells: [Record] = []
) -> Record {
  emitterCell(nil, numbers, contents: contents, color: color, cells)
}

/// Two by two white pixels.
let dot = image(2, 2, SIMD4(255, 255, 255, 255))

/// Layer 2, whose space is that of the surface, emitting from (100, 100).
func emitter(_ cells: [Record], _ configure: (inout LayerValues) -> Void = { _ in }) -> Node {
  Node(
    2,
    { v in
      v.frame(0, 0, 20, 20)
      v[.extra(.emitterCells)] = .records(cells)
      v[.extra(.emitterPosition)] = .point(Point(100, 100))
      configure(&v)
    })
}

func emitterStage(_ cells: [Record], _ configure: (inout LayerValues) -> Void = { _ in })
  -> Harness
{
  Harness(400, 400, [emitter(cells, configure)])
}

/// A particle as a draw list has it.
struct DrawnParticle: Equatable {
  var x: Double
  var y: Double
  var scale: Double
  var angle: Double
  var color: SIMD4<Float>
}

extension Harness {
  /// All that are drawn at a moment, in that order.
  func particles(at time: Double) -> [DrawnParticle] {
    renderer.drawList(at: time, full: true).particles
  }
}

extension DrawList {
  var particles: [DrawnParticle] {
    passes.flatMap(\.batches).filter { $0.kind == .image }.flatMap { batch in
      batch.instances.map { i in
        let q = instances[i]
        let a = Double(q.row0.x / q.row2.z), b = Double(q.row0.y / q.row2.z)
        return DrawnParticle(
          x: Double(q.row2.x / q.row2.z), y: Double(q.row2.y / q.row2.z),
          scale: (a * a + b * b).squareRoot(), angle: atan2(b, a), color: q.color)
      }
    }
  }

  var imageBatches: [Batch] { passes.flatMap(\.batches).filter { $0.kind == .image } }
}
