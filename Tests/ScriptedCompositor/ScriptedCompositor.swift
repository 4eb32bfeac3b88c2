import CLinux
import CWaylandServer
import Dispatch
import Foundation
import Geometry
import Glibc
import Locks

/// A Wayland compositor that does what a test tells it: the display moves when the test says so, or
/// by a timer; every window can be looked at, and everything a client must not do is recorded.
///
/// It runs on a thread of its own. Calls from the test are carried out there, between two turns of
/// its event loop, and return when that is done; any thread may make them. Clients connect to
/// `socketPath`, an absolute path that WAYLAND_DISPLAY and `WaylandConnection(displayName:)` take;
/// the environment is not touched, and any number of compositors live side by side.
///
/// ```
/// let compositor = try ScriptedCompositor { $0.initialSize = Size(320, 200) }
/// … a client connects to compositor.socketPath …
/// let window = try compositor.waitForWindow()
/// try compositor.waitForCommit(window, after: 0)
/// let vblank = try compositor.vblank()          // the frame is seen, the client learns of it
/// vblank[window]?.isNew
/// compositor.violations                         // should be empty
/// ```
package final class ScriptedCompositor: Sendable {
  /// The longest that a call waits for anything, in seconds. Machines may be busy.
  package static let patience = 60.0

  /// What waiting looks at.
  package struct Snapshot: Sendable {
    /// Those that exist, in order of creation.
    package var windows: [Window]
    package var violations: [String]
    package var vblankCount: UInt64
    /// Whether a client has a ping to answer.
    package var isWaitingForPong: Bool

    package subscript(_ id: WindowID) -> Window? { windows.first { $0.id == id } }
  }

  /// The absolute path of the socket.
  package let socketPath: String
  private let folder: String
  private let thread = ServerThread()
  private let ending = Ending()

  /// What was left when the compositor ended; apart, so that the last job can hold it in `deinit`.
  private final class Ending: Sendable {
    let snapshot = Guarded<Snapshot?>(nil)
    let done = DispatchSemaphore(value: 0)
  }

  package init(_ configuration: Configuration = Configuration()) throws(ScriptError) {
    (folder, socketPath) = try Self.makeFolder()
    let socket = try Self.listen(at: socketPath)
    thread.start(configuration, socket: socket)
  }

  package convenience init(
    _ configure: (inout Configuration) -> Void
  ) throws(ScriptError) {
    var configuration = Configuration()
    configure(&configuration)
    try self.init(configuration)
  }

  deinit { end() }

  // MARK: Looking

  /// Those that exist, in order of creation.
  package var windows: [Window] { snapshot.windows }

  /// What clients did and must not do, in order.
  package var violations: [String] { snapshot.violations }

  /// The state now, or at the end.
  package var snapshot: Snapshot {
    if let now = try? perform({ $0.server.snapshot }) { return now }
    return ending.snapshot.withLock { $0 }
      ?? Snapshot(windows: [], violations: [], vblankCount: 0, isWaitingForPong: false)
  }

  package func window(_ id: WindowID) throws(ScriptError) -> Window {
    try perform { loop throws(ScriptError) in try loop.server.window(id).snapshot }
  }

  /// The picture that the client has committed last, at the resolution of its buffer, with its
  /// subsurfaces where there are any. Zero pixels without a buffer.
  package func pixels(
    of id: WindowID, includingSubsurfaces: Bool = true
  ) throws(ScriptError) -> Bitmap {
    try perform { loop throws(ScriptError) in
      let surface = try loop.server.window(id).surface
      if !includingSubsurfaces, let content = surface.content { return content.bitmap }
      return surface.picture()
    }
  }

  // MARK: Ending

  /// From now on the compositor answers nothing, as if its process had been stopped: sockets are
  /// neither read nor written, connections not accepted, and there are no vblanks. What a script
  /// sends meanwhile goes out at `thaw()`.
  package func freeze() throws(ScriptError) { try perform { $0.isFrozen = true } }

  package func thaw() throws(ScriptError) { try perform { $0.isFrozen = false } }

  /// Dies at once: all connections and the socket are closed, without a goodbye.
  package func kill() { end() }

  /// Ends, and records pings that clients have not answered.
  package func stop() {
    _ = try? perform { $0.server.checkPings() }
    end()
  }

  private func end() {
    thread.post { [ending] loop in
      guard let loop else {
        ending.done.signal()
        return
      }
      let snapshot = loop.server.snapshot
      ending.snapshot.withLock { $0 = snapshot }
      loop.stop()
      loop.atEnd { ending.done.signal() }
    }
    _ = ending.done.wait(timeout: .now() + Self.patience)
    unlink(socketPath)
    rmdir(folder)
  }

  // MARK: Carrying out

  /// Has the compositor's thread do something, and waits for what it gives.
  func perform<Value: Sendable>(
    _ action: @escaping @Sendable (ServerLoop) throws(ScriptError) -> Value
  ) throws(ScriptError) -> Value {
    let answer = Answer<Value>()
    thread.post { loop in
      guard let loop else { return answer.set(.failure(.ended)) }
      do throws(ScriptError) {
        answer.set(.success(try action(loop)))
      } catch {
        answer.set(.failure(error))
      }
    }
    guard let result = answer.wait(Self.patience) else {
      throw .timeout("an answer of the compositor's thread", violations: [])
    }
    return try result.get()
  }

  /// Waits until `condition` gives a value; it is asked on the compositor's thread, after every
  /// change. `pump`, if given, is called over and over meanwhile, for clients that live on the
  /// calling thread.
  @discardableResult package func wait<Value: Sendable>(
    _ what: String, pump: (() throws -> Void)? = nil,
    until condition: @escaping @Sendable (Snapshot) -> Value?
  ) throws -> Value {
    let answer = Answer<Value>()
    try perform { loop in
      loop.addWaiter { snapshot in
        if answer.isAbandoned { return true }
        guard let value = condition(snapshot) else { return false }
        answer.set(.success(value))
        return true
      }
    }
    let deadline = DispatchTime.now() + Self.patience
    while true {
      if let result = answer.wait(pump == nil ? Self.patience : 0.001) { return try result.get() }
      if DispatchTime.now() >= deadline {
        answer.abandon()
        throw ScriptError.timeout(what, violations: violations)
      }
      try pump?()
    }
  }
}

