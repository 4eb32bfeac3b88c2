import CoreGraphics
import QuartzCore
import UIKit

/// A demo on a page of its own.
final class DemoPageController: DemoViewController {
  let demo: Demo
  private let theme: Theme
  private let onClose: (() -> Void)?
  private(set) lazy var page = DemoPageView(demo, theme: theme, onClose: onClose)

  /// - Parameter onClose: What the page's close button and Escape do; nil for none.
  init(demo: Demo, theme: Theme, onClose: (() -> Void)? = nil) {
    self.demo = demo
    self.theme = theme
    self.onClose = onClose
    super.init(nibName: nil, bundle: nil)
  }

  /// Pages are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  override func loadView() {
    view = page
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  override func handle(_ key: DemoKey, at time: Double) -> Bool {
    switch key {
    case .activate:
      return page.scene.activate(at: time)
    case .escape:
      onClose?()
      return onClose != nil
    case .left, .right, .up, .down, .next, .previous, .first, .last, .overlay:
      return super.handle(key, at: time)
    }
  }
}

/// Heading at the top left, scene in the space below; both start at the same left edge and are
/// centred as one block.
final class DemoPageView: UIView {
  /// Pages are laid out on no less than this; a smaller place shows all of it, smaller.
  private static let leastSize = CGSize(width: 880, height: 560)

  let scene: SceneView
  /// Where the scene lies, in points of this view.
  private(set) var sceneFrame = CGRect.zero
  /// Everything, shrunk where the view is small.
  private let content = UIView(frame: .zero)
  private let heading: UILabel
  private let summary: UILabel
  let closeButton: DemoButton?

  init(_ demo: Demo, theme: Theme, onClose: (() -> Void)?) {
    scene = SceneView(demo, theme: theme, style: .page)
    heading = UILabel(demo.title, font: .display, weight: .semibold, color: theme.text)
    summary = UILabel(demo.summary, font: .body, color: theme.secondaryText)
    closeButton = onClose.map { close in
      DemoButton("Close", theme: theme, style: .quiet) { _ in close() }
    }
    super.init(frame: .zero)
    backgroundColor = UIColor(cgColor: theme.background)
    addSubview(content)
    for view in [heading, summary, scene, closeButton].compactMap({ $0 }) {
      content.addSubview(view)
    }
  }

  /// Pages are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let least = Self.leastSize
    let shrink = min(1, bounds.width / least.width, bounds.height / least.height)
    guard shrink > 0 else { return }
    let size = CGSize(width: bounds.width / shrink, height: bounds.height / shrink)
    content.bounds = CGRect(origin: .zero, size: size)
    content.center = CGPoint(x: bounds.midX, y: bounds.midY)
    content.transform = CGAffineTransform(scaleX: shrink, y: shrink)

    let unit = Metrics.unit
    let margin = max(unit * 2, min(size.width, size.height) / 18)
    let headingHeight: CGFloat = 46 + 22 + unit * 3
    let design = DemoCanvas.designSize
    let fit = min(
      (size.width - 2 * margin) / design.width,
      (size.height - 2 * margin - headingHeight) / design.height)
    let area = CGSize(width: design.width * fit, height: design.height * fit)
    let left = ((size.width - area.width) / 2).rounded()
    let top = ((size.height - headingHeight - area.height) / 2).rounded()
    var headingWidth = area.width
    if let closeButton {
      let width: CGFloat = 72, height: CGFloat = 32
      closeButton.frame = CGRect(
        x: left + area.width - width, y: top + 6, width: width, height: height)
      headingWidth -= width + unit * 2
    }
    heading.place(at: CGPoint(x: left, y: top), width: headingWidth)
    summary.place(at: CGPoint(x: left, y: top + 46), width: area.width)
    scene.frame = CGRect(origin: CGPoint(x: left, y: top + headingHeight), size: area)
    sceneFrame = scene.frame.applying(
      CGAffineTransform(scaleX: shrink, y: shrink))

    let scale = displayScale * shrink
    scene.rasterScale = scale
    heading.contentScaleFactor = scale
    summary.contentScaleFactor = scale
    closeButton?.rasterScale = scale
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    setNeedsLayout()
  }
}

extension UIView {
  /// Pixels of the display per point; 1 in no window.
  var displayScale: CGFloat { window?.contentScaleFactor ?? 1 }
}
