import Geometry
import LayerStage
import QuartzCore
import Testing
import UIKit

@Suite("Views")
@MainActor
struct ViewTests {
  @Test("Subviews and sublayers keep one order through every way of inserting")
  func order() {
    let root = UIView(), views = (0..<4).map { _ in UIView() }
    func order() -> [Int] { root.subviews.compactMap { view in views.firstIndex { $0 === view } } }
    func expectOrder(_ expected: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(order() == expected, sourceLocation: sourceLocation)
      let layers = root.layer.sublayers ?? []
      #expect(layers.elementsEqual(root.subviews.map(\.layer)), sourceLocation: sourceLocation)
    }
    root.addSubview(views[0])
    root.addSubview(views[1])
    root.insertSubview(views[2], at: 0)
    expectOrder([2, 0, 1])
    root.insertSubview(views[3], belowSubview: views[1])
    expectOrder([2, 0, 3, 1])
    root.insertSubview(views[2], aboveSubview: views[3])
    expectOrder([0, 3, 2, 1])
    root.sendSubviewToBack(views[1])
    root.bringSubviewToFront(views[0])
    expectOrder([1, 3, 2, 0])
    root.exchangeSubview(at: 0, withSubviewAt: 2)
    expectOrder([2, 3, 1, 0])
    views[3].removeFromSuperview()
    expectOrder([2, 1, 0])
    // Neither into itself nor into its own subview.
    views[2].addSubview(root)
    root.addSubview(root)
    expectOrder([2, 1, 0])
    #expect(root.superview == nil)
  }

  final class Moving: UIView {
    var log: [String] = []
    override func willMove(toSuperview newSuperview: UIView?) {
      log.append("to superview \(newSuperview != nil)")
    }
    override func didMoveToSuperview() { log.append("in superview \(superview != nil)") }
    override func willMove(toWindow newWindow: UIWindow?) {
      log.append("to window \(newWindow != nil)")
    }
    override func didMoveToWindow() { log.append("in window \(window != nil)") }
  }

