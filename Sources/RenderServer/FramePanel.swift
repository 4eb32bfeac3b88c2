import Geometry
import Renderer

/// A card at the top right of a surface: frames per second and a graph of the last frames.
///
/// ```
///   ╭───────────────────────────╮
///   │ 60 fps       p50  16.7 ms │
///   │              p99  33.3 ms │   a column for each frame, the latest at the right:
///   │                           │   its height is the time since the frame before, its bright part
///   │ ▁▁▁▁▁▁▁▁▁▁█▁▁▁▁▁▁▁▁▁▁▁▁▁▁ │   the work of the render thread; the line is one refresh;
///   ╰───────────────────────────╯   red came late
/// ```
struct FramePanel {
  /// The pixels it covers.
  private(set) var area = PixelRect.zero
  private var scale = 1.0
  /// Changes a few times a second only, so that it can be read.
  private var text: [DrawList.Instance] = []
  private var textTime = -Double.infinity

  /// Points.
  private static let margin = 8.0, padding = 12.0, gap = 10.0, cornerRadius = 12.0
  private static let headHeight = 24.0, graphHeight = 36.0
  /// From one column to the next.
  private static let columnWidth = 2.0
  /// Refreshes that fill the graph's height.
  private static let graphSpan = 2.5
  /// Seconds between two changes of the text.
  private static let textInterval = 0.25

  private static let card = color(0.07, 0.08, 0.1, 0.86), rim = color(1, 1, 1, 0.14)
  private static let bright = color(0.96, 0.97, 0.98), pale = color(0.6, 0.64, 0.7)
  private static let interval = color(0.18, 0.4, 0.39), work = color(0.27, 0.87, 0.72)
  private static let late = color(0.62, 0.16, 0.2), lateWork = color(1, 0.36, 0.36)
  private static let refreshLine = color(1, 1, 1, 0.4)

  private static func color(
    _ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1
  ) -> SIMD4<Float> {
    SIMD4<Float>(Color(red, green, blue, alpha).premultiplied)
  }

  /// Whole device pixels, at least one.
  private func pixels(_ points: Double) -> Int { max(1, Int((points * scale).rounded())) }

  /// Finds the card's place. It may stick out of a small surface at the left and at the bottom.
  mutating func place(on surface: PixelRect, scale: Double) {
    if scale != self.scale { textTime = -.infinity }
    self.scale = scale
    let width = FrameTimes.capacity * pixels(Self.columnWidth) + 2 * pixels(Self.padding)
    let height =
      pixels(Self.headHeight) + pixels(Self.gap) + pixels(Self.graphHeight)
      + 2 * pixels(Self.padding)
    let card = PixelRect(
      surface.maxX - pixels(Self.margin) - width, surface.y + pixels(Self.margin), width, height)
    if card.x != origin.x || card.y != origin.y { textTime = -.infinity }
    origin = (card.x, card.y)
    self.width = width
    self.height = height
    area = card.intersection(surface)
  }

  /// Top left of the card, whether or not the surface has that pixel.
  private var origin = (x: 0, y: 0)
  private var width = 0
  private var height = 0

  /// Spells the numbers again when that is due at the media time `time`.
  mutating func update(_ times: FrameTimes, at time: Double) {
    guard time >= textTime + Self.textInterval || time < textTime else { return }
    textTime = time
    text.removeAll(keepingCapacity: true)
    let left = Double(origin.x + pixels(Self.padding))
    let right = Double(origin.x + width - pixels(Self.padding))
    let top = Double(origin.y + pixels(Self.padding))
    let baseline = top + Double(pixels(Self.headHeight)) - 0.5

    let large = StrokeFont(height: 22 * scale, weight: 2.6 * scale)
    let small = StrokeFont(height: (8 * scale).rounded(), weight: 1.15 * scale)
    let rate = times.rate.map { "\(Int(min($0, 999).rounded()))" } ?? "–"
    // Whole pixels and a half: one-pixel stems and feet lie on one row of pixels.
    let start = (left + large.weight / 2).rounded(.down) + 0.5
    large.draw(rate, x: start, baseline: baseline - 1, Self.bright, into: &text)
    let unit = (start + large.width(of: rate) + 6 * scale).rounded(.down) + 0.5
    small.draw("fps", x: unit, baseline: baseline, Self.pale, into: &text)

    let upper = top + small.height + 0.5
    let percentiles = times.percentiles
    row("p50", percentiles?.p50, baseline: upper, right: right, small)
    row("p99", percentiles?.p99, baseline: baseline, right: right, small)
  }

  /// A name, a time in seconds, the unit; right aligned.
  private mutating func row(
    _ name: String, _ time: Double?, baseline: Double, right: Double, _ font: StrokeFont
  ) {
    let value = time.map(Self.milliseconds) ?? "–"
    func column(_ right: Double, _ text: String) -> Double {
      (right - font.width(of: text)).rounded(.down) + 0.5
    }
    let unit = column(right - 0.5 * font.weight, "ms")
    let number = column(unit - 5 * scale, value)
    font.draw("ms", x: unit, baseline: baseline, Self.pale, into: &text)
    font.draw(value, x: number, baseline: baseline, Self.bright, into: &text)
    // Below each other, whatever the numbers.
    let label = column(unit - 10 * scale - font.width(of: "888.8"), name)
    font.draw(name, x: label, baseline: baseline, Self.pale, into: &text)
  }

  private static func milliseconds(_ time: Double) -> String {
    let tenths = Int((min(max(time, 0), 0.9999) * 10_000).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  func draw(_ times: FrameTimes, over builder: inout FrameBuilder) {
    builder.drawOnTop(
      .shape,
      DrawList.Instance(
        device: PixelRect(origin.x, origin.y, width, height).rect, color: Self.card,
        border: Self.rim, width: 1, radius: Self.cornerRadius * scale))
    drawGraph(times, over: &builder)
    for instance in text { builder.drawOnTop(.shape, instance) }
  }

  private func drawGraph(_ times: FrameTimes, over builder: inout FrameBuilder) {
    let step = pixels(Self.columnWidth)
    let column = max(1, step - Int((scale / 2).rounded()))
    let most = pixels(Self.graphHeight)
    let bottom = origin.y + height - pixels(Self.padding)
    let right = origin.x + width - pixels(Self.padding)
    let perSecond = Double(most) / (Self.graphSpan * times.refresh)
    func bar(_ x: Int, _ seconds: Double, _ color: SIMD4<Float>) {
      let length = Int(min((seconds * perSecond).rounded(.up), Double(most)))
      guard length > 0 else { return }
      builder.drawOnTop(PixelRect(x, bottom - length, column, length), color)
    }
    for age in 0..<times.count {
      let frame = times[age]
      let x = right - (age + 1) * step
      bar(x, frame.interval, frame.isLate ? Self.late : Self.interval)
      bar(x, frame.work, frame.isLate ? Self.lateWork : Self.work)
    }
    let line = bottom - Int((times.refresh * perSecond).rounded(.up))
    builder.drawOnTop(
      PixelRect(right - FrameTimes.capacity * step, line, FrameTimes.capacity * step, 1),
      Self.refreshLine)
  }
}
