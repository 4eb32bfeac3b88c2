import Foundation
import Geometry
import Raster

/// The bytes of an image file before they are decoded. Immutable.
package struct ImageFile: Sendable {
  private let bytes: [UInt8]
  /// Where they come from, for warnings.
  private let name: String?

  package init(data: Data) {
    bytes = [UInt8](data)
    name = nil
  }

  /// Nil, with a warning, for what is no regular file, cannot be read, or is larger than an image may
  /// be: that is seen before anything is read.
  package init?(contentsOfFile path: String) {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    let isRegular = attributes?[.type] as? FileAttributeType == .typeRegular
    guard isRegular, let count = (attributes?[.size] as? NSNumber)?.intValue else {
      Warnings.once("CGImage.file.\(path)", "cannot read the image file \(path)")
      return nil
    }
    name = path
    guard count <= ImageLimits.standard.maximumFileBytes else {
      bytes = []
      warn(.fileTooLarge)
      return nil
    }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
      Warnings.once("CGImage.file.\(path)", "cannot read the image file \(path)")
      return nil
    }
    bytes = [UInt8](data)
  }

  /// The size in pixels as stored, and the orientation, 1…8 as EXIF counts it; nil, with one warning
  /// per cause, where the header is no image's within the limits.
  package func header() -> (size: PixelSize, orientation: Int)? {
    do throws(ImageError) {
      let header = try ImageCodec.header(of: bytes)
      return (header.size, header.orientation)
    } catch {
      warn(error)
      return nil
    }
  }

  /// Nil, with one warning per cause, where that is not possible.
  package func decode() -> Bitmap? {
    do throws(ImageError) {
      return try ImageCodec.decode(bytes: bytes)
    } catch {
      warn(error)
      return nil
    }
  }

  private func warn(_ error: ImageError) {
    let place = name.map { "\($0): " } ?? ""
    Warnings.once("CGImage.decode.\(place)\(error)", "\(place)\(error)")
  }
}
