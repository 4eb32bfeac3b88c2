import CWayland

/// One display of the server; only its scale is of interest so far.
final class WaylandOutput {
  let proxy: OpaquePointer
  /// The number by which the registry takes it away again.
  let name: UInt32
  private(set) var scale = 1
  private var pendingScale = 1
  private unowned let connection: WaylandConnection

  /// The newest version whose events the listener knows.
  static let version: UInt32 = 4

  init(proxy: OpaquePointer, name: UInt32, connection: WaylandConnection) {
    self.proxy = proxy
    self.name = name
    self.connection = connection
    wl_output_add_listener(proxy, Self.listener, dataPointer(to: self))
  }

  deinit {
    if wl_proxy_get_version(proxy) >= UInt32(WL_OUTPUT_RELEASE_SINCE_VERSION) {
      wl_output_release(proxy)
    } else {
      wl_output_destroy(proxy)
    }
  }

  private func done() {
    guard scale != pendingScale else { return }
    scale = pendingScale
    connection.outputsChanged()
  }

  nonisolated(unsafe) private static let listener: UnsafePointer<wl_output_listener> = {
    var table = wl_output_listener()
    table.geometry = { _, _, _, _, _, _, _, _, _, _ in }
    table.mode = { _, _, _, _, _, _ in }
    table.scale = { data, _, factor in
      let output: WaylandOutput = owner(data)
      output.pendingScale = max(1, Int(factor))
    }
    table.name = { _, _, _ in }
    table.description = { _, _, _ in }
    table.done = { data, _ in
      let output: WaylandOutput = owner(data)
      output.done()
    }
    return permanentTable(table)
  }()
}
