import CoreGraphicsAPI
import QuartzCore

extension UIView {
  final func insert(_ view: UIView, nextTo sibling: UIView, offset: Int) {
    guard sibling !== view else { return }
    let others = storedSubviews.filter { $0 !== view }
    let place = others.firstIndex { $0 === sibling }
    insert(view, at: place.map { $0 + offset } ?? .max)
  }

  /// Inserts `view` at `index` among the other subviews.
  final func insert(_ view: UIView, at index: Int) {
    // Only a view with subviews can be around this one.
    guard view !== self, view.storedSubviews.isEmpty || !isInside(view) else {
      Warnings.once("view.cycle", "a view cannot be added to itself or to a view in it")
      return
    }
    if view is UIWindow {
      Warnings.once("view.window", "a window cannot be a subview")
      return
    }
    if view.storedSuperview === self {
      storedSubviews.removeAll { $0 === view }
      place(view, at: index)
      return
    }
    view.storedWindow?.resignResponder(in: view)
    let window = storedWindow
    let isNewWindow = view.storedWindow !== window
    view.willMove(toSuperview: self)
    if isNewWindow { for view in view.subtree() { view.willMove(toWindow: window) } }
    if let old = view.storedSuperview {
      old.willRemoveSubview(view)
      old.storedSubviews.removeAll { $0 === view }
    }
    view.storedSuperview = self
    place(view, at: index)
    view.inherit(ownStyle)
    if isNewWindow { view.move(to: window) }
    // What was called on the way may have taken it elsewhere, and told so.
    guard view.storedSuperview === self else { return }
    view.didMoveToSuperview()
    if view.storedSuperview === self { didAddSubview(view) }
  }

  /// Puts a view that is in no list into this one, and its layer next to those of its neighbours.
  private func place(_ view: UIView, at index: Int) {
    let index = min(max(index, 0), storedSubviews.count)
    storedSubviews.insert(view, at: index)
    if index == storedSubviews.count - 1 {
      layer.addSublayer(view.layer)
    } else if index > 0 {
      layer.insertSublayer(view.layer, above: storedSubviews[index - 1].layer)
    } else {
      layer.insertSublayer(view.layer, below: storedSubviews[1].layer)
    }
  }

  final func exchange(_ a: Int, _ b: Int) {
    guard storedSubviews.indices.contains(a), storedSubviews.indices.contains(b) else {
      Warnings.once("view.exchange", "exchangeSubview(at:withSubviewAt:) needs two subviews")
      return
    }
    guard a != b else { return }
    let low = storedSubviews[min(a, b)], high = storedSubviews[max(a, b)]
    insert(low, at: max(a, b))
    insert(high, at: min(a, b))
  }

  final func detach() {
    storedWindow?.resignResponder(in: self)
    guard let superview = storedSuperview else { return }
    let hadWindow = storedWindow != nil
    willMove(toSuperview: nil)
    if hadWindow { for view in subtree() { view.willMove(toWindow: nil) } }
    superview.willRemoveSubview(self)
    superview.storedSubviews.removeAll { $0 === self }
    storedSuperview = nil
    layer.removeFromSuperlayer()
    inherit(.unspecified)
    if hadWindow { move(to: nil) }
    if storedSuperview == nil { didMoveToSuperview() }
  }

  /// Tells the subtree which window it is in. All know it before anybody is called, who may move them
  /// again: a view that has gone on is told by who moved it.
  private func move(to window: UIWindow?) {
    let views = subtree(), old = storedWindow
    for view in views { view.storedWindow = window }
    if let old { for view in views where view.storedWindow === window { old.loses(view) } }
    if let window { for view in views where view.storedWindow === window { view.adopt(window) } }
    for view in views where view.storedWindow === window { view.didMoveToWindow() }
  }

  /// Takes what depends on the window.
  private func adopt(_ window: UIWindow) {
    if contentScaleFactor != window.screen.scale { contentScaleFactor = window.screen.scale }
    resolveColors()
    guard !hasDisplayed else { return }
    hasDisplayed = true
    setNeedsDisplay()
  }

  /// The view and all in it, superviews first. Without recursion: trees may be deeper than the stack.
  final func subtree() -> [UIView] {
    var found: [UIView] = [], rest = [self]
    while let view = rest.popLast() {
      found.append(view)
      rest.append(contentsOf: view.storedSubviews.reversed())
    }
    return found
  }

  final func isInside(_ other: UIView) -> Bool {
    var current: UIView? = self
    while let view = current {
      if view === other { return true }
      current = view.storedSuperview
    }
    return false
  }

  /// The root of the tree: the window, where there is one.
  final var topmost: UIView {
    var top = self
    while let superview = top.storedSuperview { top = superview }
    return top
  }

  /// Lets go of the subtree without recursion: trees may be deeper than the stack.
  nonisolated final func releaseSubviews() {
    var rest = storedSubviews
    storedSubviews = []
    while var view = rest.popLast() {
      guard isKnownUniquelyReferenced(&view) else { continue }
      rest.append(contentsOf: view.storedSubviews)
      view.storedSubviews = []
    }
  }
}
