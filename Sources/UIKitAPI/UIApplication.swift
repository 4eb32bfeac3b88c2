import CoreFoundation
import CoreGraphicsAPI
import LayerStage
import QuartzCore

/// The process as its user sees it: windows, and who is told of events.
@MainActor
open class UIApplication: UIResponder {
  public enum State: Int, Sendable {
    case active, inactive, background
  }

  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public static let shared = UIApplication()

  /// `main()` keeps its own alive.
  open weak var delegate: (any UIApplicationDelegate)?

  /// By which the desktop knows the application's windows: the name of the program.
  final var identifier: String { ProcessInfo.processInfo.processName }

  private struct WeakWindow { weak var window: UIWindow? }
  private var shown: [WeakWindow] = []
  /// Stages to be closed when no event is being delivered.
  private var closing: [LayerStage] = []
  /// Why the application has to end.
  private var failure: String?
  private var isRunning = false
  private var lastState = State.inactive

  /// Those that are visible, oldest first. Whoever made a window keeps it.
  open var windows: [UIWindow] { shown.compactMap(\.window) }

  /// The window that keys go to.
  public internal(set) final weak var keyWindow: UIWindow? {
    didSet {
      guard keyWindow !== oldValue else { return }
      oldValue?.resignKey()
      keyWindow?.becomeKey()
    }
  }

  /// Active while one of its windows has the keyboard's attention, in the background while all are
  /// hidden by the desktop.
  open var applicationState: State {
    let states = windows.compactMap { $0.stage?.status }
    if states.contains(where: \.isActivated) { return .active }
    return states.contains(where: \.isVisible) ? .inactive : .background
  }

  open override var next: UIResponder? { delegate as? UIResponder }

  /// Hands an event to the window it happened in.
  open func sendEvent(_ event: UIEvent) { event.window?.sendEvent(event) }

  // MARK: Windows

  final func windowAppeared(_ window: UIWindow) {
    shown.removeAll { $0.window == nil || $0.window === window }
    shown.append(WeakWindow(window: window))
    statusChanged()
  }

  final func windowDisappeared(_ window: UIWindow) {
    shown.removeAll { $0.window == nil || $0.window === window }
    if keyWindow === window { keyWindow = shown.last?.window }
    statusChanged()
    // A turn of the run loop that a timer caused would not end by itself.
    if isRunning { CFRunLoopStop(CFRunLoopGetMain()) }
  }

  final func closeLater(_ stage: LayerStage) {
    closing.append(stage)
    // Safety: blocks of the main run loop run on the main thread.
    RunLoop.main.perform { MainActor.assumeIsolated { self.closeStages() } }
  }

  private func closeStages() {
    for stage in closing { stage.close() }
    closing = []
  }

  final func statusChanged() {
    let old = lastState, new = applicationState
    guard new != old, let delegate else { return lastState = new }
    lastState = new
    if old == .active { delegate.applicationWillResignActive(self) }
    if new == .background { delegate.applicationDidEnterBackground(self) }
    if old == .background { delegate.applicationWillEnterForeground(self) }
    if new == .active { delegate.applicationDidBecomeActive(self) }
  }

  // MARK: Running

  /// Nothing can be shown: ends the application with a line on standard error.
  final func fail(_ error: any Error) {
    let reason = "\(error)"
    guard isRunning else { Self.exit(because: reason) }
    failure = failure ?? reason
  }

  private static func exit(because reason: String) -> Never {
    let name = ProcessInfo.processInfo.processName
    FileHandle.standardError.write(Data("\(name): \(reason)\n".utf8))
    Foundation.exit(69)
  }

  /// Turns the main run loop until the last window is closed.
  final func run() {
    isRunning = true
    defer { isRunning = false }
    _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
    if failure == nil, windows.isEmpty {
      Warnings.once("UIApplication.windows", "the application showed no window and ends")
    }
    while failure == nil, !windows.isEmpty {
      // Returns after each source; a minute is only the longest sleep.
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 60))
      closeEnded()
    }
    delegate?.applicationWillTerminate(self)
    if let failure { Self.exit(because: failure) }
  }

  /// Closes the windows that the user or the display has ended.
  final func closeEnded() {
    closeStages()
    for window in windows {
      guard let stage = window.stage, stage.hasEnded else { continue }
      if let loss = stage.loss { failure = failure ?? loss }
      window.close()
    }
  }
}

/// Told what happens to the application.
@MainActor
public protocol UIApplicationDelegate: AnyObject {
  var window: UIWindow? { get set }

  /// Makes the first window. The answer is not used.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func applicationDidBecomeActive(_ application: UIApplication)
  func applicationWillResignActive(_ application: UIApplication)
  func applicationDidEnterBackground(_ application: UIApplication)
  func applicationWillEnterForeground(_ application: UIApplication)
  func applicationWillTerminate(_ application: UIApplication)
}

extension UIApplicationDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  public func applicationWillTerminate(_ application: UIApplication) {}
}

extension UIApplicationDelegate where Self: UIResponder {
  /// The program, for a delegate marked `@main`: makes it, lets it open windows and runs until the
  /// last one is closed.
  public static func main() {
    // Safety: it was made by this class's own initialiser.
    let delegate = unsafeDowncast(makeEmpty(), to: Self.self)
    UIApplication.shared.delegate = delegate
    withExtendedLifetime(delegate) { UIApplication.shared.run() }
  }
}
