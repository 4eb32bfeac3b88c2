import CoreGraphicsAPI
import QuartzCore

/// Fills a window with a view and looks after it.
@MainActor
open class UIViewController: UIResponder {
  private var loadedView: UIView?
  /// Between `viewWillAppear` and `viewDidDisappear`.
  private var appearance = Appearance.gone

  private enum Appearance { case gone, appearing, shown, disappearing }

  /// The window this controller is the root of.
  final weak var rootWindow: UIWindow?

  /// Archives are not read: the names are ignored.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
  public override convenience init() { self.init(nibName: nil, bundle: nil) }
  public required init?(coder: NSCoder) { nil }

  open override var next: UIResponder? { loadedView?.superview ?? rootWindow }

  /// A window's title is that of its root view controller.
  open var title: String? { didSet { if title != oldValue { rootWindow?.titleChanged() } } }

  // MARK: The view

  /// Made when it is first asked for.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set {
      loadedView?.controller = nil
      loadedView = newValue
      newValue?.controller = self
    }
  }

  open var viewIfLoaded: UIView? { loadedView }
  open var isViewLoaded: Bool { loadedView != nil }

  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    if loadedView == nil {
      Warnings.once("controller.loadView", "loadView() made no view; an empty one takes its place")
      view = UIView()
    }
    viewDidLoad()
  }

  /// Makes the view, without calling `super`.
  open func loadView() {
    let view = UIView(frame: UIScreen.main.bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    self.view = view
  }

  open func viewDidLoad() {}

  // MARK: Appearing

  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}

  // MARK: Commands

  private var ownKeyCommands: [UIKeyCommand] = []

  /// Those added here.
  open override var keyCommands: [UIKeyCommand]? {
    ownKeyCommands.isEmpty ? nil : ownKeyCommands
  }

  open func addKeyCommand(_ keyCommand: UIKeyCommand) { ownKeyCommands.append(keyCommand) }
  open func removeKeyCommand(_ keyCommand: UIKeyCommand) {
    ownKeyCommands.removeAll { $0 === keyCommand }
  }

  // MARK: Focus

  /// Where the focus goes when it comes here: the view, which knows better.
  open var preferredFocusEnvironments: [any UIFocusEnvironment] {
    loadedView.map { [$0] } ?? []
  }
  open func setNeedsFocusUpdate() { focusSystem?.setNeedsUpdate() }
  open func updateFocusIfNeeded() { focusSystem?.updateFocusIfNeeded() }
  open func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool { true }
  open func didUpdateFocus(
    in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
  ) {}

  // MARK: Traits

  /// Those of the view; without one, of the screen.
  open var traitCollection: UITraitCollection {
    loadedView?.traitCollection ?? UIScreen.main.traitCollection
  }

  /// The view's traits are others than before: `previousTraitCollection`.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: For the window

  /// Shows the view in a window. It has appeared once its first commit is through. Anything called on
  /// the way may close the window.
  final func appear(in window: UIWindow) {
    guard appearance == .gone, let view, isRoot(of: window), appearance == .gone else { return }
    appearance = .appearing
    viewWillAppear(false)
    guard appearance == .appearing, isRoot(of: window) else { return }
    view.frame = window.bounds
    window.insertSubview(view, at: 0)
    window.titleChanged()
    CATransaction.begin()
    CATransaction.setCompletionBlock { [weak self] in
      // Safety: completion blocks run on the main thread.
      MainActor.assumeIsolated { self?.hasAppeared() }
    }
    CATransaction.commit()
  }

  private func hasAppeared() {
    guard appearance == .appearing else { return }
    appearance = .shown
    viewDidAppear(false)
  }

  private func isRoot(of window: UIWindow) -> Bool {
    rootWindow === window && window.rootViewController === self && !window.isHidden
  }

  /// Takes the view out of its window.
  final func disappear() {
    guard appearance == .appearing || appearance == .shown else { return }
    appearance = .disappearing
    viewWillDisappear(false)
    loadedView?.removeFromSuperview()
    appearance = .gone
    viewDidDisappear(false)
  }

  /// Is the root of the window no more.
  final func leave(_ window: UIWindow) {
    disappear()
    if rootWindow === window { rootWindow = nil }
  }
}
