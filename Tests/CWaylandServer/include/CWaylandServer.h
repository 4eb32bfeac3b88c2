/// The Wayland server library and the server's side of the protocol extensions, for Swift.
///
/// The tables of the extensions are in CWayland. Its headers come first: both sides declare the same
/// enumerations, each only where the other has not. The `*-server-protocol.h` files are written by
/// tools/generate-protocols.
#pragma once
#include <CWayland.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
// Without it the headers spell out structures that are private today.
#define WL_HIDE_DEPRECATED 1
#include <wayland-server.h>

#include "fractional-scale-v1-server-protocol.h"
#include "presentation-time-server-protocol.h"
#include "viewporter-server-protocol.h"
#include "xdg-decoration-unstable-v1-server-protocol.h"
#include "xdg-shell-server-protocol.h"

/* libwayland keeps the address of an interface, and Swift passes that of a temporary copy when it is
 * handed the global itself. In Swift the global would also be hard to name: the server's headers
 * call the tables of requests the same. */
#define CWS_INTERFACE(name)                                   \
  static inline const struct wl_interface *cws_##name(void) { \
    return &name##_interface;                                 \
  }
CWS_INTERFACE(wl_callback)
CWS_INTERFACE(wl_compositor)
CWS_INTERFACE(wl_keyboard)
CWS_INTERFACE(wl_output)
CWS_INTERFACE(wl_pointer)
CWS_INTERFACE(wl_region)
CWS_INTERFACE(wl_seat)
CWS_INTERFACE(wl_subcompositor)
CWS_INTERFACE(wl_subsurface)
CWS_INTERFACE(wl_surface)
CWS_INTERFACE(wl_touch)
CWS_INTERFACE(wp_fractional_scale_manager_v1)
CWS_INTERFACE(wp_fractional_scale_v1)
CWS_INTERFACE(wp_presentation)
CWS_INTERFACE(wp_presentation_feedback)
CWS_INTERFACE(wp_viewport)
CWS_INTERFACE(wp_viewporter)
CWS_INTERFACE(xdg_popup)
CWS_INTERFACE(xdg_positioner)
CWS_INTERFACE(xdg_surface)
CWS_INTERFACE(xdg_toplevel)
CWS_INTERFACE(xdg_wm_base)
CWS_INTERFACE(zxdg_decoration_manager_v1)
CWS_INTERFACE(zxdg_toplevel_decoration_v1)
#undef CWS_INTERFACE

/// Posts a protocol error, which ends the client. (Variadic functions are not imported.)
void cws_post_error(struct wl_resource *resource, uint32_t code, const char *message);

/// Told once about the destruction of a resource that libwayland itself made.
struct cws_destroy_watch;

/// Calls `destroyed(data)` right before `resource` goes away; its contents are still readable then.
struct cws_destroy_watch *cws_watch_destroy(
    struct wl_resource *resource, void *data, void (*destroyed)(void *data));

/// Ends a watch, before or after it was told.
void cws_unwatch(struct cws_destroy_watch *watch);

/// A file without a name that holds `size` bytes; -1 when there can be none.
int cws_shared_file(const void *bytes, size_t size);

/// Sets the alpha bytes of a row of BGRA pixels.
void cws_make_opaque(void *row, size_t count);

/// Draws a row of premultiplied BGRA pixels over another. The i-th pixel is taken from place
/// `first + i * step` of `source`, both in 16.16 fixed point.
void cws_draw_row(
    void *target, const void *source, size_t count, uint64_t first, uint64_t step);

/// A number that differs between different contents.
uint64_t cws_checksum(const void *bytes, size_t size);

/// How many of `count` four-byte pixels differ.
size_t cws_count_differences(const void *first, const void *second, size_t count);
