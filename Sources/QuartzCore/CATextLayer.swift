import AnimationCore
import CoreGraphicsAPI
import Geometry

/// Where text that does not fit is replaced by an ellipsis.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let none = CATextLayerTruncationMode(rawValue: "none")
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
  public static let end = CATextLayerTruncationMode(rawValue: "end")

  fileprivate var truncation: TextRequest.Truncation {
    switch self {
    case .start: .start
    case .middle: .middle
    case .end: .end
    default: .none
    }
  }
}

public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")

  fileprivate var alignment: TextRequest.Alignment {
    switch self {
    case .left: .left
    case .right: .right
    case .center: .center
    case .justified: .justified
    default: .natural
    }
  }
}

/// Shows plain text, from the top left of the bounds and cut off by them.
///
/// The text is drawn as a mask at `contentsScale` when it or the bounds change, and coloured where
/// it is composited, so that `foregroundColor` animates without drawing it again. While the bounds
/// animate, the mask keeps its size and place; while `fontSize` does, the text is drawn for every
/// frame. Attributed strings wait.
open class CATextLayer: CALayer {
  private var text: String?
  private var fontName: String? = "Helvetica"
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
    fontName = layer.fontName
    truncation = layer.truncation
    alignment = layer.alignment
    wraps = layer.wraps
    gravity = layer.gravity
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// A `String`.
  open var string: Any? {
    get { text }
    set {
      let new = newValue as? String
      if let newValue, new == nil {
        Warnings.once(
          "text.string.type", "a text layer shows a String, not \(type(of: newValue))")
        return
      }
      edit(\.text, new)
    }
  }

  /// The name of a font or family, a `String`.
  open var font: Any? {
    get { fontName }
    set {
      let new = newValue as? String
      if let newValue, new == nil {
        Warnings.once(
          "text.font.type", "a text layer's font is a name, not \(type(of: newValue))")
        return
      }
      edit(\.fontName, new)
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

  open override class func needsDisplay(forKey key: String) -> Bool {
    key == "fontSize" || super.needsDisplay(forKey: key)
  }

  override class func animatesImplicitly(_ key: String) -> Bool {
    key == "fontSize" || super.animatesImplicitly(key)
  }

  open var foregroundColor: CGColor? {
    get { objects.foregroundColor }
    set { setTint(newValue) }
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

  private func edit<T: Equatable>(_ path: ReferenceWritableKeyPath<CATextLayer, T>, _ new: T) {
    guard self[keyPath: path] != new, mayChange() else { return }
    self[keyPath: path] = new
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
    guard size > 0 else { return show(nil) }
    let request = TextRequest(
      string: text ?? "", style: TextStyle(family: fontName ?? "", size: size),
      boxSize: values.bounds.size, scale: values.contentsScale, wraps: wraps,
      alignment: alignment.alignment, truncation: truncation.truncation)
    show(TextRasterizer.rasterize(request).flatMap { CGImage($0) })
  }

  override func animationTarget(keyPath: String) -> AnimationTarget? {
    keyPath == "foregroundColor"
      ? AnimationTarget(.contentsTint) : super.animationTarget(keyPath: keyPath)
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