  @Test("A view is told when it moves to a superview and a window, and away")
  func moving() throws {
    let test = try TestWindow(), holder = UIView(), view = Moving()
    holder.addSubview(view)
    #expect(view.log == ["to superview true", "in superview true"])
    view.log = []
    test.root.addSubview(holder)
    #expect(view.log == ["to window true", "in window true"])
    #expect(view.window === test.window)
    view.log = []
    view.removeFromSuperview()
    #expect(
      view.log == [
        "to superview false", "to window false", "in window false", "in superview false",
      ])
    #expect(view.window == nil)
  }

  enum Mask: CaseIterable {
    case fixed, width, leftMargin, rightMargin, bothMargins, all, height
  }

  @Test("Autoresizing shares the difference among what is flexible", arguments: Mask.allCases)
  func autoresizing(_ mask: Mask) {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), view = UIView()
    // 20 on the left, 50 wide, 30 on the right.
    view.frame = CGRect(x: 20, y: 10, width: 50, height: 50)
    root.addSubview(view)
    let expected: CGRect
    switch mask {
    case .fixed: expected = view.frame
    case .width:
      view.autoresizingMask = .flexibleWidth
      expected = CGRect(x: 20, y: 10, width: 150, height: 50)
    case .leftMargin:
      view.autoresizingMask = .flexibleLeftMargin
      expected = CGRect(x: 120, y: 10, width: 50, height: 50)
    case .rightMargin:
      view.autoresizingMask = .flexibleRightMargin
      expected = view.frame
    case .bothMargins:
      view.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin]
      expected = CGRect(x: 60, y: 10, width: 50, height: 50)
    case .all:
      view.autoresizingMask = [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin]
      expected = CGRect(x: 40, y: 10, width: 100, height: 50)
    case .height:
      view.autoresizingMask = [.flexibleHeight, .flexibleBottomMargin]
      // 50 high and 40 below share 100 more.
      expected = CGRect(x: 20, y: 10, width: 50, height: 50 + 100 * 50.0 / 90)
    }
    root.frame.size = CGSize(width: 200, height: 200)
    expect(view.frame.minX, near: Double(expected.minX))
    expect(view.frame.minY, near: Double(expected.minY))
    expect(view.frame.width, near: Double(expected.width))
    expect(view.frame.height, near: Double(expected.height))
  }

  final class Counting: UIView {
    var layouts = 0, drawings: [CGRect] = []
    override func layoutSubviews() { layouts += 1 }
    override func draw(_ rect: CGRect) {
      drawings.append(rect)
      UIColor.red.setFill()
      UIRectFill(rect)
    }
  }

  @Test("A view is laid out when its size changes or it asks, once a commit")
  func layout() throws {
    let test = try TestWindow()
    let view = test.add(Counting(), CGRect(x: 0, y: 0, width: 50, height: 50))
    test.commit()
    #expect(view.layouts == 1)
    view.center.x += 10
    test.commit()
    #expect(view.layouts == 1)
    view.bounds.size.width = 60
    view.setNeedsLayout()
    test.commit()
    #expect(view.layouts == 2)
  }

  @Test(
    "A view that draws is drawn when it comes to a window and when it asks; others have no contents"
  )
  func drawing() throws {
    let test = try TestWindow(scale: 2)
    let view = test.add(Counting(), CGRect(x: 0, y: 0, width: 50, height: 30))
    let plain = test.add(UIView(), CGRect(x: 0, y: 0, width: 50, height: 30))
    test.commit()
    #expect(view.drawings == [CGRect(x: 0, y: 0, width: 50, height: 30)])
    let image = try #require(view.layer.contents.map { $0 as? CGImage } ?? nil)
    #expect(image.width == 100 && image.height == 60)
    #expect(plain.layer.contents == nil)
    view.setNeedsDisplay()
    test.commit()
    #expect(view.drawings.count == 2)
  }

  /// A layer class of the application's with a value that it draws.
  final class Bar: CALayer {
    var level: CGFloat {
      get { value(forKey: "level") as? CGFloat ?? 0 }
      set { setValue(newValue, forKey: "level") }
    }
    override class func needsDisplay(forKey key: String) -> Bool {
      key == "level" || super.needsDisplay(forKey: key)
    }
    override func draw(in ctx: CGContext) {
      ctx.setFillColor(UIColor.red.cgColor)
      ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * level, height: bounds.height))
    }
  }

  final class BarView: UIView {
    override class var layerClass: AnyClass { Bar.self }
    var bar: Bar? { layer as? Bar }
    var drawnWidth: Int? {
      guard let image = layer.contents as? CGImage else { return nil }
      return (0..<image.width).count { image.pixelImage.bitmap[$0, 0].w > 128 }
    }
  }

  @Test(
    "A view's layer class draws by itself, and animates its own values; an empty drawing is none")
  func drawingLayerClass() throws {
    let test = try TestWindow()
    let view = test.add(BarView(), CGRect(x: 0, y: 0, width: 60, height: 10))
    let bar = try #require(view.bar)
    let picture = CGImage(Bitmap(size: PixelSize(1, 1), format: .bgra8Premultiplied))
    bar.contents = picture
    test.commit()
    #expect(bar.contents as? CGImage === picture, "nothing was drawn over what was set")
    bar.level = 0.5
    test.commit()
    #expect(view.drawnWidth == 30 && bar.animationKeys() == nil)
    let grow = CABasicAnimation(keyPath: "level")
    (grow.fromValue, grow.toValue, grow.duration) = (0.1, 0.9, 0.8)
    bar.add(grow, forKey: nil)
    test.mark()
    #expect(view.drawnWidth == 6)
    test.at(0.4)
    #expect(view.drawnWidth == 30)
    test.at(0.6)
    #expect(view.drawnWidth == 42)
    test.at(1)
    #expect(view.drawnWidth == 30)
    bar.level = 0
    test.commit()
    #expect(bar.contents == nil)
  }

  final class Tiled: CALayer {}
  final class TiledView: UIView {
    override class var layerClass: AnyClass { Tiled.self }
  }

  @Test("A view's layer is of its layerClass")
  func layerClass() {
    #expect(TiledView().layer is Tiled)
    #expect(type(of: UIView().layer) == CALayer.self)
  }

  @Test("Alpha stays in 0…1, and colours that depend on light and dark follow the view")
  func looks() {
    let view = UIView(), inner = UIView()
    view.alpha = -0.5
    #expect(view.alpha == 0)
    view.alpha = 3
    #expect(view.alpha == 1)
    view.addSubview(inner)
    inner.backgroundColor = .systemBackground
    let light = inner.layer.backgroundColor
    view.overrideUserInterfaceStyle = .dark
    #expect(inner.layer.backgroundColor != light)
    #expect(inner.layer.backgroundColor == UIColor(red: 0, green: 0, blue: 0, alpha: 1).cgColor)
  }

  @Test("Changes of a view's layer outside blocks do not animate")
  func noImplicitAnimation() throws {
    let test = try TestWindow()
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 50, height: 50))
    test.commit()
    view.layer.position.x = 200
    view.layer.opacity = 0.5
    test.commit()
    #expect(view.layer.animationKeys() == nil)
    expect(view.shown?.position.x, near: 200)
  }

  @Test("Very deep trees are made, moved and let go")
  func deep() throws {
    let test = try TestWindow()
    weak var deepest: UIView?
    do {
      let top = UIView()
      var view = top
      for _ in 0..<20_000 {
        let next = UIView()
        view.addSubview(next)
        view = next
      }
      deepest = view
      test.root.addSubview(top)
      #expect(deepest?.window === test.window)
      top.removeFromSuperview()
    }
    test.commit()
    #expect(deepest == nil)
  }
}

