/// What can go wrong between a window and the display server.
package enum WaylandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no server to connect to; the text says where it was looked for.
  case noDisplay(String)
  /// The server lacks an interface without which there are no windows.
  case missingGlobal(String)
  /// The server has ended, has ended the connection, or does not answer.
  case connectionLost(errno: Int32, description: String)

  package var description: String {
    switch self {
    case .noDisplay(let reason):
      "no Wayland display: \(reason)"
    case .missingGlobal(let interface):
      "the Wayland compositor offers no \(interface), which windows need"
    case .connectionLost(_, let description):
      "the connection to the Wayland compositor is lost: \(description)"
    }
  }
}
