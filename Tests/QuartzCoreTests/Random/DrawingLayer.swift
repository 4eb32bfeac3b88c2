import CoreGraphicsAPI
import QuartzCore

/// Has a value of its own, `level`, that it draws: what it drew last must be what is shown.
final class DrawingLayer: CALayer {
  private final class Drawing {
    var level: Double?
  }

  private let drawing: Drawing

  override init() {
    drawing = Drawing()
    super.init()
  }

  override init(layer: Any) {
    drawing = (layer as? DrawingLayer)?.drawing ?? Drawing()
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) { nil }

  private var level: Double { value(forKey: "level") as? Double ?? 0 }

  override class func needsDisplay(forKey key: String) -> Bool {
    key == "level" || super.needsDisplay(forKey: key)
  }

  override func display() { drawing.level = level }

  /// After a commit: what is wrong with the drawing.
  var complaint: String? {
    guard let drawn = drawing.level, let shown = presentation()?.level else { return nil }
    return abs(drawn - shown) > 1e-9
      ? "level \(shown) is shown, and \(drawn) was drawn" : nil
  }
}
