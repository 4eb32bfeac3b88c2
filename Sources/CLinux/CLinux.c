#define _GNU_SOURCE
#include "CLinux.h"

void clinux_set_thread_name(const char *name) { pthread_setname_np(pthread_self(), name); }
