import Renderer

/// Why a surface cannot be shown. The texts are whole sentences for the user.
package enum HostError: Error, Equatable, Sendable {
  /// No Vulkan device serves.
  case noDevice(String)
  /// No Wayland compositor answers, or it lacks something we need.
  case noDisplay(String)
  /// The device or the display went away and did not come back.
  case lost(String)
  /// The render thread did not answer in time.
  case timedOut(String)

  init(_ error: BackendError) {
    switch error {
    case .unavailable(let reason): self = .noDevice(reason)
    case .deviceLost: self = .lost("the Vulkan device was lost and could not be rebuilt")
    case .surfaceLost: self = .lost("the window's surface was lost and could not be rebuilt")
    case .surfaceOutOfDate: self = .lost("the surface kept changing and could not be drawn")
    }
  }

  package var reason: String {
    switch self {
    case .noDevice(let text), .noDisplay(let text), .lost(let text), .timedOut(let text): text
    }
  }
}
