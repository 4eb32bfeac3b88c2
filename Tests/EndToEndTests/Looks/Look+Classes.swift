import CoreGraphics
import Geometry
import QuartzCore

extension Look {
  /// What is drawn in a layer: pictures, gradients, shapes, text, copies.
  static let ofClasses: [Look] = [
    .layer("contents", CALayer()) {
      $0.contents = arrow()
      $0.contentsGravity = .resizeAspect
      $0.backgroundColor = .opaque(1, 1, 1)
    },
    .layer("contents-gravity", CALayer()) {
      $0.contents = arrow()
      $0.contentsGravity = .topRight
      $0.backgroundColor = .opaque(1, 1, 1)
    },
    .layer("contents-center", CALayer()) {
      $0.contents = arrow()
      $0.contentsCenter = CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
    },
    .layer("contents-rect", CALayer()) {
      $0.contents = arrow()
      $0.contentsRect = CGRect(x: 0, y: 0.5, width: 0.5, height: 0.5)
    },
    .layer("magnified-nearest", CALayer()) {
      $0.contents = arrow()
      $0.magnificationFilter = .nearest
    },
    .layer("minified-trilinear", CALayer()) {
      $0.minificationFilter = .trilinear
      $0.transform = CATransform3DMakeScale(0.2, 0.2, 1)
      $0.bounds.size = CGSize(width: 200, height: 200)
      $0.contents = board()
    },
    Look(
      "gradient-axial",
      #"{"bounds": [0, 0, 46, 36], "position": [28, 28], "cornerRadius": 8, "gradient": {"colors": [[1, 0.8, 0], [0.8, 0, 0.4], [0, 0.2, 0.6, 0.2]], "startPoint": [0, 0], "endPoint": [1, 1]}}"#
    ),
    Look(
      "gradient-radial",
      #"{"bounds": [0, 0, 46, 36], "position": [28, 28], "gradient": {"type": "radial", "colors": [[1, 1, 0.6], [0.8, 0, 0.2], [0, 0, 0.4]], "locations": [0, 0.5, 1], "startPoint": [0.4, 0.5], "endPoint": [1, 1]}}"#
    ),
    Look(
      "gradient-conic",
      #"{"bounds": [0, 0, 46, 46], "position": [28, 28], "cornerRadius": 23, "gradient": {"type": "conic", "colors": [[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1]], "startPoint": [0.5, 0.5], "endPoint": [0.5, 0]}}"#
    ),
    Look(
      "shape-fill",
      #"{"position": [28, 28], "shape": {"path": [["M", 0, -24], ["L", 14, 20], ["L", -23, -7], ["L", 23, -7], ["L", -14, 20], ["Z"]], "fillRule": "even-odd", "fillColor": [0.1, 0.4, 0.7]}}"#
    ),
    Look(
      "shape-stroke",
      #"{"position": [8, 8], "shape": {"path": [["M", 4, 34], ["L", 12, 4], ["L", 22, 34], ["C", 26, 0, 40, 0, 36, 34]], "fillColor": null, "strokeColor": [0.6, 0, 0.3, 0.8], "lineWidth": 6, "lineJoin": "round", "lineCap": "round", "strokeStart": 0.05, "strokeEnd": 0.9}}"#
    ),
    Look(
      "shape-dash",
      #"{"position": [8, 8], "shape": {"path": [["M", 2, 2], ["L", 38, 2], ["L", 38, 38], ["L", 2, 38], ["Z"]], "fillColor": [1, 1, 0.7], "strokeColor": [0, 0, 0], "lineWidth": 3, "lineDashPattern": [7, 3], "lineDashPhase": 4}}"#
    ),
    Look(
      "replicator",
      #"{"bounds": [0, 0, 40, 40], "position": [28, 28], "replicator": {"instanceCount": 8, "instanceTransform": [["rotate", 45]], "instanceOffsets": [0, -0.1, -0.1, -0.08]}, "sublayers": [{"bounds": [0, 0, 6, 12], "position": [20, 6], "cornerRadius": 3, "backgroundColor": [1, 1, 1]}]}"#
    ),
    Look(
      "transform-layer",
      #"{"bounds": [0, 0, 56, 56], "position": [28, 28], "sublayerTransform": [["perspective", 200]], "sublayers": [{"kind": "transform", "position": [28, 28], "transform": [["rotate", 35, 0, 1, 0], ["rotate", -25, 1, 0, 0]], "sublayers": [{"bounds": [0, 0, 26, 26], "transform": [["translate", 0, 0, 13]], "backgroundColor": [0.9, 0.3, 0.3]}, {"bounds": [0, 0, 26, 26], "transform": [["translate", 0, 0, 13], ["rotate", -90, 0, 1, 0]], "backgroundColor": [0.3, 0.3, 0.9]}, {"bounds": [0, 0, 26, 26], "transform": [["translate", 0, 0, 13], ["rotate", 90, 1, 0, 0]], "backgroundColor": [0.9, 0.9, 0.3]}]}]}"#
    ),
    .layer("scroll", CAScrollLayer()) {
      $0.backgroundColor = .opaque(1, 1, 1)
      for (i, color) in [CGColor.opaque(0.9, 0.3, 0.2), .opaque(0.2, 0.5, 0.8)].enumerated() {
        let page = CALayer()
        page.frame = CGRect(x: 4 + 36 * i, y: 6, width: 30, height: 50)
        page.backgroundColor = color
        $0.addSublayer(page)
      }
      $0.scroll(to: CGPoint(x: 16, y: 10))
    },
    .layer("text", CATextLayer()) {
      $0.string = "Ag"
      $0.fontSize = 28
      $0.alignmentMode = .center
      $0.foregroundColor = .opaque(0.1, 0.1, 0.4)
      $0.contentsScale = 2
    },
    .layer("text-wrapped", CATextLayer()) {
      $0.string = "one two three four five"
      $0.fontSize = 10
      $0.isWrapped = true
      $0.truncationMode = .end
      $0.foregroundColor = .opaque(0.4, 0.1, 0.1)
      $0.backgroundColor = .opaque(1, 1, 0.9)
      $0.contentsScale = 2
    },
  ]

  /// A picture of 10 × 14 pixels that has no symmetry.
  private static func arrow() -> CGImage? {
    picture(10, 14) { x, y in
      let isHead = y < 7 && abs(2 * x - 9) <= 2 * y
      let isShaft = y >= 7 && x >= 3 && x < 7
      if isHead { return SIMD4(0.9, 0.3, 0.1, 1) }
      if isShaft { return SIMD4(0.1, 0.3, 0.6, 1) }
      return x < 2 && y > 10 ? SIMD4(0, 0.6, 0.2, 1) : .zero
    }
  }

  /// Fine black and white squares, with a coarse red one.
  private static func board() -> CGImage? {
    picture(200, 200) { x, y in
      if x < 80 && y < 60 { return SIMD4(0.9, 0.2, 0.2, 1) }
      return (x / 3 + y / 3) % 2 == 0 ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0, 0, 1)
    }
  }

  /// Straight red, green, blue and alpha by place.
  private static func picture(
    _ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> SIMD4<Double>
  ) -> CGImage? {
    var bitmap = Bitmap(size: PixelSize(width, height), format: .bgra8Premultiplied)
    for y in 0..<height {
      for x in 0..<width {
        let c = color(x, y)
        let channels = [c.z * c.w, c.y * c.w, c.x * c.w, c.w]
        for (i, channel) in channels.enumerated() {
          bitmap.bytes[(y * width + x) * 4 + i] = UInt8((channel * 255).rounded())
        }
      }
    }
    return CGImage(bitmap)
  }
}
