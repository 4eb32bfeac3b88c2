/// Something that can be done, with a name and a picture, as a closure.
@MainActor
open class UIAction {
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  public typealias Handler = @MainActor (UIAction) -> Void

  open var title: String
  open var image: UIImage?
  public let identifier: Identifier
  /// Who performs it, while it is performed.
  public private(set) weak var sender: AnyObject?

  private let handler: Handler
  private static var made = 0

  /// Without an identifier it gets one of its own.
  public init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil,
    handler: @escaping Handler
  ) {
    Self.made += 1
    self.title = title
    self.image = image
    self.identifier = identifier ?? Identifier("action \(Self.made)")
    self.handler = handler
  }

  func perform(from sender: AnyObject) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}
