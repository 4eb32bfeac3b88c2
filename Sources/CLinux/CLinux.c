#define _GNU_SOURCE
#include "CLinux.h"

_Static_assert(CLINUX_RUSAGE_THREAD == RUSAGE_THREAD, "");

int clinux_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }
