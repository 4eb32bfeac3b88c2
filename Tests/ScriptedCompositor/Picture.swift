import CWaylandServer
import Geometry
import Glibc

extension Surface {
  /// Itself and the subsurfaces that are shown, bottom to top.
  var tree: [Surface] {
    stack.flatMap { child -> [Surface] in
      guard let child else { return [self] }
      guard let surface = child.surface, surface.content != nil else { return [] }
      return surface.tree
    }
  }

  /// What is seen of it and its subsurfaces, at the resolution of its own buffer. Subsurfaces that
  /// reach beyond it make the picture larger.
  func picture() -> Bitmap {
    guard let content, let size else {
      return Bitmap(size: PixelSize(0, 0), format: .bgra8Premultiplied)
    }
    let layers = placedTree(at: .zero)
    if layers.count == 1, viewportState.source == nil { return content.bitmap }
    let scale = Point(
      Double(content.size.width) / size.width, Double(content.size.height) / size.height)
    let frames = layers.map { layer in
      let origin = layer.origin
      let extent = layer.surface.size ?? .zero
      return PixelRect(
        from: Point(origin.x * scale.x, origin.y * scale.y),
        to: Point((origin.x + extent.width) * scale.x, (origin.y + extent.height) * scale.y))
    }
    let bounds = frames.reduce(PixelRect.zero) { $0.union($1) }
    var picture = Bitmap(
      size: PixelSize(bounds.width, bounds.height), format: .bgra8Premultiplied)
    for (layer, frame) in zip(layers, frames) {
      layer.surface.draw(into: &picture, x: frame.x - bounds.x, y: frame.y - bounds.y, frame)
    }
    return picture
  }

  private func placedTree(at origin: Point) -> [(surface: Surface, origin: Point)] {
    stack.flatMap { child -> [(surface: Surface, origin: Point)] in
      guard let child else { return [(self, origin)] }
      guard let surface = child.surface, surface.content != nil else { return [] }
      return surface.placedTree(at: origin + child.position)
    }
  }

  /// Takes for each pixel the nearest one of the buffer.
  private func draw(into picture: inout Bitmap, x: Int, y: Int, _ frame: PixelRect) {
    guard let content, !frame.isEmpty else { return }
    let whole = Rect(0, 0, Double(content.size.width), Double(content.size.height))
    let source =
      viewportState.source.map {
        let scale = Double(scale)
        return Rect($0.minX * scale, $0.minY * scale, $0.size.width * scale, $0.size.height * scale)
          .intersection(whole)
      } ?? whole
    let pixels = content.bitmap
    let step = Point(
      source.size.width / Double(frame.width), source.size.height / Double(frame.height))
    let bytesPerRow = picture.bytesPerRow
    picture.bytes.withUnsafeMutableBytes { target in
      pixels.bytes.withUnsafeBytes { bytes in
        for row in 0..<frame.height {
          let line = min(
            Int(source.minY + (Double(row) + 0.5) * step.y), pixels.size.height - 1)
          // Safety: the picture contains every layer's frame, and the last pixel's place, half a
          // step before the end of the source, lies in the row.
          cws_draw_row(
            target.baseAddress! + (y + row) * bytesPerRow + x * 4,
            bytes.baseAddress! + line * pixels.bytesPerRow, frame.width,
            UInt64((source.minX + step.x / 2) * 65536), UInt64(step.x * 65536))
        }
      }
    }
  }
}

extension PixelRect {
  /// Between two points, each rounded to the nearest pixel.
  fileprivate init(from first: Point, to last: Point) {
    let x = Int(first.x.rounded()), y = Int(first.y.rounded())
    self.init(x, y, Int(last.x.rounded()) - x, Int(last.y.rounded()) - y)
  }
}

extension Bitmap {
  var checksum: UInt64 { bytes.withUnsafeBytes { cws_checksum($0.baseAddress, $0.count) } }

  /// How many pixels differ; all of them when the size does.
  func differences(from other: Bitmap?) -> Int {
    guard let other, other.size == size else { return size.width * size.height }
    return bytes.withUnsafeBytes { mine in
      other.bytes.withUnsafeBytes {
        cws_count_differences(mine.baseAddress, $0.baseAddress, size.width * size.height)
      }
    }
  }
}
