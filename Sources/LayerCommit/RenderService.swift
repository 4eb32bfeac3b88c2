import Geometry

/// The server as the application's side sees it. Called on any thread; never blocks on drawing.
package protocol RenderService: AnyObject, Sendable {
  /// Hands over a commit; the server applies it before its next frame.
  func submit(_ commit: Commit)
  /// Takes the events that have arrived since the last call, in order.
  func takeEvents() -> [ServerEvent]
}
