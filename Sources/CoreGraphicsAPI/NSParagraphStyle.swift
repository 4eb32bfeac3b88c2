import Foundation
import Raster

public enum NSTextAlignment: Int, Sendable {
  case left, center, right, justified, natural

  package var alignment: TextRequest.Alignment {
    switch self {
    case .left: .left
    case .center: .center
    case .right: .right
    case .justified: .justified
    case .natural: .natural
    }
  }
}

public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail,
    byTruncatingMiddle
}

public enum NSWritingDirection: Int, Sendable {
  case natural = -1
  case leftToRight = 0
  case rightToLeft = 1
}

/// How the lines of a paragraph stand. Immutable unless it is an `NSMutableParagraphStyle`; lengths
/// are points.
///
/// Safety: those that others hold do not change, unless someone changes a mutable one that he gave
/// away.
open class NSParagraphStyle: Hashable, @unchecked Sendable {
  fileprivate var style = TextParagraphs.Style()
  fileprivate var textAlignment = NSTextAlignment.natural
  fileprivate var breakMode = NSLineBreakMode.byWordWrapping
  fileprivate var direction = NSWritingDirection.natural

  public init() {}

  public class var `default`: NSParagraphStyle { NSParagraphStyle() }

  public var alignment: NSTextAlignment { textAlignment }
  /// Stored: the layer or the view says where lines break.
  public var lineBreakMode: NSLineBreakMode { breakMode }
  public var baseWritingDirection: NSWritingDirection { direction }
  /// Between lines.
  public var lineSpacing: CGFloat { CGFloat(style.lineSpacing) }
  /// Below the paragraph.
  public var paragraphSpacing: CGFloat { CGFloat(style.spacingAfter) }
  /// Above the paragraph, unless it is the first.
  public var paragraphSpacingBefore: CGFloat { CGFloat(style.spacingBefore) }
  /// Of the first line.
  public var firstLineHeadIndent: CGFloat { CGFloat(style.firstLineIndent) }
  /// Of the other lines.
  public var headIndent: CGFloat { CGFloat(style.headIndent) }
  /// Above 0: where lines end, from where they begin; else from the other edge, negated.
  public var tailIndent: CGFloat { CGFloat(style.tailIndent) }
  public var minimumLineHeight: CGFloat { CGFloat(style.minimumLineHeight) }
  /// 0: no limit.
  public var maximumLineHeight: CGFloat { CGFloat(style.maximumLineHeight) }
  /// 0: no factor.
  public var lineHeightMultiple: CGFloat { CGFloat(style.lineHeightMultiple) }

  public func copy() -> Any {
    let copy = NSParagraphStyle()
    copy.take(self)
    return copy
  }

  public func mutableCopy() -> Any {
    let copy = NSMutableParagraphStyle()
    copy.take(self)
    return copy
  }

  fileprivate func take(_ other: NSParagraphStyle) {
    style = other.style
    textAlignment = other.textAlignment
    breakMode = other.breakMode
    direction = other.direction
  }

  /// As the text engine takes it.
  package var textStyle: TextParagraphs.Style {
    var result = style
    // `natural` leaves it to the layer or the view.
    result.alignment = textAlignment == .natural ? nil : textAlignment.alignment
    switch direction {
    case .natural: result.direction = .natural
    case .leftToRight: result.direction = .leftToRight
    case .rightToLeft: result.direction = .rightToLeft
    }
    return result
  }

  public static func == (a: NSParagraphStyle, b: NSParagraphStyle) -> Bool {
    a.textStyle == b.textStyle && a.breakMode == b.breakMode
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(textStyle) }
}

open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
  public override var alignment: NSTextAlignment {
    get { textAlignment }
    set { textAlignment = newValue }
  }
  public override var lineBreakMode: NSLineBreakMode {
    get { breakMode }
    set { breakMode = newValue }
  }
  public override var baseWritingDirection: NSWritingDirection {
    get { direction }
    set { direction = newValue }
  }
  public override var lineSpacing: CGFloat {
    get { super.lineSpacing }
    set { set(\.lineSpacing, newValue) }
  }
  public override var paragraphSpacing: CGFloat {
    get { super.paragraphSpacing }
    set { set(\.spacingAfter, newValue) }
  }
  public override var paragraphSpacingBefore: CGFloat {
    get { super.paragraphSpacingBefore }
    set { set(\.spacingBefore, newValue) }
  }
  public override var firstLineHeadIndent: CGFloat {
    get { super.firstLineHeadIndent }
    set { set(\.firstLineIndent, newValue) }
  }
  public override var headIndent: CGFloat {
    get { super.headIndent }
    set { set(\.headIndent, newValue) }
  }
  public override var tailIndent: CGFloat {
    get { super.tailIndent }
    set { set(\.tailIndent, newValue, isSigned: true) }
  }
  public override var minimumLineHeight: CGFloat {
    get { super.minimumLineHeight }
    set { set(\.minimumLineHeight, newValue) }
  }
  public override var maximumLineHeight: CGFloat {
    get { super.maximumLineHeight }
    set { set(\.maximumLineHeight, newValue) }
  }
  public override var lineHeightMultiple: CGFloat {
    get { super.lineHeightMultiple }
    set { set(\.lineHeightMultiple, newValue) }
  }

  open func setParagraphStyle(_ obj: NSParagraphStyle) { take(obj) }

  private func set(
    _ path: WritableKeyPath<TextParagraphs.Style, Double>, _ new: CGFloat, isSigned: Bool = false
  ) {
    guard new.isFinite, new >= 0 || isSigned else {
      Warnings.once(
        "NSParagraphStyle",
        "a length of a paragraph style that is negative or not finite was ignored")
      return
    }
    style[keyPath: path] = Double(new)
  }
}
