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
