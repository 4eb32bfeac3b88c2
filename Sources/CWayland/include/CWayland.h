/// The Wayland client library, the protocol extensions in use and xkbcommon, for Swift.
///
/// The `*-client-protocol.h` files and `protocols/` are written by tools/generate-protocols.
#pragma once
#include <wayland-client.h>
#include <wayland-cursor.h>
#include <xkbcommon/xkbcommon.h>

#include "fractional-scale-v1-client-protocol.h"
#include "presentation-time-client-protocol.h"
#include "viewporter-client-protocol.h"
#include "xdg-decoration-unstable-v1-client-protocol.h"
#include "xdg-shell-client-protocol.h"

/* libwayland keeps the address of an interface. Swift passes the address of a temporary copy when
 * it is handed the global itself, so it asks here. */
static inline const struct wl_interface *cwl_compositor_interface(void) {
  return &wl_compositor_interface;
}
static inline const struct wl_interface *cwl_output_interface(void) {
  return &wl_output_interface;
}
static inline const struct wl_interface *cwl_seat_interface(void) {
  return &wl_seat_interface;
}
static inline const struct wl_interface *cwl_shm_interface(void) {
  return &wl_shm_interface;
}
static inline const struct wl_interface *cwl_wm_base_interface(void) {
  return &xdg_wm_base_interface;
}
static inline const struct wl_interface *cwl_presentation_interface(void) {
  return &wp_presentation_interface;
}
static inline const struct wl_interface *cwl_decoration_manager_interface(void) {
  return &zxdg_decoration_manager_v1_interface;
}
static inline const struct wl_interface *cwl_subcompositor_interface(void) {
  return &wl_subcompositor_interface;
}
static inline const struct wl_interface *cwl_viewporter_interface(void) {
  return &wp_viewporter_interface;
}
static inline const struct wl_interface *cwl_fractional_scale_manager_interface(void) {
  return &wp_fractional_scale_manager_v1_interface;
}
