import CoreGraphicsAPI
import LayerCommit
import LayerStage
import QuartzCore

/// The root of a tree of views, shown in a window of the desktop or offscreen.
///
/// A window made with `init(frame:)` opens its place on the desktop when it becomes visible, and gives
/// it up when it is hidden, closed or let go. One made with `init(stage:)` shows its views where the
/// stage does: offscreen on a clock of its own, as tests do.
@MainActor
open class UIWindow: UIView {
  /// What shows the window; nil while nothing does.
  public final var stage: LayerStage? { shownStage }
  /// The stage it was given, or the one made when it was shown.
  final var shownStage: LayerStage?
  private let ownsStage: Bool
  private var isShown = false
  /// Input events that are being answered: one may bring the next. The stage is not closed before the
  /// last of them; where anything else closes the window, it is closed at once.
  private var deliveries = 0
  final var firstResponder: UIResponder?
  final let touches = TouchDispatcher()
  final let presses = PressDispatcher()
  final private(set) lazy var focus = UIFocusSystem(window: self)

  public override init(frame: CGRect) {
    screen = UIScreen(size: frame.size, scale: UIScreen.main.scale)
    ownsStage = true
    super.init(frame: frame)
    storedWindow = self
  }

  /// Shows the window on a stage, which the window closes with itself. Not part of Apple's API.
  public init(stage: LayerStage) {
    screen = UIScreen(size: stage.size, scale: stage.scale)
    ownsStage = false
    shownStage = stage
    super.init(frame: CGRect(origin: .zero, size: stage.size))
    storedWindow = self
    contentScaleFactor = stage.scale
  }

  /// Archives of views are not read: nil.
  public required init?(coder: NSCoder) { nil }

  open override var next: UIResponder? { UIApplication.shared }

  /// What the window has for itself.
  public final let screen: UIScreen

  /// There are no scenes.
  public final var windowScene: UIWindowScene? { nil }

  /// Stored: where a window stands above others is up to the desktop.
  open var windowLevel = Level.normal

  /// Its view fills the window, its title is the window's; without one that is the program's name. A
  /// controller is the root of one window.
  open var rootViewController: UIViewController? {
    didSet {
      guard let new = rootViewController, new !== oldValue else {
        if rootViewController !== oldValue { oldValue?.leave(self) }
        return
      }
      if let other = new.rootWindow, other !== self {
        Warnings.once(
          "window.root", "a view controller is the root of one window; it stays in the first")
        rootViewController = oldValue
        return
      }
      new.rootWindow = self
      oldValue?.leave(self)
      // Leaving may have brought another one.
      if isShown, rootViewController === new { new.appear(in: self) }
    }
  }

  // MARK: Visible or not

  open override var isHidden: Bool {
    get { !isShown }
    set {
      if newValue { hide(endsAnimationsWhenHidden ? .endRemovable : .endNone) } else { show() }
    }
  }

  /// Whether hiding the window ends its animations, unfinished, as an application that goes to the
  /// background does; those with `isRemovedOnCompletion` false stay in any case. Without, all go on in
  /// time and are seen again with the window. A window that is covered or minimised keeps its
  /// animations. Not part of Apple's API.
  public final var endsAnimationsWhenHidden = true

  open func makeKeyAndVisible() {
    makeKey()
    isHidden = false
  }

