// Counts heap allocations per thread, by whose code asks for them. Preload it, then `compositor bench`
// asks for the numbers:
//
//   gcc -O2 -shared -fPIC -o count-allocations.so count-allocations.c
//   LD_PRELOAD=./count-allocations.so compositor bench …
//
// An allocation belongs to the module of its caller. The C and C++ libraries allocate for others:
// there the next caller outside counts. Ours are the executable and the Swift runtime and libraries;
// all others, compiled shaders too, are theirs.
//
// COMPOSITOR_ALLOCATION_SITES=N prints the callers of our first allocations after N questions; there
// are five questions in a frame.
//
// Forwards to the C library's own names: looking those up by dlsym would allocate on the way.
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

enum owner { OURS, THEIRS, BETWEEN };

struct module {
  uintptr_t begin, end;
  enum owner owner;
};

enum { MOST_MODULES = 512, MOST_FRAMES = 32, MOST_SITES = 40 };

// All per thread, so that nothing needs a lock, and only in threads that have asked.
struct state {
  int64_t counts[2];
  int64_t questions, sites, print_after;
  // Not counting: this thread has not asked, or is looking something up right now.
  int is_counting;
  int module_count;
  unsigned long long modules_loaded;
  struct module modules[MOST_MODULES];
};

static __thread struct state state __attribute__((tls_model("initial-exec")));

static int has(const char *path, const char *part) {
  return strstr(path, part) != NULL;
}

static enum owner owner_of_module(const char *path) {
  if (!*path || has(path, "libswift") || has(path, "Foundation") || has(path, "libdispatch") ||
      has(path, "libBlocksRuntime"))
    return OURS;
  if (has(path, "/libc.so") || has(path, "libstdc++") || has(path, "libgcc_s") ||
      has(path, "/ld-linux") || has(path, "count-allocations"))
    return BETWEEN;
  return THEIRS;
}

static int add_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  state.modules_loaded = info->dlpi_adds;
  for (int i = 0; i < info->dlpi_phnum && state.module_count < MOST_MODULES; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    struct module *module = &state.modules[state.module_count++];
    module->begin = info->dlpi_addr + part->p_vaddr;
    module->end = module->begin + part->p_memsz;
    module->owner = owner_of_module(info->dlpi_name);
  }
  return 0;
}

static int note_loads(struct dl_phdr_info *info, size_t size, void *loads) {
  (void)size;
  *(unsigned long long *)loads = info->dlpi_adds;
  return 1;
}

static enum owner owner_of(uintptr_t address) {
  for (int attempt = 0; attempt < 2; attempt++) {
    for (int i = 0; i < state.module_count; i++) {
      const struct module *module = &state.modules[i];
      if (address >= module->begin && address < module->end) return module->owner;
    }
    unsigned long long loads = 0;
    dl_iterate_phdr(note_loads, &loads);
    if (loads == state.modules_loaded) break;
    state.module_count = 0;
    dl_iterate_phdr(add_module, NULL);
  }
  // Code made at run time.
  return THEIRS;
}

static _Unwind_Reason_Code look_outside(struct _Unwind_Context *context, void *owner) {
  enum owner found = owner_of(_Unwind_GetIP(context));
  if (found == BETWEEN) return _URC_NO_REASON;
  *(enum owner *)owner = found;
  return _URC_END_OF_STACK;
}

static void print_site(void) {
  static const char rule[] = "--\n";
  void *frames[MOST_FRAMES];
  int count = backtrace(frames, MOST_FRAMES);
  backtrace_symbols_fd(frames, count, 2);
  if (write(2, rule, sizeof rule - 1) < 0) return;
}

static void count(void *caller) {
  if (!state.is_counting) return;
  // Looking things up may allocate.
  state.is_counting = 0;
  enum owner owner = owner_of((uintptr_t)caller);
  if (owner == BETWEEN) {
    owner = THEIRS;
    _Unwind_Backtrace(look_outside, &owner);
  }
  state.counts[owner]++;
  if (owner == OURS && state.print_after && state.questions > state.print_after &&
      state.sites++ < MOST_SITES)
    print_site();
  state.is_counting = 1;
}

// Ours and theirs of the calling thread since it asked for the first time.
void compositor_count_allocations(int64_t counts[2]) {
  if (!state.module_count) {
    const char *sites = getenv("COMPOSITOR_ALLOCATION_SITES");
    state.print_after = sites ? atoll(sites) : 0;
    dl_iterate_phdr(add_module, NULL);
  }
  state.is_counting = 1;
  state.questions++;
  counts[0] = state.counts[OURS];
  counts[1] = state.counts[THEIRS];
}

void *malloc(size_t size) {
  count(__builtin_return_address(0));
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count(__builtin_return_address(0));
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count(__builtin_return_address(0));
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
