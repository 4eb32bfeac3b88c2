import CImageCodecs

/// Why bytes could not be turned into pixels; the text is for people.
package enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes start like no PNG, JPEG or WebP.
  case notAnImage
  /// The bytes end before the image does, or are too few for the size the header claims.
  case truncated(String)
  /// The bytes contradict the format.
  case corrupt(String)
  /// The header claims more pixels than the limits allow; nothing was allocated.
  case tooLarge
  /// There are more bytes than the limits allow; nothing was looked at.
  case fileTooLarge
  /// A variant that is not decoded: 12-bit or lossless JPEG, for example.
  case unsupported(String)
  case outOfMemory

  package var description: String {
    switch self {
    case .notAnImage: "not an image: neither a PNG nor a JPEG nor a WebP"
    case .truncated(let detail): "the image data is cut short (\(detail))"
    case .corrupt(let detail): "the image data is corrupt (\(detail))"
    case .tooLarge: "the image has more pixels than are accepted"
    case .fileTooLarge: "the image has more bytes than are accepted"
    case .unsupported(let detail): "this kind of image is not supported (\(detail))"
    case .outOfMemory: "not enough memory for the image"
    }
  }
}

extension ImageError {
  /// Nil for success.
  init?(_ status: cic_status, message image: cic_image) {
    let message = withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch status {
    case CIC_OK: return nil
    case CIC_NOT_AN_IMAGE: self = .notAnImage
    case CIC_TRUNCATED: self = .truncated(message)
    case CIC_TOO_LARGE: self = .tooLarge
    case CIC_UNSUPPORTED: self = .unsupported(message)
    case CIC_OUT_OF_MEMORY: self = .outOfMemory
    default: self = .corrupt(message)
    }
  }
}