@Suite("Labels")
@MainActor
struct LabelTests {
  @Test("A label is as large as its text, and its lines break at the width it gets")
  func size() {
    let label = UILabel()
    #expect(label.intrinsicContentSize == .zero)
    label.text = "Some words to be broken into lines"
    label.font = .systemFont(ofSize: 20)
    let line = label.intrinsicContentSize
    #expect(line.width > 100 && line.height >= label.font.lineHeight.rounded(.down))
    label.numberOfLines = 0
    let broken = label.sizeThatFits(CGSize(width: line.width / 2, height: 1000))
    #expect(broken.width <= line.width / 2 && broken.height > line.height * 1.5)
    label.numberOfLines = 2
    let two = label.sizeThatFits(CGSize(width: line.width / 5, height: 1000))
    #expect(two.height <= (2 * label.font.lineHeight).rounded(.up))
    label.numberOfLines = 1
    label.text = "First\nSecond"
    #expect(label.intrinsicContentSize.height == line.height)
  }

  @Test("The weight of the font counts")
  func weight() {
    let label = UILabel()
    label.text = "Weight"
    label.font = .systemFont(ofSize: 40, weight: .light)
    let light = label.intrinsicContentSize.width
    label.font = .systemFont(ofSize: 40, weight: .black)
    #expect(label.intrinsicContentSize.width != light)
    #expect(label.font.withSize(40) == label.font)
  }

