#include "CVirtualPointer.h"

#include <stdlib.h>
#include <string.h>
#include <wayland-client.h>

// The requests of zwlr_virtual_pointer_unstable_v1, version 1, that are made here; the protocol has no
// events. The tables list all before the last that is used.

enum { pointer_motion_absolute = 1, pointer_button = 2, pointer_frame = 4, pointer_destroy = 8 };
enum { manager_create = 0, manager_destroy = 1 };

static const struct wl_interface *no_types[5];

static const struct wl_message pointer_requests[] = {
    {"motion", "uff", no_types},       {"motion_absolute", "uuuuu", no_types},
    {"button", "uuu", no_types},       {"axis", "uuf", no_types},
    {"frame", "", no_types},           {"axis_source", "u", no_types},
    {"axis_stop", "uu", no_types},     {"axis_discrete", "uufi", no_types},
    {"destroy", "", no_types},
};

static const struct wl_interface pointer_interface = {
    "zwlr_virtual_pointer_v1", 1, 9, pointer_requests, 0, NULL,
};

static const struct wl_interface *create_types[] = {&wl_seat_interface, &pointer_interface};

static const struct wl_message manager_requests[] = {
    {"create_virtual_pointer", "?on", create_types},
    {"destroy", "", no_types},
};

static const struct wl_interface manager_interface = {
    "zwlr_virtual_pointer_manager_v1", 1, 2, manager_requests, 0, NULL,
};

struct virtual_pointer {
  struct wl_display *display;
  struct wl_proxy *manager;
  struct wl_proxy *pointer;
};

static void global(
    void *data, struct wl_registry *registry, uint32_t name, const char *interface,
    uint32_t version) {
  (void)version;
  struct virtual_pointer *pointer = data;
  if (pointer->manager || strcmp(interface, manager_interface.name) != 0) return;
  pointer->manager = wl_registry_bind(registry, name, &manager_interface, 1);
}

static void global_remove(void *data, struct wl_registry *registry, uint32_t name) {
  (void)data;
  (void)registry;
  (void)name;
}

static const struct wl_registry_listener registry_listener = {global, global_remove};

struct virtual_pointer *virtual_pointer_open(const char *display) {
  struct virtual_pointer *pointer = calloc(1, sizeof *pointer);
  if (!pointer) return NULL;
  pointer->display = wl_display_connect(display);
  if (pointer->display) {
    struct wl_registry *registry = wl_display_get_registry(pointer->display);
    wl_registry_add_listener(registry, &registry_listener, pointer);
    wl_display_roundtrip(pointer->display);
    wl_registry_destroy(registry);
  }
  if (pointer->manager) {
    pointer->pointer = wl_proxy_marshal_flags(
        pointer->manager, manager_create, &pointer_interface, 1, 0, NULL, NULL);
  }
  if (pointer->pointer && wl_display_roundtrip(pointer->display) >= 0) return pointer;
  virtual_pointer_close(pointer);
  return NULL;
}

void virtual_pointer_close(struct virtual_pointer *pointer) {
  if (pointer->pointer) {
    wl_proxy_marshal_flags(
        pointer->pointer, pointer_destroy, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
  }
  if (pointer->manager) {
    wl_proxy_marshal_flags(
        pointer->manager, manager_destroy, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
  }
  if (pointer->display) {
    wl_display_flush(pointer->display);
    wl_display_disconnect(pointer->display);
  }
  free(pointer);
}

static bool end_frame(struct virtual_pointer *pointer) {
  wl_proxy_marshal_flags(pointer->pointer, pointer_frame, NULL, 1, 0);
  return wl_display_roundtrip(pointer->display) >= 0;
}

bool virtual_pointer_move(
    struct virtual_pointer *pointer, uint32_t time, uint32_t x, uint32_t y, uint32_t width,
    uint32_t height) {
  wl_proxy_marshal_flags(
      pointer->pointer, pointer_motion_absolute, NULL, 1, 0, time, x, y, width, height);
  return end_frame(pointer);
}

bool virtual_pointer_button(
    struct virtual_pointer *pointer, uint32_t time, uint32_t code, bool is_pressed) {
  wl_proxy_marshal_flags(
      pointer->pointer, pointer_button, NULL, 1, 0, time, code, (uint32_t)is_pressed);
  return end_frame(pointer);
}
