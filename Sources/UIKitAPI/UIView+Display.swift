import CoreGraphicsAPI
import Geometry
import QuartzCore

extension UIView {
  /// Draws the contents, if `draw(_:)` asks for a context to draw in.
  final func displayContents(of layer: CALayer) {
    guard layer === self.layer else { return }
    layerWillDraw(layer)
    let request = GraphicsStack.Request { Self.makeContext(for: layer) }
    GraphicsStack.current.with(request) { draw(layer.bounds) }
    guard request.isUsed else { return }
    layer.contents = request.context?.makeImage()
  }

  final func drawContents(of layer: CALayer, in context: CGContext) {
    guard layer === self.layer else { return }
    GraphicsStack.current.with(GraphicsStack.Request(context)) { draw(layer.bounds) }
  }

  /// A bitmap for a layer's bounds; nil where they are empty or too large.
  private static func makeContext(for layer: CALayer) -> CGContext? {
    let size = layer.bounds.size, scale = Double(layer.contentsScale)
    // A rounding error in the product is no further pixel.
    let width = (Double(size.width) * scale - 1e-6).rounded(.up)
    let height = (Double(size.height) * scale - 1e-6).rounded(.up)
    guard width >= 1, height >= 1, width <= 16384, height <= 16384 else { return nil }
    return CGContext(
      pixelSize: PixelSize(Int(width), Int(height)), scale: scale,
      origin: Point(layer.bounds.origin))
  }
}

/// The contexts that drawing goes to, innermost last. One for each thread.
final class GraphicsStack {
  /// A context that is made when it is first asked for.
  final class Request {
    private(set) lazy var context: CGContext? = make()
    private let make: () -> CGContext?
    /// Whether it has been asked for.
    private(set) var isUsed = false

    init(_ make: @escaping () -> CGContext?) { self.make = make }
    convenience init(_ context: CGContext) { self.init { context } }

    func use() -> CGContext? {
      isUsed = true
      return context
    }
  }

  private var requests: [Request] = []

  private static let key = "UIGraphics"

  static var current: GraphicsStack {
    let storage = Thread.current.threadDictionary
    if let stack = storage[key] as? GraphicsStack { return stack }
    let stack = GraphicsStack()
    storage[key] = stack
    return stack
  }

  var context: CGContext? { requests.last?.use() }

  func with(_ request: Request, _ body: () -> Void) {
    requests.append(request)
    body()
    requests.removeLast()
  }

  func push(_ context: CGContext) { requests.append(Request(context)) }

  func pop() {
    if requests.isEmpty {
      Warnings.once(
        "UIGraphicsPopContext", "UIGraphicsPopContext() without UIGraphicsPushContext()")
    } else {
      requests.removeLast()
    }
  }
}

/// Where drawing goes now: in `UIView.draw(_:)` the view's contents.
public func UIGraphicsGetCurrentContext() -> CGContext? { GraphicsStack.current.context }

public func UIGraphicsPushContext(_ context: CGContext) { GraphicsStack.current.push(context) }
public func UIGraphicsPopContext() { GraphicsStack.current.pop() }

/// Fills a rectangle with the current fill colour.
public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }
