import Foundation
import LayerStage

/// Files the command reads: exit code 66 for one that is not there, 65 for one that makes no sense.
enum InputFile {
  static func script(at path: String) throws(Failure) -> InputScript {
    let bytes = try read(path)
    do throws(InputScriptError) {
      return try InputScript(parsing: bytes)
    } catch {
      let line = error.message.split(whereSeparator: \.isNewline).joined(separator: " ")
      throw Failure(.malformed, "input script '\(path)': \(line)")
    }
  }

  /// One byte more than the largest script, so that a larger file is seen to be one without reading
  /// it, endless ones included.
  private static func read(_ path: String) throws(Failure) -> [UInt8] {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      throw Failure(.noInput, "cannot read '\(path)': it is a directory")
    }
    guard let file = fopen(path, "rb") else {
      throw Failure(.noInput, "cannot read '\(path)': \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= InputScript.maximumFileSize {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard ferror(file) == 0 else { throw Failure(.noInput, "cannot read '\(path)'") }
    return bytes
  }
}
