import Foundation
import Host

/// Why a stage cannot be shown. The description is a sentence for the user.
public enum StageError: Error, Equatable, Sendable {
  /// No Vulkan device serves; Debian's mesa-vulkan-drivers brings one that needs no GPU.
  case noDevice(String)
  /// No Wayland compositor answers, or it lacks something windows need.
  case noDisplay(String)
  /// The device or the display went away and did not come back.
  case lost(String)
  /// The render thread did not answer in time.
  case timedOut(String)
  /// The configuration makes no sense, such as a size of zero.
  case badConfiguration(String)

  init(_ error: HostError) {
    switch error {
    case .noDevice(let text): self = .noDevice(text)
    case .noDisplay(let text): self = .noDisplay(text)
    case .lost(let text): self = .lost(text)
    case .timedOut(let text): self = .timedOut(text)
    }
  }
}

extension StageError: CustomStringConvertible, LocalizedError {
  public var description: String {
    switch self {
    case .noDevice(let text), .noDisplay(let text), .lost(let text), .timedOut(let text),
      .badConfiguration(let text):
      text
    }
  }

  public var errorDescription: String? { description }
}
