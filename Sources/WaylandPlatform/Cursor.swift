import LayerCommit

/// What the pointer looks like.
enum Cursor: Hashable {
  case hidden, arrow, pointingHand, text, crosshair, openHand, closedHand, notAllowed
  case resizeLeftRight, resizeUpDown, resizeFalling, resizeRising

  init(edge: WindowEdge) {
    switch edge {
    case .top, .bottom: self = .resizeUpDown
    case .left, .right: self = .resizeLeftRight
    case .topLeft, .bottomRight: self = .resizeFalling
    case .topRight, .bottomLeft: self = .resizeRising
    }
  }
}

extension Cursor {
  init(_ shape: CursorShape) {
    switch shape {
    case .arrow: self = .arrow
    case .pointingHand: self = .pointingHand
    case .text: self = .text
    case .crosshair: self = .crosshair
    case .openHand: self = .openHand
    case .closedHand: self = .closedHand
    case .notAllowed: self = .notAllowed
    case .resizeLeftRight: self = .resizeLeftRight
    case .resizeUpDown: self = .resizeUpDown
    case .hidden: self = .hidden
    }
  }
}
