// Counts heap allocations per thread. Preload it, then `compositor bench` asks for the numbers:
//
//   gcc -O2 -shared -fPIC -o count-allocations.so count-allocations.c
//   LD_PRELOAD=./count-allocations.so compositor bench …
//
// Forwards to the C library's own names: looking those up by dlsym would allocate on the way.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread int64_t count __attribute__((tls_model("initial-exec")));

// Allocations of the calling thread since it began.
int64_t compositor_thread_allocations(void) {
  return count;
}

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count++;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
