import CoreGraphicsAPI
import Foundation
import Geometry
import Locks

/// Draws tiles on threads in the background, a few at a time, and brings them back to the thread that
/// commits.
enum TileDrawing {
  /// A tile to be drawn, and its pixels when it has been.
  ///
  /// Safety: `layer` is only read while the tile is drawn, by what the application draws with, as on
  /// Apple's systems; the reference travels to the thread that commits, so that the layer does not
  /// end its life on another. `image` is written before the job is handed over.
  final class Job: @unchecked Sendable {
    let layer: CATiledLayer
    let key: TileKey
    /// Counts the times that the tile was out of date.
    let version: Int
    /// In the layer's space.
    let rect: Rect
    /// Pixels per point.
    let scale: Double
    /// Somebody waits for it who calls `deliver`.
    fileprivate let isAwaited: Bool
    fileprivate(set) var image: CGImage?
    private let isCancelled = Guarded(false)

    init(_ layer: CATiledLayer, _ key: TileKey, version: Int, rect: Rect, scale: Double) {
      self.layer = layer
      self.key = key
      self.version = version
      self.rect = rect
      self.scale = scale
      isAwaited = layer.host?.awaitsTiles ?? false
    }

    /// The tile is not needed any more; one that has not begun is not drawn.
    func cancel() { isCancelled.withLock { $0 = true } }
    var wasCancelled: Bool { isCancelled.withLock { $0 } }

    fileprivate func run() {
      guard !wasCancelled else { return }
      image = layer.drawTile(rect, scale: scale)
    }
  }

  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.name = "Tiles"
    queue.qualityOfService = .utility
    queue.maxConcurrentOperationCount = min(4, max(1, ProcessInfo.processInfo.activeProcessorCount))
    return queue
  }()

  /// Jobs that are done: those that somebody waits for, and those that the main queue takes.
  private static let awaited = Guarded<[Job]>([])
  private static let others = Guarded<[Job]>([])
  private static let arrival = DispatchSemaphore(value: 0)

  static func start(_ job: Job) {
    queue.addOperation {
      job.run()
      if job.isAwaited {
        awaited.withLock { $0.append(job) }
        arrival.signal()
        return
      }
      let isFirst = others.withLock { list in
        list.append(job)
        return list.count == 1
      }
      // One call takes all that have come by then.
      if isFirst { DispatchQueue.main.async { _ = deliver(others) } }
    }
  }

  /// Waits a while, and hands over what has been drawn of what is waited for.
  static func await(seconds: Double) -> Bool {
    _ = arrival.wait(timeout: .now() + seconds)
    return deliver(awaited)
  }

  /// Hands what has been drawn to the layers, in an order that does not depend on who was first, and
  /// lets their hosts commit it. False where nothing has been drawn.
  private static func deliver(_ finished: Guarded<[Job]>) -> Bool {
    let jobs = finished.withLock { list in
      defer { list = [] }
      return list
    }
    guard !jobs.isEmpty else { return false }
    for job in jobs.sorted(by: { $0.key < $1.key }) {
      CommitLock.shared.withLock { job.layer.pages.take(job) }
    }
    for host in LayerHost.all { host.checkTiles() }
    return true
  }
}

/// A place in the levels of a tiled layer.
struct TileKey: Hashable, Comparable {
  /// Pixels per point of the layer's `contentsScale`, as a power of two: 0 for full size, below for
  /// smaller ones.
  var level: Int
  var row: Int
  var column: Int

  /// Coarse ones first: finer ones are drawn over them.
  static func < (a: TileKey, b: TileKey) -> Bool {
    (a.level, a.row, a.column) < (b.level, b.row, b.column)
  }
}
