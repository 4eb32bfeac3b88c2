/// How a stage comes to its end, for those who own a window and run their own loop.
extension LayerStage {
  /// The user closed it, or the display or device is gone for good.
  package var hasEnded: Bool {
    switch ending {
    case nil, .stopped: isClosed
    case .closed, .lost: true
    }
  }

  /// Why the display or the device is gone; nil for every other end.
  package var loss: String? {
    if case .lost(let reason) = ending { reason } else { nil }
  }

  /// As if the user had closed the window: `run(for:)` returns.
  package func endByUser() { end(.closed) }
}
