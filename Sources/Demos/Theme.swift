import CoreGraphics
import Foundation
import QuartzCore
import UIKit

/// The palette, in a dark and a light form.
public struct Theme: Sendable {
  public let background: CGColor
  /// Cards and tiles.
  let surface: CGColor
  /// Things that lie on a card: tracks, wells, ghosts.
  let well: CGColor
  /// What runs over a well that waits.
  let sheen: CGColor
  let hairline: CGColor
  public let text: CGColor
  public let secondaryText: CGColor
  let shadowOpacity: Float

  let indigo: CGColor
  let cyan: CGColor
  let mint: CGColor
  let amber: CGColor
  let coral: CGColor
  let violet: CGColor

  /// All accents in the order in which rows and columns use them.
  var accents: [CGColor] { [indigo, cyan, mint, amber, coral, violet] }

  /// The accents over and over.
  func accent(_ index: Int) -> CGColor { accents[index % accents.count] }

  public static let dark = Theme(
    background: rgb(0x0F1117), surface: rgb(0x181B24), well: rgb(0x262B38),
    sheen: rgb(0x454E63), hairline: rgb(0xFFFFFF, alpha: 0.09), text: rgb(0xF3F5FA),
    secondaryText: rgb(0x98A1B5),
    shadowOpacity: 0.45, indigo: rgb(0x7385FF), cyan: rgb(0x45C8F1), mint: rgb(0x44DBA4),
    amber: rgb(0xFFB757), coral: rgb(0xFF7070), violet: rgb(0xBB86FF))

  public static let light = Theme(
    background: rgb(0xF1F3F8), surface: rgb(0xFFFFFF), well: rgb(0xE6E9F1),
    sheen: rgb(0xF8F9FC), hairline: rgb(0x10141F, alpha: 0.08), text: rgb(0x161A24),
    secondaryText: rgb(0x667085),
    shadowOpacity: 0.14, indigo: rgb(0x4C5DF0), cyan: rgb(0x169FD0), mint: rgb(0x17B381),
    amber: rgb(0xF0982A), coral: rgb(0xEE5252), violet: rgb(0x9557EC))

  /// Dark, unless the environment sets `COMPOSITOR_APPEARANCE=light`.
  public static var current: Theme {
    ProcessInfo.processInfo.environment["COMPOSITOR_APPEARANCE"] == "light" ? .light : .dark
  }

  private static func rgb(_ hex: UInt32, alpha: CGFloat = 1) -> CGColor {
    func channel(_ shift: UInt32) -> CGFloat { CGFloat((hex >> shift) & 0xFF) / 255 }
    return CGColor(red: channel(16), green: channel(8), blue: channel(0), alpha: alpha)
  }
}

/// The one spacing unit and the one type scale, in points.
enum Metrics {
  static let unit: CGFloat = 8
  static let cornerRadius: CGFloat = 16

  enum Font: CGFloat {
    case display = 34
    case title = 22
    case body = 15
    case caption = 13
  }

  enum Weight: String {
    case regular = ""
    case medium = " Medium"
    case semibold = " Semi Bold"
    case bold = " Bold"

    var fontName: String { "Inter" + rawValue }
  }
}

extension UILabel {
  /// One line of text; what does not fit ends in an ellipsis.
  convenience init(
    _ text: String, font: Metrics.Font, weight: Metrics.Weight = .regular, color: CGColor,
    alignment: NSTextAlignment = .left
  ) {
    self.init(frame: .zero)
    // Initialisers call no property observers, methods do.
    set(
      text, UIFont(name: weight.fontName, size: font.rawValue), UIColor(cgColor: color), alignment)
  }

  private func set(
    _ text: String, _ font: UIFont?, _ color: UIColor, _ alignment: NSTextAlignment
  ) {
    self.text = text
    self.font = font
    textColor = color
    textAlignment = alignment
  }

  /// Puts the text's top left corner at `origin` and lets it be as high as it is.
  func place(at origin: CGPoint, width: CGFloat) {
    let height = sizeThatFits(CGSize(width: width, height: .infinity)).height
    frame = CGRect(x: origin.x, y: origin.y, width: width, height: height)
  }
}
