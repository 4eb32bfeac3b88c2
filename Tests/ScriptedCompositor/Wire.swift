import CWayland
import CWaylandServer
import Geometry

/// Whatever answers the requests of a protocol object.
///
/// libwayland hands every request to one dispatcher as an opcode with arguments, so no tables of C
/// functions are needed. The object keeps its handler alive.
protocol RequestHandler: AnyObject {
  func handle(_ request: Request)
  /// The object is gone: by request, or because its client is.
  func resourceDestroyed()
}

extension RequestHandler {
  func resourceDestroyed() {}
}

/// For objects whose only request destroys them.
final class DestroyOnly: RequestHandler {
  func handle(_ request: Request) { request.resource.destroy() }
}

/// A client, for comparing.
struct Client: Hashable {
  let raw: OpaquePointer
}

/// A protocol object of a client: wl_resource. Its holder learns by `resourceDestroyed` when it
/// must no longer be used.
struct Resource: Hashable {
  let raw: OpaquePointer

  /// Makes the object that a request or a bind announced. Requests go to `handler`.
  init(
    _ client: Client, _ interface: UnsafePointer<wl_interface>, version: UInt32, id: UInt32,
    handler: any RequestHandler
  ) {
    guard let raw = wl_resource_create(client.raw, interface, Int32(version), id) else {
      fatalError("no memory for a protocol object")
    }
    self.raw = raw
    // Safety: the box is released by the destructor below, after which libwayland has no more
    // requests for the object. The dispatcher's target is the wl_resource, whose first member is
    // the wl_object that libwayland names.
    wl_resource_set_dispatcher(
      raw,
      { _, target, opcode, _, arguments in
        let resource = Resource(raw: OpaquePointer(target!))
        resource.handler.handle(
          Request(resource: resource, opcode: Int32(opcode), arguments: arguments!))
        return 0
      },
      nil, Unmanaged.passRetained(HandlerBox(handler)).toOpaque(),
      { raw in
        Unmanaged<HandlerBox>.fromOpaque(wl_resource_get_user_data(raw)).takeRetainedValue()
          .handler.resourceDestroyed()
      })
  }

  /// Safety: `raw` must be a live wl_resource.
  init(raw: OpaquePointer) { self.raw = raw }

  var client: Client { Client(raw: wl_resource_get_client(raw)) }
  var version: UInt32 { UInt32(wl_resource_get_version(raw)) }
  var description: String {
    "\(String(cString: wl_resource_get_class(raw)))@\(wl_resource_get_id(raw))"
  }

  /// Only for objects made by the initialiser above.
  fileprivate var handler: any RequestHandler {
    Unmanaged<HandlerBox>.fromOpaque(wl_resource_get_user_data(raw)).takeUnretainedValue().handler
  }

  func destroy() { wl_resource_destroy(raw) }

  func postError(_ code: UInt32, _ message: String) { cws_post_error(raw, code, message) }
}

private final class HandlerBox {
  let handler: any RequestHandler
  init(_ handler: any RequestHandler) { self.handler = handler }
}

/// One request, valid during the call that handles it. The caller names arguments by their place
/// in the protocol's definition; libwayland has checked their types.
struct Request {
  let resource: Resource
  /// The request's number: the macro of its name in the client's headers.
  let opcode: Int32
  let arguments: UnsafeMutablePointer<wl_argument>

  var client: Client { resource.client }
  var version: UInt32 { resource.version }

  func int(_ index: Int) -> Int32 { arguments[index].i }
  func uint(_ index: Int) -> UInt32 { arguments[index].u }
  func newID(_ index: Int) -> UInt32 { arguments[index].n }
  func fixed(_ index: Int) -> Double { wl_fixed_to_double(arguments[index].f) }
  func string(_ index: Int) -> String { arguments[index].s.map { String(cString: $0) } ?? "" }

  /// Nil where the protocol allows no object and none was given.
  func resource(_ index: Int) -> Resource? { arguments[index].o.map { Resource(raw: $0) } }

  /// The handler of an object that this compositor made.
  func object<Handler: RequestHandler>(_ index: Int, _: Handler.Type = Handler.self) -> Handler? {
    resource(index)?.handler as? Handler
  }

  func pixelRect(_ first: Int) -> PixelRect {
    PixelRect(Int(int(first)), Int(int(first + 1)), Int(int(first + 2)), Int(int(first + 3)))
  }
}

/// Something the registry offers.
final class Global {
  private let raw: OpaquePointer
  private let binder: Binder
  private var isWithdrawn = false

  /// What libwayland calls back with.
  private final class Binder {
    let bind: (Client, UInt32, UInt32) -> Void
    init(_ bind: @escaping (Client, UInt32, UInt32) -> Void) { self.bind = bind }
  }

  /// `bind` gets the client, the version it wants and the id of the new object.
  init(
    _ display: OpaquePointer, _ interface: UnsafePointer<wl_interface>, version: Int32,
    bind: @escaping (_ client: Client, _ version: UInt32, _ id: UInt32) -> Void
  ) {
    binder = Binder(bind)
    // Safety: the binder lives as long as this object, which destroys the global before.
    raw = wl_global_create(
      display, interface, version, Unmanaged.passUnretained(binder).toOpaque(),
      { client, data, version, id in
        Unmanaged<Binder>.fromOpaque(data!).takeUnretainedValue()
          .bind(Client(raw: client!), version, id)
      })
  }

  /// Takes the offer back. Clients that have not heard of it yet may still bind.
  func withdraw() {
    guard !isWithdrawn else { return }
    isWithdrawn = true
    wl_global_remove(raw)
  }

  /// Must be called before the display is destroyed.
  func destroy() { wl_global_destroy(raw) }
}
