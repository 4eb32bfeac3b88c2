import AnimationCore
import CoreGraphicsAPI

/// How a transition gets from the old picture to the new one.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let fade = CATransitionType(rawValue: "fade")
  /// The new picture slides over the old one.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new picture pushes the old one away.
  public static let push = CATransitionType(rawValue: "push")
  /// The old picture slides away from the new one.
  public static let reveal = CATransitionType(rawValue: "reveal")

  /// Nil for an unknown name.
  fileprivate var kind: Transition.Kind? {
    switch self {
    case .fade: .fade
    case .moveIn: .moveIn
    case .push: .push
    case .reveal: .reveal
    default: nil
    }
  }
}

/// Where the picture that slides comes from.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")

  /// Nil for an unknown name.
  fileprivate var side: Transition.Side? {
    switch self {
    case .fromRight: .right
    case .fromLeft: .left
    case .fromTop: .top
    case .fromBottom: .bottom
    default: nil
    }
  }
}

/// Leads from the picture that a layer and its sublayers were before the transaction to the one
/// after it. A layer has one at a time, always under the key `kCATransition`.
open class CATransition: CAAnimation {
  struct Look {
    var type = CATransitionType.fade
    var subtype: CATransitionSubtype?
    var start: Float = 0
    var end: Float = 1
    var filter: Any?
  }

  private var look = Look()

  public override init() { super.init() }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// An unknown type is a fade.
  open var type: CATransitionType {
    get { look.type }
    set { if mayChange() { look.type = newValue } }
  }

  /// Nil, or unknown, is from the left.
  open var subtype: CATransitionSubtype? {
    get { look.subtype }
    set { if mayChange() { look.subtype = newValue } }
  }

  /// The part of the way that is gone at the beginning, from 0 to 1.
  open var startProgress: Float {
    get { look.start }
    set { setProgress(\.start, newValue) }
  }

  /// The part of the way that is gone at the end, from 0 to 1.
  open var endProgress: Float {
    get { look.end }
    set { setProgress(\.end, newValue) }
  }

  /// Stored; no filter is applied.
  open var filter: Any? {
    get { look.filter }
    set { if mayChange() { look.filter = newValue } }
  }

  private func setProgress(_ path: WritableKeyPath<Look, Float>, _ new: Float) {
    guard mayChange() else { return }
    guard new >= 0, new <= 1 else {
      return Warnings.once(
        "CATransition.progress", "the progress of a transition is from 0 to 1; \(new) was ignored")
    }
    look[keyPath: path] = new
  }

  /// What crosses to the server.
  final var transition: Transition {
    let (kind, side) = (type.kind, subtype?.side)
    if kind == nil {
      Warnings.once("CATransition.type", "unknown transition \"\(type.rawValue)\": it is a fade")
    }
    if let subtype, side == nil {
      Warnings.once(
        "CATransition.subtype", "unknown side of a transition \"\(subtype.rawValue)\": the left")
    }
    if filter != nil {
      Warnings.once(
        "CATransition.filter", "no filter is applied to a transition: it is drawn by its type")
    }
    return Transition(
      kind ?? .fade, from: side ?? .left, start: startProgress, end: endProgress)
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "type": type.rawValue
    case "subtype": subtype?.rawValue
    case "startProgress": NSNumber(value: startProgress)
    case "endProgress": NSNumber(value: endProgress)
    case "filter": filter
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "type": name(value, key) { type = CATransitionType(rawValue: $0) }
    case "subtype":
      let name = (value as? CATransitionSubtype)?.rawValue ?? value
      optional(name, key) { subtype = $0.map(CATransitionSubtype.init(rawValue:)) }
    case "startProgress": number(value, key) { startProgress = Float($0) }
    case "endProgress": number(value, key) { endProgress = Float($0) }
    case "filter": filter = value
    default: super.setValue(value, forKey: key)
    }
  }

  override func takeProperties(of original: CAAnimation) {
    super.takeProperties(of: original)
    if let original = original as? CATransition { look = original.look }
  }
}
