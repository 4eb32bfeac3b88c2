#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CWaylandServer.h"

void cws_post_error(struct wl_resource *resource, uint32_t code, const char *message) {
  wl_resource_post_error(resource, code, "%s", message);
}

struct cws_destroy_watch {
  struct wl_listener listener;
  void *data;
  void (*destroyed)(void *data);
};

static void resource_destroyed(struct wl_listener *listener, void *resource) {
  (void)resource;
  struct cws_destroy_watch *watch = wl_container_of(listener, watch, listener);
  // Out of the list now, so that ending the watch later finds nothing to take out.
  wl_list_remove(&listener->link);
  wl_list_init(&listener->link);
  watch->destroyed(watch->data);
}

struct cws_destroy_watch *cws_watch_destroy(
    struct wl_resource *resource, void *data, void (*destroyed)(void *data)) {
  struct cws_destroy_watch *watch = calloc(1, sizeof *watch);
  if (watch == NULL) abort();
  watch->data = data;
  watch->destroyed = destroyed;
  watch->listener.notify = resource_destroyed;
  wl_resource_add_destroy_listener(resource, &watch->listener);
  return watch;
}

void cws_unwatch(struct cws_destroy_watch *watch) {
  wl_list_remove(&watch->listener.link);
  free(watch);
}

int cws_shared_file(const void *bytes, size_t size) {
  int file = memfd_create("shared", MFD_CLOEXEC);
  if (file < 0) return -1;
  const char *rest = bytes;
  while (size > 0) {
    ssize_t written = write(file, rest, size);
    if (written <= 0) {
      close(file);
      return -1;
    }
    rest += written;
    size -= (size_t)written;
  }
  return file;
}

void cws_make_opaque(void *row, size_t count) {
  unsigned char *bytes = row;
  for (size_t i = 0; i < count; i++) bytes[i * 4 + 3] = 255;
}

/// One channel of `target` seen through what `alpha` leaves, 0…255, rounded.
static uint32_t through(uint32_t target, uint32_t alpha, int shift) {
  uint32_t product = ((target >> shift) & 0xff) * (255 - alpha) + 127;
  return (product / 255) << shift;
}

void cws_draw_row(
    void *target, const void *source, size_t count, uint64_t first, uint64_t step) {
  for (size_t i = 0; i < count; i++) {
    uint32_t pixel, below;
    memcpy(&pixel, (const char *)source + ((first + i * step) >> 16) * sizeof pixel, sizeof pixel);
    memcpy(&below, (char *)target + i * sizeof below, sizeof below);
    uint32_t alpha = pixel >> 24;
    pixel += through(below, alpha, 0) + through(below, alpha, 8) + through(below, alpha, 16) +
             through(below, alpha, 24);
    memcpy((char *)target + i * sizeof pixel, &pixel, sizeof pixel);
  }
}

uint64_t cws_checksum(const void *bytes, size_t size) {
  // FNV-1a over words of eight bytes, the rest as one word.
  const char *rest = bytes;
  uint64_t sum = 0xcbf29ce484222325u ^ size;
  while (size > 0) {
    uint64_t word = 0;
    size_t length = size < sizeof word ? size : sizeof word;
    memcpy(&word, rest, length);
    sum = (sum ^ word) * 0x100000001b3u;
    sum ^= sum >> 32;
    rest += length;
    size -= length;
  }
  return sum;
}

size_t cws_count_differences(const void *first, const void *second, size_t count) {
  const char *a = first, *b = second;
  size_t differences = 0;
  for (size_t i = 0; i < count; i++) differences += memcmp(a + i * 4, b + i * 4, 4) != 0;
  return differences;
}
