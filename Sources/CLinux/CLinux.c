#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>

void clinux_set_thread_name(const char *name) { pthread_setname_np(pthread_self(), name); }

int clinux_shared_memory(size_t size) {
  int fd = memfd_create("compositor", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -1;
  if (ftruncate(fd, (off_t)size) != 0) {
    close(fd);
    return -1;
  }
  /* The other side may map it without fear that it shrinks. */
  fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK);
  return fd;
}
