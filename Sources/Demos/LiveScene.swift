/// The part of a scene that works on the main thread, frame by frame; layers' own animations need
/// none.
@MainActor
protocol LiveScene: AnyObject {
  /// Comes once, before the first `tick`.
  ///
  /// - Parameter start: When the scene begins, in the time of the canvas's layer: the `beginTime` of
  ///   animations that are to be in step with the ticks.
  func begin(at start: Double)

  /// The next frame is being put together.
  ///
  /// - Parameter time: When it will be seen, in seconds since the scene began. Time stands while the
  ///   scene is paused.
  func tick(at time: Double)

  /// Return or Space was pressed on the scene's page. False where that means nothing.
  ///
  /// - Parameter time: When that was, in media time.
  func activate(at time: Double) -> Bool
}

extension LiveScene {
  func begin(at start: Double) {}
  func activate(at time: Double) -> Bool { false }
}
