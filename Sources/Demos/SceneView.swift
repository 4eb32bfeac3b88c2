import CoreGraphics
import QuartzCore
import UIKit

/// Shows a demo's scene as large as the view allows, centred, and drives what works by frames.
///
/// The scene is made once; other sizes scale it, so that resizing restarts nothing. While the view
/// is paused, or in no window, the scene's time stands and no frames are asked for.
final class SceneView: UIView {
  /// Of the design size, scaled to fit.
  private let canvas: DemoCanvas
  let scene: (any LiveScene)?
  private var link: CADisplayLink?
  /// When the scene began, in its layer's time; nil before the first frame.
  private var start: Double?

  /// Pixels of the display per point of this view, whatever animates above it.
  var rasterScale: CGFloat = 1 {
    didSet { if rasterScale != oldValue { setNeedsLayout() } }
  }

  /// The scene's time stands; going on continues where it stood.
  var isPaused = false {
    didSet {
      guard isPaused != oldValue else { return }
      if isPaused { canvas.layer.pauseTime() } else { canvas.layer.resumeTime() }
      link?.isPaused = isPaused
    }
  }

  init(_ demo: Demo, theme: Theme, style: DemoCanvas.Style) {
    let content = UIView(frame: CGRect(origin: .zero, size: DemoCanvas.designSize))
    canvas = DemoCanvas(view: content, theme: theme, style: style)
    scene = demo.scene(canvas)
    super.init(frame: .zero)
    addSubview(content)
  }

  /// Scenes are made in code, never read from an archive.
  required init?(coder: NSCoder) { nil }

  isolated deinit { link?.invalidate() }

  func activate(at time: Double) -> Bool { scene?.activate(at: time) ?? false }

  override func layoutSubviews() {
    super.layoutSubviews()
    let design = DemoCanvas.designSize
    let fit = min(bounds.width / design.width, bounds.height / design.height)
    guard fit > 0 else { return }
    canvas.view.center = CGPoint(x: bounds.midX, y: bounds.midY)
    canvas.view.transform = CGAffineTransform(scaleX: fit, y: fit)
    canvas.layer.setContentsScales(rasterScale * fit)
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    if window == nil {
      link?.invalidate()
      link = nil
    } else if link == nil, scene != nil {
      // The link must not keep the view: nobody would end it then.
      let link = CADisplayLink { [weak self] link in self?.tick(link) }
      link.isPaused = isPaused
      link.add(to: .main, forMode: .common)
      self.link = link
    }
  }

  private func tick(_ link: CADisplayLink) {
    guard let scene else { return }
    let layer = canvas.layer
    if start == nil {
      let begin = layer.convertTime(link.timestamp, from: nil)
      start = begin
      scene.begin(at: begin)
    }
    scene.tick(at: layer.convertTime(link.targetTimestamp, from: nil) - (start ?? 0))
  }
}

extension CALayer {
  /// Stops the time of the layer and all below it where it is.
  func pauseTime() {
    let now = convertTime(CACurrentMediaTime(), from: nil)
    speed = 0
    timeOffset = now
  }

  /// Lets time go on from where `pauseTime` stopped it.
  func resumeTime() {
    let stood = timeOffset
    speed = 1
    timeOffset = 0
    beginTime = 0
    beginTime = convertTime(CACurrentMediaTime(), from: nil) - stood
  }

  /// The layer and all below it are drawn at this many pixels per point.
  @MainActor fileprivate func setContentsScales(_ scale: CGFloat) {
    if contentsScale != scale {
      // A view has more to do than its layer.
      if let view = delegate as? UIView, view.layer === self {
        view.contentScaleFactor = scale
        view.setNeedsLayout()
      } else {
        contentsScale = scale
        if self is DrawnLayer { setNeedsDisplay() }
      }
    }
    for sublayer in sublayers ?? [] { sublayer.setContentsScales(scale) }
    mask?.setContentsScales(scale)
  }
}
