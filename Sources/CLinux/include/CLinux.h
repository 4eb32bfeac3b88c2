/// Linux headers that the Glibc module lacks, and shims for what Swift does not import from them.
#pragma once
#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/// Nanoseconds on `clock`; -1 where there is no such clock.
static inline int64_t clinux_clock_nanoseconds(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return -1;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Maps a whole file for reading, privately. NULL when that fails or the file is shorter than
/// `size`: reading past its end would raise SIGBUS. (MAP_FAILED is not imported into Swift.)
static inline const void *clinux_map_file(int fd, size_t size) {
  struct stat info;
  if (size == 0 || fstat(fd, &info) != 0 || info.st_size < (off_t)size) return NULL;
  void *address = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  return address == MAP_FAILED ? NULL : address;
}

/// Undoes `clinux_map_file`. (Swift would need the address as mutable.)
static inline void clinux_unmap_file(const void *address, size_t size) {
  munmap((void *)address, size);
}

/// A file of `size` zero bytes in memory, for sharing with another process; -1 when there is none to
/// be had. (Glibc hides it from Swift.)
int clinux_shared_memory(size_t size);

/// Maps a whole file for writing, shared. NULL when that fails.
static inline void *clinux_map_shared(int fd, size_t size) {
  void *address = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return address == MAP_FAILED ? NULL : address;
}

/// Names the calling thread, at most 15 bytes, for debuggers and top. (Glibc hides it from Swift.)
void clinux_set_thread_name(const char *name);

