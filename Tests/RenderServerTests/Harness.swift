import AnimationCore
import Geometry
import LayerCommit
import Profiling
import RenderServer
import Renderer

/// A layer as a test writes it down.
final class Node {
  let id: LayerID
  var values = LayerValues()
  var children: [Node]

  init(_ id: UInt64, _ configure: (inout LayerValues) -> Void = { _ in }, _ children: [Node] = []) {
    self.id = LayerID(raw: id)
    self.children = children
    configure(&values)
  }

  /// The operations that make this subtree from nothing.
  var ops: [CommitOp] {
    let defaults = LayerValues()
    var ops: [CommitOp] = [.create(id)]
    for property in LayerProperty.allCases where values[property] != defaults[property] {
      ops.append(.set(id, property, values[property]))
    }
    for child in children { ops += child.ops }
    if !children.isEmpty { ops.append(.setSublayers(id, children.map(\.id))) }
    return ops
  }
}

extension LayerValues {
  /// Bounds at the origin and the position in their middle.
  mutating func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    bounds = Rect(0, 0, width, height)
    position = Point(x + width / 2, y + height / 2)
  }
}

/// A surface without a device, with a root layer 1 that fills it.
final class Harness {
  let backend = NullBackend()
  let renderer: SurfaceRenderer
  let size: Size
  private var serial: UInt64 = 0
  private(set) var record = FrameRecord()

  init(_ width: Double = 100, _ height: Double = 80, scale: Double = 1, background: Color = .white)
  {
    size = Size(width, height)
    renderer = SurfaceRenderer(
      surface: SurfaceID(raw: 1), backend: backend, size: size, scale: scale,
      background: background)
  }

  /// Commits a tree under a plain root of the surface's size.
  convenience init(
    _ width: Double, _ height: Double, scale: Double = 1, _ layers: [Node]
  ) {
    self.init(width, height, scale: scale)
    show(layers)
  }

  func show(_ layers: [Node]) {
    let root = Node(1, { $0.frame(0, 0, self.size.width, self.size.height) }, layers)
    commit(root.ops + [.setRoot(root.id)])
  }

  func commit(at time: Double = 0, _ ops: [CommitOp]) {
    serial += 1
    renderer.apply(Commit(surface: SurfaceID(raw: 1), serial: serial, time: time, ops: ops))
  }

  func set(_ id: UInt64, _ property: LayerProperty, _ value: PropertyValue, at time: Double = 0) {
    commit(at: time, [.set(LayerID(raw: id), property, value)])
  }

  func animate(_ id: UInt64, _ animations: [LayerAnimation], at time: Double = 0) {
    commit(at: time, [.setAnimations(LayerID(raw: id), animations)])
  }

  @discardableResult
  func draw(at time: Double = 0) throws -> FrameOutcome {
    record = FrameRecord()
    return try renderer.drawFrame(
      at: FrameTarget(timestamp: time, presentTime: time, startBy: time, interval: 1.0 / 60),
      record: &record)
  }

  var list: DrawList { renderer.drawList(at: 0, full: true) }

  func events(to time: Double) -> [String] {
    var events: [ServerEvent] = []
    renderer.advance(to: time, events: &events)
    return events.map { event in
      switch event {
      case .animationStarted(_, _, let id, let time): "start \(id.raw) at \(time.dump)"
      case .animationFinished(_, _, let id, let time): "finish \(id.raw) at \(time.dump)"
      default: "other"
      }
    }
  }

  /// The offscreen passes of a complete frame.
  var offscreenPasses: Int { list.passes.count - 1 }

  /// A presented value at a moment.
  func presented(_ id: UInt64, _ property: LayerProperty, at time: Double) -> String {
    let line =
      renderer.dumpTree(at: time).split(separator: "\n").first {
        $0.drop { $0 == " " }.hasPrefix("layer \(id) ") || $0.hasSuffix("layer \(id)")
      } ?? ""
    guard let start = line.firstRange(of: " \(property)=")?.upperBound else { return "default" }
    let rest = line[start...]
    // Values in brackets hold spaces.
    if rest.hasPrefix("("), let end = rest.firstIndex(of: ")") { return String(rest[...end]) }
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") { return String(rest[...end]) }
    return String(rest.prefix { $0 != " " })
  }
}

extension DrawList {
  /// All quads, in the order in which they are drawn.
  var quads: [Instance] {
    passes.flatMap(\.batches).flatMap { batch in
      batch.instances.map { batch.kind == .solid ? Instance(solids[$0]) : instances[$0] }
    }
  }
}

/// A basic animation of one property with its own id.
func basic(
  _ id: UInt64, _ property: LayerProperty, from: PropertyValue? = nil, to: PropertyValue? = nil,
  begin: Double = 0, duration: Double = 1, _ configure: (inout AnimationTiming) -> Void = { _ in }
) -> LayerAnimation {
  var timing = AnimationTiming()
  timing.beginTime = begin
  timing.duration = duration
  configure(&timing)
  return LayerAnimation(
    id: AnimationID(raw: id), timing: timing,
    leaves: [
      AnimationLeaf(
        target: AnimationTarget(property), timings: [timing],
        curve: .basic(from: from, to: to, by: nil))
    ])
}

/// One colour all over.
func image(_ width: Int, _ height: Int, _ color: SIMD4<UInt8>) -> PixelImage {
  var bytes: [UInt8] = []
  for _ in 0..<(width * height) { bytes += [color.z, color.y, color.x, color.w] }
  return PixelImage(
    Bitmap(size: PixelSize(width, height), format: .bgra8Premultiplied, bytes: bytes))
}
