import Foundation

/// What the command says besides its data.
enum Console {
  static func error(_ message: String) { write("compositor: \(message)") }

  /// Progress of long work.
  static func note(_ message: String) { write(message) }

  /// Sends what is still buffered on its way; false, with a message, where data got lost.
  static func flush() -> Bool {
    guard fflush(nil) != 0 else { return true }
    error("cannot write to the standard output: \(String(cString: strerror(errno)))")
    return false
  }

  private static func write(_ line: String) {
    // Progress must not overtake data that is still buffered when both go to one terminal.
    fflush(nil)
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}
