import Geometry

/// The size negotiation of one xdg_toplevel: proposals come in parts, take effect at a serial, and
/// wait there for the acknowledgement.
///
/// The server's sizes are those of the whole window. Ours are of its content: where we draw the
/// title bar they are less high.
struct ToplevelState {
  struct Configuration: Equatable {
    /// Of the content, in points; at least 1×1.
    var size: Size
    var states: WindowStates
    /// The title bar is ours to draw.
    var hasTitleBar: Bool
    var serial: UInt32
  }

  /// The content's size where the server leaves it to us, in points.
  private var floatingSize: Size
  private(set) var minimumSize: Size
  /// Zero in a direction sets no limit there.
  private(set) var maximumSize = Size.zero
  /// Of a title bar of ours, in points; nil where we cannot draw one.
  private let titleBarHeight: Double?
  /// The largest useful size of the window, in points; zero for unknown.
  private var bounds = Size.zero
  private var proposedSize = Size.zero
  private var proposedStates: WindowStates = []
  private var isDecoratedByServer: Bool
  /// Received and not yet answered, oldest first.
  private var waiting: [Configuration] = []
  private(set) var isConfigured = false
  /// The last one answered.
  private(set) var acknowledged: Configuration?

  /// A server that is never answered must not grow the list without end.
  private static let longestWait = 64

  /// `isDecoratedByServer`: as long as the server says nothing else.
  init(
    size: Size, minimumSize: Size, titleBarHeight: Double? = nil, isDecoratedByServer: Bool = false
  ) {
    self.minimumSize = minimumSize
    self.titleBarHeight = titleBarHeight
    self.isDecoratedByServer = isDecoratedByServer
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

  /// zxdg_toplevel_decoration_v1.configure.
  mutating func proposeDecoration(byServer: Bool) { isDecoratedByServer = byServer }

  /// A maximum below the minimum gives way to it.
  mutating func setLimits(minimum: Size, maximum: Size) {
    minimumSize = minimum
    maximumSize = Size(
      maximum.width > 0 ? max(maximum.width, minimum.width) : 0,
      maximum.height > 0 ? max(maximum.height, minimum.height) : 0)
  }

  /// The user may change the size.
  var isResizable: Bool {
    maximumSize.isEmpty || minimumSize != maximumSize
  }

  /// What our title bar adds to the height of the content of a window in `states`.
  func extraHeight(in states: WindowStates) -> Double {
    isDecoratedByServer || states.contains(.fullscreen) ? 0 : titleBarHeight ?? 0
  }

  /// xdg_surface.configure: what was proposed since the last one takes effect.
  mutating func configure(serial: UInt32) -> Configuration {
    if waiting.count == Self.longestWait { waiting.removeFirst() }
    isConfigured = true
    let extra = extraHeight(in: proposedStates)
    let size = Size(
      proposedSize.width > 0
        ? proposedSize.width
        : ours(floatingSize.width, bounds.width, minimumSize.width, maximumSize.width),
      proposedSize.height > 0
        ? max(1, proposedSize.height - extra)
        : ours(
          floatingSize.height, bounds.height > 0 ? max(1, bounds.height - extra) : 0,
          minimumSize.height, maximumSize.height))
    if proposedStates.isDisjoint(with: .sizeIsImposed) { floatingSize = size }
    let configuration = Configuration(
      size: size, states: proposedStates, hasTitleBar: extra > 0, serial: serial)
    waiting.append(configuration)
    return configuration
  }

  /// The last serial, while it waits for its answer.
  var latestUnanswered: UInt32? { waiting.last?.serial }

  /// What the server hears as the answer to `serial`, now that it is given: each at most once, and
  /// none older than the last answer. Nil for no answer.
  mutating func acknowledge(serial: UInt32) -> Configuration? {
    guard let index = waiting.lastIndex(where: { $0.serial == serial }) else { return nil }
    acknowledged = waiting[index]
    waiting.removeSubrange(...index)
    return acknowledged
  }

  private func ours(
    _ length: Double, _ bound: Double, _ minimum: Double, _ maximum: Double
  ) -> Double {
    var length = length
    if bound > 0 { length = min(length, bound) }
    if maximum > 0 { length = min(length, maximum) }
    return max(1, minimum, length)
  }
}
