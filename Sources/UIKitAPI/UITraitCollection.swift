import CoreGraphicsAPI
import Locks

public enum UIUserInterfaceStyle: Int, Sendable {
  case unspecified, light, dark
}

/// What a view's surroundings are like.
public final class UITraitCollection: Hashable, Sendable {
  public let userInterfaceStyle: UIUserInterfaceStyle
  /// Pixels per point; 0 where nobody knows.
  public let displayScale: CGFloat

  private static let standard = Guarded(UITraitCollection(userInterfaceStyle: .light))

  /// Those that colours are resolved with: in drawing and layout the view's, for this thread;
  /// elsewhere those of views that nothing is said about: light, unless set.
  public static var current: UITraitCollection {
    get { TraitStack.current.traits.last ?? standard.withLock { $0 } }
    set {
      let stack = TraitStack.current
      if stack.traits.isEmpty {
        standard.withLock { $0 = newValue }
      } else {
        stack.traits[stack.traits.count - 1] = newValue
      }
    }
  }

  /// The style of views that nothing is said about.
  static var standardStyle: UIUserInterfaceStyle { standard.withLock { $0.userInterfaceStyle } }

  /// Makes `traits` the current ones while `body` runs.
  static func with(_ traits: UITraitCollection, _ body: () -> Void) {
    let stack = TraitStack.current
    stack.traits.append(traits)
    body()
    stack.traits.removeLast()
  }

  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init(userInterfaceStyle: userInterfaceStyle, displayScale: 0)
  }

  init(userInterfaceStyle: UIUserInterfaceStyle, displayScale: CGFloat) {
    self.userInterfaceStyle = userInterfaceStyle
    self.displayScale = displayScale
  }

  public static func == (a: UITraitCollection, b: UITraitCollection) -> Bool {
    a.userInterfaceStyle == b.userInterfaceStyle && a.displayScale == b.displayScale
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(userInterfaceStyle)
    hasher.combine(displayScale)
  }
}

/// The traits of the views being drawn or laid out, innermost last. One for each thread.
private final class TraitStack {
  var traits: [UITraitCollection] = []

  private static let key = "UITraitCollection"

  static var current: TraitStack {
    let storage = Thread.current.threadDictionary
    if let stack = storage[key] as? TraitStack { return stack }
    let stack = TraitStack()
    storage[key] = stack
    return stack
  }
}
