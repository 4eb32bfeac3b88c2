import Geometry

/// Names a window for good: windows count from 0 in the order in which they were created.
package struct WindowID: Hashable, Sendable, ExpressibleByIntegerLiteral {
  package let raw: Int
  package init(raw: Int) { self.raw = raw }
  package init(integerLiteral raw: Int) { self.raw = raw }
}

/// Names an output for good.
package struct OutputID: Hashable, Sendable {
  package let raw: Int
}

/// What a window was at one moment.
package struct Window: Sendable, Identifiable {
  /// What a client asked of the compositor for its window.
  package enum Request: Hashable, Sendable {
    case maximize, unmaximize, fullscreen, leaveFullscreen, minimize, move, showMenu
    /// A value of xdg_toplevel.resize_edge.
    case resize(edges: UInt32)
  }

  package var id: WindowID
  package var title: String
  package var appID: String
  /// Points; zero sets no limit.
  package var minimumSize: Size
  /// Points; zero sets no limit.
  package var maximumSize: Size
  /// The part of the surface that is the window proper. Points; nil is all of it.
  package var geometry: PixelRect?
  /// Of the surface, without subsurfaces. Points; nil without a buffer.
  package var size: Size?
  package var isMapped: Bool
  package var isHidden: Bool
  /// All commits of the window's own surface.
  package var commitCount: Int
  /// Those that brought a buffer.
  package var frameCount: Int
  /// Those that a vblank has shown.
  package var presentCount: Int
  /// Feedback answered as discarded because a later commit came before the vblank.
  package var discardCount: Int
  package var bufferSize: PixelSize?
  package var bufferScale: Int
  /// Points.
  package var viewportDestination: Size?
  /// Points.
  package var opaqueRegion: [PixelRect]
  /// Whether a frame was committed that no vblank has shown.
  package var hasUnshownFrame: Bool
  /// Frame callbacks committed and not answered, those of the Vulkan driver included.
  package var outstandingCallbacks: Int
  /// Serials of configurations that wait for the client.
  package var unacknowledged: [UInt32]
  /// Serials in the order in which the client acknowledged them.
  package var acknowledged: [UInt32]
  /// What the client has agreed to and committed. Points; zero is its choice.
  package var configuredSize: Size?
  package var states: Set<WindowState>
  /// In order.
  package var requests: [Request]
  package var stretchedFrames: [StretchedFrame]
  package var outputs: [OutputID]
  package var hasServerDecoration: Bool
  package var unansweredPings: Int
}

/// What one vblank showed.
package struct Vblank: Sendable {
  /// Seconds on the announced clock.
  package var time: Double
  /// Counts vblanks, from 1.
  package var sequence: UInt64
  /// The windows that are seen; hidden ones are not among them.
  package var windows: [WindowID: ShownWindow]

  package subscript(_ window: WindowID) -> ShownWindow? { windows[window] }
}

/// What one vblank showed of one window.
package struct ShownWindow: Hashable, Sendable {
  /// Whether there was a frame that had not been shown before.
  package var isNew: Bool
  /// The commit it belongs to: a value of `Window.commitCount`.
  package var commit: Int
  /// A number for the picture: equal pictures have equal ones.
  package var checksum: UInt64
  /// Pixels that differ from those of the vblank before; all of them when the size has changed.
  package var changedPixels: Int
}
