import CoreGraphicsAPI

/// The focus of one window: the view that keys reach before others, moved by the Tab key.
///
/// Focusable views follow each other as one reads: row by row, from the left, what lies in a view
/// together. After the last comes the first.
@MainActor
public final class UIFocusSystem {
  private weak var window: UIWindow?
  private(set) weak var view: UIView?
  private var needsUpdate = false

  init(window: UIWindow) { self.window = window }

  public var focusedItem: (any UIFocusItem)? { view }

  /// That of the window a view or controller is in.
  public class func focusSystem(for environment: any UIFocusEnvironment) -> UIFocusSystem? {
    (environment as? UIView)?.window?.focus ?? (environment as? UIViewController)?.focusSystem
  }

  /// Moves the focus to the first view there that can have it.
  public func requestFocusUpdate(to environment: any UIFocusEnvironment) {
    guard let target = preferred(in: environment) else { return }
    focus(target, [])
  }

  /// Takes the focus from a view that cannot have it any more.
  public func updateFocusIfNeeded() {
    needsUpdate = false
    guard let view, !canFocus(view) else { return }
    focus(nil, [])
  }

  func setNeedsUpdate() { needsUpdate = true }

  /// True where there is a view to go to.
  func move(_ heading: UIFocusHeading) -> Bool {
    if needsUpdate { updateFocusIfNeeded() }
    let items = order(in: window)
    guard !items.isEmpty else { return false }
    let isForward = heading == .next
    let next: Int
    if let place = items.firstIndex(where: { $0 === view }) {
      next = (place + (isForward ? 1 : items.count - 1)) % items.count
    } else {
      next = isForward ? 0 : items.count - 1
    }
    focus(items[next], heading)
    return true
  }

  /// A view leaves the window.
  func loses(_ lost: UIView) { if lost === view { focus(nil, []) } }

  func clear() { focus(nil, []) }

  private func focus(_ new: UIView?, _ heading: UIFocusHeading) {
    let old = view
    guard new !== old else { return }
    let context = UIFocusUpdateContext(from: old, to: new, heading)
    let environments = environments(around: old, new)
    // What is gone has no choice.
    guard new == nil || environments.allSatisfy({ $0.shouldUpdateFocus(in: context) }) else {
      return
    }
    view = new
    let coordinator = UIFocusAnimationCoordinator()
    for environment in environments {
      environment.didUpdateFocus(in: context, with: coordinator)
    }
    coordinator.run()
  }

  /// The two views and all around them, each once.
  private func environments(around views: UIView?...) -> [any UIFocusEnvironment] {
    var found: [any UIFocusEnvironment] = []
    for view in views {
      var current: (any UIFocusEnvironment)? = view
      while let environment = current {
        if !found.contains(where: { $0 === environment }) { found.append(environment) }
        current = environment.parentFocusEnvironment
      }
    }
    return found
  }

  // MARK: Who can have it

  private func preferred(in environment: any UIFocusEnvironment, depth: Int = 0) -> UIView? {
    let view = environment as? UIView
    if let view, canFocus(view) { return view }
    // Preferences may lead in a circle.
    guard depth < 64 else { return nil }
    for preference in environment.preferredFocusEnvironments {
      if let found = preferred(in: preference, depth: depth + 1) { return found }
    }
    let root = view ?? (environment as? UIViewController)?.viewIfLoaded
    return root?.window === window ? order(in: root).first : nil
  }

  private func canFocus(_ view: UIView) -> Bool {
    guard view.window === window, view.canBecomeFocused else { return false }
    return sequence(first: view, next: { $0.storedSuperview }).allSatisfy(isReachable)
  }

  private func isReachable(_ view: UIView) -> Bool {
    !view.isHidden && Float(view.alpha) >= 0.01 && view.isUserInteractionEnabled
  }

  /// All that can have the focus, as one reads. Without recursion: trees may be deeper than the stack.
  private func order(in root: UIView?) -> [UIView] {
    guard let root, sequence(first: root, next: { $0.storedSuperview }).allSatisfy(isReachable)
    else { return [] }
    var found: [UIView] = [], rest = [root]
    while let view = rest.popLast() {
      if view.canBecomeFocused { found.append(view) }
      rest.append(contentsOf: Self.read(view.storedSubviews.filter(isReachable)).reversed())
    }
    return found
  }

  /// Siblings row by row. A row is as high as the lowest of its views; another one belongs to it that
  /// shares half of its own height, or of the row's, with it.
  private static func read(_ views: [UIView]) -> [UIView] {
    guard views.count > 1 else { return views }
    let sorted = views.map { (view: $0, frame: $0.frame) }.sorted { $0.frame.minY < $1.frame.minY }
    var found: [UIView] = []
    var row: [(view: UIView, frame: CGRect)] = []
    var foot = CGFloat.infinity
    func endRow() {
      found += row.sorted { $0.frame.minX < $1.frame.minX }.map(\.view)
      row = []
    }
    for entry in sorted {
      let frame = entry.frame
      if let first = row.first,
        foot - frame.minY <= min(frame.height, foot - first.frame.minY) / 2
      {
        endRow()
        foot = .infinity
      }
      row.append(entry)
      foot = min(foot, frame.maxY)
    }
    endRow()
    return found
  }
}
