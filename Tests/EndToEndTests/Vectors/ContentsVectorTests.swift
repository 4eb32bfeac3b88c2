import CoreGraphics
import Geometry
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite("Where contents and corners lie, by pixels")
struct ContentsVectorTests {
  private static let kinds: Set<String> = [
    "contents-gravity", "contents-gravity-vertical", "contents-center", "corner-contains",
  ]

  @Test("Gravity, nine parts and rounded corners put pixels where the rules say")
  func contents() throws {
    let cases = try VectorCases("rendering-numbers", kinds: Self.kinds)
    for item in cases.selected {
      switch item.kind {
      case "contents-center": try nineParts(item)
      case "corner-contains": try corners(item)
      default: try gravity(item)
      }
    }
    cases.printSummary()
  }

  /// An image by the red of each pixel.
  private func image(
    width: Int, height: Int, red: (_ x: Int, _ y: Int) -> UInt8
  ) throws -> CGImage {
    var bitmap = Bitmap(size: PixelSize(width, height), format: .bgra8Premultiplied)
    for y in 0..<height {
      for x in 0..<width {
        let i = (y * width + x) * 4
        bitmap.bytes[i + 2] = red(x, y)
        bitmap.bytes[i + 3] = 255
      }
    }
    return try #require(CGImage(bitmap))
  }

  private func layer(_ item: VectorCase, at origin: CGPoint) -> CALayer {
    let size = item["boundsSize"].doubles
    let layer = CALayer()
    layer.frame = CGRect(x: origin.x, y: origin.y, width: size[0], height: size[1])
    return layer
  }

  private func gravity(_ item: VectorCase) throws {
    let stage = try TestStage(width: 480, height: 240, background: .opaque(0, 0, 0))
    let origin = CGPoint(x: 200, y: 60)
    let pixelSize = item["imagePixels"].doubles.map { Int($0) }
    let image = try image(width: pixelSize[0], height: pixelSize[1]) { _, _ in 255 }
    let isFlipped = item["contentsAreFlipped"].bool == false
    withoutActions {
      let layer = layer(item, at: origin)
      layer.contents = image
      layer.contentsScale = CGFloat(item["contentsScale"].double ?? 1)
      layer.contentsGravity = CALayerContentsGravity(
        rawValue: item["contentsGravity"].string ?? "")
      let container = CALayer()
      container.frame = CGRect(x: 0, y: 0, width: 480, height: 240)
      container.isGeometryFlipped = isFlipped
      if isFlipped { layer.frame.origin.y = 240 - layer.frame.maxY }
      container.addSublayer(layer)
      stage.root.addSublayer(container)
      #expect(layer.contentsAreFlipped() == !isFlipped, "\(item.id)")
    }
    stage.commit()
    stage.at(0.1)
    let pixels = stage.pixels()
    let expected =
      item["rect"].isNull ? item["rectFromVisualTop"].doubles : item["rect"].doubles
    // Through the middle of the image, where it lies inside the canvas.
    let column = min(max(Int(200 + expected[0] + expected[2] / 2), 1), 478)
    let row = min(max(Int(60 + expected[1] + expected[3] / 2), 1), 238)
    let across = (0..<480).map { Double(pixels[$0, row][0]) / 255 }
    let down = (0..<240).map { Double(pixels[column, $0][0]) / 255 }
    expectSpan(
      across, from: 200 + expected[0], length: expected[2], "\(item.id) across")
    expectSpan(down, from: 60 + expected[1], length: expected[3], "\(item.id) down")
  }

  /// Whether the lit part of a line of pixels begins and ends where it should, to half a pixel.
  private func expectSpan(
    _ line: [Double], from start: Double, length: Double, _ label: String
  ) {
    let covered = line.reduce(0, +)
    let centre = line.enumerated().reduce(0) { $0 + (Double($1.offset) + 0.5) * $1.element }
    expect(covered, near: length, within: 0.51, "\(label): length")
    expect(centre / max(covered, 1), near: start + length / 2, within: 0.51, "\(label): centre")
  }

  /// The red of the image grows along one axis, so each drawn pixel tells which source it shows.
  private func nineParts(_ item: VectorCase) throws {
    let size = item["imageSize"].doubles.map { Int($0) }
    let center = item["contentsCenter"].doubles.map { CGFloat($0) }
    let bounds = item["boundsSize"].doubles.map { Int($0) }
    let isHorizontal = [true, false]
    for along in isHorizontal {
      let step = 240 / (along ? size[0] : size[1])
      let image = try image(width: size[0], height: size[1]) { x, y in
        UInt8((along ? x : y) * step)
      }
      let stage = try TestStage(width: 240, height: 140, background: .opaque(0, 0, 0))
      withoutActions {
        let layer = layer(item, at: CGPoint(x: 20, y: 20))
        layer.contents = image
        layer.contentsCenter = CGRect(
          x: center[0], y: center[1], width: center[2], height: center[3])
        stage.root.addSublayer(layer)
      }
      stage.commit()
      stage.at(0.1)
      let pixels = stage.pixels()
      let sources = item[along ? "sourceX" : "sourceY"].doubles
      let places = item[along ? "destX" : "destY"].doubles
      for i in 0..<(along ? bounds[0] : bounds[1]) {
        let place = Double(i) + 0.5
        guard let part = (0..<3).first(where: { place < places[$0 + 1] }) else { continue }
        let fraction = (place - places[part]) / (places[part + 1] - places[part])
        let source = sources[part] + fraction * (sources[part + 1] - sources[part])
        // A part shows its own pixels only, also where it is stretched across its edge.
        let middle = (sources[part] + sources[part + 1]) / 2
        let own = min(
          max(source, min(sources[part] + 0.5, middle)), max(sources[part + 1] - 0.5, middle))
        let expected = (own - 0.5) * Double(step)
        let x = along ? 20 + i : 20 + bounds[0] / 2
        let y = along ? 20 + bounds[1] / 2 : 20 + i
        expect(
          Double(pixels[x, y][0]), near: expected, within: 2,
          "\(item.id) \(along ? "across" : "down") at \(place)")
      }
    }
  }

  private func corners(_ item: VectorCase) throws {
    // Fine enough that a pixel lies near its point.
    let stage = try TestStage(width: 100, height: 60, background: .opaque(0, 0, 0), scale: 8)
    let size = item["size"].doubles
    stage.add(CALayer()) {
      $0.frame = CGRect(x: 0, y: 0, width: size[0], height: size[1])
      $0.cornerRadius = CGFloat(item["cornerRadius"].double ?? 0)
      $0.backgroundColor = .opaque(1, 1, 1)
    }
    stage.commit()
    stage.at(0.1)
    let pixels = stage.pixels()
    for sample in item["samples"].array {
      let isInside = sample[2].bool ?? false
      let x = Int((sample[0].double ?? 0) * 8), y = Int((sample[1].double ?? 0) * 8)
      pixels.expect(
        x, y, near: isInside ? [255, 255, 255, 255] : [0, 0, 0, 255], within: 0,
        "\(item.id) at \(sample[0]), \(sample[1])")
    }
  }
}
