import CoreGraphicsAPI
import LayerCommit

/// The links that are added to a run loop. Main thread, but for `areWaiting`.
enum DisplayLinks {
  nonisolated(unsafe) private static var links: [CADisplayLink] = []
  nonisolated(unsafe) private static var currentMode = RunLoop.Mode.default
  // Only touched with `CommitLock` held.
  nonisolated(unsafe) private static var isAnyRunning = false
  // The hosts that links are running for. Only touched with `CommitLock` held.
  nonisolated(unsafe) private static var running: Set<ObjectIdentifier> = []

  /// Links of no host are waiting. Any thread.
  static var areWaiting: Bool { CommitLock.shared.withLock { unsafe isAnyRunning } }

  /// Links of this host are waiting. Any thread.
  static func areWaiting(for host: LayerHost) -> Bool {
    CommitLock.shared.withLock { unsafe running.contains(ObjectIdentifier(host)) }
  }

  /// Links that were added for other modes only rest.
  static var mode: RunLoop.Mode {
    get { unsafe currentMode }
    set {
      unsafe currentMode = newValue
      for host in LayerHost.all { changed(host) }
    }
  }

  static func add(_ link: CADisplayLink) {
    if unsafe !links.contains(where: { $0 === link }) { unsafe links.append(link) }
    changed(link.host)
  }

  static func invalidateAll(pacedBy host: LayerHost) {
    for link in unsafe links where link.host == nil || link.host === host { link.invalidate() }
  }

  /// The host closes: its links go with the oldest one's frames from now on.
  static func release(_ host: LayerHost) {
    for link in unsafe links where link.host === host { link.host = nil }
  }

  static func remove(_ link: CADisplayLink) {
    unsafe links.removeAll { $0 === link }
    changed(link.host)
  }

  /// The next commit tells the server whether anybody waits for ticks.
  static func changed(_ host: LayerHost?) {
    let active = unsafe links.filter(\.isRunning)
    let isAny = active.contains { $0.host == nil }
    let hosts = Set(active.compactMap { $0.host.map(ObjectIdentifier.init) })
    CommitLock.shared.withLock {
      unsafe isAnyRunning = isAny
      unsafe running = hosts
    }
    TransactionStack.current.touch(host ?? LayerHost.all.first)
  }

  static func tick(_ frame: FrameTarget, of host: LayerHost) {
    // A host that ticks for its own links or layers only is not the pace of the others.
    let isForAll =
      !areWaiting(for: host) && !host.drivesLayers || LayerHost.all.first === host
    // Links may come and go in the callbacks: what comes waits for the next frame.
    let due = unsafe links.filter { $0.host === host || $0.host == nil && isForAll }
    for link in due where link.isRunning { link.tick(frame) }
  }
}
