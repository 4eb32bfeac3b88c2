import Geometry

/// What the server says about a window beside its size.
package struct WindowStates: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let maximized = WindowStates(rawValue: 1 << 1)
  package static let fullscreen = WindowStates(rawValue: 1 << 2)
  /// The user is dragging an edge.
  package static let resizing = WindowStates(rawValue: 1 << 3)
  /// The window looks active.
  package static let activated = WindowStates(rawValue: 1 << 4)
  package static let tiledLeft = WindowStates(rawValue: 1 << 5)
  package static let tiledRight = WindowStates(rawValue: 1 << 6)
  package static let tiledTop = WindowStates(rawValue: 1 << 7)
  package static let tiledBottom = WindowStates(rawValue: 1 << 8)

  /// States in which the size is the server's alone.
  static let sizeIsImposed: WindowStates = [
    .maximized, .fullscreen, .tiledLeft, .tiledRight, .tiledTop, .tiledBottom,
  ]

  /// Takes one number of xdg_toplevel.state; unknown ones are ignored.
  mutating func insert(protocolValue: UInt32) {
    if (1...8).contains(protocolValue) { insert(WindowStates(rawValue: 1 << protocolValue)) }
  }
}

/// The size negotiation of one xdg_toplevel: proposals come in parts, take effect at a serial, and
/// wait there for the acknowledgement.
struct ToplevelState {
  struct Configuration: Equatable {
    /// Points; at least 1×1.
    var size: Size
    var states: WindowStates
    var serial: UInt32
  }

  /// The size where the server leaves it to us, in points.
  private var floatingSize: Size
  private let minimumSize: Size
  /// The largest useful size, in points; zero for unknown.
  private var bounds = Size.zero
  private var proposedSize = Size.zero
  private var proposedStates: WindowStates = []
  /// Serials received and not yet answered, oldest first.
  private var waiting: [UInt32] = []
  private(set) var isConfigured = false
  private(set) var isAcknowledged = false

  /// A server that is never answered must not grow the list without end.
  private static let longestWait = 64

  init(size: Size, minimumSize: Size) {
    self.minimumSize = minimumSize
    floatingSize = Size(
      max(1, size.width, minimumSize.width), max(1, size.height, minimumSize.height))
  }

  /// xdg_toplevel.configure: 0 in either direction leaves that one to us.
  mutating func propose(width: Int32, height: Int32, states: WindowStates) {
    proposedSize = Size(Double(max(0, width)), Double(max(0, height)))
    proposedStates = states
  }

  /// xdg_toplevel.configure_bounds: 0 for unknown.
  mutating func proposeBounds(width: Int32, height: Int32) {
    bounds = Size(Double(max(0, width)), Double(max(0, height)))
  }

  /// xdg_surface.configure: what was proposed since the last one takes effect.
  mutating func configure(serial: UInt32) -> Configuration {
    if waiting.count == Self.longestWait { waiting.removeFirst() }
    waiting.append(serial)
    isConfigured = true
    let size = Size(
      proposedSize.width > 0
        ? proposedSize.width : ours(floatingSize.width, bounds.width, minimumSize.width),
      proposedSize.height > 0
        ? proposedSize.height : ours(floatingSize.height, bounds.height, minimumSize.height))
    if proposedStates.isDisjoint(with: .sizeIsImposed) { floatingSize = size }
    return Configuration(size: size, states: proposedStates, serial: serial)
  }

  /// The last serial, while it waits for its answer.
  var latestUnanswered: UInt32? { waiting.last }

  /// Whether `serial` may be answered now: each at most once, and none older than the last answer.
  mutating func acknowledge(serial: UInt32) -> Bool {
    guard let index = waiting.lastIndex(of: serial) else { return false }
    waiting.removeSubrange(...index)
    isAcknowledged = true
    return true
  }

  private func ours(_ length: Double, _ bound: Double, _ minimum: Double) -> Double {
    max(1, minimum, bound > 0 ? min(length, bound) : length)
  }
}
