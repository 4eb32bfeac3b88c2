import CoreGraphics
import Foundation

/// Files the command writes; every failure is exit code 73.
enum OutputFile {
  static func write(_ image: CGImage, to path: String) throws(Failure) {
    try write(to: path) { write in write(image.pngData()) }
  }

  static func write(_ text: String, to path: String) throws(Failure) {
    try write(to: path) { write in write(Data(text.utf8)) }
  }

  /// Writes piece by piece what would be large as a whole.
  static func write(
    to path: String, pieces: ((Data) -> Void) -> Void
  ) throws(Failure) {
    guard let file = fopen(path, "wb") else { throw cannotCreate(path, reason) }
    var problem: String?
    pieces { piece in
      guard problem == nil else { return }
      let written = piece.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
      if written != piece.count { problem = reason }
    }
    if fclose(file) != 0, problem == nil { problem = reason }
    guard let problem else { return }
    removePartial(path)
    throw cannotCreate(path, problem)
  }

  /// Makes sure of a directory, with those above it.
  static func makeDirectory(_ path: String) throws(Failure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw cannotCreate(path, "it is not a directory and cannot become one")
    }
    try checkWritable(directory: path)
  }

  /// Fails before long work instead of after it.
  static func checkWritable(file path: String) throws(Failure) {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
      guard !isDirectory.boolValue else { throw cannotCreate(path, "it is a directory") }
      guard access(path, W_OK) == 0 else { throw cannotCreate(path, reason) }
      return
    }
    let parent = (path as NSString).deletingLastPathComponent
    if FileManager.default.fileExists(atPath: parent, isDirectory: &isDirectory) {
      guard isDirectory.boolValue else {
        throw cannotCreate(path, "'\(parent)' is not a directory")
      }
    }
    try checkWritable(directory: parent.isEmpty ? "." : parent, file: path)
  }

  private static func checkWritable(directory: String, file: String? = nil) throws(Failure) {
    guard access(directory, W_OK | X_OK) == 0 else {
      throw cannotCreate(file ?? directory, reason)
    }
  }

  /// Half a picture is worse than none.
  private static func removePartial(_ path: String) {
    guard access(path, F_OK) == 0, !isSpecial(path) else { return }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// A device or a pipe, which stays where it is.
  private static func isSpecial(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type != .typeRegular
  }

  private static var reason: String { String(cString: strerror(errno)) }

  private static func cannotCreate(_ path: String, _ why: String) -> Failure {
    Failure(.cannotCreate, "cannot write '\(path)': \(why)")
  }
}