/// A value that one thread makes and another waits for.
private final class Answer<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, ScriptError>?
    var isAbandoned = false
  }

  private let state = Guarded(State())
  private let arrived = DispatchSemaphore(value: 0)

  func set(_ result: Result<Value, ScriptError>) {
    state.withLock { $0.result = result }
    arrived.signal()
  }

  /// Nil when none has come within `seconds`.
  func wait(_ seconds: Double) -> Result<Value, ScriptError>? {
    _ = arrived.wait(timeout: .now() + seconds)
    return state.withLock { $0.result }
  }

  func abandon() { state.withLock { $0.isAbandoned = true } }
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }
}

/// Why a script cannot go on.
package enum ScriptError: Error, Hashable, CustomStringConvertible {
  /// What was waited for did not happen; what clients did wrong until then may be the reason.
  case timeout(String, violations: [String])
  case noWindow(WindowID)
  case noOutput(OutputID)
  /// The compositor was stopped or killed.
  case ended
  case noSocket(String)

  package var description: String {
    switch self {
    case .timeout(let what, let violations):
      "waited in vain for \(what)"
        + (violations.isEmpty ? "" : "; violations: " + violations.joined(separator: "; "))
    case .noWindow(let id): "there is no window \(id.raw)"
    case .noOutput(let id): "there is no output \(id.raw)"
    case .ended: "the compositor has ended"
    case .noSocket(let reason): "no socket for the compositor: \(reason)"
    }
  }
}

extension ScriptedCompositor {
  /// A private folder, and the path of the socket in it.
  private static func makeFolder() throws(ScriptError) -> (folder: String, socket: String) {
    var template = Array((NSTemporaryDirectory() + "scripted-XXXXXX").utf8CString)
    // mkdtemp makes it with mode 700.
    guard mkdtemp(&template) != nil else { throw .noSocket(String(cString: strerror(errno))) }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (folder, folder + "/wayland")
  }

  private static func listen(at path: String) throws(ScriptError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // The last byte stays zero.
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .noSocket("the folder for temporary files has too long a path: \(path)")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let socket = Glibc.socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) == 0 }
    }
    guard socket >= 0, isBound, Glibc.listen(socket, 16) == 0 else {
      throw .noSocket(String(cString: strerror(errno)))
    }
    return socket
  }
}
