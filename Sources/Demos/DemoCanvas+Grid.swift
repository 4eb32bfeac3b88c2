import CoreGraphics
import QuartzCore
import UIKit

extension DemoCanvas {
  /// A card, and the room that its caption leaves.
  @MainActor
  struct Cell {
    let card: UIView
    /// Above the caption, away from the card's sides; in points of the card.
    let room: CGRect

    var layer: CALayer { card.layer }
    var center: CGPoint { CGPoint(x: room.midX, y: room.midY) }

    /// A frame of this size about the middle.
    func centered(_ width: CGFloat, _ height: CGFloat) -> CGRect {
      CGRect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }
  }

  /// Equal frames row by row that fill `area`, the whole canvas by default, with gaps between them.
  func grid(columns: Int, rows: Int, in area: CGRect? = nil) -> [CGRect] {
    let area = area ?? CGRect(origin: .zero, size: size)
    let gap = Metrics.unit * 2
    let width = (area.width - CGFloat(columns - 1) * gap) / CGFloat(columns)
    let height = (area.height - CGFloat(rows - 1) * gap) / CGFloat(rows)
    return (0..<columns * rows).map { index in
      CGRect(
        x: area.minX + CGFloat(index % columns) * (width + gap),
        y: area.minY + CGFloat(index / columns) * (height + gap), width: width, height: height)
    }
  }

  /// A card with a caption at its foot.
  func cell(_ frame: CGRect, _ caption: String) -> Cell {
    let card = card(frame)
    self.caption(
      caption, CGRect(x: 0, y: frame.height - 44, width: frame.width, height: 20),
      alignment: .center, on: card)
    let inset = showsCaptions ? Metrics.unit * 2 : Metrics.unit
    let foot: CGFloat = showsCaptions ? 56 : inset
    return Cell(
      card: card,
      room: CGRect(
        x: inset, y: inset, width: frame.width - 2 * inset, height: frame.height - inset - foot))
  }
}
