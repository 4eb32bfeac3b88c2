import CoreGraphics
import QuartzCore
import UIKit

/// A live demo, small, with its title below.
final class GalleryTile: UIView {
  let demo: Demo
  let scene: SceneView
  /// What lifts: everything but the title.
  private let face = UIView(frame: .zero)
  /// Clips the scene; the face cannot, because clipping would cut its shadow.
  private let clip = UIView(frame: .zero)
  private let ring = UIView(frame: .zero)
  private let label: UILabel

  /// Pixels of the display per point of this view.
  var rasterScale: CGFloat = 1 {
    didSet {
      scene.rasterScale = rasterScale
      label.contentScaleFactor = rasterScale
    }
  }

  /// The keyboard's next Return opens this one.
  var hasFocusRing = false {
    didSet { ring.isHidden = !hasFocusRing }
  }

  /// The pointer is over it.
  var isHovered = false {
    didSet { if isHovered != oldValue { lift() } }
  }

  private var isPressed = false {
    didSet { if isPressed != oldValue { lift() } }
  }

  init(_ demo: Demo, theme: Theme) {
    self.demo = demo
    scene = SceneView(demo, theme: theme, style: .tile)
    label = UILabel(demo.title, font: .body, weight: .medium, color: theme.text)
    super.init(frame: .zero)
    for view in [face, clip] {
      view.layer.backgroundColor = theme.surface
      view.layer.cornerRadius = Metrics.cornerRadius
    }
    face.layer.shadowOpacity = theme.shadowOpacity
    face.layer.shadowRadius = 14
    face.layer.shadowOffset = CGSize(width: 0, height: 8)
    clip.layer.masksToBounds = true
    clip.layer.borderColor = theme.hairline
    clip.layer.borderWidth = 1
    ring.layer.borderColor = theme.indigo
    ring.layer.borderWidth = 3
    ring.layer.cornerRadius = Metrics.cornerRadius + Self.ringDistance
    ring.isHidden = true
    addSubview(face)
    face.addSubview(clip)
    clip.addSubview(scene)
    face.addSubview(ring)
    addSubview(label)
  }

  /// Tiles are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  /// From the face to the outside of the ring, in points.
  private static let ringDistance: CGFloat = 6

  /// The face without its lift, in points of this view.
  var faceFrame: CGRect {
    CGRect(
      x: 0, y: 0, width: bounds.width, height: max(0, bounds.height - GalleryLayout.labelHeight))
  }

  /// Points of this view per point of the scene's design.
  var sceneScale: CGFloat {
    let design = DemoCanvas.designSize
    return min(scene.bounds.width / design.width, scene.bounds.height / design.height)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let frame = faceFrame
    // The face may be lifted: its frame is no place to set.
    face.bounds = CGRect(origin: .zero, size: frame.size)
    face.center = CGPoint(x: frame.midX, y: frame.midY)
    clip.frame = face.bounds
    scene.frame = face.bounds.insetBy(dx: 10, dy: 6)
    ring.frame = face.bounds.insetBy(dx: -Self.ringDistance, dy: -Self.ringDistance)
    // In narrow tiles the longest title fits as a caption.
    let font = bounds.width < 168 ? Metrics.Font.caption : .body
    label.font = UIFont(name: Metrics.Weight.medium.fontName, size: font.rawValue)
    label.place(at: CGPoint(x: 0, y: frame.maxY + 10), width: bounds.width)
  }

  private func lift() {
    let transform =
      if isPressed {
        CGAffineTransform(scaleX: 0.98, y: 0.98)
      } else if isHovered {
        CGAffineTransform(a: 1.02, b: 0, c: 0, d: 1.02, tx: 0, ty: -3)
      } else {
        CGAffineTransform.identity
      }
    UIView.animate(withDuration: 0.18, delay: 0, options: [.allowUserInteraction, .curveEaseOut]) {
      self.face.transform = transform
    }
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { isPressed = true }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { isPressed = false }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    isPressed = false
  }
}
