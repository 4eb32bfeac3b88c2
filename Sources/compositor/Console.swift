import Foundation

/// What the command says besides its data.
enum Console {
  static func error(_ message: String) { write("compositor: \(message.printable)") }

  /// Progress of long work.
  static func note(_ message: String) { write(message.printable) }

  /// Sends what is still buffered on its way; false, with a message, where data got lost.
  static func flush() -> Bool {
    guard fflush(nil) != 0 else { return true }
    let reason = errno == EBADF ? "it is closed" : String(cString: strerror(errno))
    error("cannot write to the standard output: \(reason)")
    return false
  }

  /// Keeps the numbers of closed standard streams, or the next file opened would take one and get
  /// what is meant for the stream. Reading finds nothing there, and writing fails.
  static func occupyClosedStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      // Numbers are given out lowest first: it becomes the one that is missing.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  private static func write(_ line: String) {
    // Progress must not overtake data that is still buffered when both go to one terminal.
    fflush(nil)
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}

extension String {
  /// Fit for one line of a terminal: what would move the cursor, end the line or turn the direction
  /// of writing is spelled out. File names and scripts may hold anything.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isUnprintable: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Marks and embeddings of the bidirectional algorithm.
    default: properties.isBidiControl
    }
  }
}
