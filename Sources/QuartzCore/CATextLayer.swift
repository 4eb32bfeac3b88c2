import AnimationCore
import CoreGraphicsAPI
import Geometry

/// Shows text, plain or attributed, from the top left of the bounds and cut off by them.
///
/// Text of one colour is drawn as a mask at `contentsScale` when it or the bounds change, and
/// coloured where it is composited, so that `foregroundColor` animates without drawing it again.
/// Text with colours of its own, of attributes or of emoji, is drawn as an image, for every frame
/// while `foregroundColor` animates. While the bounds animate, the picture keeps its size and place;
/// while `fontSize` does, the text is drawn for every frame.
open class CATextLayer: CALayer {
  private var text: AttributedText?
  private var textObject: Any?
  private var fontName: String? = "Helvetica"
  private var fontObject: Any? = "Helvetica"
  /// The picture has its colours, and `contentsTint` does not show.
  private var showsColors = false
  private var truncation = CATextLayerTruncationMode.none
  private var alignment = CATextLayerAlignmentMode.natural
  private var wraps = false
  private var gravity = CALayerContentsGravity.resize

  public override init() {
    super.init()
    objects.foregroundColor = .white
    values.contentsTint = .white
    values.contentsGravity = .bottomLeft
    let set: LayerChanges = [LayerChanges(.contentsTint), LayerChanges(.contentsGravity)]
    changes.formUnion(set)
    touched.formUnion(set)
  }

