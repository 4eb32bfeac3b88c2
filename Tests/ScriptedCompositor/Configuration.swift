import CLinux
import Geometry
import Glibc

extension ScriptedCompositor {
  /// What the compositor offers, and how it behaves where a test does not say otherwise.
  package struct Configuration: Sendable {
    // MARK: Display

    /// When the display takes a new picture.
    package var pacing = Pacing.stepped
    /// The clock that wp_presentation announces; times of vblanks are on it.
    package var clock: clockid_t = CLOCK_MONOTONIC
    /// The refresh that feedback claims, whatever the real one is. Nanoseconds; 0 claims none.
    package var refreshNanoseconds: UInt32 = 16_666_667
    /// The time from one stepped vblank to the next, where a test gives none. Nanoseconds; nil is
    /// what feedback claims, or a sixtieth of a second.
    package var stepNanoseconds: Int64?
    /// What clients learn of their frames.
    package var feedback = FeedbackMode.exact
    /// wp_presentation_feedback.kind: synchronized, with the time and the completion from hardware.
    package var feedbackFlags: UInt32 = 7
    /// Whether feedback counts vblanks; otherwise it always says 0.
    package var countsVblanks = true
    /// Whether buffers stay with the compositor until others take their place, as where they are
    /// scanned out; otherwise they are copied and released when shown.
    package var holdsBuffers = false
    /// Whether what was shown is copied, so that it can be looked at after the client has drawn
    /// something else.
    package var keepsPictures = true
    package var outputs = [OutputDescription()]

    // MARK: Extensions

    package var hasSubcompositor = true
    package var hasPresentation = true
    package var hasViewporter = true
    package var hasFractionalScale = true
    package var decoration = Decoration.server

    // MARK: Windows

    /// Pixels per point times 120, for windows that ask for a fractional scale.
    package var scale120: UInt32 = 120
    /// The size that the first configuration proposes, in points; zero leaves it to the client.
    package var initialSize = Size.zero
    package var initialStates: Set<WindowState> = [.activated]
    /// Sent with the first configuration. Points; nil sends none.
    package var bounds: Size?
    /// Whether requests to maximise, to fill the screen and to return are answered by a
    /// configuration that does it.
    package var answersStateRequests = true

    // MARK: Input

    /// Nil offers no seat.
    package var seat: SeatCapabilities? = [.pointer, .keyboard, .touch]
    /// The name of an installed keyboard layout.
    package var keyboardLayout = "us"
    /// Keys per second of a key that is held.
    package var repeatRate: Int32 = 25
    /// Milliseconds until a held key repeats.
    package var repeatDelay: Int32 = 600

    // MARK: Checks

    /// Whether a violation ends the client with a protocol error, where the protocols have one;
    /// it is recorded either way.
    package var postsErrors = true
    /// Frame callbacks of one surface that may be committed and unanswered at a time: one of the
    /// application and one of the Vulkan driver, which asks for its own with each present.
    package var frameCallbackLimit = 2

    package init() {}
  }

  package enum Pacing: Sendable {
    /// A vblank happens when a test calls `vblank(at:)`.
    case stepped
    /// By a timer.
    case timed(hz: Double)
  }

  package enum FeedbackMode: Hashable, Sendable {
    case exact
    /// The right times, but each told so many vblanks after the frame was shown.
    case late(vblanks: Int)
    /// Each frame is said to have been shown before the one it followed.
    case backwards
    /// Never any answer.
    case absent
    /// Every frame is said to have been shown to nobody.
    case discardAll
  }

  /// Who draws title bars.
  package enum Decoration: Hashable, Sendable {
    /// The compositor, whatever a client asks for.
    case server
    /// The client, whatever it asks for.
    case client
    /// The extension is not offered.
    case none
  }
}

/// A display to show windows on.
package struct OutputDescription: Hashable, Sendable {
  package var name: String
  /// Pixels.
  package var size = PixelSize(1920, 1080)
  package var scale: Int32 = 1
  /// Vertical refresh in thousandths of a hertz.
  package var refresh: Int32 = 60_000
  /// Where it begins in the space of all outputs.
  package var x: Int32 = 0
  package var y: Int32 = 0

  package init(
    _ name: String = "SCRIPTED-1", size: PixelSize = PixelSize(1920, 1080), scale: Int32 = 1
  ) {
    self.name = name
    self.size = size
    self.scale = scale
  }
}

/// Which devices a seat has; the raw values are those of wl_seat.capability.
package struct SeatCapabilities: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let pointer = SeatCapabilities(rawValue: 1)
  package static let keyboard = SeatCapabilities(rawValue: 2)
  package static let touch = SeatCapabilities(rawValue: 4)
}

/// A state that a configuration proposes; the raw values are those of xdg_toplevel.state.
package enum WindowState: UInt32, Sendable {
  case maximized = 1
  case fullscreen, resizing, activated, tiledLeft, tiledRight, tiledTop, tiledBottom
}
