import Foundation
import LayerStage

/// Files the command reads: exit code 66 for one that cannot be read, 65 for one that makes no sense.
enum InputFile {
  static func script(at path: String) throws(Failure) -> InputScript {
    let bytes = try contents(of: path, limit: InputScript.maximumFileSize)
    do throws(InputScriptError) {
      return try InputScript(parsing: bytes)
    } catch {
      throw Failure(.malformed, "input script '\(path)': \(error.message)")
    }
  }

  /// At most a little more than `limit` bytes, so that a larger file is seen to be one without reading
  /// it. Pipes and devices may keep silent or never end, and are refused.
  static func contents(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    // Opening a pipe that nobody writes to would wait for ever.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path, reason) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw unreadable(path, reason) }
    let type = status.st_mode & S_IFMT
    guard type != S_IFDIR else { throw unreadable(path, "it is a directory") }
    guard type == S_IFREG else {
      throw unreadable(path, "it is not a regular file; save what a pipe brings in one")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = read(file, &chunk, chunk.count)
      guard count >= 0 else { throw unreadable(path, reason) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private static var reason: String { String(cString: strerror(errno)) }

  private static func unreadable(_ path: String, _ why: String) -> Failure {
    Failure(.noInput, "cannot read '\(path)': \(why)")
  }
}
