import CWayland

/// The server's interfaces that there is one of and from which windows are made.
struct WaylandGlobals {
  var compositor: OpaquePointer?
  var subcompositor: OpaquePointer?
  var shm: OpaquePointer?
  var windowManager: OpaquePointer?
  var decorationManager: OpaquePointer?
  var viewporter: OpaquePointer?
  var fractionalScaleManager: OpaquePointer?
  var presentation: OpaquePointer?

  /// Title bars of our own can be shown.
  var canShowTitleBars: Bool { subcompositor != nil && shm != nil }

  /// Takes an interface at the newest version both sides know; only the first of its kind. False
  /// when it is none of these.
  mutating func bind(_ interface: String, _ bind: Binder) -> Bool {
    func take(
      _ place: WritableKeyPath<WaylandGlobals, OpaquePointer?>,
      _ table: UnsafePointer<wl_interface>, upTo newest: UInt32
    ) {
      if self[keyPath: place] == nil { self[keyPath: place] = bind(table, newest) }
    }
    switch interface {
    case "wl_compositor": take(\.compositor, cwl_compositor_interface(), upTo: 5)
    case "wl_subcompositor": take(\.subcompositor, cwl_subcompositor_interface(), upTo: 1)
    case "wl_shm": take(\.shm, cwl_shm_interface(), upTo: 1)
    case "xdg_wm_base": take(\.windowManager, cwl_wm_base_interface(), upTo: 5)
    case "zxdg_decoration_manager_v1":
      take(\.decorationManager, cwl_decoration_manager_interface(), upTo: 1)
    case "wp_viewporter": take(\.viewporter, cwl_viewporter_interface(), upTo: 1)
    case "wp_fractional_scale_manager_v1":
      take(\.fractionalScaleManager, cwl_fractional_scale_manager_interface(), upTo: 1)
    case "wp_presentation": take(\.presentation, cwl_presentation_interface(), upTo: 1)
    default: return false
    }
    return true
  }

  /// Binds an interface at the given version at most.
  typealias Binder = (_ table: UnsafePointer<wl_interface>, _ newest: UInt32) -> OpaquePointer

  /// After everything that was made from them.
  func destroy() {
    if let presentation { wp_presentation_destroy(presentation) }
    if let fractionalScaleManager { wp_fractional_scale_manager_v1_destroy(fractionalScaleManager) }
    if let viewporter { wp_viewporter_destroy(viewporter) }
    if let decorationManager { zxdg_decoration_manager_v1_destroy(decorationManager) }
    if let windowManager { xdg_wm_base_destroy(windowManager) }
    if let shm { wl_shm_destroy(shm) }
    if let subcompositor { wl_subcompositor_destroy(subcompositor) }
    if let compositor { wl_compositor_destroy(compositor) }
  }
}
