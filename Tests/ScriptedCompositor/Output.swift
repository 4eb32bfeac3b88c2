import CWayland
import CWaylandServer
import Geometry

/// A wl_output with all its bindings.
final class Output {
  unowned let server: Server
  let id: OutputID
  private(set) var description: OutputDescription
  private var global: Global!
  private var bindings: [Binding] = []

  /// One client's object.
  private final class Binding: RequestHandler {
    weak var output: Output?
    var resource: Resource?

    func handle(_ request: Request) { request.resource.destroy() }

    func resourceDestroyed() {
      output?.bindings.removeAll { $0 === self }
      resource = nil
    }
  }

  init(_ server: Server, id: OutputID, _ description: OutputDescription) {
    self.server = server
    self.id = id
    self.description = description
    global = Global(server.display, cws_wl_output(), version: 4) {
      [unowned self] client, version, id in
      let binding = Binding()
      binding.output = self
      binding.resource = Resource(
        client, cws_wl_output(), version: version, id: id, handler: binding)
      bindings.append(binding)
      describe(to: binding)
      server.outputBound(self, by: client)
    }
  }

  /// Points.
  var logicalSize: Size {
    Size(
      Double(description.size.width) / Double(description.scale),
      Double(description.size.height) / Double(description.scale))
  }

  /// The objects by which a client knows it.
  func resources(of client: Client) -> [Resource] {
    bindings.compactMap(\.resource).filter { $0.client == client }
  }

  func update(_ description: OutputDescription) {
    self.description = description
    for binding in bindings { describe(to: binding) }
  }

  /// Objects that clients still hold do nothing from now on.
  func withdraw() { global.withdraw() }

  /// Must be called before the display is destroyed.
  func destroy() { global.destroy() }

  private func describe(to binding: Binding) {
    guard let resource = binding.resource else { return }
    let (raw, version) = (resource.raw, resource.version)
    wl_output_send_geometry(
      raw, description.x, description.y, 0, 0, Int32(WL_OUTPUT_SUBPIXEL_UNKNOWN.rawValue),
      "Scripted", "Display", Int32(WL_OUTPUT_TRANSFORM_NORMAL.rawValue))
    wl_output_send_mode(
      raw, WL_OUTPUT_MODE_CURRENT.rawValue, Int32(description.size.width),
      Int32(description.size.height), description.refresh)
    if version >= WL_OUTPUT_SCALE_SINCE_VERSION { wl_output_send_scale(raw, description.scale) }
    if version >= WL_OUTPUT_NAME_SINCE_VERSION { wl_output_send_name(raw, description.name) }
    if version >= WL_OUTPUT_DONE_SINCE_VERSION { wl_output_send_done(raw) }
  }
}