  open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }
  open func makeKey() { UIApplication.shared.keyWindow = self }
  open func becomeKey() {}
  open func resignKey() {}

  private func show() {
    guard !isShown, let stage = shownStage ?? openStage() else { return }
    let others = UIApplication.shared.windows
    guard !others.contains(where: { $0 !== self && $0.shownStage === stage }) else {
      Warnings.once("window.stage", "a stage shows one window; the second one stays hidden")
      return
    }
    isShown = true
    shownStage = stage
    adopt(stage)
    screen.showLinks(by: stage)
    UIView.withoutActions {
      fill(stage)
      stage.rootLayer.addSublayer(layer)
    }
    UIApplication.shared.windowAppeared(self)
    rootViewController?.appear(in: self)
  }

  /// A place on the desktop. Where there is none, the application ends.
  private func openStage() -> LayerStage? {
    var configuration = LayerStage.Configuration(size: bounds.size)
    configuration.output = .window
    configuration.title = rootViewController?.title ?? UIApplication.shared.identifier
    configuration.applicationID = UIApplication.shared.identifier
    do {
      return try LayerStage(configuration)
    } catch {
      UIApplication.shared.fail(error)
      return nil
    }
  }

  private func adopt(_ stage: LayerStage) {
    stage.onInput = { [weak self] event in self?.receive(event) ?? false }
    stage.onResize = { [weak self, weak stage] _ in
      guard let self, let stage else { return }
      fill(stage)
    }
    stage.onStatusChange = { [weak self] status in
      guard let self else { return }
      if status.isActivated { makeKey() } else { presses.cancelAll(in: self) }
      UIApplication.shared.statusChanged()
    }
  }

  /// Takes the stage's size and scale.
  private func fill(_ stage: LayerStage) {
    screen.become(size: stage.size, scale: stage.scale)
    // A stage that was handed over may be one of many and says nothing about the application.
    let first = UIApplication.shared.windows.first
    if ownsStage, first === self || first == nil {
      UIScreen.main.become(size: stage.size, scale: stage.scale)
    }
    frame = screen.bounds
    if contentScaleFactor != stage.scale {
      for view in subtree() { view.contentScaleFactor = stage.scale }
    }
  }

  private func hide(_ ending: LeavingAnimations) {
    guard isShown else { return }
    isShown = false
    screen.showLinks(by: nil)
    touches.cancelAll(in: self)
    presses.cancelAll(in: self)
    focus.clear()
    let usual = shownStage?.leavingAnimations
    shownStage?.leavingAnimations = ending
    rootViewController?.disappear()
    layer.removeFromSuperlayer()
    if let usual { shownStage?.leavingAnimations = usual }
    UIApplication.shared.windowDisappeared(self)
    guard let stage = shownStage else { return }
    letGo(of: stage)
    guard ownsStage else { return }
    shownStage = nil
    close(stage)
  }

  /// Takes the window off the desktop and lets go of its views. Not part of Apple's API, where closing
  /// is up to the system.
  open func close() {
    hide(.endAll)
    screen.invalidateLinks()
    rootViewController = nil
    firstResponder = nil
    for view in storedSubviews { view.removeFromSuperview() }
    gestureRecognizers = nil
    guard let stage = shownStage else { return }
    shownStage = nil
    close(stage)
  }

  private func letGo(of stage: LayerStage) {
    stage.onInput = nil
    stage.onResize = nil
    stage.onStatusChange = nil
  }

  /// Closes a stage, after the events it is delivering.
  private func close(_ stage: LayerStage) {
    letGo(of: stage)
    guard deliveries == 0 else {
      stage.endByUser()
      // Whoever handed a stage over sees that its run has ended.
      return ownsStage ? UIApplication.shared.closeLater(stage) : ()
    }
    stage.close()
    // Completions of what ran in it.
    LayerHost.drainDeferred()
  }

  final func titleChanged() {
    guard isShown, let title = rootViewController?.title else { return }
    shownStage?.send(.title(title))
  }

  // MARK: Events

  /// Hands an event to gesture recognisers and views.
  open func sendEvent(_ event: UIEvent) { dispatch(event) }

  /// Answers what the user did; false for what nobody wanted.
  private func receive(_ event: InputEvent) -> Bool {
    deliveries += 1
    defer { deliveries -= 1 }
    return handle(event)
  }

  /// A view leaves the window.
  final func loses(_ view: UIView) {
    if let responder = firstResponder, responder === view || responder === view.controller {
      firstResponder = nil
    }
    touches.loses(view)
    focus.loses(view)
  }

  /// Where the first responder is in `view`, it is asked to be that no more. It leaves even if it
  /// refuses; `loses` sees to that.
  final func resignResponder(in view: UIView) {
    guard let responder = firstResponder else { return }
    let place = responder as? UIView ?? (responder as? UIViewController)?.viewIfLoaded
    if place?.isInside(view) ?? false { _ = responder.resignFirstResponder() }
  }
}

extension UIWindow {
  public struct Level: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

    public static let normal = Level(0)
    public static let statusBar = Level(1000)
    public static let alert = Level(2000)
  }
}

/// There are none; `UIWindow.windowScene` is nil.
@MainActor
open class UIWindowScene {
  private init() {}
}
