import CoreGraphicsAPI
import Foundation

extension AttributeScopes {
  /// The attributes by which UIKit draws attributed strings, with Foundation's.
  public struct UIKitAttributes: AttributeScope {
    public let font: FontAttribute
    public let foregroundColor: ForegroundColorAttribute
    public let backgroundColor: BackgroundColorAttribute
    public let paragraphStyle: ParagraphStyleAttribute
    public let kern: KernAttribute
    public let tracking: TrackingAttribute
    public let underlineStyle: UnderlineStyleAttribute
    public let underlineColor: UnderlineColorAttribute
    public let strikethroughStyle: StrikethroughStyleAttribute
    public let strikethroughColor: StrikethroughColorAttribute
    public let baselineOffset: BaselineOffsetAttribute
    public let foundation: AttributeScopes.FoundationAttributes

    public enum FontAttribute: AttributedStringKey {
      public typealias Value = UIFont
      public static let name = NSAttributedString.Key.font.rawValue
    }

    public enum ForegroundColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static let name = NSAttributedString.Key.foregroundColor.rawValue
    }

    public enum BackgroundColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static let name = NSAttributedString.Key.backgroundColor.rawValue
    }

    public enum ParagraphStyleAttribute: AttributedStringKey {
      public typealias Value = NSParagraphStyle
      public static let name = NSAttributedString.Key.paragraphStyle.rawValue
    }

    public enum KernAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = NSAttributedString.Key.kern.rawValue
    }

    public enum TrackingAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = NSAttributedString.Key.tracking.rawValue
    }

    public enum UnderlineStyleAttribute: AttributedStringKey {
      public typealias Value = NSUnderlineStyle
      public static let name = NSAttributedString.Key.underlineStyle.rawValue
    }

    public enum UnderlineColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static let name = NSAttributedString.Key.underlineColor.rawValue
    }

    public enum StrikethroughStyleAttribute: AttributedStringKey {
      public typealias Value = NSUnderlineStyle
      public static let name = NSAttributedString.Key.strikethroughStyle.rawValue
    }

    public enum StrikethroughColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static let name = NSAttributedString.Key.strikethroughColor.rawValue
    }

    public enum BaselineOffsetAttribute: AttributedStringKey {
      public typealias Value = CGFloat
      public static let name = NSAttributedString.Key.baselineOffset.rawValue
    }
  }

  public var uiKit: UIKitAttributes.Type { UIKitAttributes.self }
}

extension AttributeDynamicLookup {
  public subscript<T: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.UIKitAttributes, T>
  ) -> T { self[T.self] }
}

extension NSAttributedString {
  /// With the attributes of UIKit. Foundation on Linux does not convert
  /// attributed strings.
  public convenience init(_ attributed: AttributedString) {
    let result = NSMutableAttributedString(string: "")
    for run in attributed.runs {
      var attributes: [NSAttributedString.Key: Any] = [:]
      let text = String(attributed[run.range].characters)
      attributes[.font] = run.uiKit.font
      attributes[.foregroundColor] = run.uiKit.foregroundColor
      attributes[.backgroundColor] = run.uiKit.backgroundColor
      attributes[.paragraphStyle] = run.uiKit.paragraphStyle
      attributes[.kern] = run.uiKit.kern.map { NSNumber(value: Double($0)) }
      attributes[.tracking] = run.uiKit.tracking.map { NSNumber(value: Double($0)) }
      attributes[.underlineStyle] = run.uiKit.underlineStyle?.rawValue
      attributes[.underlineColor] = run.uiKit.underlineColor
      attributes[.strikethroughStyle] = run.uiKit.strikethroughStyle?.rawValue
      attributes[.strikethroughColor] = run.uiKit.strikethroughColor
      attributes[.baselineOffset] = run.uiKit.baselineOffset.map { NSNumber(value: Double($0)) }
      result.append(NSAttributedString(string: text, attributes: attributes))
    }
    self.init(attributedString: result)
  }
}
