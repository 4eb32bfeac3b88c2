import CoreGraphics
import QuartzCore
import UIKit

/// The gallery's name and, where there is room, what the keys do.
final class GalleryHeading: UIView {
  private let title: UILabel
  /// In one line, and in lines for a narrow column.
  private let tagline: UILabel
  private let taglines: [UILabel]
  private let hints: [KeyHint]

  /// The heading stands in a column of its own.
  var isBeside = false {
    didSet { if isBeside != oldValue { setNeedsLayout() } }
  }

  /// Pixels of the display per point of this view.
  var rasterScale: CGFloat = 1 {
    didSet {
      for label in [title, tagline] + taglines { label.contentScaleFactor = rasterScale }
      for hint in hints { hint.rasterScale = rasterScale }
    }
  }

  init(theme: Theme) {
    func line(_ text: String) -> UILabel {
      UILabel(text, font: .body, color: theme.secondaryText)
    }
    title = UILabel("Compositor", font: .display, weight: .semibold, color: theme.text)
    tagline = line("Core Animation, composited by Vulkan")
    taglines = [line("Core Animation,"), line("composited by Vulkan")]
    hints = [("← →", "Choose"), ("↵", "Open"), ("F", "Frame rate"), ("Esc", "Close")].map {
      KeyHint(key: $0.0, meaning: $0.1, theme: theme)
    }
    super.init(frame: .zero)
    for view in [title, tagline] + taglines + hints { addSubview(view) }
  }

  /// Headings are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = bounds.width
    // Beside the grid the capitals' tops are level with the tiles'.
    let rise: CGFloat = isBeside ? 6 : 0
    title.place(at: CGPoint(x: 0, y: -rise), width: width)
    tagline.place(at: CGPoint(x: 0, y: 46), width: width)
    tagline.isHidden = isBeside
    for (index, line) in taglines.enumerated() {
      line.place(at: CGPoint(x: 0, y: 48 - rise + CGFloat(index) * 22), width: width)
      line.isHidden = !isBeside
    }
    let pitch = KeyHint.height + Metrics.unit
    // The last one is level with the titles of the last row.
    let last = bounds.height - GalleryLayout.labelHeight + 21 - KeyHint.height / 2
    let top = last - CGFloat(hints.count - 1) * pitch
    for (index, hint) in hints.enumerated() {
      hint.frame = CGRect(
        x: 0, y: top + CGFloat(index) * pitch, width: width, height: KeyHint.height)
      hint.isHidden = !isBeside || top < 140
    }
  }
}

/// A key cap and what the key does.
private final class KeyHint: UIView {
  static let height: CGFloat = 24

  private let cap = UIView(frame: .zero)
  private let key: UILabel
  private let meaning: UILabel

  var rasterScale: CGFloat = 1 {
    didSet {
      key.contentScaleFactor = rasterScale
      meaning.contentScaleFactor = rasterScale
    }
  }

  init(key: String, meaning: String, theme: Theme) {
    self.key = UILabel(
      key, font: .caption, weight: .medium, color: theme.text, alignment: .center)
    self.meaning = UILabel(meaning, font: .caption, color: theme.secondaryText)
    super.init(frame: .zero)
    cap.layer.backgroundColor = theme.well
    cap.layer.cornerRadius = 7
    for view in [cap, self.key, self.meaning] { addSubview(view) }
  }

  /// Hints are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width: CGFloat = 44
    cap.frame = CGRect(x: 0, y: 0, width: width, height: Self.height)
    key.frame = cap.frame
    meaning.frame = CGRect(
      x: width + Metrics.unit * 1.5, y: 0, width: max(0, bounds.width - width * 1.5),
      height: Self.height)
  }
}
