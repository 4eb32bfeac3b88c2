import AnimationCore
import CoreGraphicsAPI
import Host
import LayerCommit
import Profiling
import QuartzCore
import Renderer

/// What the command and tests look at besides pixels.
extension LayerStage {
  /// Keep every commit from now on for `commitDump` and `commits`.
  package func recordCommits() { surface.recordCommits() }

  package var commits: [Commit] { surface.recordedCommits }

  package func commitDump() -> String {
    surface.recordedCommits.map(\.dump).joined(separator: "\n")
  }

  /// The render tree with the values of the current time.
  package func treeDump() throws -> String {
    commit()
    return try rethrowing { () throws(HostError) in try surface.dumpTree(at: mediaTime) }
  }

  /// What the server shows of a layer at the current time; nil for a layer it does not know.
  package func serverValues(of layer: CALayer) throws -> LayerValues? {
    commit()
    guard let id = layer.shownID else { return nil }
    return try rethrowing { () throws(HostError) in
      try surface.layerValues(of: id, at: mediaTime)
    }
  }

  /// Everything a frame at the current time would draw.
  package func drawList() throws -> DrawList {
    commit()
    return try rethrowing { () throws(HostError) in
      try surface.drawList(at: mediaTime, full: true)
    }
  }

  package func drawListDump() throws -> String { try drawList().dump }

  /// The frames drawn so far and the display's refresh interval in seconds, where there is one.
  package func frameProfile() throws -> (frames: FrameProfile, interval: Double?) {
    try rethrowing { () throws(HostError) in try surface.profile() }
  }

  /// Remembers the last `count` frames from now on, instead of `FrameProfile.capacity`.
  package func keepFrames(_ count: Int) throws {
    try rethrowing { () throws(HostError) in try surface.keepFrames(count) }
  }

  /// The frames kept from now on say how long the device took; in a window they always do. Measuring
  /// that costs more than a small frame.
  package func measureDeviceTime() throws {
    try rethrowing { () throws(HostError) in try surface.measureDeviceTime() }
  }

  package func validationMessages() throws -> [String] {
    try rethrowing { () throws(HostError) in try surface.validationMessages() }
  }

  package func deviceName() throws -> String {
    try rethrowing { () throws(HostError) in try surface.deviceName() }
  }

  /// The driver's name and version in its own words; nil where nothing is drawn.
  package func driverName() throws -> String? {
    try rethrowing { () throws(HostError) in try surface.driverName() }
  }

  /// Processor time the render thread has used since it began, in seconds.
  package func renderThreadTime() throws -> Double {
    try rethrowing { () throws(HostError) in try surface.renderThreadTime() }
  }

  /// Frames and cost that a stage which only counts has counted.
  package func countedFrames() throws -> (frames: Int, cost: FrameCost)? {
    try rethrowing { () throws(HostError) in try surface.nullBackendTotals() }
  }

  /// Draws without what is not among these, for measurements and tests of drawing.
  package func use(_ optimizations: Optimizations) throws {
    try rethrowing { () throws(HostError) in try surface.use(optimizations) }
  }

  private func rethrowing<Value>(
    _ body: () throws(HostError) -> Value
  ) throws(StageError) -> Value {
    do throws(HostError) {
      return try body()
    } catch {
      throw StageError(error)
    }
  }
}
