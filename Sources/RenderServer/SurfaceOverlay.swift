import Geometry
import LayerCommit
import Renderer

/// What is drawn over a tree for those who look for its cost: the pixels that changed, and how long
/// frames take.
///
/// It is part of the frames that the tree needs and asks for none of its own, with one exception:
/// what a frame tinted is cleaned by the next one, so a surface at rest draws once more.
///
/// ```
///   the tree changes       A          B        nothing     nothing
///   damage of the frame    A         A + B        B        no frame
///   tinted                 A          B         nothing
/// ```
struct SurfaceOverlay {
  private(set) var shown: Overlays = []
  /// Pixels that show what the overlay no longer says; the next frame draws them anew.
  private(set) var stale = PixelRegion()
  /// What this frame tints.
  private var tint = PixelRegion()
  private var hue = 0
  private var panel = FramePanel()
  private var times = FrameTimes()

  /// Neighbouring frames differ, so that each update of a place that changes all the time is seen.
  private static let hues = [Color(1, 0.18, 0.33), Color(0.2, 0.78, 0.35), Color(0.1, 0.5, 1)]
  private static let tintAlpha = 0.25
  private static let outlineAlpha = 0.9

  /// Frames have to care.
  var isActive: Bool { !shown.isEmpty || !stale.isEmpty }

  mutating func show(_ overlays: Overlays, on surface: PixelRect, scale: Double) {
    let changed = shown.symmetricDifference(overlays)
    shown = overlays
    if changed.contains(.fps) {
      times = FrameTimes()
      panel = FramePanel()
      panel.place(on: surface, scale: scale)
      stale.add(panel.area)
    }
  }

  /// Everything will be drawn anew, and old pixels may lie outside.
  mutating func surfaceResized() { stale.removeAll() }

  /// Makes ready for a frame in which the tree changes `damage`, and adds the overlay's own pixels to
  /// that.
  mutating func prepare(
    _ damage: inout PixelRegion, on surface: PixelRect, scale: Double, time: Double
  ) {
    tint.removeAll()
    if shown.contains(.damage), !damage.isEmpty {
      tint.add(damage)
      hue = (hue + 1) % Self.hues.count
    }
    damage.add(stale)
    stale.removeAll()
    stale.add(tint)
    if shown.contains(.fps) {
      panel.place(on: surface, scale: scale)
      panel.update(times, at: time)
      damage.add(panel.area)
    }
  }

  func draw(over builder: inout FrameBuilder) {
    for rect in tint.rects {
      builder.drawOnTop(
        .shape,
        DrawList.Instance(
          device: rect.rect, color: Self.hues[hue].premultiplied(Self.tintAlpha),
          border: Self.hues[hue].premultiplied(Self.outlineAlpha), width: 1))
    }
    if shown.contains(.fps) { panel.draw(times, over: &builder) }
  }

  /// Notes a frame that was drawn for `target`.
  ///
  /// - Parameters:
  ///   - work: Nanoseconds of the render thread.
  ///   - continues: The next refresh is to show another frame.
  mutating func frameDrawn(for target: FrameTarget, work: Int64, continues: Bool) {
    times.frameDrawn(for: target, work: work, continues: continues)
  }
}

extension Color {
  fileprivate func premultiplied(_ alpha: Double) -> SIMD4<Float> {
    SIMD4<Float>(Color(red, green, blue, alpha).premultiplied)
  }
}

extension DrawList.Instance {
  /// A rectangle in device pixels, its edges hard where they lie on whole pixels.
  init(
    device rect: Rect, color: SIMD4<Float>, border: SIMD4<Float> = .zero, width: Double = 0,
    radius: Double = 0
  ) {
    self.init(
      row0: SIMD4(1, 0, 0, 0), row1: SIMD4(0, 1, 0, 0), row2: SIMD4(0, 0, 1, 0),
      rect: SIMD4<Float>(rect), color: color, extra: border,
      radii: SIMD4(repeating: Float(radius)), params: SIMD2(Float(width), 15))
  }
}