  @Test("Text stands in the middle of the height, in its colour")
  func drawing() throws {
    let test = try TestWindow(width: 200, height: 100, draws: true)
    let label = test.add(UILabel(), CGRect(x: 0, y: 0, width: 200, height: 100))
    label.text = "HHHHHH"
    label.textColor = .red
    label.font = .systemFont(ofSize: 24)
    label.textAlignment = .center
    test.at(0.1)
    let image = try test.stage.snapshot()
    #expect(try test.stage.validationMessages() == [])
    var rows: [Int] = [], columns: [Int] = []
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixelImage.bitmap[x, y].x > 128 {
        rows.append(y)
        columns.append(x)
      }
    }
    let top = try #require(rows.min()), bottom = try #require(rows.max())
    let left = try #require(columns.min()), right = try #require(columns.max())
    #expect(bottom - top > 10 && abs((top + bottom) - 99) <= 8, "\(top)…\(bottom)")
    #expect(abs((left + right) - 199) <= 3, "\(left)…\(right)")
  }

  @Test("A translucent colour of the text shows once, also after another one")
  func translucentText() throws {
    let test = try TestWindow(width: 200, height: 100, draws: true)
    test.root.backgroundColor = .white
    let label = test.add(UILabel(), CGRect(x: 0, y: 0, width: 200, height: 100))
    label.text = "HHHHHH"
    label.font = .systemFont(ofSize: 40)
    for alpha in [0.3, 0.8] as [CGFloat] {
      label.textColor = UIColor.black.withAlphaComponent(alpha)
      test.commit()
      let bitmap = try test.stage.snapshot().pixelImage.bitmap
      var darkest = 255
      for y in 0..<100 { for x in 0..<200 { darkest = min(darkest, Int(bitmap[x, y].x)) } }
      #expect(abs(Double(darkest) - 255 * (1 - Double(alpha))) <= 3, "\(darkest) for \(alpha)")
    }
  }

  @Test("The colour of the text animates in blocks, without drawing the text again")
  func colorAnimates() throws {
    let test = try TestWindow()
    let label = test.add(UILabel(), CGRect(x: 0, y: 0, width: 200, height: 100))
    label.text = "Text"
    label.textColor = .red
    test.mark()
    let text = try #require(label.layer.sublayers?.first as? CATextLayer)
    let mask = text.contents.map { $0 as? CGImage } ?? nil
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { label.textColor = .blue }
    test.at(0.5)
    expect(text.presentation()?.foregroundColor?.components?[2], near: 0.5)
    #expect((text.contents.map { $0 as? CGImage } ?? nil) === mask && mask != nil)
  }
}

@Suite("Colours")
struct ColorTests {
  struct Sample: Sendable {
    let hue: Double
    let saturation: Double
    let brightness: Double
    let rgb: [Double]
  }

  private static let samples = [
    Sample(hue: 0, saturation: 1, brightness: 1, rgb: [1, 0, 0]),
    Sample(hue: 1.0 / 3, saturation: 1, brightness: 1, rgb: [0, 1, 0]),
    Sample(hue: 2.0 / 3, saturation: 1, brightness: 0.5, rgb: [0, 0, 0.5]),
    Sample(hue: 0.5, saturation: 0.5, brightness: 1, rgb: [0.5, 1, 1]),
    Sample(hue: 0.1, saturation: 0, brightness: 0.25, rgb: [0.25, 0.25, 0.25]),
  ]

  @Test("Hue, saturation and brightness are those of the components", arguments: samples)
  func hue(_ sample: Sample) {
    let (h, s, b, rgb) = (sample.hue, sample.saturation, sample.brightness, sample.rgb)
    let color = UIColor(hue: h, saturation: s, brightness: b, alpha: 1)
    var r: CGFloat = 0, g: CGFloat = 0, blue: CGFloat = 0
    color.getRed(&r, green: &g, blue: &blue, alpha: nil)
    for (x, y) in zip([r, g, blue], rgb) { expect(x, near: y, within: 1e-9) }
    var hue: CGFloat = 0, saturation: CGFloat = 0, brightness: CGFloat = 0
    color.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: nil)
    if s > 0 { expect(hue, near: h, within: 1e-9) }
    expect(saturation, near: s, within: 1e-9)
    expect(brightness, near: b, within: 1e-9)
  }

  @Test("A colour is chosen by the traits, and equal colours are equal")
  func dynamic() {
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    #expect(UIColor.label.resolvedColor(with: dark) != UIColor.label.resolvedColor(with: .current))
    let faint = UIColor.label.withAlphaComponent(0.5).resolvedColor(with: dark)
    #expect(faint.cgColor.alpha == 0.5 && faint.cgColor.components?[0] == 1)
    #expect(UIColor(red: 1, green: 0, blue: 0, alpha: 1) == UIColor.red)
  }
}