  public override init(layer: Any) {
    super.init(layer: layer)
    guard let layer = layer as? CATextLayer else { return }
    text = layer.text
    textObject = layer.textObject
    fontName = layer.fontName
    fontObject = layer.fontObject
    showsColors = layer.showsColors
    truncation = layer.truncation
    alignment = layer.alignment
    wraps = layer.wraps
    gravity = layer.gravity
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// A `String` or an `NSAttributedString`; what its attributes leave open is as the layer's own
  /// properties say. Of an `AttributedString` the characters.
  open var string: Any? {
    get { textObject }
    set {
      let new: AttributedText
      var object = newValue
      switch newValue {
      case nil: return edit(\.text, nil) { textObject = nil }
      case let string as String: new = AttributedText(string)
      case let string as NSAttributedString:
        // A copy, so that a mutable one may change afterwards.
        object = NSAttributedString(attributedString: string)
        new = AttributedText(string)
      case let string as AttributedString: new = AttributedText(string)
      default:
        Warnings.once(
          "text.string.type",
          "a text layer shows a String or an attributed string, not \(newValue.typeName)")
        return
      }
      edit(\.text, new) { textObject = object }
    }
  }

  /// The name of a font or family, a `String`; or a font, whose size does not count.
  open var font: Any? {
    get { fontObject }
    set {
      let new = newValue as? String ?? (newValue as? TextFont)?.textStyle.family
      if newValue != nil, new == nil {
        Warnings.once(
          "text.font.type", "a text layer's font is a name or a font, not \(newValue.typeName)")
        return
      }
      edit(\.fontName, new) { fontObject = newValue }
    }
  }

  /// Points. Above 0.
  open var fontSize: CGFloat {
    get { CGFloat(size) }
    set {
      guard newValue.isFinite, newValue > 0 else {
        Warnings.once("text.fontSize", "a font size must be above 0, not \(newValue)")
        return
      }
      if newValue != fontSize { setCustom(Double(newValue), key: "fontSize") }
    }
  }

  /// Kept with the values that animate on this side.
  private var size: Double { (customValues["fontSize"] as? NSNumber)?.doubleValue ?? 36 }

  /// Values under these keys animate on this side: the colour only where it is no tint.
  private static let drawnKeys: Set<String> = ["fontSize", "foregroundColor"]

  open override class func needsDisplay(forKey key: String) -> Bool {
    drawnKeys.contains(key) || super.needsDisplay(forKey: key)
  }

  override class func animatesImplicitly(_ key: String) -> Bool {
    drawnKeys.contains(key) || super.animatesImplicitly(key)
  }

  open var foregroundColor: CGColor? {
    get { presented != nil && showsColors ? drawnColor : objects.foregroundColor }
    set { setTint(newValue) }
  }

  /// The colour to draw with, where the picture has its colours.
  private var drawnColor: CGColor? { customValues["foregroundColor"] as? CGColor }

  override func tintChanged() {
    guard showsColors else { return }
    customValues["foregroundColor"] = objects.foregroundColor ?? .clear
    mark(.customValues)
    setNeedsDisplay()
  }

  /// The picture on the layer, or the one that a copy of it has drawn, is of this kind.
  private func showsColors(_ new: Bool) {
    showsColors = new
    if let model = presented as? CATextLayer { return model.showsColors(new) }
    guard new != (customValues["foregroundColor"] != nil) else { return }
    customValues["foregroundColor"] = new ? objects.foregroundColor ?? .clear : nil
    mark(.customValues)
  }

  /// Breaks lines between words at the width of the bounds.
  open var isWrapped: Bool {
    get { wraps }
    set { edit(\.wraps, newValue) }
  }

  open var truncationMode: CATextLayerTruncationMode {
    get { truncation }
    set { edit(\.truncation, newValue) }
  }

  open var alignmentMode: CATextLayerAlignmentMode {
    get { alignment }
    set { edit(\.alignment, newValue) }
  }

  /// Stored; glyphs always stand at subpixels.
  open var allowsFontSubpixelQuantization = false {
    didSet { if !mayChange() { allowsFontSubpixelQuantization = oldValue } }
  }

  private func edit<T: Equatable>(
    _ path: ReferenceWritableKeyPath<CATextLayer, T>, _ new: T, also store: () -> Void = {}
  ) {
    guard self[keyPath: path] != new, mayChange() else { return }
    self[keyPath: path] = new
    store()
    setNeedsDisplay()
  }

  open override var bounds: CGRect {
    get { super.bounds }
    set {
      let old = super.bounds.size
      super.bounds = newValue
      if super.bounds.size != old { setNeedsDisplay() }
    }
  }

  open override var contentsScale: CGFloat {
    get { super.contentsScale }
    set {
      let old = super.contentsScale
      super.contentsScale = newValue
      if super.contentsScale != old { setNeedsDisplay() }
    }
  }

  /// Stored; text always stands at the top left.
  open override var contentsGravity: CALayerContentsGravity {
    get { gravity }
    set { if mayChange() { gravity = newValue } }
  }

  /// Keeps the text at the visual top left, by the names of a y-up space.
  override func flipsChanged() {
    let place = contentsAreFlipped() ? ContentsGravity.bottomLeft : .topLeft
    guard values.contentsGravity != place else { return }
    changeQuietly(.contentsGravity) { values.contentsGravity = place }
  }

  open override func display() {
    // An animation may overshoot to where there is no text.
    guard size > 0, let text else { return show(nil) }
    var request = text.request(
      style: TextStyle(family: fontName ?? "", size: size), boxSize: values.bounds.size)
    request.scale = values.contentsScale
    request.wraps = wraps
    request.alignment = alignment.alignment
    request.truncation = truncation.truncation
    let color = foregroundColor?.color ?? .clear
    let bitmap = TextRasterizer.rasterize(request, color: color)
    showsColors(bitmap?.format == .bgra8Premultiplied)
    show(bitmap.flatMap { CGImage($0) })
  }

  override func animationTarget(keyPath: String) -> AnimationTarget? {
    guard keyPath == "foregroundColor" else { return super.animationTarget(keyPath: keyPath) }
    return showsColors ? nil : AnimationTarget(.contentsTint)
  }

  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "foregroundColor": CGColor.white
    case "font": "Helvetica"
    case "fontSize": NSNumber(value: 36)
    case "wrapped": NSNumber(value: false)
    case "truncationMode": CATextLayerTruncationMode.none.rawValue
    case "alignmentMode": CATextLayerAlignmentMode.natural.rawValue
    default: super.defaultValue(forKey: key)
    }
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "string": string
    case "font": font
    case "fontSize": NSNumber(value: size)
    case "foregroundColor": foregroundColor
    case "wrapped", "isWrapped": NSNumber(value: wraps)
    case "allowsFontSubpixelQuantization": NSNumber(value: allowsFontSubpixelQuantization)
    case "truncationMode": truncationMode.rawValue
    case "alignmentMode": alignmentMode.rawValue
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "string": string = value
    case "font": font = value
    case "fontSize": number(value, key) { fontSize = CGFloat($0) }
    case "foregroundColor": optional(value, key) { foregroundColor = $0 }
    case "wrapped", "isWrapped": number(value, key) { isWrapped = $0 != 0 }
    case "allowsFontSubpixelQuantization":
      number(value, key) { allowsFontSubpixelQuantization = $0 != 0 }
    case "truncationMode":
      name(value, key) { truncationMode = CATextLayerTruncationMode(rawValue: $0) }
    case "alignmentMode":
      name(value, key) { alignmentMode = CATextLayerAlignmentMode(rawValue: $0) }
    default: super.setValue(value, forKey: key)
    }
  }
}

extension Optional {
  fileprivate var typeName: String { map { "\(type(of: $0))" } ?? "nil" }
}
