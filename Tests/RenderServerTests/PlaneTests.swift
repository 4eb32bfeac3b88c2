import AnimationCore
import Geometry
import LayerCommit
import Testing

/// Tests of planes of one colour in space, on a canvas of 100 × 80.
protocol PlaneTests {}

extension PlaneTests {
  var red: SIMD4<Double> { SIMD4(1, 0, 0, 1) }
  var green: SIMD4<Double> { SIMD4(0, 1, 0, 1) }
  var blue: SIMD4<Double> { SIMD4(0, 0, 1, 1) }

  /// 60 × 60, in the middle of the canvas.
  func plane(
    _ id: UInt64, _ color: SIMD4<Double>, _ transform: Matrix4 = .identity,
    _ change: (inout LayerValues) -> Void = { _ in }
  ) -> Node {
    Node(
      id,
      {
        $0.frame(20, 10, 60, 60)
        $0.backgroundColor = Color(components: color)
        $0.transform = transform
        change(&$0)
      })
  }

  /// - Parameter perspective: How far the eye is from the canvas; nil for infinitely far.
  func stage(_ nodes: [Node], perspective: Double? = nil) -> Harness {
    let stage = Node(
      2,
      {
        $0.frame(0, 0, 100, 80)
        if let d = perspective { $0.sublayerTransform.r2.w = -1 / d }
      }, nodes)
    return Harness(100, 80, [stage])
  }

  func raster(_ nodes: [Node], perspective: Double? = nil) -> ReferenceRasterizer {
    var raster = ReferenceRasterizer()
    raster.draw(stage(nodes, perspective: perspective).list)
    return raster
  }

  func expect(
    _ raster: ReferenceRasterizer, _ x: Int, _ y: Int, _ color: SIMD4<Double>,
    tolerance: Double = 1e-4, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let off = raster[x, y] - color
    #expect(
      (off * off).sum().squareRoot() < tolerance, "\(raster[x, y]) for \(color)",
      sourceLocation: sourceLocation)
  }
}
