import CoreGraphicsAPI
import Foundation
import Geometry

/// What `boundingRect` measures. Lines are broken at the width only with `usesLineFragmentOrigin`;
/// the others are accepted and make no difference.
public struct NSStringDrawingOptions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
  public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 1 << 3)
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
}

/// Reserved by Apple's API; nothing is read from it.
public final class NSStringDrawingContext {
  public init() {}
}

extension NSAttributedString {
  /// Text without a font of its own is in 12 points, as there.
  private var request: TextRequest {
    AttributedText(self).request(style: TextStyle(size: 12))
  }

  /// Of its widest line and all its lines, in points; they end at line breaks alone.
  public func size() -> CGSize { CGSize(TextRasterizer.size(request)) }

  /// Draws the text with its top left at a point.
  public func draw(at point: CGPoint) {
    let size = TextRasterizer.size(request)
    // A rounding error must not cut the last letter.
    draw(
      in: CGRect(
        x: point.x, y: point.y, width: CGFloat(size.width) + 1, height: CGFloat(size.height) + 1),
      wraps: false)
  }

  /// Draws the text from the top left of a rectangle, broken at its width and cut off by it. The
  /// paragraph style says whether what is too long ends in an ellipsis.
  public func draw(in rect: CGRect) { draw(in: rect.standardized, wraps: true) }

  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) {
    draw(in: rect.standardized, wraps: options.contains(.usesLineFragmentOrigin))
  }

  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) -> CGRect {
    let wraps = options.contains(.usesLineFragmentOrigin) && size.width > 0
    let limit = wraps && size.width < 1e6 ? Double(size.width) : nil
    var found = CGSize(TextRasterizer.size(request, width: limit))
    if options.contains(.truncatesLastVisibleLine), size.height > 0 {
      found.height = min(found.height, size.height)
    }
    return CGRect(origin: .zero, size: found)
  }

  private func draw(in rect: CGRect, wraps: Bool) {
    guard let context = UIGraphicsGetCurrentContext(), length > 0 else { return }
    var request = request
    let breakMode =
      (attribute(.paragraphStyle, at: 0, effectiveRange: nil) as? NSParagraphStyle)?.lineBreakMode
      ?? .byWordWrapping
    request.boxSize = Size(rect.size)
    // Text that ends in an ellipsis stands in one line.
    request.wraps = wraps
    switch breakMode {
    case .byWordWrapping, .byCharWrapping: break
    case .byClipping: request.wraps = false
    case .byTruncatingHead: (request.wraps, request.truncation) = (false, .start)
    case .byTruncatingMiddle: (request.wraps, request.truncation) = (false, .middle)
    case .byTruncatingTail: (request.wraps, request.truncation) = (false, .end)
    }
    context.saveGState()
    context.translateBy(x: rect.minX, y: rect.minY)
    context.setFillColor(.black)
    context.draw(request)
    context.restoreGState()
  }
}

extension String {
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: self, attributes: attrs).size()
  }

  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self, attributes: attrs).draw(at: point)
  }

  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self, attributes: attrs).draw(in: rect)
  }

  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) -> CGRect {
    NSAttributedString(string: self, attributes: attributes)
      .boundingRect(with: size, options: options, context: context)
  }
}

extension NSString {
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    description.size(withAttributes: attrs)
  }

  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    description.draw(at: point, withAttributes: attrs)
  }

  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    description.draw(in: rect, withAttributes: attrs)
  }

  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) -> CGRect {
    description.boundingRect(
      with: size, options: options, attributes: attributes, context: context)
  }
}
