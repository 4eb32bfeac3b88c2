/// Why the command ends without having done what was asked: one line for stderr, one exit code.
package struct Failure: Error, Equatable {
  /// The codes of sysexits.h that this command uses.
  package enum Code: Int32, Sendable {
    /// Unknown option or demo, or a bad value.
    case usage = 64
    /// An input file is not what it should be.
    case malformed = 65
    /// An input file is missing or cannot be read.
    case noInput = 66
    /// No device or display serves.
    case unavailable = 69
    /// Something that must not happen did, such as a validation message.
    case software = 70
    /// An output file cannot be written.
    case cannotCreate = 73
  }

  package var code: Code
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static func usage(_ message: String) -> Failure { Failure(.usage, message) }
}
