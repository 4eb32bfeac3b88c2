import CoreGraphicsAPI
import QuartzCore

/// The contexts that drawing goes to, innermost last. One for each thread.
final class GraphicsStack {
  /// A context that is made when it is first asked for.
  final class Request {
    private(set) lazy var context: CGContext? = make()
    private let make: () -> CGContext?
    /// Whether it has been asked for.
    private(set) var isUsed = false
    /// Pixels per point of an image that is being drawn; nil for other contexts.
    var imageScale: CGFloat?

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
  func push(_ request: Request) { requests.append(request) }

  func pop() {
    if requests.isEmpty {
      Warnings.once(
        "UIGraphicsPopContext", "UIGraphicsPopContext() without UIGraphicsPushContext()")
    } else {
      requests.removeLast()
    }
  }

  /// What the innermost context is an image of.
  var imageScale: CGFloat? { requests.last?.imageScale }
}

/// Where drawing goes now: in `UIView.draw(_:)` the view's contents.
public func UIGraphicsGetCurrentContext() -> CGContext? { GraphicsStack.current.context }

public func UIGraphicsPushContext(_ context: CGContext) { GraphicsStack.current.push(context) }
public func UIGraphicsPopContext() { GraphicsStack.current.pop() }

/// Fills a rectangle with the current fill colour.
public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }

public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  guard let context = UIGraphicsGetCurrentContext() else { return }
  context.saveGState()
  context.setBlendMode(blendMode)
  context.fill(rect)
  context.restoreGState()
}

/// Draws a frame of one point inside a rectangle, in the current stroke colour.
public func UIRectFrame(_ rect: CGRect) {
  UIGraphicsGetCurrentContext()?.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
}

public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }
