import CoreGraphicsAPI

@MainActor
open class UIGestureRecognizer {
  public required init() {}
}

extension UIView {
  final func replaceRecognizers(_ new: [UIGestureRecognizer]) { recognizers = new }
  final func attach(_ recognizer: UIGestureRecognizer) { recognizers.append(recognizer) }
  final func detach(_ recognizer: UIGestureRecognizer) { recognizers.removeAll { $0 === recognizer } }
}
