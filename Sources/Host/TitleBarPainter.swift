import Geometry
import Glibc
import Raster
import WaylandPlatform

/// Draws the title bars of windows that the desktop leaves bare: quiet, the title in the middle, and
/// three round buttons at the right that show their signs while the pointer is near.
struct TitleBarDrawing: TitleBarPainter {
  /// Colours of one appearance.
  struct Palette {
    var top: Color
    var bottom: Color
    var inactive: Color
    var hairline: Color
    /// The bright line along the upper edge.
    var highlight: Color
    var title: Color
    var inactiveTitle: Color
    var inactiveButton: Color

    static let light = Palette(
      top: gray(0.965), bottom: gray(0.925), inactive: gray(0.965),
      hairline: gray(0, 0.16), highlight: gray(1, 0.9), title: gray(0.16),
      inactiveTitle: gray(0.62), inactiveButton: gray(0.80))
    static let dark = Palette(
      top: gray(0.225), bottom: gray(0.185), inactive: gray(0.165),
      hairline: gray(0, 0.55), highlight: gray(1, 0.10), title: gray(0.90),
      inactiveTitle: gray(0.48), inactiveButton: gray(0.32))

    private static func gray(_ level: Double, _ alpha: Double = 1) -> Color {
      Color(level, level, level, alpha)
    }
  }

  let palette: Palette

  /// Of the window's upper corners, in points.
  private static let cornerRadius = 10.0
  private static let titleSize = 13.0

  /// Light or dark, as the user's programs are by their theme ("Adwaita:dark", "Arc-Dark").
  init() {
    let theme = getenv("GTK_THEME").map { String(cString: $0).lowercased() } ?? ""
    self.init(theme.hasSuffix("dark") ? .dark : .light)
  }

  init(_ palette: Palette) { self.palette = palette }

  func paint(_ look: TitleBarLook) -> Bitmap? {
    guard let canvas = Canvas(size: look.pixelSize, format: .bgra8Premultiplied) else { return nil }
    canvas.transform = Matrix4.scale(look.scale, look.scale)
    drawBar(look, on: canvas)
    drawTitle(look, on: canvas)
    for button in look.layout.buttons {
      if let center = look.layout.center(of: button) {
        draw(button, at: center, look, on: canvas)
      }
    }
    return canvas.bitmap()
  }

  private func drawBar(_ look: TitleBarLook, on canvas: Canvas) {
    let size = look.layout.size, pixel = 1 / look.scale
    canvas.save()
    if look.hasRoundedCorners {
      canvas.clip(to: Self.roundedTop(size, radius: min(Self.cornerRadius, size.width / 2)))
    }
    let top = look.isActive ? palette.top : palette.inactive
    let bottom = look.isActive ? palette.bottom : palette.inactive
    canvas.draw(
      CanvasGradient(
        shape: .linear(from: .zero, to: Point(0, size.height)),
        stops: [.init(color: top, location: 0), .init(color: bottom, location: 1)]))
    canvas.state.fillColor = palette.highlight
    canvas.fill(Rect(0, 0, size.width, pixel))
    canvas.state.fillColor = palette.hairline
    canvas.fill(Rect(0, size.height - pixel, size.width, pixel))
    canvas.restore()
  }

  private func drawTitle(_ look: TitleBarLook, on canvas: Canvas) {
    let box = look.layout.titleBox
    // Half a word with an ellipsis says less than nothing.
    guard box.size.width >= 40 else { return }
    let style = TextStyle(family: "Inter", size: Self.titleSize, weight: 600)
    let height = TextLayout.measure("Title", style: style).height
    canvas.save()
    canvas.state.fillColor = look.isActive ? palette.title : palette.inactiveTitle
    // On whole pixels, so that the letters are as sharp as they can be.
    let y = ((box.midY - height / 2) * look.scale).rounded() / look.scale
    canvas.transform = Matrix4.translation(box.minX, y).concat(canvas.transform)
    canvas.drawText(
      TextRequest(
        string: look.title, style: style, boxSize: Size(box.size.width, height.rounded(.up)),
        scale: look.scale, alignment: .center, truncation: .end))
    canvas.restore()
  }

  private func draw(
    _ button: TitleBarLook.Button, at center: Point, _ look: TitleBarLook, on canvas: Canvas
  ) {
    let isNear = look.hovered != nil || look.pressed != nil
    let radius = TitleBarLayout.buttonDiameter / 2
    var color = look.isActive || isNear ? Self.color(of: button) : palette.inactiveButton
    if look.pressed == button, look.hovered == button {
      color.components *= SIMD4(0.78, 0.78, 0.78, 1)
    }
    canvas.save()
    canvas.transform = Matrix4.translation(center.x, center.y).concat(canvas.transform)
    canvas.state.fillColor = color
    canvas.fill(Self.circle(radius: radius))
    canvas.state.strokeColor = Color(0, 0, 0, 0.14)
    canvas.state.lineWidth = max(0.5, 1 / look.scale)
    canvas.stroke(Self.circle(radius: radius - canvas.state.lineWidth / 2))
    if isNear {
      canvas.state.strokeColor = Color(0, 0, 0, look.hovered == button ? 0.72 : 0.5)
      canvas.state.lineWidth = 1.25
      canvas.state.lineCap = .round
      canvas.state.lineJoin = .round
      canvas.stroke(Self.sign(of: button, isMaximized: look.isMaximized))
    }
    canvas.restore()
  }

  private static func color(of button: TitleBarLook.Button) -> Color {
    switch button {
    case .minimize: Color(0.96, 0.76, 0.30)
    case .maximize: Color(0.36, 0.78, 0.42)
    case .close: Color(0.95, 0.42, 0.37)
    }
  }

  /// Points around the button's centre.
  private static func sign(of button: TitleBarLook.Button, isMaximized: Bool) -> Path {
    let r = 2.4
    switch button {
    case .minimize:
      return Path([.move(Point(-r - 0.3, 0)), .line(Point(r + 0.3, 0))])
    case .maximize where isMaximized:
      return Path(rect: Rect(-1.5, -1.5, 3, 3))
    case .maximize:
      return Path([
        .move(Point(-r - 0.3, 0)), .line(Point(r + 0.3, 0)), .move(Point(0, -r - 0.3)),
        .line(Point(0, r + 0.3)),
      ])
    case .close:
      return Path([
        .move(Point(-r, -r)), .line(Point(r, r)), .move(Point(-r, r)), .line(Point(r, -r)),
      ])
    }
  }

  /// Of the control points of a quarter circle.
  private static let kappa = 0.5522847498

  private static func circle(radius r: Double) -> Path {
    let k = r * kappa
    return Path([
      .move(Point(r, 0)),
      .cubic(control1: Point(r, k), control2: Point(k, r), to: Point(0, r)),
      .cubic(control1: Point(-k, r), control2: Point(-r, k), to: Point(-r, 0)),
      .cubic(control1: Point(-r, -k), control2: Point(-k, -r), to: Point(0, -r)),
      .cubic(control1: Point(k, -r), control2: Point(r, -k), to: Point(r, 0)), .close,
    ])
  }

  private static func roundedTop(_ size: Size, radius r: Double) -> Path {
    let w = size.width, h = size.height, c = r * (1 - kappa)
    return Path([
      .move(Point(0, h)), .line(Point(0, r)),
      .cubic(control1: Point(0, c), control2: Point(c, 0), to: Point(r, 0)),
      .line(Point(w - r, 0)),
      .cubic(control1: Point(w - c, 0), control2: Point(w, c), to: Point(w, r)),
      .line(Point(w, h)), .close,
    ])
  }
}
